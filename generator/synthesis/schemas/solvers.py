"""Iterative solvers: unknowns and constraints of many worlds, each world with a solver of its own."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, pose, positive_definite, truth, unit, whole
from generator.synthesis.schemas.entities import ONE, OTHER, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

WORLD = Entity(
    "world", "worlds", (
        attribute("done", "bool", truth(), "", "whether it is done", "world_done done done", STATE),
        attribute("iteration", "int", whole(0, 8), "", "number of iterations so far", "solver_niter iterations iter", STATE),
        attribute("rho", "float", between(0.5, 2.0), "", "squared norm of the residual", "solver_rho rho rz", STATE),
        attribute("rho_old", "float", between(1.0, 2.5), "", "former squared norm of the residual", "solver_rho_prev rho_prev rz_old", STATE),
        attribute("rho_cross", "float", between(-0.7, 0.7), "", "inner product of the residual and the former one", "solver_rho_cross rho_cross rzx", STATE),
        attribute("curvature", "float", between(0.5, 2.0), "", "curvature along the direction", "solver_curvature p_ap pAp", STATE),
        attribute("alpha", "float", between(0.0, 1.0), "", "step length", "solver_alpha step_sizes alpha", STATE),
        attribute("beta", "float", between(0.0, 1.0), "", "factor of the former direction", "solver_beta betas beta", STATE),
        attribute("mixing", "float", between(-2.0, 2.0), "", "mixing factor", "solver_theta mixing_factors theta", STATE),
        attribute("omega", "float", between(0.0, 1.0), "", "second step length", "solver_omega omegas omega", STATE),
        attribute("norm", "float", between(0.0, 1.0), "", "squared norm of the residual", "solver_norm_sq residual_sq rr", STATE),
        attribute("norm_start", "float", between(1.0, 2.0), "", "squared norm at the start", "solver_norm_sq_start start_sq rr0", STATE),
        attribute("dot", "float", between(0.0, 1.0), "", "inner product", "solver_dot dots dot", RESULT),
        attribute("square", "float", between(0.05, 1.0), "", "squared norm", "solver_sq_norm squares sq", RESULT),
        attribute("image_dot", "float", between(-1.0, 1.0), "", "inner product of the residual and its image", "solver_t_s image_dots ts", STATE),
        attribute("image_square", "float", between(0.3, 1.5), "", "squared norm of the image of the residual", "solver_t_t image_squares tt", STATE),
        attribute("largest", "float", between(0.0, 0.2), "", "largest size of a residual", "solver_max_residual max_residuals rmax", RESULT),
        attribute("cost", "float", between(0.0, 2.0), "", "cost", "solver_cost costs cost", STATE),
        attribute("cost_old", "float", between(0.0, 2.0), "", "former cost", "solver_prev_cost prev_costs cost0", STATE),
        attribute("cost_best", "float", between(0.0, 2.0), "", "lowest cost before", "solver_best_cost best_costs cost_min", STATE),
        attribute("predicted", "float", between(0.5, 1.0), "", "predicted decrease", "solver_predicted predicted pred", STATE),
        attribute("radius", "float", between(0.1, 0.6), "", "trust radius", "solver_radius radii rad", STATE),
        attribute("damping", "float", between(0.1, 1.0), "", "damping", "solver_lambda damping lam", STATE),
        attribute("slope", "float", between(-1.0, 0.0), "", "slope of the cost", "solver_slope slopes slope", STATE),
        attribute("trial", "float", between(0.0, 2.0), "", "costs of trial steps", "solver_trial_cost trial_costs trials", STATE, "trials"),
        attribute("chosen", "int", whole(0, 1), "", "number of the trial that was taken", "solver_trial_index chosen pick", RESULT),
        attribute("status", "int", code(3), "", "status", "solver_status status status", STATE),
        attribute("accepted", "bool", truth(), "", "whether the step was taken", "solver_accept accepted ok", STATE),
        attribute("row_total", "int", whole(0, 16), "", "number of active rows", "world_nefc num_rows nefc", STATE),
        attribute("rows_counted", "int", whole(0, 16), "", "number of rows counted", "world_row_count row_counts n_rows", STATE),
        attribute("free_total", "int", whole(0, 1), "", "number of free unknowns", "world_free free_counts n_free", RESULT),
        attribute("slot", "int", whole(0, 1), "", "place among those that go on, or -1", "world_slot slots slot", RESULT),
    ),
    index=("world", "worldid", "tid"),
)

UNKNOWN = Entity(
    "unknown", "unknowns", (
        attribute("x", "float", between(-1.0, 1.0), "", "value", "dof_x x x", STATE),
        attribute("x_best", "float", between(-1.0, 1.0), "", "best value so far", "dof_x_best best_x xb", STATE),
        attribute("r", "float", between(-1.0, 1.0), "", "residual", "dof_residual residual r", STATE),
        attribute("r_old", "float", between(-1.0, 1.0), "", "former residual", "dof_residual_prev prev_residual r0", STATE),
        attribute("p", "float", between(-1.0, 1.0), "", "direction", "dof_search direction p", STATE),
        attribute("z", "float", between(-1.0, 1.0), "", "preconditioned residual", "dof_mgrad precond_residual z", STATE),
        attribute("q", "float", between(-1.0, 1.0), "", "image of the direction", "dof_mv image Ap", STATE),
        attribute("t", "float", between(-1.0, 1.0), "", "image of the residual", "dof_mr residual_image As", STATE),
        attribute("image", "float", between(-1.0, 1.0), "", "image of the value", "dof_ax x_image Ax", STATE),
        attribute("b", "float", between(-1.0, 1.0), "", "right side", "dof_rhs rhs b", STATE),
        attribute("step", "float", between(-1.0, 1.0), "", "step", "dof_step steps d", STATE),
        attribute("g", "float", between(-1.0, 1.0), "", "image of the iteration", "dof_g iteration_image g", STATE),
        attribute("g_old", "float", between(-1.0, 1.0), "", "former image of the iteration", "dof_g_prev prev_g g0", STATE),
        attribute("inverse_diagonal", "float", between(0.2, 1.0), "", "inverse of the diagonal", "dof_inv_diag inv_diag dinv", STATE),
        attribute("lower", "float", between(-0.9, -0.2), "", "lower bound", "dof_lower lower lo"),
        attribute("upper", "float", between(0.2, 0.9), "", "upper bound", "dof_upper upper hi"),
        attribute("dual", "float", between(-1.0, 1.0), "", "dual value", "dof_dual duals u", STATE),
        attribute("gradient", "float", between(-1.0, 1.0), "", "gradient", "dof_grad gradient g", STATE),
        attribute("split", "float", between(-1.0, 1.0), "", "split value", "dof_split split_x zs", RESULT),
        attribute("bound_state", "int", code(3), "", "bound that it is at", "dof_bound_state bound_state at", RESULT),
        attribute("fixed", "bool", truth(), "", "whether it stays", "dof_fixed fixed fixed"),
    ),
    (relation("world", "world", ONE, "world", "dof_world world_ids world"),),
    index=("dof", "i", "tid"),
)

NODE = Entity(
    "node", "nodes", (
        attribute("r", "vec3", between(-1.0, 1.0), "", "residual", "node_residual residual r", STATE),
        attribute("z", "vec3", between(-1.0, 1.0), "", "preconditioned residual", "node_z precond z", RESULT),
        attribute("x", "vec3", between(-1.0, 1.0), "", "value", "node_x x x", STATE),
        attribute("p", "vec3", between(-1.0, 1.0), "", "direction", "node_p directions p", STATE),
        attribute("q", "vec3", between(-1.0, 1.0), "", "image of the direction", "node_ap images Ap", STATE),
        attribute("fixed", "bool", truth(), "", "whether it stays", "node_fixed fixed_nodes fixed"),
        attribute("correction", "vec3", between(-1.0, 1.0), "", "sum of corrections", "node_delta deltas dx", STATE),
        attribute("valence", "int", whole(0, 4), "", "number of corrections", "node_delta_count delta_counts n", STATE),
        attribute("inverse_block", "mat33", positive_definite(0.25, 1.0), "", "inverse of its block", "node_inv_block inv_blocks Pinv", STATE),
    ),
    (relation("world", "world", ONE, "world", "node_world world_ids world"),),
    index=("node", "i", "tid"),
)

BODY = Entity(
    "body", "bodies", (
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "body_v linear_velocities v", STATE),
        attribute("spin", "vec3", between(-1.0, 1.0), "rad/s", "angular velocity", "body_w angular_velocities w", STATE),
        attribute("kinematic", "bool", truth(), "", "whether nothing moves it", "body_kinematic kinematic kin"),
        attribute("pose", "transform", pose(), "m", "pose", "body_q poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "linear and angular velocity", "body_qd twists V", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N, N m", "force and torque", "body_f wrenches F", RESULT),
        attribute("spatial_inverse", "spatial_matrix", positive_definite(0.25, 1.0), "", "inverse of its 6x6 inertia, the linear part first", "body_inv_spatial inv_spatial Minv", STATE),
        attribute("dv", "vec3", between(-1.0, 1.0), "m/s", "change of velocity", "body_dv delta_v dv", STATE),
        attribute("dw", "vec3", between(-1.0, 1.0), "rad/s", "change of angular velocity", "body_dw delta_w dw", STATE),
        attribute("inverse_mass", "float", between(0.5, 2.0), "1/kg", "inverse mass", "body_inv_mass inv_mass im"),
        attribute("inverse_inertia", "mat33", positive_definite(0.25, 1.0), "1/(kg m^2)", "inverse inertia in the world's frame", "body_inv_inertia_world inv_inertia_world iI", STATE),
        attribute("touching", "int", whole(0, 5), "", "number of rows that touch it", "body_row_count row_counts nrow", STATE),
    ),
    (relation("world", "world", ONE, "world", "body_world world_ids world"),),
    index=("body", "b", "tid"),
)

ROW = Entity(
    "row", "rows", (
        attribute("linear", "vec3", unit(), "", "linear part of the Jacobian", "row_j_linear j_linear jl", STATE),
        attribute("jacobian_a", "spatial_vector", between(-1.0, 1.0), "", "Jacobian of the first body, its linear part first", "row_j_a jacobians_a Ja", STATE),
        attribute("jacobian_b", "spatial_vector", between(-1.0, 1.0), "", "Jacobian of the second body, its linear part first", "row_j_b jacobians_b Jb", STATE),
        attribute("applied", "float", between(-1.0, 1.0), "N or N m", "force that is applied", "row_applied applied_forces fa", STATE),
        attribute("angular_a", "vec3", between(-1.0, 1.0), "", "angular part for the first body", "row_j_angular_a j_angular_a ja", STATE),
        attribute("angular_b", "vec3", between(-1.0, 1.0), "", "angular part for the second body", "row_j_angular_b j_angular_b jb", STATE),
        attribute("error", "float", between(-1.0, 1.0), "m or rad", "error of position", "row_pos errors c", STATE),
        attribute("bias", "float", between(-1.0, 1.0), "m/s or rad/s", "bias", "row_bias bias bias", STATE),
        attribute("mass", "float", between(0.1, 1.0), "kg or kg m^2", "effective mass", "row_eff_mass eff_mass meff", STATE),
        attribute("impulse", "float", between(0.0, 1.0), "N s or N m s", "impulse", "row_impulse impulses lam", STATE),
        attribute("impulse_old", "float", between(0.0, 1.0), "N s or N m s", "impulse of the last sweep", "row_impulse_prev prev_impulses lam0", STATE),
        attribute("limit", "float", between(0.5, 2.0), "N s or N m s", "largest impulse", "row_limit limits lmax", STATE),
        attribute("along", "float", between(-1.0, 1.0), "m/s^2 or rad/s^2", "change of the residual along the step", "row_jv along jv", STATE),
        attribute("residual", "float", between(-1.0, 1.0), "m/s^2 or rad/s^2", "residual", "row_jar residuals jar", STATE),
        attribute("speed", "float", between(-1.0, 1.0), "m/s or rad/s", "speed along it", "row_vel row_speeds jv0", RESULT),
        attribute("stiffness", "float", between(0.5, 2.0), "kg or kg m^2", "stiffness", "row_d stiffness d", STATE),
        attribute("friction", "float", between(0.1, 1.0), "N or N m", "friction loss", "row_frictionloss frictionloss fl", STATE),
        attribute("force", "float", between(-1.0, 1.0), "N or N m", "force", "row_force forces f", RESULT),
        attribute("state", "int", code(4), "", "state", "row_state states state", RESULT),
        attribute("type", "int", code(3), "", "type", "row_type types type", STATE),
    ),
    (
        relation("a", "body", ONE, "first body", "row_bodies row_bodies bodies", optional=True, group="ends"),
        relation("b", "body", ONE, "second body", "row_bodies row_bodies bodies", optional=True, group="ends"),
        relation("normal", "row", ONE, "row of the normal", "row_normal normal_rows nrow", optional=True, leads=OTHER),
        relation("world", "world", ONE, "world", "row_world world_ids world"),
    ),
    index=("row", "tid", "i"),
)

CONTACT = Entity(
    "contact", "contacts", (
        attribute("normal", "vec3", unit(), "", "normal, from the first body to the second", "contact_normal normals n", STATE),
        attribute("arm_a", "vec3", between(-0.5, 0.5), "m", "arm of the first body", "contact_arm_a arms_a ra", STATE),
        attribute("arm_b", "vec3", between(-0.5, 0.5), "m", "arm of the second body", "contact_arm_b arms_b rb", STATE),
        attribute("depth", "float", between(-0.1, 0.2), "m", "depth", "contact_depth depths depth", STATE),
        attribute("friction", "float", between(0.1, 1.0), "", "coefficient of friction", "contact_mu frictions mu", STATE),
        attribute("restitution", "float", between(0.0, 0.5), "", "restitution", "contact_restitution restitutions e", STATE),
        attribute("impulse", "vec3", between(0.0, 1.0), "N s", "impulse: along the normal and both tangents", "contact_impulse impulses lam", STATE),
        attribute("mass", "vec3", between(0.1, 1.0), "kg", "effective masses: along the normal and both tangents", "contact_eff_mass eff_masses meff", STATE),
        attribute("bias", "float", between(-1.0, 1.0), "m/s", "bias that is added to its normal velocity", "contact_bias bias bias", STATE),
        attribute("state", "int", code(3), "", "state", "contact_state states cstate", STATE),
    ),
    (
        relation("a", "body", ONE, "first body", "contact_bodies body_pairs bodies", optional=True, group="ends"),
        relation("b", "body", ONE, "second body", "contact_bodies body_pairs bodies", optional=True, group="ends"),
        relation("world", "world", ONE, "world", "contact_world world_ids world"),
    ),
    index=("c", "tid", "contact_id"),
)

JOINT = Entity(
    "joint", "joints", (
        attribute("type", "int", code(4), "", "type", "joint_type types jtype"),
        attribute("position", "float", between(-1.0, 1.0), "rad", "position", "joint_q positions q", STATE),
        attribute("lower", "float", between(-0.9, -0.2), "rad", "lower limit", "joint_lower lower qlo"),
        attribute("upper", "float", between(0.2, 0.9), "rad", "upper limit", "joint_upper upper qhi"),
        attribute("target", "float", between(-1.0, 1.0), "rad", "target", "joint_target targets qt", STATE),
        attribute("target_speed", "float", between(-1.0, 1.0), "rad/s", "target speed", "joint_target_qd target_speeds qdt", STATE),
        attribute("stiffness", "float", between(1.0, 10.0), "N m/rad", "stiffness", "joint_ke stiffness ke"),
        attribute("damping", "float", between(0.1, 1.0), "N m s/rad", "damping", "joint_kd damping kd"),
        attribute("most", "float", between(0.5, 2.0), "N m", "largest torque", "joint_effort_limit effort_limits fmax"),
        attribute("inverse_inertia", "float", between(0.5, 2.0), "1/(kg m^2)", "inverse inertia", "joint_inv_inertia inv_inertia w"),
        attribute("error", "float", between(-1.0, 1.0), "rad", "error", "joint_row_pos errors c", RESULT),
        attribute("bias", "float", between(-1.0, 1.0), "rad/s", "bias", "joint_row_bias row_bias bias", RESULT),
        attribute("mass", "float", between(0.1, 1.0), "kg m^2", "effective inertia", "joint_row_mass row_mass m", RESULT),
        attribute("softness", "float", between(0.0, 1.0), "1/(kg m^2)", "softness", "joint_row_softness row_softness gamma", RESULT),
        attribute("low", "float", between(-1.0, 0.0), "N m s", "least impulse", "joint_row_low row_low lo", RESULT),
        attribute("high", "float", between(0.0, 1.0), "N m s", "largest impulse", "joint_row_high row_high hi", RESULT),
        attribute("kind", "int", whole(0, 1), "", "kind of row", "joint_row_kind row_kinds kind", RESULT),
        attribute("enabled", "bool", truth(), "", "whether it is on", "joint_enabled enabled on"),
    ),
    (relation("world", "world", ONE, "world", "joint_world world_ids world"),),
    index=("joint", "tid", "j"),
)

COLUMN = Entity(
    "column", "columns", (
        attribute("entries", "float", between(0.2, 1.0), "", "Hessenberg entries", "gmres_h hessenberg h", STATE, "basis"),
        attribute("rotations", "vec2", unit(), "", "cosines and sines of the rotations so far", "gmres_rotations rotations cs", STATE, "basis"),
        attribute("below", "float", between(0.1, 1.0), "", "entry below the diagonal", "gmres_below below hb", STATE),
        attribute("beta", "float", between(0.1, 1.0), "", "norm of the residual", "gmres_beta betas beta", STATE),
        attribute("turned", "float", between(-1.0, 1.0), "", "entries after the rotations", "gmres_r rotated r", RESULT, "basis"),
        attribute("rotation", "vec2", unit(), "", "cosine and sine of the new rotation", "gmres_new_rotation new_rotations cs_new", RESULT),
        attribute("left", "float", between(0.0, 1.0), "", "norm of what is left", "gmres_residual residuals res", RESULT),
    ),
    (relation("world", "world", ONE, "world", "gmres_world world_ids world"),),
    index=("col", "tid", "i"),
)

LAUNCH = Entity(
    "launch", "launches", (
        attribute("unfinished", "int", whole(0, 1), "", "number of worlds that go on", "num_unfinished unfinished nsolving", RESULT),
        attribute("overflow", "int", whole(0, 1), "", "number of rows beyond the capacity", "num_overflow overflow_count noverflow", RESULT),
    ),
    index=("tid",),
    records=(1,),
)

SOLVERS = Schema(
    "iterative solvers",
    (WORLD, UNKNOWN, NODE, BODY, ROW, CONTACT, JOINT, COLUMN, LAUNCH),
    (
        number("tolerance", "float", between(0.05, 0.3), "", "relative tolerance", "tolerance tol rel_tol"),
        number("least_omega", "float", between(0.05, 0.3), "", "size of the second step length below which it breaks down", "breakdown_tol min_omega"),
        number("most_iterations", "int", whole(4, 10), "", "highest number of iterations", "max_iterations iterations max_iter"),
        number("cycle", "int", whole(4, 10), "", "iterations between restarts", "restart_interval restart_every cycle"),
        number("relaxation", "float", between(0.5, 1.5), "", "relaxation factor", "relaxation omega sor"),
        number("step_length", "float", between(0.5, 1.5), "", "length of a gradient step", "step_length step_size tau"),
        number("warm_share", "float", between(0.5, 1.0), "", "share of the former impulse to start from", "warm_start_factor warm_scale"),
        number("recovery", "float", between(0.1, 0.8), "", "share of an error that a step takes back", "baumgarte beta erp"),
        number("friction", "float", between(0.1, 1.0), "", "coefficient of friction", "mu friction"),
        number("step_limit", "float", between(0.2, 0.6), "", "longest step", "max_step step_limit"),
        number("radius_limit", "float", between(0.6, 1.5), "", "largest trust radius", "max_radius radius_limit"),
        number("speed_limit", "float", between(0.5, 1.0), "m/s", "highest speed", "max_linear_velocity v_max"),
        number("spin_limit", "float", between(0.5, 1.0), "rad/s", "highest angular speed", "max_angular_velocity w_max"),
        number("trials", "int", whole(3, 7), "", "number of trial steps", "num_trials trials ntrial"),
        number("basis", "int", whole(3, 7), "", "number of directions of the Krylov basis so far", "num_basis basis_size m"),
        number("decrease", "float", between(0.1, 0.4), "", "share of the slope that a step has to win", "c1 armijo decrease"),
        number("penalty", "float", between(0.5, 2.0), "", "penalty of the constraint", "rho penalty"),
        number("regularization", "float", between(0.05, 0.2), "1/kg", "inverse mass that is added to each row", "regularization cfm eps"),
        number("slop", "float", between(0.01, 0.05), "m", "penetration left alone", "slop allowed_depth"),
        number("limit_margin", "float", between(0.01, 0.05), "rad", "margin of joint limits", "limit_margin joint_margin"),
        number("threshold", "float", between(0.1, 0.4), "m/s", "speed from which contacts bounce", "bounce_threshold v_threshold"),
        number("dt", "float", between(0.01, 0.05), "s", "time step", "dt timestep"),
        number("frequency", "float", between(1.0, 10.0), "rad/s", "angular frequency of soft rows", "frequency omega_n freq"),
        number("row_capacity", "int", whole(4, 12), "", "most rows of a world", "row_capacity njmax max_rows"),
    ),
    {
        "SolverStatus": ("RUNNING", "CONVERGED", "FAILED"),
        "RowState": ("SATISFIED", "QUADRATIC", "LINEAR_LOW", "LINEAR_HIGH"),
        "JointType": ("LIMIT", "MOTOR", "SPRING", "LOCKED"),
        "ContactState": ("OPEN", "STICK", "SLIP"), "RowType": ("EQUALITY", "FRICTION", "CONTACT"),
    },
)
