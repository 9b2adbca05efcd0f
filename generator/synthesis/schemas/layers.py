"""Neural layers: units and their weights, channels, rows, embedding tables, recurrent cells, experts, feature maps."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, whole
from generator.synthesis.schemas.entities import MODEL, ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

UNIT = Entity(
    "unit",
    "units",
    (
        attribute("x", "float", between(-1.0, 1.0), "", "input", "unit_input inputs x", STATE),
        attribute("gate", "float", between(-2.0, 2.0), "", "gate", "unit_gate gates z", STATE),
        attribute("residual", "float", between(-1.0, 1.0), "", "residual input", "unit_residual residuals res", STATE),
        attribute("log_variance", "float", between(-1.0, 1.0), "", "logarithm of the variance", "unit_logvar logvars lv", STATE),
        attribute("grad", "float", between(-1.0, 1.0), "", "derivative of the loss by its output", "unit_output_grad grad_outputs dy", STATE),
        attribute("kept", "int", code(2), "", "whether the forward pass let it through", "unit_keep keep_mask keep", STATE),
        attribute("level", "int", whole(-128, 128), "", "quantised input", "unit_quantized quantized xq", STATE),
        attribute("y", "float", between(-1.0, 1.0), "", "output", "unit_output outputs y", RESULT),
        attribute("x_grad", "float", between(-1.0, 1.0), "", "derivative of the loss by its input", "unit_input_grad grad_inputs dx", RESULT),
        attribute("active", "int", code(2), "", "whether it is active", "unit_active active_mask active", RESULT),
        attribute("let_through", "int", code(2), "", "whether it is let through", "unit_keep_out kept_units keep_out", RESULT),
        attribute("code", "int", whole(0, 1), "", "output on a scale of whole numbers", "unit_code codes q", RESULT),
    ),
    (
        relation("channel", "channel", ONE, "channel", "unit_channel channel_ids ch", role=MODEL),
        relation("row", "row", ONE, "row", "unit_row row_ids r", role=MODEL),
        relation("weights", "weight", RANGE, "incoming weights", "unit_weight_start weight_offsets start", role=MODEL),
    ),
    index=("tid", "i", "unit_id"),
)

CHANNEL = Entity(
    "channel",
    "channels",
    (
        attribute("bias", "float", between(-0.5, 0.5), "", "bias", "channel_bias biases b"),
        attribute("gamma", "float", between(0.5, 1.5), "", "gain", "channel_gamma gammas gamma"),
        attribute("beta", "float", between(-0.5, 0.5), "", "shift", "channel_beta betas beta"),
        attribute("mean", "float", between(-0.5, 0.5), "", "running mean", "channel_mean running_means mean", STATE),
        attribute("variance", "float", between(0.5, 1.5), "", "running variance", "channel_var running_vars var", STATE),
        attribute("scale", "float", between(0.004, 0.02), "", "quantisation step", "channel_scale scales scale", structure=True),
        attribute("zero_point", "int", whole(-4, 5), "", "quantised zero", "channel_zero_point zero_points zp"),
        attribute("trained", "int", code(2), "", "whether its statistics are updated", "channel_trained trained upd"),
        attribute("sum", "float", between(-1.0, 1.0), "", "sum over its units", "channel_sum sums s1", RESULT),
        attribute("grad_sum", "float", between(-1.0, 1.0), "", "sum of the derivatives of its units", "channel_grad_sum grad_sums sdy", RESULT),
        attribute("product", "float", between(-1.0, 1.0), "", "sum of the derivatives of its units times their inputs", "channel_grad_x_sum grad_x_sums sdyx", RESULT),
        attribute("divergence", "float", between(0.0, 1.0), "", "divergence of its units", "channel_kl kl_sums kl", RESULT),
        attribute("square", "float", between(1.0, 2.0), "", "sum of the squares of its units", "channel_sq_sum sq_sums s2", RESULT),
        attribute("seen", "int", whole(0, 5), "", "number of its units", "channel_count counts n", RESULT),
        attribute("saturated", "int", whole(0, 1), "", "number of its units at a bound", "channel_saturated saturation_counts sat", RESULT),
        attribute("largest", "float", between(0.0, 0.1), "", "largest absolute value of a unit", "channel_amax amax amax", RESULT),
        attribute("gain", "float", between(0.0, 1.0), "", "folded gain", "channel_gain folded_gains a", RESULT),
        attribute("shift", "float", between(0.0, 1.0), "", "folded shift", "channel_shift folded_shifts c", RESULT),
        attribute("next_mean", "float", between(0.0, 1.0), "", "updated mean", "channel_mean_out new_means mean_out", RESULT),
        attribute("next_variance", "float", between(0.0, 1.0), "", "updated variance", "channel_var_out new_vars var_out", RESULT),
    ),
    index=("c", "channel_id", "tid"),
)

ROW = Entity(
    "row",
    "rows",
    (
        attribute("mean", "float", between(-0.5, 0.5), "", "mean", "row_mean row_means mu", STATE),
        attribute("inverse_std", "float", between(0.5, 1.5), "", "inverse standard deviation", "row_rstd rstds rstd", STATE),
        attribute("masked", "int", code(2), "", "whether it is padding", "row_masked row_mask pad", STATE),
        attribute("new_mean", "float", between(0.0, 1.0), "", "computed mean", "row_mean_out means_out mu_out", RESULT),
        attribute("new_inverse_std", "float", between(0.0, 1.0), "", "computed inverse standard deviation", "row_rstd_out rstds_out rstd_out", RESULT),
        attribute("best", "int", whole(0, 1), "", "index of its largest unit, or -1", "row_argmax argmax arg", RESULT),
        attribute("kept_count", "int", whole(0, 1), "", "number of its kept units", "row_kept_count kept_counts n_kept", RESULT),
        attribute("active", "int", whole(0, 1), "", "number of its active units", "row_active_count active_counts n", RESULT),
    ),
    (relation("units", "unit", RANGE, "units", "row_start row_offsets start", role=MODEL),),
    index=("row_id", "r", "tid"),
)

WEIGHT = Entity(
    "weight",
    "weights",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "weight_value weights w", STATE),
        attribute("pruned", "int", code(2), "", "whether it is pruned", "weight_pruned pruned mask"),
        attribute("level", "int", whole(-8, 8), "", "quantised value", "weight_level levels wq"),
        attribute("grad", "float", between(-1.0, 1.0), "", "derivative of the loss by it", "weight_grad weight_grads dw", RESULT),
        attribute("next_value", "float", between(0.0, 1.0), "", "masked value", "weight_masked masked_weights w_out", RESULT),
    ),
    (
        relation("source", "unit", ONE, "unit that it comes from", "weight_source source_ids src", optional=True),
        relation("target", "unit", ONE, "unit that it leads to", "weight_target target_ids dst"),
    ),
    index=("tid", "j", "weight_id"),
)

ENTRY = Entity(
    "entry",
    "entries of the table",
    (
        attribute("features", "float", between(-1.0, 1.0), "", "features", "table_data table emb", STATE, extent="width"),
        attribute("grads", "float", between(-1.0, 1.0), "", "derivative of the loss by its features", "table_grad table_grads demb", RESULT, extent="width"),
        attribute("uses", "int", whole(0, 1), "", "number of uses", "table_use_count use_counts uses", RESULT),
    ),
    index=("row", "e", "tid"),
    many="table_rows",
)

TOKEN = Entity(
    "token",
    "tokens",
    (
        attribute("weight", "float", between(0.2, 1.0), "", "weight", "token_weight token_weights w", STATE),
        attribute("special", "int", code(2), "", "whether it is a special token", "token_special special spec", STATE),
        attribute("output", "float", between(0.0, 1.0), "", "looked-up features", "token_features embedded out", RESULT, extent="width"),
        attribute("output_grad", "float", between(-1.0, 1.0), "", "derivative of the loss by its features", "token_grad token_grads dout", STATE, extent="width"),
    ),
    (relation("entry", "entry", ONE, "row of the table", "token_id token_ids ids", optional=True),),
    index=("tid", "t", "token_id"),
)

BAG = Entity(
    "bag",
    "bags",
    (
        attribute("features", "float", between(0.0, 1.0), "", "pooled features", "bag_features pooled out", RESULT, extent="width"),
        attribute("found", "int", whole(0, 1), "", "number of its tokens that the table has", "bag_count found_counts n", RESULT),
    ),
    (relation("tokens", "token", RANGE, "tokens", "bag_start bag_offsets start"),),
    index=("b", "bag_id", "tid"),
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("gates", "float", between(-1.0, 1.0), "", "sums that enter its gates", "cell_gates gates z", STATE, extent="4"),
        attribute("gate_pair", "float", between(-1.0, 1.0), "", "sums that enter its update gate and its candidate", "cell_gates gates z", STATE, extent="2"),
        attribute("hidden", "float", between(-1.0, 1.0), "", "hidden state", "cell_hidden hidden h", STATE),
        attribute("carry", "float", between(-1.0, 1.0), "", "carried state", "cell_carry carries c", STATE),
        attribute("running", "int", code(2), "", "whether its sequence goes on", "cell_running running run", STATE),
        attribute("next_hidden", "float", between(-1.0, 1.0), "", "next hidden state", "cell_hidden_out hidden_out h_out", RESULT),
        attribute("next_carry", "float", between(-1.0, 1.0), "", "next carried state", "cell_carry_out carries_out c_out", RESULT),
    ),
    index=("tid", "i", "cell_id"),
)

EXPERT = Entity(
    "expert",
    "experts",
    (
        attribute("load", "int", whole(0, 8), "", "number of items that asked for it", "expert_load loads load", RESULT),
        attribute("score_sum", "float", between(0.0, 1.0), "", "sum of the shares that it was chosen with", "expert_share_sum share_sums s", RESULT),
        attribute("closed", "int", code(2), "", "whether it takes no items", "expert_closed closed off"),
        attribute("full", "int", code(2), "", "whether it is full", "expert_full full full", RESULT),
        attribute("buffer", "int", whole(-1, 0), "", "items of this batch at its places, or -1", "expert_buffer buffer_ids buf", RESULT, extent="capacity"),
    ),
    index=("e", "expert_id", "tid"),
    records="experts",
)

ITEM = Entity(
    "item",
    "items",
    (
        attribute("scores", "float", between(-1.0, 1.0), "", "score of each expert", "item_scores router_logits g", STATE, extent="experts"),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "item_value values x", STATE),
        attribute("mask", "int", code(2), "", "whether it is routed", "item_mask mask valid", STATE),
        attribute("first", "int", whole(0, 1), "", "best expert", "item_first top1 e0", RESULT),
        attribute("second", "int", whole(0, 1), "", "second best expert", "item_second top2 e1", RESULT),
        attribute("first_share", "float", between(0.0, 1.0), "", "share of the best expert", "item_first_weight top1_weights w0", RESULT),
        attribute("second_share", "float", between(0.0, 1.0), "", "share of the second best expert", "item_second_weight top2_weights w1", RESULT),
        attribute("place", "int", whole(-1, 4), "", "place in the queue of its expert, or -1", "item_slot slots slot", STATE),
        attribute("chosen", "int", whole(-1, 0), "", "expert that takes it, or -1", "item_expert_out chosen_experts e_out", RESULT),
        attribute("buffer_place", "int", whole(-1, 0), "", "place in the buffer of all experts, or -1", "item_buffer_place buffer_places place", RESULT),
        attribute("queued", "int", whole(0, 1), "", "new place in the queue of its expert, or -1", "item_slot_out new_slots slot_out", RESULT),
        attribute("merged", "float", between(0.0, 1.0), "", "value after its expert", "item_output outputs y", RESULT),
    ),
    (relation("expert", "expert", ONE, "expert", "item_expert expert_ids eid", optional=True),),
    index=("tid", "i", "item_id"),
)

PIXEL = Entity(
    "pixel",
    "pixels",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "pixel_value feature_map img", STATE),
        attribute("valid", "int", code(2), "", "whether it holds a value", "pixel_valid valid_map valid", STATE),
        attribute("result", "float", between(0.0, 1.0), "", "result", "pixel_result result_map out", RESULT),
        attribute("value_out", "float", between(-1.0, 1.0), "", "largest value of the window", "pixel_value_out pooled_map pooled", RESULT),
        attribute("winner", "int", whole(0, 1), "", "which pixel of the window is largest, row by row", "pixel_argmax argmax_map arg", RESULT),
        attribute("covered", "int", whole(0, 1), "", "number of valid pixels in the window", "pixel_covered coverage cov", RESULT),
    ),
    dimensions=2,
    index=("i", "j", "k"),
    axes="yx",
    bounded=True,
)

LAYERS = Schema(
    "neural layers",
    (UNIT, CHANNEL, ROW, WEIGHT, ENTRY, TOKEN, BAG, CELL, EXPERT, ITEM, PIXEL),
    (
        number("activation", "int", code(4), "", "kind of activation", "activation act act_type"),
        number("slope", "float", between(0.01, 0.2), "", "slope below zero", "negative_slope slope leak"),
        number("drop", "float", between(0.1, 0.5), "", "share that is dropped", "dropout_p drop p"),
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("epsilon", "float", between(0.01, 0.1), "", "small number added under the square root", "eps epsilon"),
        number("momentum", "float", between(0.05, 0.3), "", "share of the new statistics", "momentum ema_rate"),
        number("width", "int", whole(3, 9), "", "number of features", "dim width n_features"),
        number("experts", "int", whole(3, 7), "", "number of experts", "num_experts experts n_experts"),
        number("capacity", "int", whole(2, 6), "", "places of an expert", "capacity expert_capacity cap"),
        number("bound", "float", between(0.3, 0.8), "", "bound of values", "bound max_value limit"),
        number("requantize_scale", "float", between(0.2, 0.6), "", "quantisation step of a sum of products over that of the next layer", "requant_scale multiplier"),
        number("input_zero", "int", whole(-4, 5), "", "quantised zero of inputs", "input_zero_point x_zero"),
        number("output_zero", "int", whole(-4, 5), "", "quantised zero of outputs", "output_zero_point y_zero"),
        number("output_scale", "float", between(0.01, 0.1), "", "quantisation step of outputs", "output_scale y_scale"),
        number("weight_scale", "float", between(0.01, 0.1), "", "quantisation step of weights", "weight_scale w_scale"),
        number("input_scale", "float", between(0.01, 0.1), "", "quantisation step of inputs", "input_scale x_scale"),
        number("kernel", "mat33", between(-0.5, 0.5), "", "filter", "filter kernel_weights taps"),
        number("bias", "float", between(-0.5, 0.5), "", "bias of the filter", "bias b"),
    ),
    {"Activation": ("IDENTITY", "RELU", "LEAKY", "SILU")},
)
