"""What the computations of the family ``enzymes`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def enzyme_flux(t, v, n):
    e, c = t.enzyme, t.species.concentration
    half = e.half
    if v.inhibited:
        half = half * (1 + np.where(e.inhibitor >= 0, c[e.inhibitor], 0) / e.inhibition)
    power = e.cooperation if v.cooperative else 1
    flux = e.speed / (1 + (half / c[e.substrate]) ** power)
    made = {"enzyme.flux": flux}
    if v.moved:
        made["species.produced"] = summed(summed(t.species.produced, e.substrate, -flux), e.product, flux)
    return made


def ion_activity(t, v, n):
    s = t.species
    root = np.sqrt(n.ionic_strength)
    x = {"limit": root, "extended": root / (1 + root), "linear": root / (1 + root) - 0.3 * n.ionic_strength}[v.form]
    return {"species.activity": s.concentration * 10 ** (-0.51 * s.charge**2.0 * x)}


def substrate_inhibition(t, v, n):
    e, s = t.enzyme, t.species.concentration[t.enzyme.substrate]
    made = {"enzyme.flux": e.speed / (1 + e.half / s + s / e.inhibition)}
    if v.optimum:
        made["enzyme.optimum"] = np.exp(0.5 * (np.log(e.half) + np.log(e.inhibition)))
    return made
