"""NumPy statements of twists and wrenches of links; vectors have the angular part first."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.link_algebra import hats, turns


def link_point_velocity(t, v, n):
    k = t.link
    r = np.einsum("nij,nj->ni", turns(k.pose[:, 3:]), k.offset) if v.turned else k.offset
    return {"link.point_velocity": k.twist[:, 3:] + np.cross(k.twist[:, :3], r)}


def _adjoint(pose):
    made = np.zeros((len(pose), 6, 6))
    rotation = turns(pose[:, 3:])
    made[:, :3, :3] = made[:, 3:, 3:] = rotation
    made[:, 3:, :3] = hats(pose[:, :3]) @ rotation
    return made


def link_twist_in_world(t, v, n):
    return {"link.world_twist": np.einsum("nij,nj->ni", _adjoint(t.link.pose), t.link.twist)}


def link_wrench_in_world(t, v, n):
    k = t.link
    back = np.linalg.inv(_adjoint(k.pose))
    wrench = np.einsum("nji,nj->ni", back, k.wrench)
    return {"link.world_wrench": wrench, **({"link.power": (wrench * k.joint_twist).sum(axis=1)} if v.power else {})}


def link_velocity_product(t, v, n):
    k = t.link
    cross = np.zeros((len(k.twist), 6, 6))
    cross[:, :3, :3] = cross[:, 3:, 3:] = hats(k.twist[:, :3])
    cross[:, 3:, :3] = hats(k.twist[:, 3:])
    if v.of == "motion":
        return {"link.bias": np.einsum("nij,nj->ni", cross, k.joint_twist)}
    return {"link.bias": -np.einsum("nji,nj->ni", cross, k.wrench)}


def link_adjoint_matrix(t, v, n):
    return {"link.adjoint": _adjoint(t.link.pose)}
