"""Links of a mechanism with poses, orientations, twists and wrenches: the algebra of frames."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, pose, positive_definite, unit, zero
from generator.synthesis.schemas.entities import RESULT, STATE, Entity, attribute, number
from generator.synthesis.schemas.schema import Schema

LINK = Entity(
    "link",
    "links",
    (
        attribute("pose", "transform", pose(), "m", "pose", "link_pose poses X", STATE),
        attribute("local_pose", "transform", pose(), "m", "pose of a frame on it", "link_frame_pose frame_poses X_lf"),
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "link_pos positions p", STATE),
        attribute("orientation", "quat", unit(), "", "orientation", "link_rot orientations q", STATE),
        attribute("scale", "vec3", between(0.5, 2.0), "", "scale", "link_scale scales s"),
        attribute("angles", "vec3", between(-1.2, 1.2), "rad", "roll, pitch and yaw", "link_rpy angles rpy", STATE),
        attribute("axis", "vec3", unit(), "", "joint axis", "link_axis axes a"),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "rad/s and m/s", "twist, its angular part first", "link_twist twists V", STATE),
        attribute("joint_twist", "spatial_vector", between(-1.0, 1.0), "rad/s and m/s", "twist of the joint", "link_joint_twist joint_twists S", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N m and N", "wrench, its torque first", "link_wrench wrenches F", STATE),
        attribute("offset", "vec3", between(-0.5, 0.5), "m", "offset of a point on it", "link_offset offsets r"),
        attribute("inertia", "mat33", positive_definite(), "kg m^2", "rotational inertia", "link_inertia inertias I"),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "link_mass masses m"),
        attribute("matrix", "mat44", between(-1.0, 1.0), "", "matrix", "link_matrix matrices M", RESULT),
        attribute("point_velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity of the point", "link_point_vel point_velocities v_p", RESULT),
        attribute("world_twist", "spatial_vector", between(-1.0, 1.0), "rad/s and m/s", "twist in the world", "link_world_twist world_twists V_w", RESULT),
        attribute("world_wrench", "spatial_vector", between(-1.0, 1.0), "N m and N", "wrench in the world", "link_world_wrench world_wrenches F_w", RESULT),
        attribute("bias", "spatial_vector", between(-1.0, 1.0), "", "spatial cross product", "link_cross cross_products c", RESULT),
        attribute("power", "float", between(-1.0, 1.0), "W", "power", "link_power powers P", RESULT),
        attribute("adjoint", "spatial_matrix", between(-1.0, 1.0), "", "adjoint matrix of its pose", "link_adjoint adjoints Ad", RESULT),
        attribute("turned", "quat", unit(), "", "new orientation", "link_new_rot new_orientations q_new", RESULT),
        attribute("read_angles", "vec3", between(-1.0, 1.0), "rad", "angles of its orientation", "link_angles read_angles e", RESULT),
        attribute("locked", "int", zero(2), "", "whether its angles are near gimbal lock", "link_gimbal_lock lock_flags lock", RESULT),
        attribute("angle", "float", between(-1.0, 1.0), "rad", "joint angle", "link_angle joint_angles theta", RESULT),
        attribute("rotation_vector", "vec3", between(-1.0, 1.0), "rad", "rotation vector", "link_rotvec rotation_vectors rv", RESULT),
        attribute("world_point", "vec3", between(-1.0, 1.0), "m", "point in the world", "link_world_point world_points x_w", RESULT),
    ),
    index=("tid", "i", "link_id"),
)

SPATIAL = Schema(
    "spatial algebra",
    (LINK,),
    (
        number("dt", "float", between(0.005, 0.05), "s", "time step", "dt"),
        number("gain", "float", between(0.1, 0.9), "", "share of the way", "gain alpha"),
    ),
)
