"""Rows of constraints, over degrees of freedom and over pairs of bodies, and the islands that have room for them."""

from __future__ import annotations

from enum import IntEnum

from generator.synthesis.schemas.constraint_sources import EQUALITY, FREEDOM, TENDON, TOUCH, WRAP
from generator.synthesis.schemas.domains import between, code, pose, positive_definite, truth, whole, zero
from generator.synthesis.schemas.entities import ONE, OTHER, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema


class RowKind(IntEnum):
    """What a row stands for."""

    EQUALITY = 0
    FRICTION = 1
    LIMIT = 2
    CONTACT = 3


ISLAND = Entity(
    "island",
    "islands",
    (
        attribute("row_count", "int", whole(0, 6), "", "number of rows", "island_row_count row_counts island_nefc", RESULT),
        attribute("row_demand", "int", whole(0, 60), "", "number of rows asked for", "island_row_demand row_demand island_nefc_want", STATE),
        attribute("equality_count", "int", zero(), "", "number of equality rows", "island_equality_count equality_counts island_ne", RESULT),
        attribute("friction_count", "int", zero(), "", "number of friction rows", "island_friction_count friction_counts island_nf", RESULT),
        attribute("limit_count", "int", zero(), "", "number of limit rows", "island_limit_count limit_counts island_nl", RESULT),
        attribute("dropped", "int", zero(), "", "number of rows dropped", "island_rows_dropped dropped_rows ndrop", RESULT),
        attribute("cost", "float", zero(), "", "cost", "island_cost island_costs cost", RESULT),
        attribute("half_cost", "float", zero(), "", "cost at half the trial step", "island_cost_half island_half_costs cost_half", RESULT),
        attribute("solved", "bool", truth(), "", "whether the solver is done", "island_solved islands_solved done", STATE),
    ),
    index=("islandid", "isl", "tid"),
)


