"""Dense linear algebra: batches of small matrices, and bigger ones a row (here: line) at a time."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, pose, positive_definite, rotation, truth, whole, zero
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

MATRIX = Entity(
    "matrix",
    "matrices",
    (
        attribute("a", "mat33", positive_definite(), "", "symmetric entries", "matrix_spd spd_matrices A", STATE),
        attribute("general", "mat33", between(-1.0, 1.0), "", "entries", "matrix_general matrices M", STATE),
        attribute("frame", "mat33", rotation(), "", "frame", "matrix_frame frames R", STATE),
        attribute("small", "mat22", positive_definite(), "", "2x2 entries", "matrix_small small_matrices A2", STATE),
        attribute("plane", "mat22", between(-1.0, 1.0), "", "2x2 map", "matrix_map maps F2", STATE),
        attribute("turned", "mat22", between(-1.0, 1.0), "", "rotation of the 2x2 map", "matrix_rotation2 rotations2 R2", RESULT),
        attribute("stretched", "mat22", between(-1.0, 1.0), "", "stretch of the 2x2 map", "matrix_stretch2 stretches2 U2", RESULT),
        attribute("wide", "mat44", positive_definite(), "", "4x4 entries", "matrix_wide wide_matrices A4", STATE),
        attribute("spatial", "spatial_matrix", positive_definite(), "", "6x6 entries", "matrix_spatial spatial_matrices I6", STATE),
        attribute("axis", "spatial_vector", between(-1.0, 1.0), "", "6-vector", "matrix_axis axes s", STATE),
        attribute("rhs", "vec3", between(-1.0, 1.0), "", "right side", "matrix_rhs rhs b", STATE),
        attribute("rhs_pair", "vec2", between(-1.0, 1.0), "", "right side of its two equations", "matrix_rhs2 rhs_pairs b2", STATE),
        attribute("rhs_wide", "vec4", between(-1.0, 1.0), "", "right side of its four equations", "matrix_rhs4 rhs_wide b4", STATE),
        attribute("inverse", "mat33", positive_definite(), "", "inverse", "matrix_inverse inverses A_inv", STATE),
        attribute("left", "vec3", between(-1.0, 1.0), "", "left vector of an outer product", "matrix_left left_vectors u", STATE),
        attribute("right", "vec3", between(-1.0, 1.0), "", "right vector of an outer product", "matrix_right right_vectors v", STATE),
        attribute("point", "vec3", between(-1.0, 1.0), "", "point", "matrix_point points p", STATE),
        attribute("mean", "vec3", between(-1.0, 1.0), "", "mean", "matrix_mean means mu", STATE),
        attribute("packed", "float", between(-1.0, 1.0), "", "six components", "matrix_packed packed packed", STATE, "6"),
        attribute("x", "vec3", between(-1.0, 1.0), "", "solution", "matrix_solution solutions x", RESULT),
        attribute("mapped", "vec3", between(-1.0, 1.0), "", "image of the point", "matrix_mapped mapped_points p_out", RESULT),
        attribute("vector", "vec3", between(-1.0, 1.0), "", "eigenvector", "matrix_eigenvector eigenvectors vec", RESULT),
        attribute("scales", "vec3", between(-1.0, 1.0), "", "scales along the three axes", "matrix_scales scales sc", RESULT),
        attribute("translation", "vec3", between(-1.0, 1.0), "", "translation", "matrix_translation translations t", RESULT),
        attribute("rotation", "mat33", between(-1.0, 1.0), "", "rotation", "matrix_rotation rotations Q", RESULT),
        attribute("turn", "vec3", between(-1.0, 1.0), "rad", "rotation vector of the frame", "matrix_rotvec rotvecs w_out", RESULT),
        attribute("angle", "float", between(-1.0, 1.0), "rad", "angle of the rotation", "matrix_angle angles theta", RESULT),
        attribute("asymmetric", "int", zero(2), "", "whether it is not symmetric", "matrix_asymmetric asymmetric asym", RESULT),
        attribute("mirrors", "int", zero(2), "", "whether its map mirrors", "matrix_mirrors mirrors flip", RESULT),
        attribute("x_pair", "vec2", between(-1.0, 1.0), "", "solution of its two equations", "matrix_solution2 solution_pairs x2", RESULT),
        attribute("x_wide", "vec4", between(-1.0, 1.0), "", "solution of its four equations", "matrix_solution4 solution_wide x4", RESULT),
        attribute("product", "mat33", between(-1.0, 1.0), "", "result", "matrix_result results C", RESULT),
        attribute("root", "mat33", between(-1.0, 1.0), "", "square root", "matrix_sqrt square_roots S", RESULT),
        attribute("spread", "float", between(-1.0, 1.0), "", "spread of its eigenvalues", "matrix_spread eigenvalue_spreads gap", RESULT),
        attribute("deviator", "mat33", between(-1.0, 1.0), "", "part without trace", "matrix_deviator deviators dev", RESULT),
        attribute("diagonal_mean", "float", between(-1.0, 1.0), "", "mean of the diagonal", "matrix_diag_mean diagonal_means m_diag", RESULT),
        attribute("deviator_square", "float", between(0.0, 1.0), "", "squared norm of the part without trace", "matrix_dev_sq deviator_squares dev2", RESULT),
        attribute("lower", "mat33", between(-1.0, 1.0), "", "left factor", "matrix_lower lower_factors L", RESULT),
        attribute("upper", "mat33", between(-1.0, 1.0), "", "right factor", "matrix_upper upper_factors U", RESULT),
        attribute("reduced", "spatial_matrix", between(-1.0, 1.0), "", "reduced 6x6 entries", "matrix_reduced reduced I_out", RESULT),
        attribute("image", "spatial_vector", between(-1.0, 1.0), "", "image of the 6-vector", "matrix_image images h", RESULT),
        attribute("values", "vec3", between(-1.0, 1.0), "", "eigenvalues", "matrix_eigenvalues eigenvalues lam", RESULT),
        attribute("diagonal", "vec3", between(-1.0, 1.0), "", "diagonal", "matrix_diagonal diagonals diag", RESULT),
        attribute("values_pair", "vec2", between(-1.0, 1.0), "", "pair of eigenvalues", "matrix_eigen2 eigen_pairs lam2", RESULT),
        attribute("figure", "float", between(-1.0, 1.0), "", "scalar", "matrix_scalar scalars val", RESULT),
        attribute("figure2", "float", between(-1.0, 1.0), "", "second scalar", "matrix_scalar2 second_scalars val2", RESULT),
        attribute("components", "float", between(-1.0, 1.0), "", "six components of the result", "matrix_voigt voigt voigt", RESULT, "6"),
        attribute("affine", "mat44", between(-1.0, 1.0), "", "affine map", "matrix_affine affine_maps X4", STATE),
        attribute("pose", "transform", pose(), "", "pose", "matrix_pose poses X", RESULT),
        attribute("spin", "vec3", between(-2.0, 2.0), "rad", "rotation vector", "matrix_spin rotation_vectors w", STATE),
        attribute("status", "int", zero(3), "", "status", "matrix_status status info", RESULT),
    ),
    (relation("batch", "batch", ONE, "batch", "matrix_batch batch_ids batch"),),
    index=("tid", "i", "m"),
)

LINE = Entity(
    "line",
    "rows",
    (
        attribute("a", "float", between(-1.0, 1.0), "", "values", "row_values A A", STATE, "columns"),
        attribute("out", "float", between(-1.0, 1.0), "", "values of the result", "row_result A_out C", RESULT, "columns"),
        attribute("x", "float", between(-1.0, 1.0), "", "factor", "row_factor row_factors fac", STATE),
        attribute("y", "float", between(-1.0, 1.0), "", "product", "row_y y y", STATE),
        attribute("rhs", "float", between(-1.0, 1.0), "", "right side", "row_rhs right_sides b", STATE),
        attribute("rhs_out", "float", between(-1.0, 1.0), "", "right side of the result", "row_rhs_out right_sides_out b_out", RESULT),
        attribute("scale", "float", between(0.5, 2.0), "", "scale", "row_scale row_scales s", RESULT),
        attribute("mean", "float", between(-1.0, 1.0), "", "mean", "row_mean means mu", RESULT),
        attribute("spread", "float", between(0.0, 1.0), "", "variance", "row_variance variances var", RESULT),
        attribute("pivot", "int", whole(0, 1), "", "column of the pivot, or -1", "row_pivot pivots piv", RESULT),
        attribute("filled", "int", whole(0, 1), "", "number of values that count", "row_filled num_filled nnz", RESULT),
        attribute("place", "int", whole(0, 6), "", "number in the matrix of its batch", "row_place places_in_batch ipos"),
        attribute("used", "int", whole(0, 5), "", "number of columns in use", "row_width widths width", STATE),
    ),
    (
        relation("batch", "batch", ONE, "batch", "row_batch batch_ids batch"),
        relation("source", "line", ONE, "row that it is taken from", "row_source source_rows src", optional=True),
        relation("lead", "line", ONE, "pivot row", "row_lead pivot_rows p", role=STATE),
    ),
    index=("row", "i", "tid"),
)

PAIR = Entity(
    "pair",
    "pairs",
    (attribute("value", "float", between(-1.0, 1.0), "", "value", "pair_value gram_values g", RESULT),),
    (
        relation("a", "line", ONE, "first row", "pair_rows row_pairs pairs", group="ends"),
        relation("b", "line", ONE, "second row", "pair_rows row_pairs pairs", group="ends"),
    ),
    index=("tid", "p", "i"),
)

BATCH = Entity(
    "batch",
    "batches",
    (
        attribute("weights", "float", between(-1.0, 1.0), "", "vector", "batch_vector vectors v", STATE, "columns"),
        attribute("sums", "float", between(-1.0, 1.0), "", "sums of columns", "batch_sums column_sums sums", RESULT, "columns"),
        attribute("active", "bool", truth(), "", "whether it is worked on", "batch_active active active", STATE),
        attribute("moment", "mat33", positive_definite(), "", "second moment", "batch_moment moments S", RESULT),
        attribute("mean", "vec3", between(-1.0, 1.0), "", "mean of its points", "batch_mean batch_means mu_b", STATE),
        attribute("center", "vec3", between(-1.0, 1.0), "", "sum of points", "batch_center centers c", RESULT),
        attribute("failed", "int", whole(0, 1), "", "number of matrices that failed", "batch_failed num_failed failed", RESULT),
        attribute("total", "int", whole(0, 1), "", "number of members", "batch_count counts n", RESULT),
        attribute("filled_total", "int", whole(0, 1), "", "number of values that are not small", "batch_filled filled_totals nnz", RESULT),
    ),
    index=("batch", "b", "tid"),
)

DENSE = Schema(
    "dense linear algebra",
    (MATRIX, LINE, PAIR, BATCH),
    (
        number("columns", "int", whole(4, 8), "", "number of columns", "num_columns cols n"),
        number("alpha", "float", between(0.5, 1.5), "", "factor of the product", "alpha scale"),
        number("beta", "float", between(-1.0, 1.0), "", "factor of the former result", "beta c_scale"),
        number("sharpness", "float", between(0.5, 1.5), "", "factor of the squared distance in a Gaussian", "gamma rbf_gamma"),
        number("weight", "float", between(0.5, 1.5), "", "factor of the first vector of an outer product", "alpha update_scale"),
        number("shift", "float", between(0.1, 0.5), "", "regularization of the diagonal", "regularization shift eps"),
        number("threshold", "float", between(0.1, 0.5), "", "size below which a value counts as zero", "threshold tolerance tol"),
        number("level", "float", between(1.2, 2.2), "", "size under which a pivot is weak", "pivot_level min_pivot level"),
    ),
    {"Status": ("OK", "SINGULAR", "WEAK")},
)
