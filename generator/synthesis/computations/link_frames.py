"""Poses of links as matrices, with scale, moved or turned; orientations as angles, axes and twists about a joint."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.spatial_algebra import SPATIAL

NEAR_LOCK = 1.3
"""Size of the middle angle above which the outer two turn about nearly one axis, rad."""


@computation(
    SPATIAL,
    "write the pose of each link as a matrix of four rows",
    scaled={True: "with its scale", False: ""},
)
def link_matrix(link: Any) -> None:
    if v.scaled:
        link.matrix = wp.transform_compose(link.position, link.orientation, link.scale)
    else:
        link.matrix = wp.transform_to_matrix(link.pose)


@computation(
    SPATIAL,
    "chain the poses of each link and of a frame on it as matrices and carry a point of that frame through the pose they give",
)
def link_point_of_matrices(link: Any) -> None:
    chained = wp.transform_to_matrix(link.pose) * wp.transform_to_matrix(link.local_pose)
    pose = wp.transform_from_matrix(chained)
    link.world_point = wp.transform_point(pose, link.offset)


@computation(
    SPATIAL,
    "multiply the matrix of each link's pose by that of its position, orientation and scale, split the product into such parts and carry a point through these",
)
def link_point_of_parts(link: Any) -> None:
    matrix = wp.transform_to_matrix(link.pose) * wp.transform_compose(link.position, link.orientation, link.scale)
    p, q, s = wp.transform_decompose(matrix)
    link.world_point = p + wp.quat_rotate(q, wp.cw_mul(s, link.offset))


@computation(
    SPATIAL,
    "overwrite one part of the pose of each link:",
    what={"position": "its position, keeping the rotation", "rotation": "its rotation, keeping the position"},
)
def pin_link(link: Any) -> None:
    pose = link.pose
    if v.what == "position":
        wp.transform_set_translation(pose, link.position)
    else:
        wp.transform_set_rotation(pose, link.orientation)
    link.pose = pose


@computation(
    SPATIAL,
    "make the orientation of each link from roll, pitch and yaw",
    way={"rpy": "", "euler": "as Euler angles about the fixed z, y and x axes in turn"},
)
def link_orientation_of_angles(link: Any) -> None:
    angles = link.angles
    if v.way == "rpy":
        link.turned = wp.quat_rpy(angles[0], angles[1], angles[2])
    else:
        link.turned = wp.quat_from_euler(angles, 2, 1, 0)


@computation(
    SPATIAL,
    "read angles off the orientation",
    of={"link": "of each link", "frame": "of the frame on each link"},
    way={"rpy": "as roll, pitch and yaw", "euler": "as Euler angles about the fixed z, y and x axes in turn"},
    lock={True: "and mark gimbal lock, the middle angle above 1.3 rad in size", False: ""},
)
def link_angles_of_orientation(link: Any) -> None:
    q = link.orientation
    if v.of == "frame":
        q = q * wp.transform_get_rotation(link.local_pose)
    if v.way == "rpy":
        angles = wp.quat_to_rpy(q)
    else:
        angles = wp.quat_to_euler(q, 2, 1, 0)
    link.read_angles = angles
    if v.lock:
        link.locked = 1 if wp.abs(angles[1]) > NEAR_LOCK else 0


@computation(
    SPATIAL,
    "read the angle of each link about its joint axis off its orientation,",
    signed={True: "from -pi to pi", False: "its size alone, up to pi"},
)
def link_joint_angle(link: Any) -> None:
    q = link.orientation
    # q and -q are one rotation: take the shorter way
    if q[3] < 0.0:
        q = -q
    if v.signed:
        link.angle = wp.quat_twist_angle_signed(link.axis, q)
    else:
        link.angle = wp.quat_twist_angle(link.axis, q)


@computation(
    SPATIAL,
    "split the orientation of each link into swing and twist about its joint axis",
    kept={"swing": "and keep the swing", "twist": "and keep the twist"},
)
def link_swing(link: Any) -> None:
    q = link.orientation
    twist = wp.quat_twist(link.axis, q)
    if v.kept == "twist":
        link.turned = twist
    else:
        link.turned = q * wp.quat_inverse(twist)


@computation(
    SPATIAL,
    "write the orientation of each link as a rotation vector",
    partial={True: "scaled to a share of the way", False: ""},
)
def link_rotation_vector(link: Any, gain: Any) -> None:
    axis, angle = wp.quat_to_axis_angle(link.orientation)
    if v.partial:
        angle = angle * gain
    link.rotation_vector = axis * angle
