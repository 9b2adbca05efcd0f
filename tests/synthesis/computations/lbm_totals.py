"""What probes, blocks and means of a sparse lattice must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.lbm_collision import W


def lbm_probe(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.probe
    found = {"probe.velocity": p.velocity.copy()}
    found |= {"probe.density": p.density.copy()} if v.density else {}
    found |= {"probe.mean": p.mean.copy(), "probe.samples": p.samples.copy()} if v.mean else {}
    for i, corners in enumerate(p.corners):
        x, y = p.fraction[i]
        there = corners >= 0
        w = np.array([(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y]) * there
        if not there.any() or (v.partial == "leave" and not there.all()):
            continue
        w = w / w.sum()
        u = w @ t.site.velocity[corners]
        found["probe.velocity"][i] = u
        if v.density:
            found["probe.density"][i] = w @ t.site.density[corners]
        if v.mean:
            found["probe.mean"][i] = (p.mean[i] * p.samples[i] + u) / (p.samples[i] + 1)
            found["probe.samples"][i] += 1
    return found


def lbm_block_totals(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, s = t.block, t.site
    found = {"block.mass": np.zeros_like(b.mass)}
    found |= {"block.momentum": np.zeros_like(b.momentum)} if v.momentum else {}
    found |= {"block.fluid_count": np.zeros_like(b.fluid_count)} if v.bulk else {}
    for i, members in enumerate(b.members):
        if v.active and not b.active[i]:
            continue
        chosen = members[s.kind[members] == 0] if v.bulk else members
        found["block.mass"][i] = s.density[chosen].sum()
        if v.momentum:
            found["block.momentum"][i] = s.density[chosen] @ s.velocity[chosen]
        if v.bulk:
            found["block.fluid_count"][i] = len(chosen)
    return found


def lbm_renumber(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    known = s.old >= 0
    new = np.broadcast_to(W, s.f.shape) if v.new == "equilibrium" else np.zeros_like(s.f)
    found = {"site.f_next": np.where(known[:, None], s.f[s.old], new)}
    if v.state:
        found["site.velocity_next"] = np.where(known[:, None], s.velocity[s.old], 0.0)
    return found


def lbm_count_bulk(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    chosen = (s.kind == 0) & (s.block >= 0)
    if v.wall:
        chosen &= s.obstacle < 0
    if v.active:
        chosen &= t.block.active[s.block] > 0
    counts = np.bincount(s.block[chosen], minlength=len(t.block.fluid_count))
    return {"block.fluid_count": t.block.fluid_count + counts}


def lbm_mean_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    mean = (s.mean_velocity * n.samples + s.velocity) / (n.samples + 1)
    return {"site.mean_velocity": np.where((s.kind == 0)[:, None], mean, s.mean_velocity) if v.kind else mean}
