"""Training: parameters and their optimisers, examples and their losses, embeddings, loss scaling."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, near, truth, whole
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

PARAMETER = Entity(
    "parameter",
    "parameters",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "param_value params p", STATE),
        attribute("grad", "float", between(-1.0, 1.0), "", "gradient", "param_grad grads g", STATE),
        attribute("former_grad", "float", between(-1.0, 1.0), "", "gradient of the former step", "param_grad_prev prev_grads g_prev", STATE),
        attribute("first", "float", between(-0.5, 0.5), "", "mean of the gradient", "param_exp_avg exp_avg m", STATE),
        attribute("buffer", "float", between(-0.5, 0.5), "", "momentum buffer", "param_momentum_buf momentum_bufs buf", STATE),
        attribute("second", "float", between(0.01, 0.5), "", "mean of the squared gradient", "param_exp_avg_sq exp_avg_sq v", STATE),
        attribute("squares", "float", between(0.01, 0.5), "", "sum of the squared gradient", "param_sum_sq grad_sq_sums g2_sum", STATE),
        attribute("peak", "float", near(between(0.01, 0.56), "parameter.second", "0 to 0.06 above that in {over}"), "", "highest mean of the squared gradient", "param_max_avg_sq max_avg_sq v_max", STATE),
        attribute("average", "float", between(-1.0, 1.0), "", "running average of the value", "param_ema ema_params ema", STATE),
        attribute("rate", "float", between(0.01, 0.1), "", "own step size", "param_step_size step_sizes eta", STATE),
        attribute("frozen", "int", code(2), "", "whether it is not trained", "param_frozen frozen fixed"),
        attribute("age", "int", whole(0, 10), "", "number of updates", "param_age ages age", STATE),
        attribute("next_value", "float", between(-1.0, 1.0), "", "updated value", "param_value_out new_params p_out", RESULT),
        attribute("next_first", "float", between(-0.5, 0.5), "", "updated mean of the gradient", "param_exp_avg_out new_exp_avg m_out", RESULT),
        attribute("next_buffer", "float", between(-0.5, 0.5), "", "updated momentum buffer", "param_momentum_buf_out new_momentum_bufs buf_out", RESULT),
        attribute("next_second", "float", between(0.0, 0.5), "", "updated mean of the squared gradient", "param_exp_avg_sq_out new_exp_avg_sq v_out", RESULT),
        attribute("next_squares", "float", between(0.0, 0.5), "", "updated sum of the squared gradient", "param_sum_sq_out new_grad_sq_sums g2_sum_out", RESULT),
        attribute("next_peak", "float", between(0.0, 0.5), "", "updated highest mean", "param_max_avg_sq_out new_max_avg_sq v_max_out", RESULT),
        attribute("next_rate", "float", between(0.0, 0.1), "", "updated step size", "param_step_size_out new_step_sizes eta_out", RESULT),
        attribute("next_average", "float", between(-1.0, 1.0), "", "updated average", "param_ema_out new_ema ema_out", RESULT),
        attribute("unscaled", "float", between(-1.0, 1.0), "", "unscaled gradient", "param_grad_unscaled unscaled_grads g_unscaled", RESULT),
        attribute("clipped", "float", between(-1.0, 1.0), "", "clipped gradient", "param_grad_clipped clipped_grads g_clip", RESULT),
        attribute("kept", "int", code(2), "", "whether it survives pruning", "param_mask prune_mask keep", RESULT),
    ),
    (
        relation("group", "group", ONE, "parameter group", "param_group group_ids gid"),
        relation("layer", "layer", ONE, "layer", "param_layer layer_ids lid", optional=True),
    ),
    index=("tid", "i", "param_id"),
)

GROUP = Entity(
    "group",
    "groups",
    (
        attribute("rate", "float", between(0.001, 0.1), "", "learning rate", "group_lr lrs lr"),
        attribute("former_rate", "float", between(0.001, 0.1), "", "learning rate of the former step", "group_lr_prev prev_lrs lr_prev", STATE),
        attribute("decay", "float", between(0.0, 0.1), "", "weight decay", "group_weight_decay weight_decays wd"),
        attribute("momentum", "float", between(0.5, 0.95), "", "momentum", "group_momentum momenta mu"),
        attribute("schedule", "int", code(4), "", "kind of schedule", "group_schedule schedules sched"),
        attribute("overflow", "int", code(2), "", "whether a gradient overflowed", "group_found_inf found_inf bad", STATE),
        attribute("warmup", "int", whole(2, 16), "", "steps of warm-up", "group_warmup_steps warmups warm"),
        attribute("grad_square", "float", between(0.01, 4.0), "", "sum of the squared gradients", "group_grad_sq grad_sq_sums gsq", RESULT),
        attribute("trained", "int", whole(0, 1), "", "number of trained parameters", "group_trained_count trained_counts n", RESULT),
        attribute("next_rate", "float", between(0.0, 0.1), "", "scheduled learning rate", "group_lr_out new_lrs lr_out", RESULT),
    ),
    index=("g", "group_id", "tid"),
)

LAYER = Entity(
    "layer",
    "layers",
    (
        attribute("norm", "float", between(0.5, 2.0), "", "norm of its values", "layer_norm norms w_norm", STATE),
        attribute("grad_norm", "float", between(0.5, 2.0), "", "norm of its gradients", "layer_grad_norm grad_norms g_norm", STATE),
        attribute("step_norm", "float", between(0.5, 2.0), "", "norm of its steps at a rate of 1", "layer_step_norm step_norms u_norm", STATE),
        attribute("threshold", "float", between(0.1, 0.5), "", "size below which values are pruned", "layer_threshold thresholds thr"),
        attribute("pruned", "int", whole(0, 1), "", "number of pruned values", "layer_pruned_count pruned_counts n", RESULT),
        attribute("largest", "float", between(0.0, 0.1), "", "largest size of a value", "layer_amax amax amax", RESULT),
        attribute("largest_grad", "float", between(0.0, 0.1), "", "largest size of a gradient", "layer_grad_amax grad_amax g_amax", RESULT),
    ),
    index=("layer_id", "l", "tid"),
)

SCALER = Entity(
    "scaler",
    "scalers",
    (
        attribute("scale", "float", between(1.0, 64.0), "", "loss scale", "scaler_scale scales scale", STATE),
        attribute("overflow", "int", code(2), "", "whether a gradient overflowed", "scaler_found_inf found_inf bad", STATE),
        attribute("streak", "int", whole(0, 6), "", "number of good steps in a row", "scaler_growth_tracker growth_trackers streak", STATE),
        attribute("next_scale", "float", between(1.0, 64.0), "", "next loss scale", "scaler_scale_out new_scales scale_out", RESULT),
        attribute("next_streak", "int", whole(0, 6), "", "next number of good steps in a row", "scaler_growth_tracker_out new_growth_trackers streak_out", RESULT),
    ),
    index=("s", "scaler_id", "tid"),
)

EXAMPLE = Entity(
    "example",
    "examples",
    (
        attribute("prediction", "float", between(-1.0, 1.0), "", "prediction", "sample_pred preds y_hat", STATE),
        attribute("target", "float", between(-1.0, 1.0), "", "target", "sample_target targets y", STATE),
        attribute("truth", "int", code(2), "", "binary label", "sample_truth truths t", STATE),
        attribute("weight", "float", between(0.2, 1.0), "", "weight", "sample_weight weights w", STATE),
        attribute("log_variance", "float", between(-1.0, 1.0), "", "logarithm of the predicted variance", "sample_logvar logvars lv", STATE),
        attribute("logits", "float", between(-2.0, 2.0), "", "score of each category", "sample_logits logits z", STATE, extent="categories"),
        attribute("label", "int", whole(-1, 4), "", "label, or -1 to be ignored", "sample_label labels y_true", STATE),
        attribute("loss", "float", between(0.0, 1.0), "", "loss", "sample_loss losses loss", RESULT),
        attribute("slope", "float", between(0.0, 1.0), "", "derivative of the loss", "sample_grad loss_grads dloss", RESULT),
        attribute("slopes", "float", between(0.0, 1.0), "", "derivative of the loss by each score", "sample_dlogits dlogits dz", RESULT, extent="categories"),
        attribute("best", "int", whole(0, 4), "", "best category", "sample_argmax predicted_labels pred", RESULT),
        attribute("correct", "int", code(2), "", "whether the best category is right", "sample_correct correct ok", RESULT),
        attribute("rank", "int", whole(0, 1), "", "rank of the labelled category, or -1", "sample_rank ranks rank", RESULT),
        attribute("in_top", "int", code(2), "", "whether its label is among the two best categories", "sample_top2_correct top2_correct top2", RESULT),
    ),
    (
        relation("batch", "batch", ONE, "batch", "sample_batch batch_ids bid"),
        relation("category", "category", ONE, "true category", "sample_category category_ids cid", optional=True),
    ),
    index=("tid", "i", "sample_id"),
)

BATCH = Entity(
    "batch",
    "batches",
    (
        attribute("loss", "float", between(0.0, 1.0), "", "sum of the losses", "batch_loss loss_sums total", RESULT),
        attribute("weight", "float", between(0.0, 1.0), "", "sum of the weights", "batch_weight weight_sums wsum", RESULT),
        attribute("seen", "int", whole(0, 1), "", "number of examples that count", "batch_count counts n", RESULT),
        attribute("hits", "int", whole(0, 1), "", "number of right answers", "batch_hits hit_counts hits", RESULT),
        attribute("mean", "float", between(0.0, 1.0), "", "mean loss", "batch_mean_loss mean_losses mean", RESULT),
    ),
    (relation("examples", "example", RANGE, "examples", "batch_start batch_offsets e_start"),),
    index=("b", "batch_id", "tid"),
)

CATEGORY = Entity(
    "category",
    "categories",
    (
        attribute("weight", "float", between(0.2, 2.0), "", "weight of its examples", "category_weight category_weights cw"),
        attribute("seen", "int", whole(0, 6), "", "number of examples", "category_count category_counts n", RESULT),
        attribute("hits", "int", whole(0, 2), "", "number of right answers", "category_hits category_hits tp", RESULT),
        attribute("confusion", "int", whole(0, 4), "", "number of examples by given answer", "confusion_counts confusion cm", RESULT, extent="categories"),
        attribute("recall", "float", between(0.0, 1.0), "", "share of its examples that are right", "category_recall recalls recall", RESULT),
    ),
    index=("c", "category_id", "tid"),
    records="categories",
)

EMBEDDING = Entity(
    "embedding",
    "embeddings",
    (
        attribute("features", "float", between(-1.0, 1.0), "", "features", "embedding_data embeddings e", STATE, extent="width"),
        attribute("length", "float", between(0.0, 1.0), "", "length", "embedding_norm norms norm", RESULT),
        attribute("unit_features", "float", between(0.0, 1.0), "", "features of unit length", "embedding_normed normed_embeddings e_out", RESULT, extent="width"),
    ),
    index=("e", "row", "tid"),
)

TRIPLET = Entity(
    "triplet",
    "triplets",
    (
        attribute("loss", "float", between(0.0, 1.0), "", "loss", "triplet_loss triplet_losses loss", RESULT),
        attribute("similarity", "float", between(0.0, 1.0), "", "similarity of anchor and positive", "triplet_similarity similarities sim", RESULT),
        attribute("hard", "int", code(2), "", "whether the negative is nearer than the positive", "triplet_hard hard_mask hard", RESULT),
    ),
    (
        relation("anchor", "embedding", ONE, "anchor", "triplet_indices triplets ids", optional=True, group="members"),
        relation("positive", "embedding", ONE, "positive", "triplet_indices triplets ids", optional=True, group="members"),
        relation("negative", "embedding", ONE, "negative", "triplet_indices triplets ids", optional=True, group="members"),
    ),
    index=("tid", "i", "triplet_id"),
)

TRAINING = Schema(
    "training",
    (PARAMETER, GROUP, LAYER, SCALER, EXAMPLE, BATCH, CATEGORY, EMBEDDING, TRIPLET),
    (
        number("beta1", "float", between(0.8, 0.95), "", "decay of the mean gradient", "beta1 b1"),
        number("beta2", "float", between(0.9, 0.99), "", "decay of the mean squared gradient", "beta2 b2"),
        number("mixing", "float", between(0.8, 0.95), "", "weight of the mean gradient in a step", "beta1 b1"),
        number("memory", "float", between(0.9, 0.99), "", "slow decay of the mean gradient", "beta2 b2"),
        number("ema_decay", "float", between(0.9, 0.99), "", "decay of the running averages", "ema_decay average_decay decay"),
        number("step", "int", whole(1, 20), "", "number of the step, from 1", "step t iteration"),
        number("total_steps", "int", whole(20, 40), "", "number of steps of the training", "total_steps max_steps num_steps"),
        number("clip", "float", between(0.2, 0.45), "", "largest norm of the gradients of a group", "max_norm clip_norm clip"),
        number("largest_grad", "float", between(0.2, 0.45), "", "largest size of a gradient", "max_grad grad_limit g_max"),
        number("clip_ratio", "float", between(0.2, 0.45), "", "largest norm of the gradients of a layer over that of its values", "clip_ratio agc_clip"),
        number("least_norm", "float", between(0.7, 1.2), "", "norm that the values of a layer count for at least", "min_norm norm_floor eps"),
        number("average_start", "int", whole(3, 12), "", "steps before averages start", "ema_start average_start start_step"),
        number("smoothing", "float", between(0.01, 0.2), "", "label smoothing", "label_smoothing smoothing eps_ls"),
        number("delta", "float", between(0.1, 0.6), "", "size from which the loss is linear", "delta huber_delta beta"),
        number("margin", "float", between(0.1, 0.5), "", "margin of the loss", "margin m"),
        number("quantile", "float", between(0.1, 0.9), "", "quantile", "quantile tau q"),
        number("loss_kind", "int", code(3), "", "kind of loss", "loss_type loss_kind"),
        number("categories", "int", whole(4, 8), "", "number of categories", "num_classes classes n_classes"),
        number("width", "int", whole(4, 9), "", "number of features", "dim width n_features"),
        number("growth_interval", "int", whole(2, 6), "", "good steps before the scale grows", "growth_interval interval"),
        number("grace", "int", whole(2, 6), "", "updates before a parameter may be pruned", "min_age grace_steps"),
        number("scale", "float", between(1.0, 2.0), "", "loss scale", "scale loss_scale"),
        number("sigma", "float", between(0.01, 0.1), "", "size of the noise", "sigma noise_std"),
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("amsgrad", "bool", truth(), "", "whether the highest mean is used", "amsgrad use_amsgrad"),
    ),
    {"LossKind": ("SQUARED", "ABSOLUTE", "HUBER"), "Schedule": ("CONSTANT", "LINEAR", "COSINE", "STEPS")},
)
