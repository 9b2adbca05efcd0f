"""Finite elements: tetrahedra and triangles between nodes, boundary faces, unknowns, quadrature points."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    between,
    bits,
    code,
    deformation,
    downward,
    near,
    pose,
    positive_definite,
    rotation,
    truth,
    whole,
    zero,
)
from generator.synthesis.schemas.entities import (
    FIXED,
    MODEL,
    NEAR,
    ONE,
    OTHER,
    RANGE,
    RESULT,
    STATE,
    Entity,
    attribute,
    number,
    relation,
)
from generator.synthesis.schemas.schema import Schema

ELEMENT = Entity(
    "element", "elements",
    (
        attribute("gradients", "vec3", between(-1.0, 1.0), "1/m", "gradients of its shape functions", "element_grad shape_gradients dN", MODEL, "4"),
        attribute("size", "float", between(0.1, 1.0), "m^3", "volume at rest", "element_volume volumes vol"),
        attribute("rest_inverse", "mat33", positive_definite(), "1/m", "inverse of its rest edges", "element_inv_rest inverse_rest_matrices Dm_inv"),
        attribute("volume_ratio", "float", between(-0.5, 2.0), "", "volume over that at rest, negative where it is inverted", "element_J volume_ratios J", STATE),
        attribute("rotation", "mat33", rotation(), "", "rotation", "element_rotation rotations R", STATE),
        attribute("deformation", "mat33", deformation(0.05, 2.5), "", "deformation gradient", "element_F deformation_gradients F", STATE),
        attribute("stress", "mat33", between(-1.0, 1.0), "Pa", "stress", "element_stress stresses sigma", STATE),
        attribute("strength", "float", between(0.5, 2.0), "Pa", "equivalent stress", "element_eq_stress element_eq_stresses s_elem", STATE),
        attribute("history", "float", between(0.0, 2.4), "", "largest strain so far", "element_kappa strain_history kappa", STATE),
        attribute("damage", "float", between(0.0, 0.9), "", "damage", "element_damage damages d", STATE),
        attribute("active", "bool", truth(), "", "active flag", "element_active active_elements active", STATE),
        attribute("kind", "int", code(3), "", "material law", "element_law material_laws law"),
        attribute("colour", "int", whole(0, 6), "", "colour", "element_color colors color"),
        attribute("energy", "float", zero(), "J", "strain energy", "element_energy energies W", RESULT),
        attribute("equivalent", "float", zero(), "Pa", "equivalent stress", "element_von_mises equivalent_stresses s_eq", RESULT),
        attribute("status", "int", code(4), "", "status", "element_status status_codes status", STATE),
        attribute("block", "float", zero(), "W/K", "matrix entries", "element_matrix element_matrices Ke", RESULT, "16"),
        attribute("rows", "int", zero(), "", "rows of its matrix entries", "element_rows entry_rows rows", RESULT, "16"),
        attribute("columns", "int", zero(), "", "columns of its matrix entries", "element_cols entry_columns cols", RESULT, "16"),
    ),
    (
        relation("nodes", "node", FIXED, "four nodes", "element_nodes node_ids elems", count=4),
        relation("material", "material", ONE, "material", "element_material material_ids mat"),
        relation("body", "body", ONE, "body", "element_body body_ids body", optional=True),
        relation("points", "quadrature", RANGE, "quadrature points", "element_qp_start point_offsets qp_ptr"),
    ),
    index=("tid", "e", "elem"),
)

NODE = Entity(
    "node", "nodes",
    (
        attribute("rest", "vec3", between(-1.0, 1.0), "m", "rest position", "node_rest rest_positions X"),
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "node_pos positions x", STATE),
        attribute("displacement", "vec3", between(-0.1, 0.1), "m", "displacement", "node_u displacements u", STATE),
        attribute("former", "vec3", near(between(-0.1, 0.1), "node.displacement"), "m", "displacement of the former step", "node_u_prev former_displacements u_prev", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "node_v velocities v", STATE),
        attribute("acceleration", "vec3", between(-1.0, 1.0), "m/s^2", "acceleration", "node_a accelerations a", STATE),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "node_f forces f", STATE),
        attribute("load", "vec3", between(-1.0, 1.0), "N", "load", "node_load loads f_ext", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "node_mass masses m", STATE),
        attribute("temperature", "float", between(0.0, 1.0), "K", "temperature above freezing", "node_temperature temperatures T", STATE),
        attribute("heat", "float", zero(), "W", "heat", "node_heat heats q", RESULT),
        attribute("normal", "vec3", zero(), "m^2", "normal weighted by area", "node_normal normals n", RESULT),
        attribute("fixed", "int", bits(3), "", "mask of its fixed axes", "node_fixed fixed_masks bc"),
        attribute("prescribed", "vec3", between(-0.1, 0.1), "m", "prescribed displacement", "node_u_bc prescribed_displacements u_bc"),
        attribute("residual", "vec3", between(-1.0, 1.0), "N", "residual", "node_residual residuals r", STATE),
        attribute("diagonal", "vec3", between(1.0, 2.0), "N/m", "diagonal", "node_diag diagonals D", STATE),
        attribute("local", "vec3", between(-0.5, 0.5), "m", "place in its frame", "node_local local_positions x_loc"),
        attribute("gap", "float", zero(), "m", "gap to its face, 0 where it is not over one", "node_gap contact_gaps gap", RESULT),
        attribute("contact", "int", zero(), "", "contact state", "node_contact contact_states contact", RESULT),
        attribute("average", "float", zero(), "Pa", "averaged equivalent stress", "node_stress averaged_stresses s_avg", RESULT),
        attribute("valence", "int", zero(), "", "number of elements", "node_valence valences nval", RESULT),
        attribute("used", "int", code(2), "", "whether it is in use", "node_used used_marks used", STATE),
    ),
    (
        relation("body", "body", ONE, "body", "node_body body_ids nbody", optional=True),
        relation("frame", "frame", ONE, "frame", "node_frame frame_ids rid", optional=True),
        relation("facet", "face", ONE, "face nearby", "node_face nearby_faces nface", optional=True, role=STATE),
        relation("near", "element", NEAR, "elements around", "node_elements node_elements nelem", listed=True),
    ),
    index=("tid", "n", "i"),
)

FRAME = Entity(
    "frame", "frames",
    (
        attribute("pose", "transform", pose(), "m", "pose", "frame_q frame_poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "linear and angular velocity", "frame_qd frame_velocities V", STATE),
        attribute("wrench", "spatial_vector", zero(), "N, N m", "force and torque", "frame_f frame_forces W", RESULT),
        attribute("stiffness", "float", between(5.0, 20.0), "N/m", "stiffness of its attachments", "frame_ke attachment_stiffnesses ke"),
        attribute("damping", "float", between(0.1, 1.0), "N s/m", "damping of its attachments", "frame_kd attachment_dampings kd"),
        attribute("size", "vec3", between(0.3, 0.9), "m", "half extents, the first of them the radius of a sphere", "frame_size half_extents ext"),
        attribute("friction", "float", between(0.1, 0.9), "", "friction", "frame_mu frictions mu"),
        attribute("shape", "int", code(3), "", "shape: a sphere, a box or all below y = 0 in its frame", "frame_shape shapes shape"),
        attribute("contact_count", "int", zero(), "", "number of contacts", "frame_contact_count contact_counts nc", RESULT),
    ),
    index=("r", "frame_id"),
)

TRIANGLE = Entity(
    "triangle", "triangles",
    (
        attribute("rest_inverse", "mat22", positive_definite(), "1/m", "inverse of its rest edges", "tri_inv_rest tri_inverse_rest Bm"),
        attribute("area", "float", between(0.1, 1.0), "m^2", "area", "tri_area tri_areas A"),
        attribute("strain", "mat22", zero(), "", "strain", "tri_strain tri_strains eps", RESULT),
        attribute("stress", "vec3", zero(), "Pa", "stress (xx, yy, xy)", "tri_stress tri_stresses sig", RESULT),
    ),
    (
        relation("corners", "node", FIXED, "three nodes", "tri_nodes tri_ids tris", count=3),
        relation("material", "material", ONE, "material", "tri_material material_ids tmat"),
    ),
    index=("tid", "t"),
)

FACE = Entity(
    "face", "boundary faces",
    (
        attribute("traction", "vec3", between(-1.0, 1.0), "Pa", "traction", "face_traction tractions t"),
        attribute("pressure", "float", between(0.0, 1.0), "Pa", "pressure", "face_pressure pressures p", STATE),
        attribute("film", "float", between(0.1, 1.0), "W/(m^2 K)", "film coefficient", "face_film film_coefficients h"),
        attribute("kind", "int", code(4), "", "load kind", "face_load_type load_kinds load"),
        attribute("area", "float", zero(), "m^2", "area", "face_area face_areas A", RESULT),
    ),
    (
        relation("corners", "node", FIXED, "three nodes", "face_nodes face_ids faces", count=3),
        relation("beyond", "element", ONE, "element on its outer side", "face_outer_element outer_elements outer", optional=True),
    ),
    index=("tid", "f"),
)

UNKNOWN = Entity(
    "dof", "degrees of freedom",
    (
        attribute("axis", "int", whole(0, 3), "", "axis", "dof_axis axes axis"),
        attribute("value", "float", between(-0.1, 0.1), "m", "value", "dof_value values u", STATE),
        attribute("rhs", "float", between(-1.0, 1.0), "", "right side", "dof_rhs right_sides b", STATE),
        attribute("diagonal", "float", between(1.0, 2.0), "N/m", "diagonal", "dof_diag diagonals D", STATE),
        attribute("fixed", "bool", truth(), "", "fixed flag", "dof_fixed fixed fixed"),
        attribute("prescribed", "float", between(-0.1, 0.1), "m", "prescribed value", "dof_bc_value prescribed_values u_bc"),
        attribute("equation", "int", whole(-1, 0), "", "equation", "dof_equation equation_ids eq", RESULT),
        attribute("increment", "float", between(-0.1, 0.1), "m", "increment", "dof_increment increments du", STATE),
    ),
    (
        relation("node", "node", ONE, "node", "dof_node dof_nodes node"),
        relation("master", "dof", ONE, "master", "dof_master master_ids master", optional=True, leads=OTHER),
        relation("body", "body", ONE, "body", "dof_body body_ids dbody", optional=True),
    ),
    index=("tid", "i", "dof_id"),
    many="dofs",
)

QUADRATURE = Entity(
    "quadrature", "quadrature points",
    (
        attribute("weights", "vec3", between(0.1, 0.3), "", "barycentric coordinates of the first three corners", "qp_bary qp_barycentrics xi"),
        attribute("weight", "float", between(0.1, 0.5), "m^3", "weight", "qp_weight weights w"),
        attribute("source", "float", between(-1.0, 1.0), "W/m^3", "source", "qp_source sources s"),
        attribute("temperature", "float", zero(), "K", "temperature above freezing", "qp_temperature temperatures Tq", RESULT),
    ),
    (relation("element", "element", ONE, "element", "qp_element element_ids elem"),),
    index=("tid", "qp"),
)

PROBE = Entity(
    "probe", "probes",
    (
        attribute("weights", "vec3", between(-0.05, 0.4), "", "barycentric coordinates of the first three corners", "probe_bary barycentrics bary"),
        attribute("temperature", "float", zero(), "K", "temperature above freezing", "probe_temperature probe_temperatures T", RESULT),
        attribute("displacement", "vec3", zero(), "m", "displacement", "probe_u probe_displacements u", RESULT),
        attribute("gradient", "vec3", zero(), "K/m", "temperature gradient", "probe_grad probe_gradients g", RESULT),
    ),
    (relation("element", "element", ONE, "element", "probe_element element_ids elem", optional=True),),
    index=("tid", "p"),
)

MATERIAL = Entity(
    "material", "materials",
    (
        attribute("mu", "float", between(1.0, 5.0), "Pa", "shear modulus", "material_mu shear_moduli mu"),
        attribute("lam", "float", between(1.0, 5.0), "Pa", "first Lame parameter", "material_lambda lame_lambdas lam"),
        attribute("young", "float", between(1.0, 10.0), "Pa", "Young's modulus", "material_young youngs_moduli E"),
        attribute("poisson", "float", between(0.1, 0.4), "", "Poisson's ratio", "material_poisson poisson_ratios nu"),
        attribute("density", "float", between(0.5, 2.0), "kg/m^3", "density", "material_density densities rho"),
        attribute("heat", "float", between(0.5, 2.0), "J/(kg K)", "specific heat", "material_heat specific_heats cp"),
        attribute("conductivity", "float", between(0.1, 1.0), "W/(m K)", "conductivity", "material_conductivity conductivities k"),
        attribute("expansion", "float", between(0.01, 0.1), "1/K", "thermal expansion", "material_expansion expansions alpha"),
        attribute("threshold", "float", between(0.2, 0.8), "", "strain where damage begins", "material_kappa0 damage_thresholds kappa0"),
        attribute("brittleness", "float", between(1.0, 5.0), "", "brittleness", "material_beta brittleness beta"),
        attribute("damping", "float", between(0.01, 0.2), "s", "damping", "material_damping dampings eta"),
    ),
    index=("m",),
)

BODY = Entity(
    "body", "bodies",
    (
        attribute("gravity", "vec3", downward(-10.0, -5.0), "m/s^2", "gravity", "body_gravity gravity g"),
        attribute("energy", "float", zero(), "J", "strain energy", "body_energy body_energies W", RESULT),
        attribute("mass", "float", zero(), "kg", "mass", "body_mass body_masses M", RESULT),
        attribute("free_count", "int", zero(), "", "number of free unknowns", "body_free_count free_counts n_free", RESULT),
        attribute("contact_count", "int", zero(), "", "number of nodes behind a face", "body_contact_count body_contacts n_con", RESULT),
        attribute("failed_count", "int", zero(), "", "number of failed elements", "body_failed_count failed_counts n_failed", RESULT),
        attribute("norm", "float", zero(), "N^2", "sum of the squares of its residuals", "body_residual_square residual_squares rr", RESULT),
    ),
    index=("b",),
)

FINITE_ELEMENTS = Schema(
    "finite elements",
    (ELEMENT, NODE, FRAME, TRIANGLE, FACE, UNKNOWN, QUADRATURE, PROBE, MATERIAL, BODY),
    (
        number("dt", "float", between(0.01, 0.05), "s", "time step", "dt time_step sim_dt"),
        number("beta", "float", between(0.2, 0.5), "", "Newmark's beta", "beta newmark_beta beta_nm"),
        number("gamma", "float", between(0.5, 0.8), "", "Newmark's gamma", "gamma newmark_gamma gamma_nm"),
        number("reference", "float", between(0.0, 0.5), "K", "reference temperature above freezing", "T_ref reference_temperature T0"),
        number("ambient", "float", between(0.0, 0.5), "K", "ambient temperature above freezing", "ambient T_ambient T_inf"),
        number("penalty", "float", between(10.0, 100.0), "N/m", "penalty stiffness", "penalty penalty_stiffness kp"),
        number("limit", "float", between(0.3, 0.8), "", "damage that fails an element", "damage_limit d_max failure_damage"),
        number("colour", "int", whole(0, 6), "", "colour", "color current_color pass_color"),
        number("friction", "float", between(0.1, 0.9), "", "friction coefficient", "mu friction friction_coeff"),
        number("slip_speed", "float", between(0.05, 0.5), "m/s", "speed of slip that smooths friction", "slip_speed v_slip friction_smoothing"),
        number("mass_damping", "float", between(0.1, 1.0), "1/s", "damping in proportion to mass", "mass_damping rayleigh_alpha damping_alpha"),
        number("scale", "float", between(0.1, 1.0), "", "scale of the step", "step_scale alpha line_search_alpha"),
    ),
    {"LoadType": ("TRACTION", "PRESSURE", "CONVECTION", "NONE"), "MaterialLaw": ("LINEAR", "STVK", "NEO_HOOKEAN"), "ElementStatus": ("OK", "INVERTED", "FAILED", "INACTIVE")},
)
