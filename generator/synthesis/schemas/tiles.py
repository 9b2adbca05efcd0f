"""Rows, small matrices and lists that the threads of a block hold together as tiles."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, whole
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

SEQUENCE = Entity(
    "sequence",
    "sequences",
    (
        attribute("logits", "float", between(-2.0, 2.0), "", "logits", "seq_logits logits z", STATE, extent="32"),
        attribute("bias", "float", between(-0.5, 0.5), "", "biases", "seq_bias biases b", extent="32"),
        attribute("up", "float", between(-2.0, 2.0), "", "values before its gate", "seq_up ungated_values u", STATE, extent="32"),
        attribute("gate", "float", between(0.1, 1.0), "", "gates", "seq_gate gates g", STATE, extent="32"),
        attribute("weights", "float", between(0.0, 1.0), "", "weights that sum to one", "seq_weights weights w", RESULT, extent="32"),
        attribute("output", "float", between(-1.0, 1.0), "", "outputs", "seq_out outputs y", RESULT, extent="32"),
        attribute("lengths", "int", whole(1, 6), "", "lengths of its parts", "seq_part_len part_lengths len", STATE, extent="32"),
        attribute("offsets", "int", whole(0, 1), "", "offsets of its parts", "seq_part_offset part_offsets off", RESULT, extent="32"),
        attribute("peak", "float", between(0.0, 1.0), "", "largest logit", "seq_max peaks z_max", RESULT),
        attribute("total", "float", between(0.0, 1.0), "", "sum", "seq_sum totals s", RESULT),
        attribute("square_total", "float", between(0.0, 1.0), "", "sum of squares", "seq_sum_sq square_totals s2", RESULT),
        attribute("best", "int", whole(0, 1), "", "place of the largest logit", "seq_argmax best_tokens best", RESULT),
        attribute("worst", "int", whole(0, 1), "", "place of the smallest logit", "seq_argmin worst_tokens worst", RESULT),
        attribute("heads", "float", between(-1.0, 1.0), "", "values by head", "seq_heads head_values h", RESULT, extent="4,8"),
        attribute("picked", "int", whole(0, 32), "", "places that it asks for", "seq_picked picked_ids ids", STATE, extent="8"),
        attribute("chosen", "float", between(-1.0, 1.0), "", "logits of those places", "seq_chosen chosen_logits zc", RESULT, extent="8"),
    ),
    (relation("batch", "batch", ONE, "batch", "seq_batch batch_ids batch"),),
    index=("tid", "i", "row"),
)

BATCH = Entity(
    "batch",
    "batches",
    (
        attribute("totals", "float", between(0.0, 1.0), "", "sums by column", "batch_totals column_sums col_sum", RESULT, extent="32"),
        attribute("counts", "int", whole(0, 1), "", "numbers of entries by column", "batch_counts column_counts col_n", RESULT, extent="32"),
    ),
    index=("b", "batch_id", "tid"),
)

PROBLEM = Entity(
    "problem",
    "problems",
    (
        attribute("jacobian", "float", between(-1.0, 1.0), "", "Jacobian", "problem_jacobian jacobians J", STATE, extent="8,6"),
        attribute("residual", "float", between(-1.0, 1.0), "", "residuals", "problem_residual residuals r", STATE, extent="8"),
        attribute("damping", "float", between(0.5, 1.5), "", "damping", "problem_damping dampings lam"),
        attribute("gradient", "float", between(-1.0, 1.0), "", "gradient", "problem_grad gradients g", RESULT, extent="6"),
        attribute("normal", "float", between(-1.0, 1.0), "", "normal matrix", "problem_hessian normal_matrices H", RESULT, extent="6,6"),
        attribute("factor", "float", between(-1.0, 1.0), "", "Cholesky factor", "problem_factor factors L", RESULT, extent="6,6"),
        attribute("right_side", "float", between(-1.0, 1.0), "", "right side", "problem_rhs right_sides b", STATE, extent="6"),
        attribute("step", "float", between(-1.0, 1.0), "", "step", "problem_step steps dx", RESULT, extent="6"),
        attribute("direction", "float", between(-1.0, 1.0), "", "search direction", "problem_dir directions p", STATE, extent="6"),
        attribute("rate", "float", between(0.1, 0.9), "", "step length", "problem_rate step_lengths alpha", STATE),
        attribute("position", "float", between(-1.0, 1.0), "", "unknowns", "problem_x unknowns x", STATE, extent="6"),
        attribute("cost", "float", between(0.0, 1.0), "", "cost", "problem_cost costs cost", RESULT),
        attribute("slope", "float", between(-1.0, 1.0), "", "slope along the search direction", "problem_slope slopes slope", RESULT),
    ),
    index=("tid", "i", "problem_id"),
)

PRODUCT = Entity(
    "product",
    "products",
    (
        attribute("left", "float", between(-1.0, 1.0), "", "left matrix", "gemm_a left_matrices A", STATE, extent="8,16"),
        attribute("right", "float", between(-1.0, 1.0), "", "right matrix", "gemm_b right_matrices B", STATE, extent="16,8"),
        attribute("result", "float", between(-1.0, 1.0), "", "result", "gemm_c results C", RESULT, extent="8,8"),
        attribute("turned", "float", between(-1.0, 1.0), "", "transposed left matrix", "gemm_at transposed AT", RESULT, extent="16,8"),
        attribute("bias", "float", between(-0.5, 0.5), "", "biases by column", "gemm_bias biases bias", extent="8"),
    ),
    index=("tid", "i", "g"),
)

WINDOW = Entity(
    "window",
    "windows",
    (
        attribute("samples", "float", between(-1.0, 1.0), "", "samples", "window_samples samples x", STATE, extent="32"),
        attribute("head", "int", whole(0, 32), "", "place of its oldest sample", "window_head heads head", STATE),
        attribute("taper", "float", between(0.1, 1.0), "", "taper", "window_taper tapers w", extent="32"),
        attribute("output", "float", between(-1.0, 1.0), "", "new samples", "window_out new_samples y", RESULT, extent="32"),
        attribute("sums", "float", between(-1.0, 1.0), "", "running sums", "window_cumsum running_sums cs", RESULT, extent="32"),
        attribute("envelope", "float", between(-1.0, 1.0), "", "running largest sample", "window_env envelopes env", RESULT, extent="32"),
        attribute("floor", "float", between(-1.0, 1.0), "", "running smallest sample", "window_floor floors lo", RESULT, extent="32"),
        attribute("keys", "float", between(-1.0, 1.0), "", "sorted samples", "window_sorted sorted_samples s", RESULT, extent="32"),
        attribute("places", "int", whole(0, 1), "", "places that the samples had", "window_order sort_orders ord", RESULT, extent="32"),
        attribute("energy", "float", between(0.0, 1.0), "", "energy", "window_energy energies e", RESULT),
        attribute("median", "float", between(0.0, 1.0), "", "median", "window_median medians med", RESULT),
        attribute("quantized", "int", whole(0, 1), "", "quantised samples", "window_codes codes q", RESULT, extent="32"),
        attribute("histogram", "int", whole(0, 1), "", "numbers of samples by bin", "window_hist histograms hist", RESULT, extent="8"),
        attribute("bin_sizes", "float", between(0.0, 1.0), "", "sums of sample sizes by bin", "window_bin_sizes bin_sizes bin_sum", RESULT, extent="8"),
        attribute("high_count", "int", whole(0, 1), "", "number of samples above the threshold", "window_highs high_counts n_high", RESULT),
        attribute("loud_count", "int", whole(0, 1), "", "number of samples above the threshold", "window_loud loud_counts n_loud", RESULT),
        attribute("loud_places", "int", whole(0, 1), "", "places of the samples above the threshold", "window_loud_places loud_places loud", RESULT, extent="32"),
        attribute("loud_sum", "float", between(0.0, 1.0), "", "sum of the samples above the threshold", "window_loud_sum loud_sums s_loud", RESULT),
        attribute("width", "float", between(0.0, 1.0), "", "range of its samples", "window_range ranges rng", RESULT),
        attribute("frames", "int", whole(0, 1), "", "numbers of the frames that its samples lie in", "window_frames frame_ids fr", RESULT, extent="32"),
        attribute("low_count", "int", whole(0, 1), "", "number of samples below the negative threshold", "window_lows low_counts n_low", RESULT),
        attribute("flags", "int", bits(6), "", "flag words", "window_flags flag_words f", STATE, extent="4"),
        attribute("shifts", "int", whole(0, 4), "", "bits to shift its flag words by", "window_shifts shifts sh", extent="4"),
        attribute("masks", "int", bits(6), "", "masks of its flag words", "window_masks masks m", extent="4"),
        attribute("new_flags", "int", whole(0, 1), "", "flag words after the step", "window_new_flags new_flags f_new", RESULT, extent="4"),
        attribute("parity", "int", whole(0, 1), "", "exclusive or of its flag words", "window_parity parities par", RESULT),
        attribute("any_flags", "int", whole(0, 1), "", "flags that some word has", "window_any any_flags any", RESULT),
        attribute("all_flags", "int", whole(0, 1), "", "flags that all words have", "window_all all_flags all", RESULT),
    ),
    index=("tid", "i", "w"),
)

FRAME = Entity(
    "frame",
    "frames",
    (
        attribute("signal", "vec2", between(-1.0, 1.0), "", "complex samples of two channels", "frame_signal signals z", STATE, extent="2,512"),
        attribute("spectrum", "vec2", between(-1.0, 1.0), "", "spectra of its channels", "frame_spectrum spectra Z", RESULT, extent="2,512"),
        attribute("response", "float", between(0.1, 1.0), "", "gains by frequency", "frame_response responses H", extent="2,512"),
        attribute("filtered", "vec2", between(-1.0, 1.0), "", "filtered samples", "frame_filtered filtered_signals y", RESULT, extent="2,512"),
    ),
    index=("tid", "i", "f"),
)

TILES = Schema(
    "tiles of a block",
    (SEQUENCE, BATCH, PROBLEM, PRODUCT, WINDOW, FRAME),
    (
        number("temperature", "float", between(0.5, 2.0), "", "temperature", "temperature tau"),
        number("scale", "float", between(0.2, 2.0), "", "factor of the values", "scale gain"),
        number("levels", "int", whole(8, 32), "", "levels of the quantiser on either side of zero", "levels num_levels"),
        number("threshold", "float", between(0.1, 0.6), "", "level above which a sample counts as loud", "threshold min_level"),
    ),
)
