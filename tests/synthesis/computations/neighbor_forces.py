"""Forces, rates and surfaces of points, stated with arrays of differences."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.neighbor_sums import _around, _compact, _regular


def neighbor_grain_forces(t, v, n):
    force, counts = t.point.force.copy(), t.point.touching.copy()
    active = t.point.active.astype(bool) if v.active else np.ones(len(counts), bool)
    for i in np.flatnonzero(active):
        total, touching = np.zeros(3), 0
        for q, d, length in zip(*_around(t, i), strict=True):
            depth = t.point.radius[i] + t.point.radius[q] - length
            if q == i or not active[q] or depth <= 0.0 or length < 1.0e-6:
                continue
            away = -d / length
            speed = t.point.velocity[i] - t.point.velocity[q]
            normal = max(n.spring * depth - n.damper * (away @ speed), 0.0)
            total += normal * away
            slide = speed - (away @ speed) * away
            size = np.linalg.norm(slide)
            if v.slide and size > 1.0e-6:
                # viscous until it slips
                total -= slide * min(n.damper, n.friction * normal / size)
            touching += 1
        force[i], counts[i] = total, touching
    return {"point.force": force, "point.touching": counts} if v.counted else {"point.force": force}


def neighbor_list_around(t, v, n):
    lists, found, lost = t.point.list.copy(), t.point.found.copy(), t.world.lost.copy()
    cells = np.floor((t.point.position - np.asarray(n.origin)) / n.cell_width).astype(int)
    for i, c in enumerate(cells):
        near = []
        for step in np.ndindex(3, 3, 3):  # the last axis turns fastest, and x does in a grid
            at = c + np.array(step)[::-1] - 1
            place = (at * [1, n.side, n.side**2]).sum()
            if ((at < 0) | (at >= n.side)).any() or place >= len(t.cell.points):
                continue
            for q in t.cell.points[place]:
                close = np.linalg.norm(t.point.position[q] - t.point.position[i]) <= n.cell_reach
                if close and (q > i if v.half else q != i):
                    near.append(q)
        found[i] = min(len(near), n.list_capacity)
        lists[i, : found[i]] = near[: found[i]]
        lost[t.point.world[i]] += len(near) - found[i]
    made = {"point.list": lists, "point.found": found}
    return {**made, "world.lost": lost} if v.full == "report" else made


def neighbor_velocity_gradient(t, v, n):
    strain, swirl = np.zeros_like(t.point.strain), np.zeros_like(t.point.swirl)
    for i in range(len(swirl)):
        q, d, length = _around(t, i)
        w = _compact(length, n.reach) if v.weighted else np.ones(len(q))
        moment = (w[:, None] * d).T @ d
        if not _regular(moment):
            continue
        # rows of the gradient solve a least squares problem each
        rates = t.point.velocity[q].astype(float) - t.point.velocity[i]
        g = np.linalg.solve(moment, d.T @ (w[:, None] * rates)).T
        strain[i] = (g + g.T) / 2.0
        swirl[i] = [g[2, 1] - g[1, 2], g[0, 2] - g[2, 0], g[1, 0] - g[0, 1]]
    kept = {"both": ["strain", "swirl"], "swirl": ["swirl"], "strain": ["strain"]}[v.kept]
    return {f"point.{name}": {"strain": strain, "swirl": swirl}[name] for name in kept}


def _least_axis(moment):
    """The longest cross product of two rows: where a plane holds all points, its normal."""
    crosses = [np.cross(moment[a], moment[b]) for a, b in ((0, 1), (1, 2), (2, 0))]
    best = max(crosses, key=lambda c: c @ c)
    size = np.linalg.norm(best)
    return best / size if size >= 1.0e-3 else np.zeros(3)


def neighbor_project_plane(t, v, n):
    moved, normal = t.point.position.copy(), t.point.normal.copy()
    for i in range(len(moved)):
        q, _, length = _around(t, i)
        w = _compact(length, n.reach) if v.weighted else np.ones(len(q))
        if not w.any():
            continue
        x = t.point.position[q].astype(float)
        center = np.average(x, axis=0, weights=w)
        axis = _least_axis((w[:, None] * (x - center)).T @ (x - center))
        height = axis @ (t.point.position[i] - center)
        moved[i] -= (n.stiffness if v.part == "share" else 1.0) * height * axis
        normal[i] = axis
    return {"point.projected": moved, "point.normal": normal} if v.normal else {"point.projected": moved}
