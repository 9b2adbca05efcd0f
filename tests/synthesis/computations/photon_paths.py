"""What the computations of the family ``photon_paths`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, chosen, generators, summed


def _turned(d: np.ndarray, cosine: float, angle: float) -> np.ndarray:
    """About z first, then z into the direction, as the frame of Monte Carlo codes has it."""
    sine = np.sqrt(max(1 - cosine**2, 0))
    local = np.array([sine * np.cos(angle), sine * np.sin(angle), cosine])
    if abs(d[2]) > 0.99999:
        return local * [1, 1, np.sign(d[2])]
    flat = np.hypot(d[0], d[1])
    first = np.array([d[0] * d[2], d[1] * d[2], -(flat**2)]) / flat
    second = np.array([-d[1], d[0], 0]) / flat
    return local[0] * first + local[1] * second + local[2] * d


def _rayleigh(u: float) -> float:
    """The real root of the cumulative density."""
    roots = np.roots([1, 0, 3, 4 - 8 * u])
    return float(roots[np.argmin(abs(roots.imag))].real)


def launch_photon(t, v, n):
    p, b = t.photon, t.beam
    places, flights = [], []
    for i, r in enumerate(generators(n.seed, len(p.beam))):
        own = p.beam[i]
        axis, u = b.axis[own], r.uniform()
        radius = b.radius[own] * np.sqrt(u if v.profile == "flat" else -np.log1p(-u) / 2)
        phi = r.uniform(0, 2 * np.pi)
        side = np.cross(axis, [0, 1, 0] if abs(axis[0]) > 0.9 else [1, 0, 0])
        side /= np.linalg.norm(side)
        places.append(b.center[own] + radius * (np.cos(phi) * side + np.sin(phi) * np.cross(axis, side)))
        if v.opening == "cone":
            cosine = 1 - r.uniform() * (1 - b.cosine[own])
            turn = r.uniform(0, 2 * np.pi)
            flat = np.cos(turn) * side + np.sin(turn) * np.cross(axis, side)
            axis = cosine * axis + np.sqrt(1 - cosine**2) * flat
        flights.append(axis)
    made = {"photon.next_position": np.array(places), "photon.next_direction": np.array(flights)}
    made["photon.next_weight"] = np.ones(len(places))
    if v.counted:
        made["beam.launched"] = summed(b.launched, p.beam, np.ones(len(places), int))
    return made


def fly_photon(t, v, n):
    p, layers = t.photon, t.layer
    place, left, length, crossed = p.next_position.copy(), p.next_depth.copy(), p.next_length.copy(), p.crossed.copy()
    for i, to in enumerate(p.layer):
        x, d = p.position[i], p.direction[i]
        if p.alive[i] == 0:
            place[i], length[i] = x, p.length[i]
        elif to >= 0:
            mu = layers.absorption[to] + layers.scattering[to]
            s = -np.log1p(-Random(n.seed, n.bounce * len(place) + i).uniform()) / mu
            if v.depth == "left":
                tau = p.depth[i]
                s = tau / mu
                room = max(layers.upper[to] - x[2] if d[2] > 0 else x[2] - layers.lower[to], 0)
                if s * abs(d[2]) > room:
                    s, crossed[i] = room / abs(d[2]), 1
                left[i] = tau - s * mu
            place[i], length[i] = x + s * d, p.length[i] + s
    made = {"photon.next_position": place}
    if v.depth == "left":
        made |= {"photon.next_depth": left, "photon.crossed": crossed}
    return {**made, **({"photon.next_length": length} if v.path else {})}


def deposit_photon_weight(t, v, n):
    p, layers = t.photon, t.layer
    mu_a, mu_s = layers.absorption[p.layer], layers.scattering[p.layer]
    share = mu_a / (mu_a + mu_s) if v.share == "albedo" else -np.expm1(-mu_a * p.length)
    lost = np.where((p.alive != 0) & (p.layer >= 0), p.weight * share, 0)
    made = {
        "photon.next_weight": chosen(p.layer, p.weight - lost, p.next_weight),
        "layer.deposited": summed(layers.deposited, p.layer, lost),
    }
    if v.share == "path":
        made["photon.next_length"] = chosen(p.layer, np.where(p.alive != 0, 0, p.length), p.next_length)
    if v.tally == "count":
        made["layer.collisions"] = summed(layers.collisions, p.layer, (p.alive != 0).astype(int))
    return made


def scatter_photon(t, v, n):
    p = t.photon
    out = p.next_direction.copy()
    for i, d in enumerate(p.direction):
        if v.dead == "skip" and p.alive[i] == 0:
            out[i] = d
            continue
        if v.phase != "rayleigh" and p.layer[i] < 0:
            continue
        r = Random(n.seed, n.bounce * len(out) + i)
        if v.phase == "rayleigh":
            cosine = _rayleigh(r.uniform())
        else:
            g = t.layer.anisotropy[p.layer[i]]
            if v.phase == "two" and r.uniform() >= n.mixing:
                g = n.back
            k, u = 1.55 * g - 0.55 * g**3, r.uniform()
            cosine = (2 * u + k - 1) / (1 - k + 2 * k * u)
        phi = 2 * np.pi * r.uniform()
        if v.frame == "cosines":
            out[i] = _turned(d, cosine, phi)
        else:
            side = np.cross(d, [0, 1, 0] if abs(d[0]) > 0.9 else [1, 0, 0])
            side /= np.linalg.norm(side)
            flat = np.cos(phi) * side + np.sin(phi) * np.cross(d, side)
            out[i] = cosine * d + np.sqrt(max(1 - cosine**2, 0)) * flat
    return {"photon.next_direction": out}


def delta_track(t, v, n):
    p, layers = t.photon, t.layer
    place, events, weight = p.next_position.copy(), p.events.copy(), p.next_weight.copy()
    for i, to in enumerate(p.layer):
        if to < 0:
            continue
        mu, s = layers.absorption[to] + layers.scattering[to], 0.0
        r = Random(n.seed, n.bounce * len(place) + i)
        weight[i] = p.weight[i]
        for k in range(24):
            s -= np.log1p(-r.uniform()) / n.majorant
            events[i] = k + 1
            height = max((p.position[i] + s * p.direction[i])[2], 0)
            if r.uniform() * n.majorant < mu * np.exp(-n.falloff * height):
                weight[i] *= layers.scattering[to] / mu
                break
        place[i] = p.position[i] + s * p.direction[i]
    made = {"photon.next_position": place}
    if v.outcome == "both":
        made["photon.events"] = events
    return {**made, **({"photon.next_weight": weight} if v.weight == "albedo" else {})}
