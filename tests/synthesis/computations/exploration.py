"""What the computations of the family ``exploration`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def gaussian_action(t, v, n):
    d = t.dof
    log_sigma = np.maximum(d.log_sigma, -1.5) if v.floor else d.log_sigma
    sigma = np.exp(log_sigma)
    z = np.array([r.normal() for r in generators(n.seed, len(sigma), n.step)])
    raw = d.mean + sigma * z
    density = np.exp(-(z**2) / 2) / sigma / np.sqrt(2 * np.pi)
    if v.squash == "tanh":
        action = (d.low + d.high) / 2 + (d.high - d.low) / 2 * np.tanh(raw)
        density = density / ((d.high - d.low) / 2 / np.cosh(raw) ** 2)
    else:
        action = np.clip(raw, d.low, d.high) if v.squash == "clip" else raw
        density = np.exp(-(((action - d.mean) / sigma) ** 2) / 2) / sigma / np.sqrt(2 * np.pi)
    made = {"dof.action": action}
    if v.density == "own":
        made["dof.log_probability"] = np.log(density)
    elif v.density == "sum":
        made["actor.log_probability"] = summed(t.actor.log_probability, d.actor, np.log(density))
    return made


def explore_action(t, v, n):
    d, actors = t.dof, t.actor
    actions, noises = np.clip(d.mean, d.low, d.high), d.next_noise.copy()
    for i, r in enumerate(generators(n.seed, len(actions), n.step)):
        own = d.actor[i]
        if v.evaluation and actors.deterministic[own]:
            continue
        if v.warm and actors.step[own] < actors.warm_up[own]:
            actions[i] = r.uniform(d.low[i], d.high[i])
            continue
        if v.law == "uniform":
            noise = r.uniform(-n.clip, n.clip)
        else:
            noise = n.spread * r.normal()
            if v.law == "clipped":
                noise = np.clip(noise, -n.clip, n.clip)
            else:
                noise = n.persistence * d.noise[i] + np.sqrt(1 - n.persistence**2) * noise
                noises[i] = noise
        actions[i] = np.clip(d.mean[i] + noise, d.low[i], d.high[i])
    return {"dof.action": actions, **({"dof.next_noise": noises} if v.law == "kept" else {})}


def noisy_weight(t, v, n):
    s = t.synapse
    count, found = len(s.mean), []
    turn = n.step * (count + (n.inputs + n.outputs if v.noise == "factored" else 0))
    for i in range(count):
        own = Random(n.seed, turn + i)
        if v.noise == "own":
            noise = own.normal()
        else:
            shared = (s.column[i], n.inputs + s.row[i])
            z = np.array([Random(n.seed, turn + count + k).normal() for k in shared])
            noise = np.prod(np.sign(z)) * np.sqrt(np.prod(np.abs(z)))
        dropped = v.cut == "drop" and own.uniform() < n.drop
        pruned = v.cut == "prune" and s.dead[i] != 0
        found.append(0 if dropped or pruned else s.mean[i] + s.sigma[i] * noise)
    return {"synapse.noisy": np.array(found)}


def initial_weight(t, v, n):
    s = t.synapse
    fan = (n.fan_in + n.fan_out) / 2 if v.fan == "mean" else n.fan_in
    found = []
    for r in generators(n.seed, len(s.start)):
        if v.law == "kaiming":
            found.append(n.gain * np.sqrt(3 / fan) * r.uniform(-1, 1))
            continue
        z = r.normals(9) if v.law == "truncated" else r.normals(1)
        inside = np.flatnonzero(np.abs(z) <= 2)
        best = z[inside[0]] if v.law == "truncated" and len(inside) else z[-1]
        found.append(n.gain / np.sqrt(fan) * best)
    return {"synapse.start": np.where(s.dead != 0, 0, found) if v.cut else np.array(found)}


def action_penalty(t, v, n):
    d = t.dof
    size, change = d.action**2, n.smoothness * (d.action - d.last) ** 2
    cost = {"size": size, "change": change, "both": size + change}[v.of]
    if v.limit:
        cost = cost + (np.abs(2 * d.action - d.low - d.high) > 0.9 * (d.high - d.low))
    return {"actor.penalty": summed(t.actor.penalty, d.actor, cost)}
