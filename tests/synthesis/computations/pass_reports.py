"""What the computations of the family ``pass_reports`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import applied, rotation_matrices, summed


def link_report(t, v, n):
    e, s, q = t.link, t.station, t.satellite
    there = e.station >= 0
    frame = s.frame[e.station]
    turned = rotation_matrices(frame[:, 3:])
    d, u = q.position[e.satellite] - frame[:, :3], q.velocity[e.satellite]
    # the station moves with its planet and turns about the axis of it
    to = s.planet[e.station]
    x = q.position[e.satellite] - t.planet.position[to] - d
    u = u - t.planet.velocity[to] - t.planet.spin[to, None] * np.stack([-x[:, 1], x[:, 0], 0 * x[:, 0]], axis=1)
    distance = np.linalg.norm(d, axis=1)
    sine = (turned[:, :, 2] * d).sum(axis=1) / distance
    visible = sine > np.sin(s.lowest[e.station])
    if v.closed:
        visible &= s.closed[e.station] == 0
    visible &= there
    figures = {
        "range": (distance, -1),
        "range_rate": ((d * u).sum(axis=1) / distance, 0),
        "elevation": (sine, -1),
        "in_view": (visible, 0),
        "next_passes": (e.passes + (visible & (e.visible == 0)), e.passes),
    }
    made = {f"link.{word}": np.where(there, figure, missing) for word, (figure, missing) in figures.items()}
    local = applied(np.swapaxes(turned, 1, 2), d)
    made["link.local"] = np.where(there[:, None], local, 0)
    if v.counted:
        made["station.seen"] = summed(s.seen, e.station, visible.astype(int))
    return made


def satellite_mode(t, v, n):
    s, p = t.satellite, t.planet
    # cosine of half of the angle between the attitudes
    cosine = np.abs((s.wanted * s.attitude).sum(axis=1))
    mode = np.where(cosine < 0.866, 1, 0)
    made = {}
    due = (t.burn.step <= n.step) & (n.step < t.burn.step + t.burn.length)
    burning = np.array([due[burns].any() for burns in s.burns])
    if v.burns == "fuel":
        burning &= s.fuel >= 0.1
    mode = np.where(burning, 2, mode)
    if v.traffic:
        near = [
            sum(np.linalg.norm(s.position[k] - x) < n.safe_distance for k in others if k != i)
            for i, (x, others) in enumerate(zip(s.position, s.close, strict=True))
        ]
        mode = np.where(np.array(near) > 0, 3, mode)
        made["satellite.near_count"] = np.array(near)
    low = np.linalg.norm(s.position - p.position[s.primary], axis=1) < p.radius[s.primary] + n.least_altitude
    return made | {"satellite.next_mode": np.where(low | (s.mode == 3), 3, mode)}


def orbit_report(t, v, n):
    s, p = t.satellite, t.planet
    mu = p.mu[s.primary][:, None]
    d, u = s.position - p.position[s.primary], s.velocity - p.velocity[s.primary]
    r = np.linalg.norm(d, axis=1, keepdims=True)
    momentum = np.cross(d, u)
    made = {"satellite.energy": ((u**2).sum(axis=1, keepdims=True) / 2 - mu / r)[:, 0], "satellite.momentum": momentum}
    if v.shape == "perigee":
        made["satellite.eccentricity"] = np.cross(u, momentum) / mu - d / r
    if v.light:
        sun = p.sun[s.primary] / np.linalg.norm(p.sun[s.primary], axis=1, keepdims=True)
        clear = np.linalg.norm(np.cross(d, sun), axis=1) >= p.radius[s.primary]
        made["satellite.lit"] = ((d * sun).sum(axis=1) >= 0) | clear
    if v.pose:
        made["satellite.pose"] = np.concatenate([d, s.attitude], axis=1)
    return made