ROW = Entity(
    "row",
    "rows",
    (
        attribute("jacobian", "float", between(-1.0, 1.0), "", "Jacobian", "row_J jacobian J", STATE, "dofs"),
        attribute("kind", "int", code(4), "", "type", "row_type row_types rtype", STATE),
        attribute("source", "int", zero(), "", "source", "row_id row_sources rid", RESULT),
        attribute("position", "float", between(-0.1, 0.1), "m or rad", "residual", "row_pos residuals pos", STATE),
        attribute("margin", "float", between(0.0, 0.05), "m or rad", "margin", "row_margin row_margins mrg", STATE),
        attribute("stiffness", "float", between(1.0, 10.0), "1/s^2", "stiffness", "row_stiffness row_stiffness k_row", STATE),
        attribute("damping", "float", between(0.1, 1.0), "1/s", "damping", "row_damping row_damping b_row", STATE),
        attribute("impedance", "float", between(0.5, 0.9), "", "impedance", "row_impedance impedances imp", STATE),
        attribute("weight", "float", between(0.5, 2.0), "kg or kg m^2", "inverse regularisation", "row_D weights D", STATE),
        attribute("velocity", "float", between(-1.0, 1.0), "m/s or rad/s", "velocity", "row_vel row_velocities rvel", STATE),
        attribute("reference", "float", between(-1.0, 1.0), "m/s^2 or rad/s^2", "reference acceleration", "row_aref references aref", STATE),
        attribute("friction", "float", between(0.1, 1.0), "N or N m", "friction loss", "row_frictionloss friction_losses floss", STATE),
        attribute("coefficient", "float", between(0.1, 1.0), "", "friction coefficient", "row_mu friction_coefficients mu_row", STATE),
        attribute("softness", "float", between(0.0, 1.0), "1/kg or 1/(kg m^2)", "softness", "row_cfm softnesses cfm", STATE),
        attribute("residual", "float", between(-1.0, 1.0), "m/s^2 or rad/s^2", "acceleration residual", "row_Jaref accel_residuals Jaref", STATE),
        attribute("slope", "float", zero(), "m/s^2 or rad/s^2", "change of its residual along the search", "row_Jv row_slopes jv", RESULT),
        attribute("derivative", "float", zero(), "", "derivative of its cost along the search", "row_line_grad row_derivatives dcost", RESULT),
        attribute("force", "float", between(-1.0, 1.0), "N or N m", "force", "row_force row_forces f_row", STATE),
        attribute("state", "int", zero(), "", "state", "row_state row_states rstate", RESULT),
        attribute("jac_a", "spatial_vector", between(-1.0, 1.0), "", "Jacobian on the first body, its linear part first", "row_J_a jacobians_a Ja", STATE),
        attribute("jac_b", "spatial_vector", between(-1.0, 1.0), "", "Jacobian on the second body, its linear part first", "row_J_b jacobians_b Jb", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg or kg m^2", "effective mass", "row_mass effective_masses m_eff", STATE),
        attribute("bias", "float", between(-1.0, 1.0), "m/s or rad/s", "bias", "row_bias biases bias", STATE),
        attribute("lower", "float", between(-2.0, -1.0), "N s or N m s", "lowest impulse", "row_lower lower_impulses lam_lo", STATE),
        attribute("upper", "float", between(1.0, 2.0), "N s or N m s", "highest impulse", "row_upper upper_impulses lam_hi", STATE),
        attribute("impulse", "float", between(-1.0, 1.0), "N s or N m s", "impulse", "row_lambda impulses lam", STATE),
        attribute("body_a", "int", whole(-1, 0), "", "first body", "row_body_a first_bodies ba", RESULT),
        attribute("body_b", "int", whole(-1, 0), "", "second body", "row_body_b second_bodies bb", RESULT),
    ),
    (
        relation("island", "island", ONE, "island", "row_island row_islands ri"),
        relation("a", "body", ONE, "first body", "row_bodies row_pairs rb", optional=True, group="bodies"),
        relation("b", "body", ONE, "second body", "row_bodies row_pairs rb", optional=True, group="bodies"),
        relation("normal", "row", ONE, "normal row", "row_normal normal_rows rn", optional=True, leads=OTHER),
    ),
    index=("rowid", "efcid", "r", "tid"),
    room=("island", "row_max"),
)


BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "m", "pose", "body_q poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "linear velocity of its centre of mass and angular velocity", "body_qd twists V", STATE),
        attribute("inverse_mass", "float", between(0.5, 2.0), "1/kg", "inverse mass", "body_inv_mass inverse_masses inv_m"),
        attribute("inverse_inertia", "mat33", positive_definite(0.25, 1.0), "1/(kg m^2)", "inverse inertia in the world's frame", "body_inv_inertia_world world_inverse_inertias Iw_inv", STATE),
        attribute("com", "vec3", between(-0.2, 0.2), "m", "centre of mass in its own frame", "body_com centers_of_mass com"),
        attribute("change", "spatial_vector", zero(), "m/s, rad/s", "change of its twist", "body_qd_delta twist_changes dV", RESULT),
        attribute("row_count", "int", zero(), "", "number of rows", "body_row_count body_rows nrow_b", RESULT),
    ),
    index=("bodyid", "tid", "b"),
)


CONSTRAINT_ROWS = Schema(
    "constraint rows",
    (ISLAND, ROW, EQUALITY, FREEDOM, TENDON, WRAP, BODY, TOUCH),
    (
        number("dofs", "int", whole(4, 8), "", "number of degrees of freedom of an island", "nv dof_count num_dofs"),
        number("friction_max", "int", whole(30, 49), "", "number of rows that friction may take", "friction_row_max nf_max max_friction_rows"),
        number("row_max", "int", whole(4, 6), "", "number of rows that fit into an island", "row_max njmax max_rows"),
        number("dt", "float", between(0.01, 0.02), "s", "time step", "dt timestep sim_dt"),
        number("erp", "float", between(0.1, 0.3), "", "share of the error taken back in a step", "erp beta error_reduction"),
        number("slop", "float", between(0.0, 0.01), "m", "penetration left alone", "slop allowed_penetration d_slop"),
        number("margin", "float", between(0.0, 0.02), "m", "distance below which contacts count", "margin contact_margin activation_dist"),
        number("relaxation", "float", between(0.5, 1.0), "", "relaxation factor", "relaxation omega sor"),
        number("trial_step", "float", between(0.5, 1.0), "", "factor of the search direction that makes the trial step", "step_size trial_step alpha"),
        number("bounce_speed", "float", between(0.1, 0.5), "m/s", "speed from which bodies bounce", "bounce_threshold v_bounce min_bounce"),
    ),
    {RowKind.__name__: tuple(RowKind.__members__)},
)
