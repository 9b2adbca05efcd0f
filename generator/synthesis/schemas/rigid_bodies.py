"""Rigid bodies: poses and twists, the shapes that make their mass, wheels, applied forces, keyframes."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, pose, positive_definite, rotation, unit, zero
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, Schema, attribute, number, relation

BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "", "pose", "body_q poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "velocity of its centre of mass and angular velocity", "body_qd twists V", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N, N m", "force and torque about its centre of mass", "body_f wrenches F", STATE),
        attribute("local_wrench", "spatial_vector", between(-1.0, 1.0), "N, N m", "force and torque in its own frame", "body_f_local local_wrenches F_b", STATE),
        attribute("origin_wrench", "spatial_vector", zero(), "N, N m", "force and torque about its origin", "body_f_origin origin_wrenches F_o", RESULT),
        attribute("former", "transform", pose(), "", "pose before the step", "body_q_prev former_poses X_prev", STATE),
        attribute("target", "transform", pose(), "", "target pose", "body_q_target target_poses X_goal", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "body_mass masses m"),
        attribute("inverse_mass", "float", between(0.5, 2.0), "1/kg", "inverse mass", "body_inv_mass inv_masses w"),
        attribute("inertia", "mat33", positive_definite(), "kg m^2", "inertia in its own frame", "body_inertia inertias I"),
        attribute("inverse_inertia", "mat33", positive_definite(), "1/(kg m^2)", "inverse inertia in its own frame", "body_inv_inertia inv_inertias Iinv"),
        attribute("principal", "vec3", between(1.0, 2.0), "kg m^2", "principal moments of inertia", "body_inertia_diag principal_moments Id"),
        attribute("principal_axes", "quat", unit(), "", "rotation of its principal axes in its own frame", "body_iquat principal_axes q_i"),
        attribute("center", "vec3", between(-0.2, 0.2), "m", "centre of mass in its own frame", "body_com centers com"),
        attribute("flags", "int", bits(3), "", "flags", "body_flags flags flags", STATE),
        attribute("rotation", "mat33", rotation(), "", "rotation matrix", "body_xmat rotations R", STATE),
        attribute("world_inertia", "mat33", zero(), "kg m^2", "inertia in the world's frame", "body_inertia_world world_inertias Iw", RESULT),
        attribute("spatial_inertia", "spatial_matrix", zero(), "kg, kg m, kg m^2", "spatial inertia in the world's frame", "body_I_s spatial_inertias Is6", RESULT),
        attribute("momentum", "spatial_vector", zero(), "kg m/s, kg m^2/s", "linear and angular momentum", "body_momentum momenta h", RESULT),
        attribute("error", "spatial_vector", zero(), "m, rad", "error of its pose", "body_pose_error pose_errors err", RESULT),
        attribute("row", "float", between(-1.0, 1.0), "", "pose as seven numbers", "body_pose_row pose_rows row", STATE, "7"),
        attribute("center_pose", "transform", zero(), "", "pose of its centre of mass", "body_q_com center_poses X_com", RESULT),
        attribute("origin_twist", "spatial_vector", zero(), "m/s, rad/s", "twist of its origin", "body_qd_origin origin_twists V_o", RESULT),
        attribute("relative_pose", "transform", zero(), "", "pose in the frame of its parent", "body_q_rel relative_poses X_rel", RESULT),
        attribute("relative_twist", "spatial_vector", zero(), "m/s, rad/s", "twist against its parent", "body_qd_rel relative_twists V_rel", RESULT),
        attribute("drawn_pose", "transform", zero(), "", "pose to draw", "body_q_render drawn_poses X_draw", RESULT),
        attribute("new_mass", "float", zero(), "kg", "mass that was added up", "body_mass_out masses_out m_out", RESULT),
        attribute("new_center", "vec3", zero(), "m", "centre of mass of its shapes", "body_com_out centers_out com_out", RESULT),
        attribute("new_inertia", "mat33", zero(), "kg m^2", "inertia of its shapes", "body_inertia_out inertias_out I_out", RESULT),
        attribute("time", "float", between(0.0, 1.0), "s", "time of its motion", "body_time times t", STATE),
        attribute("orientation", "quat", unit(), "", "orientation", "body_quat orientations q", STATE),
        attribute("wanted", "quat", unit(), "", "orientation that is asked for", "body_quat_target target_orientations q_goal", STATE),
        attribute("earlier", "quat", unit(), "", "orientation before the step", "body_quat_prev former_orientations q_prev", STATE),
        attribute("relative", "quat", unit(), "", "orientation against another", "body_quat_rel relative_orientations q_rel", RESULT),
        attribute("heading", "quat", unit(), "", "turn about the vertical", "body_yaw_quat yaw_rotations q_yaw", RESULT),
        attribute("lean", "quat", unit(), "", "tilt that is left without its turn about the vertical", "body_tilt_quat tilt_rotations q_tilt", RESULT),
        attribute("quat_row", "vec4", zero(), "", "quaternion with its scalar first", "body_quat_wxyz quats_wxyz wxyz", RESULT),
        attribute("spin", "vec3", between(-1.0, 1.0), "rad/s", "angular velocity", "body_omega spins omega", STATE),
        attribute("tilt", "vec3", zero(), "", "direction of gravity in its own frame", "body_projected_gravity projected_gravity g_b", RESULT),
        attribute("local_velocity", "vec3", zero(), "m/s", "velocity of its centre of mass in its frame", "body_local_velocity local_velocities v_b", RESULT),
        attribute("angle", "float", zero(), "rad", "angle to be turned", "body_turn_angle turn_angles phi", RESULT),
        attribute("valid", "int", zero(), "", "flag that tells whether its state is fit to use", "body_valid valid ok", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "body_world body_worlds world"),
        relation("parent", "body", ONE, "body that it hangs on", "body_parent parents parent", optional=True),
        relation("shapes", "shape", RANGE, "shapes", "body_shape_start shape_offsets start"),
        relation("begin", "keyframe", ONE, "keyframe before", "body_key_begin key_begin k0", optional=True, role=STATE),
        relation("end", "keyframe", ONE, "keyframe after", "body_key_end key_end k1", optional=True, role=STATE),
    ),
    index=("tid", "i", "body_id"),
)

SHAPE = Entity(
    "shape",
    "shapes",
    (
        attribute("kind", "int", code(4), "", "kind", "shape_type shape_types kind"),
        attribute("frame", "transform", pose(0.5), "", "pose in its body", "shape_transform shape_frames Xs"),
        attribute("scale", "vec3", between(0.2, 0.6), "m", "size", "shape_scale shape_sizes scale"),
        attribute("density", "float", between(0.5, 2.0), "kg/m^3", "density", "shape_density densities rho"),
        attribute("margin", "float", between(0.01, 0.1), "m", "margin", "shape_margin margins margin"),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "shape_mass shape_masses ms", RESULT, additive=True),
        attribute("inertia", "vec3", between(0.5, 2.0), "kg m^2", "principal moments of inertia", "shape_inertia shape_inertias Is", RESULT),
        attribute("lower", "vec3", zero(), "m", "lower corner of its box", "shape_aabb_lower lower_bounds lo", RESULT),
        attribute("upper", "vec3", zero(), "m", "upper corner of its box", "shape_aabb_upper upper_bounds hi", RESULT),
        attribute("placed", "transform", zero(), "", "pose in the world", "shape_q shape_poses Xw", RESULT),
    ),
    (relation("body", "body", ONE, "body", "shape_body shape_bodies body", optional=True),),
    index=("tid", "s", "shape_id"),
)

WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("gravity", "vec3", between(-10.0, 0.0), "m/s^2", "gravity", "gravity gravity g"),
        attribute("water_level", "float", between(-0.5, 0.5), "m", "height of the water", "water_level water_levels z_w"),
        attribute("current", "vec3", between(-1.0, 1.0), "m/s", "current of the water", "water_velocity currents u_w"),
        attribute("momentum", "vec3", zero(), "kg m/s", "momentum", "world_momentum world_momenta P", RESULT),
        attribute("spin", "vec3", zero(), "kg m^2/s", "angular momentum", "world_angular_momentum angular_momenta L", RESULT),
        attribute("energy", "float", zero(), "J", "kinetic energy", "world_energy energies E", RESULT),
        attribute("mass", "float", zero(), "kg", "mass", "world_mass world_masses M", RESULT),
        attribute("fault", "int", zero(), "", "flag that tells whether something went wrong", "world_fault faults fault", RESULT),
    ),
    index=("w", "world_id", "tid"),
)

WHEEL = Entity(
    "wheel",
    "wheels",
    (
        attribute("anchor", "vec3", between(-0.5, 0.5), "m", "point where its spring starts, in the body's frame", "wheel_anchor anchors a"),
        attribute("axis", "vec3", unit(), "", "axle in the body's frame", "wheel_axis axles axis"),
        attribute("radius", "float", between(0.2, 0.4), "m", "radius", "wheel_radius radii r"),
        attribute("travel", "float", between(0.5, 1.0), "m", "travel of its spring", "wheel_travel travels l0"),
        attribute("compression", "float", between(-0.2, 0.9), "m", "compression of its spring", "wheel_compression compressions c", STATE),
        attribute("stiffness", "float", between(5.0, 20.0), "N/m", "stiffness", "wheel_ke wheel_stiffness ks"),
        attribute("damping", "float", between(0.5, 2.0), "N s/m", "damping", "wheel_kd wheel_damping cs"),
        attribute("speed", "float", between(-5.0, 5.0), "rad/s", "speed of rotation", "wheel_omega wheel_speeds omega", STATE),
        attribute("inertia", "float", between(0.5, 2.0), "kg m^2", "moment of inertia", "wheel_inertia wheel_inertias J"),
        attribute("drive", "float", between(-1.0, 1.0), "N m", "driving torque", "wheel_drive drive_torques Td", STATE),
        attribute("brake", "float", between(0.0, 1.0), "N m", "braking torque", "wheel_brake brake_torques Tb", STATE),
        attribute("load", "float", between(0.0, 5.0), "N", "load", "wheel_load loads Fz", RESULT, additive=True),
        attribute("slip", "float", between(-0.5, 0.5), "rad", "slip angle", "wheel_slip_angle slip_angles alpha", STATE),
        attribute("side_force", "float", zero(), "N", "side force", "wheel_lateral_f lateral_forces Fy", RESULT),
        attribute("long_force", "float", zero(), "N", "force along the way", "wheel_longitudinal_f long_forces Fx", RESULT),
        attribute("steer", "float", between(-0.5, 0.5), "rad", "steering angle", "wheel_steer steering_angles delta", STATE),
        attribute("contact_point", "vec3", zero(), "m", "point where it touches the ground", "wheel_contact_point wheel_contacts pc", RESULT),
        attribute("grounded", "int", code(2), "", "flag that tells whether it touches the ground", "wheel_grounded grounded hit", STATE),
    ),
    (
        relation("body", "body", ONE, "body", "wheel_body wheel_bodies body", optional=True),
        relation("opposite", "wheel", ONE, "wheel on the other side", "wheel_opposite opposites other", optional=True),
    ),
    index=("tid", "w", "wheel_id"),
)

LOAD = Entity(
    "load",
    "loads",
    (
        attribute("point", "vec3", between(-0.5, 0.5), "m", "point where it acts", "force_point points p"),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "force_vec applied_forces f", additive=True),
        attribute("torque", "vec3", between(-1.0, 1.0), "N m", "torque", "force_torque applied_torques tau", additive=True),
        attribute("kind", "int", code(3), "", "frame that it is given in", "force_type force_kinds ftype"),
        attribute("start", "float", between(0.0, 0.5), "s", "time at which it starts", "force_start start_times t0"),
        attribute("stop", "float", between(0.5, 1.0), "s", "time at which it stops", "force_stop stop_times t1"),
    ),
    (relation("body", "body", ONE, "body", "force_body force_bodies body", optional=True),),
    index=("tid", "k", "force_id"),
)

KEYFRAME = Entity(
    "keyframe",
    "keyframes",
    (
        attribute("pose", "transform", pose(), "", "pose", "key_pose key_poses Xk"),
        attribute("time", "float", between(0.0, 1.0), "s", "time", "key_time key_times tk"),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "key_velocity key_velocities vk"),
    ),
    index=("k", "key_id"),
)

RIGID_BODIES = Schema(
    "rigid bodies",
    (BODY, SHAPE, WORLD, WHEEL, LOAD, KEYFRAME),
    (
        number("dt", "float", between(0.005, 0.02), "s", "time step", "dt time_step h"),
        number("linear_damping", "float", between(0.1, 0.5), "1/s", "linear damping", "linear_damping lin_damping"),
        number("angular_damping", "float", between(0.1, 0.5), "1/s", "angular damping", "angular_damping ang_damping"),
        number("speed_limit", "float", between(0.5, 1.0), "m/s", "highest speed", "max_linear_velocity v_max"),
        number("turn_limit", "float", between(0.5, 2.0), "rad", "largest turn of a step", "max_turn turn_limit angle_step"),
        number("spin_limit", "float", between(0.5, 1.0), "rad/s", "highest angular speed", "max_angular_velocity w_max"),
        number("fluid_density", "float", between(0.5, 2.0), "kg/m^3", "density of the water", "fluid_density rho_w"),
        number("drag", "float", between(0.1, 1.0), "kg/(m^3 s)", "drag of a unit of volume and speed", "linear_drag drag cd_lin"),
        number("square_drag", "float", between(0.1, 1.0), "kg/m^4", "drag of a unit of volume and squared speed", "quadratic_drag drag cd_quad"),
        number("gain", "float", between(1.0, 10.0), "1/s", "gain of the tracking", "gain kp k_track"),
        number("time", "float", between(0.2, 0.8), "s", "time", "time sim_time t_now"),
        number("anti_roll", "float", between(1.0, 5.0), "N/m", "stiffness of the anti-roll bar", "anti_roll_stiffness k_bar"),
        number("peak", "float", between(0.5, 1.5), "", "greatest tyre force over the load", "tire_d peak mu_peak"),
        number("shape_factor", "float", between(1.2, 1.6), "", "shape of the tyre curve", "tire_c shape_factor"),
        number("stiffness_factor", "float", between(5.0, 12.0), "", "stiffness of the tyre curve", "tire_b stiffness_factor"),
        number("slip_stiffness", "float", between(5.0, 12.0), "", "tyre force over the load for a unit of slip", "tyre_stiffness slip_stiffness c_slip"),
        number("armature", "float", between(0.01, 0.1), "kg m^2", "inertia that is added", "armature min_inertia"),
        number("alpha", "float", between(0.0, 1.0), "", "fraction of the step that is done", "alpha blend"),
        number("share", "float", between(0.1, 0.9), "", "share of the way to the target", "fraction share slerp_t"),
    ),
    {"ShapeType": ("SPHERE", "BOX", "CAPSULE", "CYLINDER"), "ForceFrame": ("WORLD", "BODY", "COM"), "BodyFlags": ("KINEMATIC", "SLEEPING", "NO_GRAVITY")},
)
