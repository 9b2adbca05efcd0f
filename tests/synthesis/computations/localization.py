"""What the computations of the family ``localization`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def _wrapped(angle):
    return np.angle(np.exp(1j * angle))


def _ahead(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), np.sin(angle)])


def _motion(places, headings) -> dict:
    return {"hypothesis.moved": np.array(places), "hypothesis.turned": np.array(headings)}


def sample_odometry(t, v, n):
    h, robots = t.hypothesis, t.robot
    places, headings = [], []
    for i, r in enumerate(generators(n.seed, len(h.heading), n.step)):
        own = h.robot[i]
        first, drive, last = robots.turn_before[own], robots.advance[own], robots.turn_after[own]
        z = r.normals(3)
        if v.noise == "full":
            noisy_first = first + z[0] * np.hypot(n.turn_noise * first, n.slip_noise * drive)
            noisy_last = last + z[1] * np.hypot(n.turn_noise * last, n.slip_noise * drive)
            noisy_drive = drive + z[2] * np.hypot(n.cross_noise * np.hypot(first, last), n.drive_noise * drive)
        else:
            noisy_first, noisy_last = first * (1 + n.turn_noise * z[0]), last * (1 + n.turn_noise * z[2])
            noisy_drive = drive * (1 + n.drive_noise * z[1])
        heading = h.heading[i] + noisy_first
        places.append(h.position[i] + noisy_drive * _ahead(heading))
        headings.append(_wrapped(heading + noisy_last) if v.wrap else heading + noisy_last)
    return _motion(places, headings)


def sample_velocity_motion(t, v, n):
    h, robots = t.hypothesis, t.robot
    places, headings = [], []
    for i, r in enumerate(generators(n.seed, len(h.heading), n.step)):
        own, theta = h.robot[i], h.heading[i]
        speed = robots.speed[own] * (1 + n.drive_noise * r.normal())
        spread = np.hypot(n.turn_noise * robots.rate[own], n.slip_noise * robots.speed[own])
        omega = robots.rate[own] + spread * r.normal()
        turn = omega * n.dt
        chord = speed * n.dt
        if v.straight == "chord" and abs(turn) > 2e-2:
            chord *= 2 / turn * np.sin(turn / 2)
        places.append(h.position[i] + chord * _ahead(theta + turn / 2))
        headings.append(theta + turn + (n.slip_noise * robots.speed[own] * n.dt * r.normal() if v.final else 0))
    return _motion(places, headings)


def roughen_hypotheses(t, v, n):
    h = t.hypothesis
    count = len(h.heading)
    draw = Random.normal if v.law == "normal" else lambda r: r.uniform(-1, 1)
    noise = np.array([[draw(r) for _ in range(3)] for r in generators(n.seed, count, n.step)])
    noise *= np.array([n.spread, n.spread, n.turn_spread]) / (np.sqrt(count) if v.crowd == "thin" else 1)
    places = h.position + noise[:, :2]
    return _motion(np.clip(places, -n.extent, n.extent) if v.border else places, h.heading + noise[:, 2])


def recover_hypotheses(t, v, n):
    h, robots, marks = t.hypothesis, t.robot, t.landmark
    places, headings, fresh, weight = h.moved.copy(), h.turned.copy(), h.fresh.copy(), h.weight.copy()
    drawn = np.zeros(len(fresh), int)
    for i, r in enumerate(generators(n.seed, len(fresh), n.step)):
        own, to = h.robot[i], h.landmark[i]
        if r.uniform() >= max(1 - robots.fast[own] / robots.slow[own], 0):
            places[i], headings[i], fresh[i] = h.position[i], h.heading[i], 0
            continue
        angle = r.uniform(-np.pi, np.pi)
        if v.place == "map":
            places[i], headings[i] = [r.uniform(-n.extent, n.extent), r.uniform(-n.extent, n.extent)], angle
        elif to >= 0:
            away = robots.range[own] + marks.sigma[to] * r.normal()
            places[i] = marks.position[to] + away * _ahead(angle)
            headings[i] = _wrapped(angle + np.pi - robots.bearing[own])
        else:
            continue
        drawn[i] = fresh[i] = 1
        weight[i] = robots.fast[own]
    made = {**_motion(places, headings), "hypothesis.weight": weight}
    if v.mark:
        made["hypothesis.fresh"] = fresh
    return {**made, **({"robot.recovered": summed(robots.recovered, h.robot, drawn)} if v.counted else {})}
