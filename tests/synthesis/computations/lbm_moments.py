"""What collisions in the space of moments must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.lbm_collision import OPPOSITE, C

X, Y = C[:, 0], C[:, 1]
SQUARE = X**2 + Y**2
MOMENTS = np.stack(
    [
        np.ones(9),
        3 * SQUARE - 4,
        (9 * SQUARE**2 - 21 * SQUARE) / 2 + 4,
        X,
        (3 * SQUARE - 5) * X,
        Y,
        (3 * SQUARE - 5) * Y,
        X**2 - Y**2,
        X * Y,
    ]
)
"""Lallemand and Luo's moments of the nine populations."""


def lbm_collide_moments(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    m = c.f @ MOMENTS.T
    rho, jx, jy = m[..., 0], m[..., 3], m[..., 5]
    square = (jx**2 + jy**2) / rho
    rest = np.stack(
        [rho, -2 * rho + 3 * square, rho - 3 * square, jx, -jx, jy, -jy, (jx**2 - jy**2) / rho, jx * jy / rho], -1
    )
    even, odd = 1 / n.tau, 1 / n.tau_minus
    energy = odd if v.bulk else even
    m = m - np.array([0, energy, energy, 0, odd, 0, odd, even, even]) * (m - rest)
    if v.force:
        m[..., [3, 5]] += c.force
        m[..., [4, 6]] -= c.force
    after = m @ np.linalg.inv(MOMENTS).T
    return {"cell.f_next": np.where(c.solid[..., None], c.f[..., OPPOSITE], after) if v.solid else after}


def lbm_complete_west(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    wall = c.wall.reshape(c.f.shape[:2])
    known = c.f[..., [0, 2, 4]].sum(-1) + 2 * c.f[..., [3, 6, 7]].sum(-1)
    u, w = np.zeros(wall.shape), np.zeros(wall.shape)
    if v.given == "velocity":
        u = t.wall.velocity[wall][..., 0]
        rho = known / (1 - u)
    else:
        rho = t.wall.density[wall]
        u = 1 - known / rho
    if v.corner:
        w = t.wall.velocity[wall][..., 1]
    half = (c.f[..., 2] - c.f[..., 4]) / 2
    new = c.f.copy()
    new[..., 1] = c.f[..., 3] + 2 / 3 * rho * u
    new[..., 5] = c.f[..., 7] - half + rho * (u / 6 + w / 2)
    new[..., 8] = c.f[..., 6] + half + rho * (u / 6 - w / 2)
    return {"cell.f_next": np.where((wall >= 0)[..., None], new, c.f)}
