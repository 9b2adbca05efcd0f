"""What finite differences on voxels must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside

AXES = np.eye(3, dtype=int)


def slope(values: Any, axis: int) -> Any:
    """What is ahead less what is behind along an axis."""
    return beside(values, *AXES[axis]) - beside(values, *-AXES[axis])


def curl(along: Any) -> Any:
    """The curl from the differences of a vector field along x, y and z."""
    x, y, z = along
    return np.stack([y[..., 2] - z[..., 1], z[..., 0] - x[..., 2], x[..., 1] - y[..., 0]], -1)


def direction(d: Any) -> Any:
    """Unit vectors, zero where there is no direction."""
    size = np.linalg.norm(d, axis=-1, keepdims=True)
    return np.where(size < 1e-6, 0, d / np.maximum(size, 1e-6))


def unless(occupied: Any, kept: Any, new: Any) -> Any:
    """``new`` outside occupied voxels, ``kept`` inside."""
    return np.where(occupied.reshape(*occupied.shape, *[1] * (new.ndim - 3)) > 0, kept, new)


def voxel_diffuse(t: Any, v: Any, n: Any) -> dict[str, Any]:
    rho = t.voxel.density
    a = n.diffusivity * n.dt / n.dx**2
    total = sum(beside(rho, *step) for step in [*AXES, *-AXES])
    new = (rho + a * total) / (1 + 6 * a) if v.implicit else (1 - 6 * a) * rho + a * total
    return {"voxel.density_next": unless(t.voxel.occupied, rho, new) if v.solid else new}


def voxel_divergence(t: Any, v: Any, n: Any) -> dict[str, Any]:
    u = t.voxel.velocity
    if v.layout == "centres":
        div = sum(slope(u[..., a], a) for a in range(3)) / (2 * n.dx)
    else:
        div = sum(beside(u[..., a], *AXES[a]) - u[..., a] for a in range(3)) / n.dx
    return {"voxel.divergence": unless(t.voxel.occupied, 0, div) if v.solid else div}


def voxel_vorticity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    omega = curl([slope(t.voxel.velocity, a) for a in range(3)]) / (2 * n.dx)
    return {"voxel.vorticity": unless(t.voxel.occupied, 0, omega) if v.solid else omega}


def voxel_confinement(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.voxel
    size = np.linalg.norm(x.vorticity, axis=-1)
    ahead = direction(np.stack([slope(size, a) for a in range(3)], -1) / (2 * n.dx))
    force = n.confinement * n.dx * np.cross(ahead, x.vorticity)
    if v.buoyant:
        force[..., 2] += n.buoyancy * (x.temperature - n.ambient)
    if v.smoke:
        force[..., 2] -= n.weight * x.density
    return {"voxel.force": force}


def voxel_buoyancy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.voxel
    lift = n.buoyancy * (x.temperature - n.ambient) - (n.weight * x.density if v.smoke else 0)
    new = x.velocity.copy()
    new[..., 2] += n.dt * lift
    return {"voxel.velocity": unless(x.occupied, x.velocity, new) if v.solid else new}


def voxel_electric_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.voxel
    eps = x.permittivity[..., None]
    rate = curl([x.magnetic - beside(x.magnetic, *-axis) for axis in AXES]) / n.dx / eps
    loss = x.conductance[..., None] / (2 * eps) * n.dt if v.lossy else 0
    new = ((1 - loss) * x.electric + n.dt * rate) / (1 + loss)
    return {"voxel.electric": unless(x.occupied, 0, new) if v.metal else new}


def voxel_magnetic_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.voxel
    new = x.magnetic - n.dt / n.dx / n.permeability * curl([beside(x.electric, *axis) - x.electric for axis in AXES])
    return {"voxel.magnetic": new / (1 + n.damping * n.dt) if v.damped else new}


def voxel_normal(t: Any, v: Any, n: Any) -> dict[str, Any]:
    d = t.voxel.distance
    normal = direction(np.stack([slope(d, a) for a in range(3)], -1)) * (-1 if v.sign == "in" else 1)
    return {"voxel.normal": np.where((np.abs(d) > n.width)[..., None], 0, normal) if v.band else normal}


def voxel_exposed_sides(t: Any, v: Any, n: Any) -> dict[str, Any]:
    full = t.voxel.occupied.astype(int)
    mask = sum(
        (1 - beside(full, *side * axis)) << bit
        for bit, (axis, side) in enumerate((a, s) for a in AXES for s in (1, -1))
    )
    return {"voxel.exposed": np.where(full, mask, -1 if v.empty == "minus" else 0)}


def voxel_corner_code(t: Any, v: Any, n: Any) -> dict[str, Any]:
    inside = (t.voxel.distance < 0).astype(int)
    round_a_face = [(0, 0), (1, 0), (1, 1), (0, 1)] if v.order == "tables" else [(0, 0), (1, 0), (0, 1), (1, 1)]
    corners = [(x, y, z) for z in (0, 1) for x, y in round_a_face]
    code = sum(beside(inside, *corner) << bit for bit, corner in enumerate(corners))
    return {"voxel.code": np.where(code == 255, 0, code) if v.full == "zero" else code}


def voxel_region_smoke(t: Any, v: Any, n: Any) -> dict[str, Any]:
    region = t.voxel.region.ravel()
    chosen = region >= 0
    if v.free:
        chosen &= t.voxel.occupied.ravel() == 0
    found = {"region.smoke": t.region.smoke.copy()}
    np.add.at(found["region.smoke"], region[chosen], t.voxel.density.ravel()[chosen] * n.dx**3)
    if v.counted:
        counts = np.bincount(region[chosen], minlength=len(t.region.smoke))
        found["region.cell_count"] = t.region.cell_count + counts
    return found
