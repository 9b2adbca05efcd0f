"""Sparse matrices: rows with entries in a row, triplets that they are put together from, aggregates of a coarser level."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, code, positive_definite, truth, whole, zero
from generator.synthesis.schemas.entities import (
    FIXED,
    MODEL,
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

ROW = Entity(
    "row",
    "rows",
    (
        attribute("x", "float", between(-1.0, 1.0), "", "unknown", "row_x x x", STATE),
        attribute("x_next", "float", between(-1.0, 1.0), "", "next unknown", "row_x_next x_next x_new", RESULT),
        attribute("correction", "float", between(-1.0, 1.0), "", "correction", "row_correction corrections dx", STATE),
        attribute("b", "float", between(-1.0, 1.0), "", "right side", "row_rhs rhs b", STATE),
        attribute("b_lifted", "float", between(-1.0, 1.0), "", "right side with boundary values", "row_rhs_out rhs_lifted b_out", RESULT),
        attribute("panel", "float", between(-1.0, 1.0), "", "values of a dense matrix", "row_panel dense_rows B", extent="panel_width"),
        attribute("panel_product", "float", between(-1.0, 1.0), "", "values of the product with a dense matrix", "row_panel_out dense_product C", RESULT, extent="panel_width"),
        attribute("y", "float", between(-1.0, 1.0), "", "product", "row_product product y", STATE),
        attribute("z", "float", between(-1.0, 1.0), "", "combined value", "row_combined combined z", RESULT),
        attribute("residual", "float", between(-1.0, 1.0), "", "residual", "row_residual residual r", RESULT),
        attribute("diagonal", "float", between(1.0, 3.0), "", "diagonal", "row_diagonal diagonal diag"),
        attribute("inverse_diagonal", "float", between(0.0, 1.0), "", "inverse of the diagonal", "row_inv_diag inv_diagonal dinv", RESULT),
        attribute("degree", "float", between(0.5, 3.0), "", "sum of the weights of its edges", "row_degree degrees deg"),
        attribute("scale", "float", between(0.5, 2.0), "", "scale", "row_scale scales s"),
        attribute("norm", "float", between(0.0, 1.0), "", "norm", "row_norm row_norms norm", RESULT),
        attribute("entry_total", "int", whole(0, 1), "", "number of entries", "row_nnz entry_counts nnz", RESULT),
        attribute("strong_total", "int", whole(0, 1), "", "number of strong couplings", "row_strong_count strong_counts n_s", RESULT),
        attribute("diagonal_place", "int", whole(0, 1), "", "place of the diagonal entry, or -1", "row_diag_index diag_indices diag_id", RESULT),
        attribute("begin", "int", whole(0, 18), "", "first place in the list of columns", "row_begin begins begin"),
        attribute("length", "int", whole(0, 6), "", "number of columns in the list", "row_length lengths len"),
        attribute("fill", "int", whole(0, 1), "", "number of columns of both", "row_fill fill_counts fill", RESULT),
        attribute("below", "int", whole(0, 1), "", "number of entries below the diagonal", "row_lower_nnz lower_counts nnz_l", RESULT),
        attribute("above", "int", whole(0, 1), "", "number of entries above the diagonal", "row_upper_nnz upper_counts nnz_u", RESULT),
        attribute("shared", "float", between(-1.0, 1.0), "", "product of both rows", "row_overlap overlaps dot", RESULT),
        attribute("report", "int", whole(0, 1), "", "what is wrong with it, by bits", "row_report reports report", RESULT),
        attribute("lower", "float", between(-1.0, 1.0), "", "lower end of its disc", "row_disc_low disc_low lo", RESULT),
        attribute("upper", "float", between(-1.0, 1.0), "", "upper end of its disc", "row_disc_high disc_high hi", RESULT),
        attribute("cursor", "int", whole(0, 1), "", "number of entries placed so far", "row_cursor cursors cur", RESULT),
        attribute("fixed", "bool", truth(), "", "whether its unknown is prescribed", "row_fixed fixed_rows bc"),
        attribute("target", "float", between(-1.0, 1.0), "", "prescribed value", "row_bc_value bc_values g"),
        attribute("coarse", "bool", truth(), "", "whether it is on the coarser level", "row_coarse is_coarse cpt", STATE),
        attribute("joined", "int", whole(-1, 0), "", "aggregate that it joins, or -1", "row_joined joined_aggregates agg_out", RESULT),
        attribute("color", "int", code(3), "", "colour", "row_color colors color"),
        attribute("u", "vec3", between(-1.0, 1.0), "", "block of unknowns", "row_u block_x u", STATE),
        attribute("f", "vec3", between(-1.0, 1.0), "", "block right side", "row_f block_rhs f", STATE),
        attribute("v", "vec3", between(-1.0, 1.0), "", "block product", "row_v block_product v", RESULT),
        attribute("residual_vector", "vec3", between(-1.0, 1.0), "", "block residual", "row_block_residual block_residuals R", RESULT),
        attribute("block", "mat33", positive_definite(), "", "diagonal block", "row_diag_block diag_blocks D"),
        attribute("whole_block", "mat33", positive_definite(), "", "diagonal block of the whole matrix", "row_full_block assembled_blocks Dsum", RESULT),
        attribute("inverse_block", "mat33", positive_definite(0.25, 1.0), "", "inverse of the diagonal block", "row_inv_block inv_blocks Dinv", RESULT),
        attribute("band", "float", between(-1.0, 1.0), "", "values of fixed width", "row_ell_values ell_values vals", MODEL, "4"),
    ),
    (
        relation("targets", "target", RANGE, "entries of the product", "row_target_offsets row_targets tptr"),
        relation("entries", "entry", RANGE, "entries", "row_offsets row_entries indptr"),
        relation("lanes", "row", FIXED, "columns of fixed width", "row_ell_columns ell_columns cols", optional=True, count=4),
        relation("partner", "row", ONE, "row that it is merged with", "row_partner partners partner", leads=OTHER),
        relation("aggregate", "aggregate", ONE, "aggregate", "row_aggregate aggregate_ids agg", optional=True),
    ),
    index=("row", "i", "tid"),
)

ENTRY = Entity(
    "entry",
    "entries",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "entry_value values a"),
        attribute("edge_weight", "float", between(0.1, 1.0), "", "weight of the edge", "entry_edge_weight edge_weights we"),
        attribute("scaled", "float", between(-1.0, 1.0), "", "scaled value", "entry_scaled scaled_values a_out", RESULT),
        attribute("constrained", "float", between(-1.0, 1.0), "", "value under the boundary conditions", "entry_constrained constrained_values a_bc", RESULT),
        attribute("assembled", "float", between(-1.0, 1.0), "", "sum of what was assembled", "entry_sum assembled_values acc", RESULT),
        attribute("block_sum", "mat33", between(-1.0, 1.0), "", "sum of blocks", "entry_block_sum block_sums Bs", RESULT),
        attribute("weight", "float", between(-1.0, 1.0), "", "weight of the interpolation", "entry_weight weights w", RESULT),
        attribute("strong", "int", zero(2), "", "whether it is a strong connection", "entry_strong strong_flags strong", RESULT),
        attribute("sorted_column", "int", ascending(0, 24), "", "column, ascending within a row", "entry_sorted_columns sorted_columns scol"),
        attribute("place", "int", whole(-1, 0), "", "place after compression, -1 where it is dropped", "entry_place places place", RESULT),
        attribute("row_number", "int", whole(0, 1), "", "number of its row", "entry_row row_indices rows", RESULT),
        attribute("block", "mat33", between(-1.0, 1.0), "", "block", "entry_block blocks B"),
        attribute("flat", "float", between(-1.0, 1.0), "", "components of its block", "entry_flat flat_values flat", RESULT, "9"),
    ),
    (
        relation("column", "row", ONE, "column", "entry_column columns indices", optional=True),
        relation("row", "row", ONE, "row", "entry_row_id row_ids rows"),
    ),
    index=("entry", "k", "tid"),
)

TARGET = Entity(
    "target",
    "targets",
    (attribute("value", "float", between(-1.0, 1.0), "", "value of the product", "target_value product_values c", RESULT),),
    (relation("column", "row", ONE, "column", "target_column product_columns ccol", optional=True, role=MODEL),),
    index=("t", "tid", "i"),
)

ELEMENT = Entity(
    "element",
    "elements",
    (
        attribute("slope", "vec2", between(-1.0, 1.0), "1/m", "gradients of its three functions", "element_gradients gradients g", MODEL, "3"),
        attribute("area", "float", between(0.1, 1.0), "m^2", "area", "element_area areas area"),
        attribute("conductivity", "float", between(0.5, 2.0), "W/K", "conductivity", "element_k conductivities kappa"),
        attribute("source", "float", between(-1.0, 1.0), "W/m^2", "source", "element_source sources src"),
        attribute("active", "bool", truth(), "", "whether it is there", "element_active active active"),
    ),
    (
        relation("nodes", "row", FIXED, "rows of its nodes", "element_nodes connectivity conn", count=3),
        relation("slots", "entry", FIXED, "entries that it is added to", "element_entries element_slots slots", optional=True, count=9),
    ),
    index=("e", "tid", "elem"),
)

TRIPLET = Entity(
    "triplet",
    "triplets",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "triplet_value coo_values val"),
        attribute("block", "mat33", between(-1.0, 1.0), "", "block", "triplet_block coo_blocks blocks"),
        attribute("slot", "int", whole(-1, 0), "", "place within its row, or -1", "triplet_slot local_slots slot", RESULT),
    ),
    (
        relation("row", "row", ONE, "row", "triplet_rows coo_rows rows", optional=True, group="position", alike=True),
        relation("column", "row", ONE, "column", "triplet_rows coo_rows rows", optional=True, group="position", alike=True),
        relation("destination", "entry", ONE, "entry that it goes into", "triplet_entry destinations dest", optional=True),
    ),
    index=("tid", "t", "i"),
)

AGGREGATE = Entity(
    "aggregate",
    "aggregates",
    (
        attribute("x", "float", between(-1.0, 1.0), "", "coarse unknown", "coarse_x coarse_x xc", STATE),
        attribute("b", "float", between(-1.0, 1.0), "", "coarse right side", "coarse_rhs coarse_rhs bc", RESULT),
        attribute("diagonal", "float", between(-1.0, 1.0), "", "coarse diagonal", "coarse_diag coarse_diagonal ac", RESULT),
        attribute("coupling", "float", between(-1.0, 1.0), "", "sum over its couplings to others", "coarse_coupling coarse_coupling off", RESULT),
        attribute("size", "int", whole(0, 1), "", "number of rows", "coarse_size aggregate_sizes n", RESULT),
    ),
    index=("agg", "tid", "c"),
)

PATTERN = Entity(
    "pattern",
    "patterns",
    (
        attribute("entry_total", "int", whole(0, 1), "", "number of entries", "pattern_nnz nnz nnz", RESULT),
        attribute("strong_total", "int", whole(0, 1), "", "number of strong couplings", "pattern_strong_count num_strong n_strong", RESULT),
        attribute("missing", "int", whole(0, 1), "", "number of triplets without an entry", "pattern_missing num_missing missing", RESULT),
        attribute("faulty", "int", whole(0, 1), "", "number of rows with errors", "pattern_bad_rows num_bad_rows n_bad", RESULT),
        attribute("error", "float", between(0.0, 1.0), "", "squared norm of the residual", "residual_norm_sq error_sq rr", RESULT),
    ),
    index=("tid", "m", "i"),
    records=(1,),
)

SPARSE = Schema(
    "sparse matrices",
    (ROW, ENTRY, TARGET, ELEMENT, TRIPLET, AGGREGATE, PATTERN),
    (
        number("alpha", "float", between(0.5, 1.5), "", "factor of the product", "alpha scale"),
        number("beta", "float", between(-1.0, 1.0), "", "factor of the former product", "beta y_scale"),
        number("x_factor", "float", between(0.5, 1.5), "", "factor of the unknown", "x_factor x_scale"),
        number("y_factor", "float", between(-1.0, 1.0), "", "factor of the vector that is added", "y_factor y_scale"),
        number("value_factor", "float", between(0.5, 1.5), "", "factor of values", "alpha value_scale"),
        number("shift", "float", between(0.5, 1.5), "", "shift of the diagonal", "shift diag_shift"),
        number("omega", "float", between(0.5, 1.0), "", "relaxation factor", "omega relaxation damping"),
        number("drop", "float", between(0.1, 0.5), "", "size under which an entry does not count", "threshold drop_tol tol"),
        number("strength", "float", between(0.1, 0.5), "", "relative size from which a coupling is strong", "theta strength_threshold"),
        number("panel_width", "int", whole(3, 7), "", "columns of the dense matrix", "num_columns panel_width n_rhs"),
        number("row_offset", "int", whole(0, 4), "", "number of the first row", "row_offset first_row row_base"),
        number("pass_color", "int", whole(0, 3), "", "colour of this pass", "color current_color"),
    ),
)
