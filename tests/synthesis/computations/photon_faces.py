"""What the computations of the family ``photon_faces`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, chosen, summed


def cross_face(t, v, n):
    p, layers = t.photon, t.layer
    out, back, crossed = p.next_direction.copy(), np.zeros(len(p.weight)), p.crossed.copy()
    for i, to in enumerate(p.layer):
        if to < 0:
            continue
        d, n1, n2 = p.direction[i], layers.refraction[to], n.outer_index
        inside = np.arccos(min(abs(d[2]), 1))
        sine = n1 / n2 * np.sin(inside)
        share = 1.0
        if sine < 1:
            outside = np.arcsin(sine)
            across = (n1 * np.cos(inside) - n2 * np.cos(outside)) / (n1 * np.cos(inside) + n2 * np.cos(outside))
            along = (n1 * np.cos(outside) - n2 * np.cos(inside)) / (n1 * np.cos(outside) + n2 * np.cos(inside))
            share = (across**2 + along**2) / 2
        if Random(n.seed + n.bounce, i).uniform() < share:
            out[i], back[i] = d * [1, 1, -1], p.weight[i]
        else:
            out[i], crossed[i] = [d[0] * n1 / n2, d[1] * n1 / n2, np.sign(d[2]) * np.cos(outside)], 1
    made = {"photon.next_direction": out}
    if v.tally == "weight":
        made["layer.reflected"] = summed(layers.reflected, p.layer, back)
    return {**made, **({"photon.crossed": crossed} if v.tally == "mark" else {})}


def find_escape(t, v, n):
    p, layers = t.photon, t.layer
    z = p.next_position[:, 2]
    above, below = (p.alive != 0) & (z >= layers.upper[p.layer]), (p.alive != 0) & (z <= layers.lower[p.layer])
    gone = {"either": above | below, "upper": above}[v.face]
    made = {"photon.escaped": chosen(p.layer, np.where(gone, p.weight, 0), p.escaped)}
    if v.tally:
        made["layer.transmitted"] = summed(layers.transmitted, p.layer, np.where(above, p.weight, 0))
    return made
