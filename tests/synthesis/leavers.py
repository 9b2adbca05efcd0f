"""Which records leave a step after one of its computations, from the laws: those behind it do not run for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field5 import to_local

Leavers = Callable[[Any, Any, Any], np.ndarray]
"""Tables, variant and numbers before the computation -> of each record whether it leaves."""


def leavers(first: str, second: str, t: Any, v: Any, n: Any) -> np.ndarray | None:
    """Of each record whether it leaves between two computations of a step; None where none does."""
    told = TOLD.get(f"{first} {second}")
    return None if told is None else told(t, v, n)


def _not_active(t: Any, v: Any, n: Any) -> np.ndarray:
    return (t.particle.flags & 1 == 0) & bool(v.guarded)


def _fixed(t: Any, v: Any, n: Any) -> np.ndarray:
    return ((t.particle.flags & 1 == 0) | (t.particle.flags & 2 != 0)) & bool(v.fixed)


def _converged(t: Any, v: Any, n: Any) -> np.ndarray:
    return (t.world.done[t.contact.world] != 0) & bool(v.done)


def _no_material(t: Any, v: Any, n: Any) -> np.ndarray:
    return t.hit.material < 0


def _no_link(t: Any, v: Any, n: Any) -> np.ndarray:
    return np.arange(len(t.body.pose)) >= len(t.link.position)


def _no_reset(t: Any, v: Any, n: Any) -> np.ndarray:
    return t.world.reset[t.body.world] == 0


def _ended(t: Any, v: Any, n: Any) -> np.ndarray:
    return (t.projectile.alive == 0) | ((t.projectile.life < 1) & bool(v.life))


def _does_not_fire(t: Any, v: Any, n: Any) -> np.ndarray:
    return (t.projectile.alive != 0) | (t.agent.cooldown[t.projectile.owner] > 0)


def _too_near(t: Any, v: Any, n: Any) -> np.ndarray:
    seen = zip(t.splat.camera, t.splat.position, strict=True)
    return np.array([to_local(t.camera.pose[c], p)[2] < t.camera.near[c] for c, p in seen])


def _border(t: Any, v: Any, n: Any) -> np.ndarray:
    first = 0 if v.layout == "faces" and not v.solid else 1
    outside = np.ones(t.cell.region.shape, bool)
    outside[first:-1, first:-1] = False
    return outside


TOLD: dict[str, Leavers] = {
    "mpm_deformation mpm_internal_force": _not_active,
    "mpm_gather_step mpm_energy": _not_active,
    "particle_contacts verlet_step": _fixed,
    "solve_contact_normal report_shape_forces": _converged,
    "project_friction report_shape_forces": _converged,
    "shade_hit accumulate_paths": _no_material,
    "microfacet_reflection accumulate_paths": _no_material,
    "copy_link_pose_to_body shift_pose_to_com": _no_link,
    "copy_link_pose_to_body shift_twist_to_origin": _no_link,
    "copy_link_pose_to_body world_bounds": _no_link,
    "place_bodies_in_world shift_pose_to_com": _no_reset,
    "fly_projectile bounce_projectile": _ended,
    "fly_projectile align_projectile": _ended,
    "fire_projectile align_projectile": _does_not_fire,
    "project_gaussian_covariance gaussian_conic": _too_near,
    "grid_divergence grid_peak_divergence": _border,
}
"""A step's computation and the one behind it; of a grid those leave that lack a neighbour."""
