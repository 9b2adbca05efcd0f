"""Twists and wrenches of links: moved between frames, multiplied, their power, velocities of points."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.spatial_algebra import SPATIAL


@computation(
    SPATIAL,
    "compute the velocity of a point on each link from its twist",
    turned={True: "with the point's offset in the frame of the link", False: ""},
)
def link_point_velocity(link: Any) -> None:
    r = link.offset
    if v.turned:
        r = wp.transform_vector(link.pose, r)
    link.point_velocity = wp.velocity_at_point(link.twist, r)


@computation(SPATIAL, "bring the twist of each link to the world")
def link_twist_in_world(link: Any) -> None:
    link.world_twist = wp.transform_twist(link.pose, link.twist)


@computation(
    SPATIAL,
    "bring the wrench on each link to the world",
    power={True: "and compute the power of that wrench with the twist of its joint in the world", False: ""},
)
def link_wrench_in_world(link: Any) -> None:
    wrench = wp.transform_wrench(link.pose, link.wrench)
    link.world_wrench = wrench
    if v.power:
        link.power = wp.spatial_dot(wrench, link.joint_twist)


@computation(
    SPATIAL,
    "compute the spatial cross product of the twist of each link",
    of={"motion": "with that of its joint", "force": "with the wrench on it, the dual one"},
)
def link_velocity_product(link: Any) -> None:
    if v.of == "motion":
        link.bias = wp.spatial_cross(link.twist, link.joint_twist)
    else:
        link.bias = wp.spatial_cross_dual(link.twist, link.wrench)


@computation(SPATIAL, "write the adjoint matrix of each link's pose")
def link_adjoint_matrix(link: Any) -> None:
    rotation = wp.quat_to_matrix(wp.transform_get_rotation(link.pose))
    moment = wp.skew(wp.transform_get_translation(link.pose)) * rotation
    link.adjoint = wp.spatial_adjoint(rotation, moment)
