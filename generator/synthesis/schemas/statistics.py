"""Samples with their groups, bins and models: what is counted, averaged and judged."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, positive_definite, truth, whole, zero
from generator.synthesis.schemas.entities import EARLIER, ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

SAMPLE = Entity(
    "sample",
    "samples",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "sample_value values x", STATE),
        attribute("other", "float", between(-1.0, 1.0), "", "second value", "sample_value2 other_values y", STATE),
        attribute("point", "vec3", between(-1.0, 1.0), "", "point", "sample_point points p", STATE),
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "sample_weight weights w", STATE),
        attribute("valid", "bool", truth(), "", "validity", "sample_valid valid ok", STATE),
        attribute("label", "int", whole(0, 5), "", "label", "sample_label labels lab", STATE),
        attribute("guess", "int", whole(0, 5), "", "predicted label", "sample_prediction predictions pred", STATE),
        attribute("rank", "int", zero(), "", "rank", "sample_rank ranks rk", RESULT),
        attribute("robust_weight", "float", zero(), "", "robust weight", "sample_robust_weight robust_weights rw", RESULT),
        attribute("score", "float", zero(), "", "score", "sample_score scores score", RESULT),
        attribute("distance", "float", zero(), "", "distance to its centre", "sample_distance distances dist", RESULT),
        attribute("gap", "float", zero(), "", "gap of squared distances to the two nearest centres", "sample_gap gaps gap", RESULT),
        attribute("cluster", "int", zero(), "", "cluster", "sample_cluster clusters cl", RESULT),
        attribute("bin_id", "int", zero(), "", "bin", "sample_bin bin_ids bid", RESULT),
        attribute("density", "float", zero(), "", "density of the values", "sample_density densities pdf", RESULT),
        attribute("outlier", "bool", truth(), "", "whether it is an outlier", "sample_outlier outliers out", RESULT),
    ),
    (
        relation("group", "group", ONE, "group", "sample_group group_ids gid", optional=True),
        relation("bin", "bin", ONE, "bin", "sample_bin_id bins_of bof"),
    ),
    index=("i", "tid", "n"),
)

GROUP = Entity(
    "group",
    "groups",
    (
        attribute("count", "int", whole(0, 10), "", "number of samples counted", "group_count counts cnt", RESULT),
        attribute("sum", "float", zero(), "", "sum", "group_sum sums s1", RESULT),
        attribute("square_sum", "float", zero(), "", "sum of squares", "group_sum_sq square_sums s2", RESULT),
        attribute("other_sum", "float", zero(), "", "sum of second values", "group_sum_y other_sums sy", RESULT),
        attribute("other_square_sum", "float", zero(), "", "sum of squares of second values", "group_sum_yy other_square_sums syy", RESULT),
        attribute("cross_sum", "float", zero(), "", "sum of products", "group_sum_xy cross_sums sxy", RESULT),
        attribute("weight_sum", "float", zero(), "", "sum of weights", "group_weight_sum weight_sums sw", RESULT),
        attribute("point_sum", "vec3", between(-4.0, 4.0), "", "sum of points", "group_point_sum point_sums sp", RESULT),
        attribute("scatter", "mat33", positive_definite(), "", "scatter matrix", "group_scatter scatters S", STATE),
        attribute("smallest", "float", between(-0.5, 0.0), "", "smallest value", "group_min minima lo", STATE),
        attribute("largest", "float", between(0.0, 0.5), "", "largest value", "group_max maxima hi", STATE),
        attribute("mean", "float", between(-0.5, 0.5), "", "mean", "group_mean means mu", STATE),
        attribute("variance", "float", between(0.01, 1.0), "", "variance", "group_var variances var", STATE),
        attribute("size", "int", whole(1, 20), "", "number of samples so far", "group_n sizes n_g", STATE),
        attribute("updates", "int", whole(0, 4), "", "number of updates so far", "group_updates update_counts n_upd", STATE),
        attribute("center", "vec3", between(-1.0, 1.0), "", "centre", "group_center centers c", STATE),
        attribute("histogram", "int", whole(0, 3), "", "counts by bin", "group_hist histograms hist", STATE, "bins"),
        attribute("merged", "int", zero(), "", "counts by bin of its children", "group_hist_merged merged_histograms hist_m", RESULT, "bins"),
        attribute("cumulative", "int", zero(), "", "cumulative counts", "group_cum_hist cumulative_counts cum_hist", RESULT, "bins"),
        attribute("peak", "int", zero(), "", "fullest bin", "group_peak peaks pk", RESULT),
        attribute("spread", "float", zero(), "", "spread", "group_spread spreads spr", RESULT),
        attribute("missing", "int", zero(), "", "number of samples left out", "group_missing missing_counts nmiss", RESULT),
        attribute("merged_mean", "float", zero(), "", "merged mean", "group_mean_merged merged_means mu_m", RESULT),
        attribute("merged_variance", "float", zero(), "", "merged variance", "group_var_merged merged_variances var_m", RESULT),
        attribute("shift", "float", zero(), "", "shift of its centre", "group_shift shifts dc", RESULT),
        attribute("first", "int", zero(), "", "first valid sample", "group_first first_valid first", RESULT),
        attribute("last", "int", zero(), "", "last valid sample", "group_last last_valid last", RESULT),
        attribute("loss", "float", zero(), "", "loss", "group_loss losses loss", RESULT),
        attribute("coefficient", "float", zero(), "", "coefficient", "group_coef coefficients coef", RESULT),
        attribute("intercept", "float", zero(), "", "intercept", "group_intercept intercepts b0", RESULT),
        attribute("median", "float", zero(), "", "median", "group_median medians med", RESULT),
    ),
    (
        relation("samples", "sample", RANGE, "samples", "group_start sample_offsets s_start"),
        relation("parent", "group", ONE, "parent", "group_parent parents par", optional=True, leads=EARLIER),
    ),
    index=("g", "group_id", "tid"),
)

BIN = Entity(
    "bin",
    "bins",
    (
        attribute("count", "int", zero(), "", "count", "bin_count bin_counts bcnt", RESULT),
        attribute("mass", "float", zero(), "", "weight", "bin_weight bin_weights bw", RESULT),
        attribute("edge", "float", ascending(-1.0, 1.0), "", "lower edge", "bin_edge bin_edges edge"),
        attribute("expected", "float", between(1.0, 10.0), "", "expected count", "bin_expected expected_counts e"),
        attribute("observed", "int", whole(0, 12), "", "observed count", "bin_observed observed_counts o", STATE),
        attribute("misfit", "float", zero(), "", "contribution to the misfit", "bin_misfit misfits chi", RESULT),
        attribute("share", "float", zero(), "", "share", "bin_share shares f", RESULT),
    ),
    index=("b", "bin_id", "tid"),
)

STATISTICS = Schema(
    "statistics",
    (SAMPLE, GROUP, BIN),
    (
        number("bins", "int", whole(3, 8), "", "number of bins", "num_bins bins nbins"),
        number("low", "float", between(-0.9, -0.7), "", "lower end of the bins", "lower range_min x_min"),
        number("high", "float", between(0.7, 0.9), "", "upper end of the bins", "upper range_max x_max"),
        number("decay", "float", between(0.5, 0.95), "", "weight of the former mean", "decay momentum lam"),
        number("cut", "float", between(0.5, 1.5), "", "largest size that is no outlier's", "cutoff threshold cut"),
        number("bandwidth", "float", between(0.2, 0.8), "", "bandwidth", "bandwidth h"),
        number("least", "int", whole(2, 8), "", "least number of samples", "min_count min_samples n_min"),
    ),
)
