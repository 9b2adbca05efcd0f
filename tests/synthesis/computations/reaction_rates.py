"""What the computations of the family ``reaction_rates`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def _arrhenius(r, t, n, low=False):
    if low:
        return r.low_prefactor * np.exp(-r.energy / (8.314463 * t))
    return r.prefactor * t**r.exponent * np.exp(-r.energy / (8.314463 * t))


def rate_constants(t, v, n):
    r = t.reaction
    k = _arrhenius(r, t.reactor.temperature[r.reactor] if v.at == "reactor" else n.temperature, n)
    made = {"reaction.new_rate": np.where(r.enabled == 0, 0, k) if v.enabled else k}
    if v.reverse:
        back = k / r.equilibrium
        made["reaction.reverse_rate"] = np.where(r.enabled == 0, r.reverse_rate, back) if v.enabled else back
    return made


def typed_rate_constants(t, v, n):
    r = t.reaction
    temperature, pressure = t.reactor.temperature[r.reactor], t.reactor.pressure[r.reactor]
    k = _arrhenius(r, temperature, n)
    low = _arrhenius(r, temperature, n, low=True)
    falloff = 1 / (1 / (low * pressure) + 1 / k)
    forward = np.choose(r.kind, [k, k, falloff, k * np.sqrt(temperature)])
    if v.catalyst:
        forward = forward * (1 + np.where(r.catalyst >= 0, r.catalysis * t.species.concentration[r.catalyst], 0))
    # a catalyst does not move the equilibrium
    return {"reaction.new_rate": forward, "reaction.reverse_rate": np.where(r.kind == 1, forward / r.equilibrium, 0)}


def mass_action_flux(t, v, n):
    r, e = t.reaction, t.term
    flux = []
    for k, terms in zip(r.rate, r.terms, strict=True):
        terms = terms[e.coefficient[terms] < 0]
        order = e.order[terms] if v.order == "given" else -e.coefficient[terms]
        flux.append(k * (t.species.concentration[e.species[terms]] ** order).prod())
    return {"reaction.new_flux": np.where(r.enabled == 0, 0, flux) if v.enabled else np.array(flux)}


def species_production(t, v, n):
    r, e, produced = t.reaction, t.term, t.species.produced.copy()
    for i, terms in enumerate(r.terms):
        if v.enabled and r.enabled[i] == 0:
            continue
        if v.held:
            terms = terms[t.species.held[e.species[terms]] == 0]
        np.add.at(produced, e.species[terms], e.coefficient[terms] * r.flux[i])
    return {"species.produced": produced}


def advance_concentration(t, v, n):
    s = t.species
    c = s.concentration + n.dt * s.rate
    if v.held:
        c = np.where(s.held != 0, s.concentration, c)
    if v.floor:
        c = np.maximum(c, 0)
    made = {"species.next_concentration": c}
    if v.mark:
        made["species.depleted"] = c <= 0
    return made


def reaction_heat(t, v, n):
    r, e = t.reaction, t.term
    taken = e.coefficient * t.species.enthalpy[e.species]
    heat = np.array([taken[terms].sum() for terms in r.terms])
    made = {"reaction.heat": heat}
    if v.released:
        made["reactor.heat"] = summed(t.reactor.heat, r.reactor, -heat * r.flux)
    return made


def reactor_temperature(t, v, n):
    k, r = t.reactor, t.reaction
    some = [each[r.enabled[each] != 0] if v.enabled else each for each in k.reactions]
    power = np.array([-(r.flux[each] * r.heat[each]).sum() for each in some])
    made = {"reactor.next_temperature": k.temperature + n.dt * power / k.capacity}
    if v.released:
        made["reactor.heat"] = power
    return made
