"""What a sparse lattice must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.lbm_collision import OPPOSITE, C, W, equilibrium


def lbm_pull_links(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    found = np.zeros_like(s.f)
    for i, links in enumerate(s.links):
        found[i, 0] = s.f[i, 0]
        for k in range(1, 9):
            source, opp = links[OPPOSITE[k]], OPPOSITE[k]
            if source >= 0:
                found[i, k] = s.f[source, k]
            else:
                found[i, k] = s.f[i, opp]
                if v.wall == "moving" and s.wall[i] >= 0:
                    found[i, k] += 6 * W[k] * s.density[i] * C[k] @ t.wall.velocity[s.wall[i]]
    return {"site.f_next": found}


def lbm_wall_links(t: Any, v: Any, n: Any) -> dict[str, Any]:
    missing = t.site.links < 0
    missing[:, 0] = False
    found = {"site.wall_links": missing.sum(1)}
    if v.bits:
        found["site.link_bits"] = missing @ 2 ** np.arange(9)
    return found


def lbm_obstacle_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, o = t.site, t.obstacle
    found = {"obstacle.force": o.force.copy()}
    found |= {"obstacle.torque": o.torque.copy()} if v.torque else {}
    found |= {"obstacle.link_count": o.link_count.copy()} if v.counted else {}
    for i, body in enumerate(s.obstacle):
        missing = 1 + np.flatnonzero(s.links[i][1:] < 0)
        if body < 0 or not len(missing):
            continue
        amount = 2 * s.f[i, missing]
        if v.moving:
            amount = amount - 6 * W[missing] * s.density[i] * (C[missing] @ o.velocity[body])
        push = amount @ C[missing]
        found["obstacle.force"][body] += push
        if v.torque:
            arm = s.place[i] - o.center[body]
            found["obstacle.torque"][body] += arm[0] * push[1] - arm[1] * push[0]
        if v.counted:
            found["obstacle.link_count"][body] += len(missing)
    return found


def lbm_viscous_stress(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    excess = s.f - equilibrium(s.density, s.velocity)
    moments = np.stack([C[:, 0] ** 2, C[:, 1] ** 2, C[:, 0] * C[:, 1]], -1)
    flux = excess @ moments
    if v.deviatoric:
        flux[:, :2] -= flux[:, :2].mean(1, keepdims=True)
    return {"site.stress": -(1 - 1 / (2 * n.tau)) * flux}


def lbm_strain_rate(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    excess = s.f - equilibrium(s.density, s.velocity)
    tensor = -np.einsum("ik,ka,kb->iab", excess, C, C) / (2 * s.density / 3 * n.tau)[:, None, None]
    made = {"site.strain": np.stack([tensor[:, 0, 0], tensor[:, 1, 1], tensor[:, 0, 1]], -1)}
    return made | ({"site.shear_rate": np.sqrt(2) * np.linalg.norm(tensor, axis=(1, 2))} if v.size else {})


def lbm_border_state(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    rho, u = s.density.copy(), s.velocity.copy()
    u[s.kind == 1] = 0
    if v.pressure == "normal":
        along = (u * s.normal).sum(1, keepdims=True) * s.normal
        u = np.where((s.kind == 3)[:, None], along, u)
    if v.wall:
        told = s.wall >= 0
        rho = np.where(told & (s.kind == 3), t.wall.density[s.wall], rho)
        u = np.where((told & ((s.kind == 2) | (s.kind == 4)))[:, None], t.wall.velocity[s.wall], u)
    return {"site.velocity": u, **({"site.density": rho} if v.wall else {})}


def lbm_surface_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, o = t.site, t.obstacle
    u = o.velocity[s.obstacle]
    if v.spin:
        arm = s.place - o.center[s.obstacle]
        u = u + o.spin[s.obstacle][:, None] * np.stack([-arm[:, 1], arm[:, 0]], -1)
    return {"site.velocity": np.where((s.obstacle >= 0)[:, None], u, s.velocity)}
