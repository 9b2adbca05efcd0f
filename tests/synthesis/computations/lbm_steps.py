"""What whole steps, filters, classes and sleep of sites must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.lbm_collision import OPPOSITE, C, W, equilibrium


def limited(u: Any, limit: float) -> Any:
    """Velocities no faster than the limit."""
    speed = np.linalg.norm(u, axis=-1, keepdims=True)
    return u * np.minimum(limit / np.maximum(speed, 1e-30), 1)


def lbm_site_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    f = np.zeros_like(s.f)
    for i, links in enumerate(s.links):
        u_wall = t.wall.velocity[s.wall[i]] if v.wall and s.wall[i] >= 0 else np.zeros(2)
        f[i, 0] = s.f[i, 0]
        for k in range(1, 9):
            source = links[OPPOSITE[k]]
            f[i, k] = s.f[source, k] if source >= 0 else s.f[i, OPPOSITE[k]] + 6 * W[k] * C[k] @ u_wall
    rho = f.sum(1)
    u = f @ C / rho[:, None]
    u = limited(u, n.speed_limit) if v.limited else u
    found = {"site.f_next": f + (equilibrium(rho, u) - f) / n.tau}
    return {**found, **({"site.density": rho, "site.velocity": u} if v.stored else {})}


def lbm_regularized(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    eq = equilibrium(s.density, s.velocity)
    stress = np.einsum("sk,ki,kj->sij", s.f - eq, C, C)
    if v.trace:
        stress = stress - np.trace(stress, axis1=1, axis2=2)[:, None, None] / 2 * np.eye(2)
    q = np.einsum("ki,kj->kij", C, C) - np.eye(2) / 3
    new = eq + (1 - 1 / n.tau) * 4.5 * W * np.einsum("kij,sij->sk", q, stress)
    return {"site.f_next": np.where((s.kind != 0)[:, None], s.f, new) if v.border else new}


def lbm_interpolated_bounce(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    found = s.f_next.copy()
    for i, links in enumerate(s.links):
        q = s.distance[i]
        for k in range(1, 9):
            if links[k] >= 0:
                continue
            behind = links[OPPOSITE[k]]
            if q >= 0.5:
                value = s.f[i, k] / (2 * q) + (2 * q - 1) / (2 * q) * s.f[i, OPPOSITE[k]]
            else:
                value = 2 * q * s.f[i, k] + (1 - 2 * q) * s.f[behind, k] if behind >= 0 else s.f[i, k]
            if v.moving and s.wall[i] >= 0:
                value -= 6 * W[k] * s.density[i] * C[k] @ t.wall.velocity[s.wall[i]] / max(2 * q, 1)
            found[i, OPPOSITE[k]] = value
    return {"site.f_next": found}


def lbm_classify(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    found = np.zeros(len(s.kind), int)
    for i, links in enumerate(s.links):
        if s.kind[i] != 0:
            found[i] = -1
        else:
            near = links[1 : 9 if v.diagonal else 5]
            kinds = s.kind[near[near >= 0]]
            found[i] = 2 * bool((near < 0).any() or (kinds == 1).any()) + 4 * bool((kinds == 2).any())
            found[i] += v.sleep and s.steps_at_rest[i] >= n.patience
    return {"site.class_code": found}


def lbm_rest_steps(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.site
    fast = np.linalg.norm(s.velocity, axis=1) > n.rest_speed
    moving = fast.copy()
    if v.wake:
        moving |= np.array([fast[links[1:][links[1:] >= 0]].sum() > 4 for links in s.links])
    return {"site.steps_at_rest": np.where(moving, 0, s.steps_at_rest + 1)}
