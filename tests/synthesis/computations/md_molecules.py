"""What rigid molecules must do."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import quaternion_product, rotate, turn_back
from tests.synthesis.computations.md_pairs import nearest


def stepped(q: Any, spin: Any, dt: float) -> Any:
    """The orientation after a step."""
    new = q + dt / 2 * quaternion_product(np.append(spin, 0), q)
    return new / np.linalg.norm(new)


def world_inertia(q: Any, inertia: Any) -> Any:
    """The inertia in the frame of the world."""
    R = np.stack([rotate(q, axis) for axis in np.eye(3)], -1)
    return R @ inertia @ R.T


def md_center_of_mass(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, a = t.molecule, t.atom
    found = {"molecule.center": m.center.copy()}
    found |= {"molecule.velocity": m.velocity.copy()} if v.velocity else {}
    if v.counted:
        found["molecule.size"] = np.array([len(ids) for ids in m.members])
    for i, ids in enumerate(m.members):
        if len(ids):
            found["molecule.center"][i] = np.average(a.position[ids], axis=0, weights=a.mass[ids])
            if v.velocity:
                found["molecule.velocity"][i] = np.average(a.velocity[ids], axis=0, weights=a.mass[ids])
        elif v.empty == "zero":
            found["molecule.center"][i] = 0
            if v.velocity:
                found["molecule.velocity"][i] = 0
    return found


def md_molecule_wrench(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, a = t.molecule, t.atom
    wrench = np.zeros((len(m.members), 6))
    for i, ids in enumerate(m.members):
        arm = a.position[ids] - m.center[i]
        arm = nearest(arm, n.box) if v.image else arm
        parts = [a.force[ids].sum(0), np.cross(arm, a.force[ids]).sum(0)]
        if v.frame == "body":
            parts = [turn_back(m.orientation[i], part) for part in parts]
        wrench[i] = np.concatenate(parts)
    return {"molecule.local_wrench" if v.frame == "body" else "molecule.wrench": wrench}


def md_place_atom(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, m = t.atom, t.molecule
    x, vel = a.position.copy(), a.velocity.copy()
    for i, mol in enumerate(a.molecule):
        if mol < 0:
            x[i] = a.local[i] if v.default == "local" else x[i]
            continue
        arm = rotate(m.pose[mol][3:], a.local[i])
        x[i] = m.pose[mol][:3] + arm
        if v.velocity:
            vel[i] = m.velocity[mol] + np.cross(m.spin[mol], arm)
    return {"atom.position": x, **({"atom.velocity": vel} if v.velocity else {})}


def md_rigid_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m = t.molecule
    vel = m.velocity + n.dt * m.wrench[:, :3] / m.mass[:, None]
    center, spin, q = m.center + n.dt * vel, m.spin.copy(), m.orientation.copy()
    for i in range(len(spin)):
        inertia = world_inertia(q[i], m.inertia[i])
        torque = m.wrench[i, 3:] - np.cross(spin[i], inertia @ spin[i])
        spin[i] += n.dt * np.linalg.solve(inertia, torque)
        q[i] = stepped(q[i], spin[i], n.dt)
    found = {"molecule.velocity": vel, "molecule.spin": spin, "molecule.center": center, "molecule.orientation": q}
    return {**found, **({"molecule.pose": np.concatenate([center, q], -1)} if v.pose else {})}


def md_gyration_radius(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, a = t.molecule, t.atom
    radius = np.zeros(len(m.center))
    for i, ids in enumerate(m.members):
        if len(ids):
            square = ((a.position[ids] - m.center[i]) ** 2).sum(1)
            radius[i] = np.sqrt(np.average(square, weights=a.mass[ids] if v.weighted else None))
    return {"molecule.radius": radius}


def md_local_place(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, m = t.atom, t.molecule
    local = a.local.copy()
    for i, mol in enumerate(a.molecule):
        if mol >= 0:
            d = a.position[i] - m.pose[mol][:3]
            d = nearest(d, n.box) if v.box else d
            local[i] = turn_back(m.pose[mol][3:], d) if v.turned else d
    return {"atom.local": local}
