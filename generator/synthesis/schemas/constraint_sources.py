"""What rows of constraints are made from: equalities, degrees of freedom, tendons and contacts."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, pose, rotation, truth, unit, whole, zero
from generator.synthesis.schemas.entities import (
    MODEL,
    ONE,
    RANGE,
    RESULT,
    STATE,
    Attribute,
    Entity,
    attribute,
    relation,
)

_SOFTNESS = (
    attribute("time_constant", "float", between(0.01, 0.08), "s", "time constant", "NAME_timeconst NAME_time_constants NAME_tc"),
    attribute("damping_ratio", "float", between(0.5, 1.5), "", "damping ratio", "NAME_dampratio NAME_damping_ratios NAME_zeta"),
    attribute("impedance_low", "float", between(0.5, 0.8), "", "lowest impedance", "NAME_dmin NAME_min_impedances NAME_d0"),
    attribute("impedance_high", "float", between(0.9, 0.95), "", "highest impedance", "NAME_dmax NAME_max_impedances NAME_d1"),
    attribute("impedance_width", "float", between(0.05, 0.5), "", "width of the impedance", "NAME_width NAME_impedance_widths NAME_dw"),
    attribute("inverse_weight", "float", between(0.5, 2.0), "", "inverse weight", "NAME_invweight0 NAME_inverse_weights NAME_iw"),
)


def _softness(owner: str, role: str = MODEL) -> tuple[Attribute, ...]:
    """The parameters that every soft constraint has, with the owner's name in those of its arrays."""
    return tuple(
        attribute(of.name, "float", of.domain, of.unit, of.words, " ".join(of.names).replace("NAME", owner), role)
        for of in _SOFTNESS
    )


EQUALITY = Entity(
    "equality",
    "equalities",
    (
        *_softness("eq"),
        attribute("active", "bool", truth(), "", "activity flag", "eq_active eq_active eq_on", STATE),
        attribute("largest", "float", between(1.2, 2.4), "rad", "largest angle", "eq_range angle_limits eq_lim"),
        attribute("stiffness", "float", between(1.0, 10.0), "N/m", "stiffness", "eq_stiffness eq_spring_stiffness eq_k"),
        attribute("damping", "float", between(0.1, 1.0), "N s/m", "damping", "eq_damping eq_spring_damping eq_c"),
        attribute("curve", "vec4", between(-0.5, 0.5), "", "polynomial", "eq_polycoef eq_polynomials eq_poly"),
        attribute("speed", "float", between(-1.0, 1.0), "rad/s", "wanted speed", "eq_speed eq_speeds eq_w", STATE),
        attribute("torque", "float", between(0.5, 5.0), "N m", "highest torque", "eq_max_torque eq_torques eq_tau"),
        attribute("rest_length", "float", between(0.5, 2.0), "m", "distance of its anchors at rest", "eq_length eq_rest_lengths eq_d0"),
        attribute("anchor_a", "vec3", between(-0.5, 0.5), "m", "anchor on the first body", "eq_anchor_a eq_anchors_a eq_pa"),
        attribute("anchor_b", "vec3", between(-0.5, 0.5), "m", "anchor on the second body", "eq_anchor_b eq_anchors_b eq_pb"),
        attribute("relative_pose", "transform", pose(), "m", "relative pose", "eq_relpose eq_relative_poses eq_X"),
        attribute("first_row", "int", zero(), "", "first row, or -1", "eq_efc_address eq_rows eq_adr", RESULT),
    ),
    (
        relation("first", "freedom", ONE, "first degree of freedom", "eq_dofs eq_dof_pairs eq_ij", optional=False, apart="freedoms"),
        relation("second", "freedom", ONE, "second degree of freedom", "eq_dof2 eq_other_dofs eq_j", optional=True, apart="freedoms"),
        relation("a", "body", ONE, "first body", "eq_bodies eq_body_pairs eq_ab", optional=True, group="bodies"),
        relation("b", "body", ONE, "second body", "eq_bodies eq_body_pairs eq_ab", optional=True, group="bodies"),
        relation("island", "island", ONE, "island", "eq_island eq_islands eq_isl", role=STATE),
    ),
    index=("eqid", "tid", "e"),
)


FREEDOM = Entity(
    "freedom",
    "degrees of freedom",
    (
        *_softness("dof"),
        attribute("column", "int", whole(0, 4), "", "column", "dof_column dof_columns dof_col"),
        attribute("position", "float", between(-1.0, 1.0), "rad or m", "position", "joint_q dof_positions q", STATE),
        attribute("rest", "float", between(-1.0, 1.0), "rad or m", "rest position", "joint_q0 dof_rest q0"),
        attribute("velocity", "float", between(-1.0, 1.0), "rad/s or m/s", "velocity", "joint_qd dof_velocities qd", STATE),
        attribute("acceleration", "float", between(-1.0, 1.0), "rad/s^2 or m/s^2", "acceleration", "joint_qdd dof_accelerations qdd", STATE),
        attribute("search", "float", between(-1.0, 1.0), "rad/s^2 or m/s^2", "search direction", "search_dof search_directions s_dof", STATE),
        attribute("lower", "float", between(-1.0, -0.3), "rad or m", "lower limit", "joint_limit_lower dof_lower q_lo"),
        attribute("upper", "float", between(0.3, 1.0), "rad or m", "upper limit", "joint_limit_upper dof_upper q_hi"),
        attribute("limited", "bool", truth(), "", "limit flag", "joint_limited dof_limited has_limit"),
        attribute("friction", "float", between(-0.5, 1.0), "N m or N", "friction loss, below zero for none", "joint_friction dof_friction floss_dof"),
        attribute("inverse_mass", "float", between(0.5, 2.0), "1/kg", "inverse mass", "dof_inv_mass dof_inverse_masses minv"),
        attribute("applied", "float", zero(), "N m or N", "constraint force", "qfrc_constraint dof_constraint_forces qfrc", RESULT),
    ),
    (relation("island", "island", ONE, "island", "dof_island dof_islands visl", role=STATE),),
    index=("dofid", "i", "tid"),
    room=("island", "dofs"),
    many="freedoms",
)


TENDON = Entity(
    "tendon",
    "tendons",
    (
        *_softness("tendon"),
        attribute("lower", "float", between(-0.2, 0.0), "m", "lower limit of its signed length", "tendon_range_lower tendon_lower ten_lo"),
        attribute("upper", "float", between(0.05, 0.3), "m", "upper limit of its signed length", "tendon_range_upper tendon_upper ten_hi"),
        attribute("length", "float", zero(), "m", "signed length, a weighted sum of coordinates", "tendon_length tendon_lengths ten_len", RESULT),
        attribute("velocity", "float", zero(), "m/s", "velocity", "tendon_velocity tendon_velocities ten_vel", RESULT),
        attribute("force", "float", between(-1.0, 1.0), "N", "force", "tendon_force tendon_forces ten_f", STATE),
    ),
    (
        relation("wraps", "wrap", RANGE, "wraps", "tendon_adr tendon_wrap_offsets ten_adr"),
        relation("island", "island", ONE, "island", "tendon_island tendon_islands ten_isl", role=STATE),
    ),
    index=("tenid", "tid", "k"),
)


WRAP = Entity(
    "wrap",
    "tendon terms",
    (attribute("coefficient", "float", between(-1.0, 1.0), "", "coefficient", "wrap_prm wrap_coefficients coef"),),
    (relation("freedom", "freedom", ONE, "degree of freedom", "wrap_objid wrap_dofs wdof"),),
    index=("wrapid", "w", "tid"),
)


TOUCH = Entity(
    "touch",
    "contacts",
    (
        *_softness("contact", STATE),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "position", "contact_pos contact_points cp", STATE),
        attribute("frame", "mat33", rotation(), "", "frame with the normal and two tangents as rows", "contact_frame contact_frames cR", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "contact_normal contact_normals cn", STATE),
        attribute("distance", "float", between(-0.05, 0.05), "m", "distance", "contact_dist contact_distances dist", STATE),
        attribute("friction", "float", between(0.1, 1.0), "", "friction", "contact_mu contact_frictions mu", STATE),
        attribute("restitution", "float", between(0.0, 0.8), "", "restitution", "contact_restitution restitutions e", STATE),
        attribute("dimension", "int", whole(1, 4), "", "number of directions", "contact_dim contact_dimensions cdim", STATE),
        attribute("first_row", "int", whole(-1, 20), "", "first row", "contact_efc_address contact_rows cadr", STATE),
        attribute("force", "vec3", zero(), "N", "force", "contact_force contact_forces cf", RESULT),
        attribute("impulse", "vec3", zero(), "N s", "impulse along its normal and its tangents", "contact_lambda contact_impulses clam", RESULT),
        attribute("tangent", "vec3", zero(), "", "tangent", "contact_tangent contact_tangents ct", RESULT),
        attribute("binormal", "vec3", zero(), "", "second tangent", "contact_binormal contact_binormals ct2", RESULT),
        attribute("zone", "int", zero(), "", "zone of its cone", "contact_zone contact_zones zone", RESULT),
        attribute("push", "float", between(-1.0, 5.0), "N", "normal force", "contact_fn normal_forces fn", STATE),
        attribute("mass", "float", zero(), "kg", "effective mass", "contact_mass contact_masses cm", RESULT),
    ),
    (
        relation("a", "body", ONE, "first body", "contact_bodies contact_pairs cb", optional=True, group="bodies"),
        relation("b", "body", ONE, "second body", "contact_bodies contact_pairs cb", optional=True, group="bodies"),
        relation("island", "island", ONE, "island", "contact_island contact_islands cisl"),
    ),
    index=("conid", "c", "tid"),
)
