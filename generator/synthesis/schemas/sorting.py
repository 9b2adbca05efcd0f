"""Items with keys, the segments and blocks that they lie in, and the pools that they take places from."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, bits, code, permutation, truth, whole, zero
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

ITEM = Entity(
    "item",
    "items",
    (
        attribute("key", "int", whole(0, 64), "", "key", "item_key keys key", STATE),
        attribute("word", "uint32", whole(0, 4096), "", "word", "item_word words code", STATE),
        attribute("long_key", "int64", whole(0, 4096), "", "long key", "item_long_key long_keys key64", STATE),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "item_value values x", STATE),
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "item_weight weights w", STATE),
        attribute("payload", "vec3", between(-1.0, 1.0), "", "payload", "item_payload payloads p", STATE),
        attribute("radius", "float", between(0.05, 0.4), "", "radius about its payload", "item_radius radii r"),
        attribute("flag", "int", code(2), "", "whether it is flagged", "item_flag flags flag", STATE),
        attribute("alive", "bool", truth(), "", "whether it is alive", "item_alive alive alive", STATE),
        attribute("state", "int", bits(3), "", "state bits", "item_state states state", STATE),
        attribute("phase", "int", code(4), "", "phase", "item_phase phases phase", STATE),
        attribute("timer", "int", whole(0, 5), "", "steps since the phase began", "item_timer timers timer", STATE),
        attribute("request", "int", code(4), "", "what is asked of it", "item_request requests req", STATE),
        attribute("fault", "int", whole(0, 1), "", "code of what is wrong, zero for nothing", "item_fault faults fault", RESULT),
        attribute("hits", "int", whole(0, 1), "", "number of places that were tried", "item_probes probes tries", RESULT),
        attribute("many", "int", whole(0, 7), "", "how often it counts", "item_repeat repeats rep", STATE),
        attribute("order", "int", permutation(), "", "number of the item that comes here", "item_order order perm", STATE),
        attribute("offset", "int", permutation(), "", "place that it goes to", "item_offset offsets dst", STATE),
        attribute("sorted_key", "int", ascending(0, 24), "", "key, in ascending order", "item_sorted_key sorted_keys skey", STATE),
        attribute("key_out", "int", whole(0, 1), "", "new key", "item_key_out keys_out key_out", RESULT),
        attribute("word_out", "uint32", whole(0, 1), "", "new word", "item_word_out words_out code_out", RESULT),
        attribute("long_out", "int64", whole(0, 1), "", "new long key", "item_long_out long_keys_out key64_out", RESULT),
        attribute("value_out", "float", between(-1.0, 1.0), "", "new value", "item_value_out values_out y", RESULT),
        attribute("payload_out", "vec3", between(-1.0, 1.0), "", "new payload", "item_payload_out payloads_out p_out", RESULT),
        attribute("rank", "int", whole(0, 1), "", "rank", "item_rank ranks rank", RESULT),
        attribute("run_length", "int", whole(0, 1), "", "length of the run that begins here, zero for none", "item_run_length run_lengths run", RESULT),
        attribute("slot", "int", whole(-1, 0), "", "place that it has, or -1", "item_slot slots slot", RESULT),
        attribute("origin", "int", whole(-1, 0), "", "number of the item that came here, or -1", "item_origin origins came_from", RESULT),
        attribute("mark", "int", zero(2), "", "mark", "item_mark marks mark", RESULT),
        attribute("digit", "int", whole(0, 1), "", "digit of its key", "item_digit item_digits digit", RESULT),
        attribute("found_segment", "int", whole(-1, 0), "", "number of its segment, or -1", "item_segment_out found_segments seg_out", RESULT),
        attribute("running", "int", whole(6, 15), "", "scan value", "item_scan scan acc", STATE),
        attribute("running_out", "int", whole(0, 1), "", "new scan value", "item_scan_out scan_out acc_out", RESULT),
    ),
    (
        relation("segment", "segment", ONE, "segment", "item_segment segment_ids seg"),
        relation("owner", "segment", ONE, "owner", "item_owner owners owner", optional=True),
        relation("pool", "pool", ONE, "pool", "item_pool pool_ids pool"),
        relation("source", "item", ONE, "item that it is copied from", "item_source sources src", optional=True),
    ),
    index=("tid", "i", "item_id"),
)

SEGMENT = Entity(
    "segment",
    "segments",
    (
        attribute("total", "int", whole(0, 6), "", "number of items", "segment_count segment_counts n", STATE),
        attribute("begin", "int", ascending(0, 40), "", "first place", "segment_begin begins begin", STATE),
        attribute("base", "int", whole(0, 9), "", "sum of what comes before", "segment_base bases base", STATE),
        attribute("top", "float", between(0.5, 1.5), "", "largest value", "segment_max maxima top", STATE),
        attribute("bottom", "float", between(-1.5, -0.5), "", "lowest value", "segment_min minima low", STATE),
        attribute("target", "float", between(-1.0, 1.0), "", "target", "segment_target targets t", STATE),
        attribute("sum", "float", between(-1.0, 1.0), "", "sum", "segment_sum sums sum", RESULT),
        attribute("mean", "float", between(-1.0, 1.0), "", "mean", "segment_mean means mu", RESULT),
        attribute("spread", "float", between(0.0, 1.0), "", "mean square", "segment_spread spreads var", RESULT),
        attribute("lower", "vec3", between(1.0, 2.0), "", "lower corner of its payloads", "segment_lower lowers lo", RESULT),
        attribute("upper", "vec3", between(-2.0, -1.0), "", "upper corner of its payloads", "segment_upper uppers hi", RESULT),
        attribute("scatter", "mat33", between(-1.0, 1.0), "", "covariance of its payloads", "segment_covariance covariances cov", RESULT),
        attribute("center", "vec3", between(-1.0, 1.0), "", "centre of its payloads", "segment_center centers c", RESULT),
        attribute("best", "int", whole(-1, 0), "", "item of its largest value, or -1", "segment_argmax best_ids best", RESULT),
        attribute("least", "int", whole(-1, 0), "", "item of its lowest value, or -1", "segment_argmin least_ids least", RESULT),
        attribute("digits", "vec4i", whole(0, 1), "", "numbers of items by digit", "segment_digits digits digits", RESULT),
        attribute("leaders", "vec4i", whole(-1, 0), "", "its four best items, each -1 where it lacks one", "segment_top_ids top_ids topk", RESULT),
        attribute("scores", "vec4", between(-1.0, 1.0), "", "values of its four best items, each -1e6 where it lacks one", "segment_top_values top_values topv", RESULT),
        attribute("report", "int", whole(0, 1), "", "what is wrong with it, by bits", "segment_report reports report", RESULT),
        attribute("stated", "int", whole(0, 6), "", "number of living items that it should have", "segment_expected expected expected", STATE),
        attribute("kept", "int", whole(0, 1), "", "number of items that count", "segment_kept kept_counts kept", RESULT),
        attribute("counted", "int", whole(0, 1), "", "sum of the counts of its items", "segment_total segment_totals n_seg", RESULT),
        attribute("asked", "int", whole(0, 1), "", "number of items that asked for a place", "segment_cursor cursors n_asked", RESULT),
        attribute("members", "int", whole(-1, 0), "", "items that took a place", "segment_members members members", RESULT, "segment_capacity"),
        attribute("histogram", "int", whole(0, 1), "", "numbers of items by digit", "segment_histogram histograms hist", RESULT, "16"),
        attribute("starts", "int", whole(0, 1), "", "place at which each digit starts", "segment_digit_start digit_starts dstart", RESULT, "16"),
        attribute("counts", "int", whole(0, 5), "", "numbers of items by digit", "segment_digit_count digit_counts dcount", STATE, "16"),
        attribute("active", "bool", truth(), "", "whether it is worked on", "segment_active active active", STATE),
    ),
    (
        relation("items", "item", RANGE, "items", "segment_offsets segment_items seg"),
        relation("pool", "pool", ONE, "pool", "segment_pool pool_ids pool"),
    ),
    index=("seg", "tid", "s"),
)

SLOT = Entity(
    "slot",
    "slots",
    (
        attribute("key", "int", whole(-16, 64), "", "key, below zero where it is free", "table_keys table_keys tkey", STATE),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "table_values table_values tval", STATE),
        attribute("used", "int", zero(2), "", "whether it was found", "table_used used_slots tused", RESULT),
    ),
    index=("slot", "tid", "h"),
)

POOL = Entity(
    "pool",
    "pools",
    (
        attribute("used", "int", whole(0, 3), "", "number of places taken", "pool_used num_used used", STATE),
        attribute("free", "int", whole(2, 6), "", "number of free places", "pool_free num_free free", STATE),
        attribute("room", "int", whole(2, 6), "", "number of places", "pool_room pool_sizes room"),
        attribute("head", "int", whole(0, 20), "", "number of items that went through", "pool_head heads head", STATE),
        attribute("stack", "int", whole(0, 30), "", "free places", "pool_stack free_list stack", STATE, "pool_capacity"),
        attribute("ring", "int", whole(-1, 0), "", "last items", "pool_ring ring ring", RESULT, "pool_capacity"),
        attribute("places", "int", whole(-1, 0), "", "item at each place", "pool_places places place_item", RESULT, "pool_capacity"),
        attribute("front", "int", whole(0, 2), "", "number of items at the front", "pool_front front front", RESULT),
        attribute("back", "int", whole(0, 2), "", "number of items at the back", "pool_back back back", RESULT),
        attribute("lost", "int", whole(0, 1), "", "number of places that were lacking", "pool_overflow overflow lost", RESULT),
        attribute("errors", "int", whole(0, 1), "", "number of errors", "pool_errors errors err", RESULT),
        attribute("total", "int", whole(2, 5), "", "count so far", "pool_total totals total", RESULT),
    ),
    index=("pool", "tid", "p"),
)

SORTING = Schema(
    "sorting, scans and compaction",
    (ITEM, SEGMENT, SLOT, POOL),
    (
        number("log_stride", "int", whole(0, 3), "", "power of two of the stride", "log_stride level bit"),
        number("log_size", "int", whole(3, 5), "", "power of two of the size of a sorted run", "log_size stage"),
        number("stride", "int", whole(1, 5), "", "stride", "stride step offset"),
        number("parity", "int", whole(0, 2), "", "parity of the pass", "parity phase"),
        number("shift", "int", whole(0, 5), "", "first bit of the digit", "shift start_bit"),
        number("place", "int", whole(0, 2), "", "place of the digit, from the lowest", "digit_place pass_id"),
        number("low_key", "int", whole(8, 24), "", "lowest key that counts", "key_min low lower"),
        number("high_key", "int", whole(32, 56), "", "key from which none counts", "key_max high upper"),
        number("pivot", "int", whole(24, 40), "", "key below which items come first", "pivot split_key"),
        number("highest_key", "int", whole(8, 24), "", "highest key", "key_limit max_key highest"),
        number("segment_capacity", "int", whole(2, 5), "", "most items of a segment", "segment_capacity max_items width"),
        number("pool_capacity", "int", whole(6, 9), "", "most places of a pool", "pool_capacity capacity max_slots"),
        number("patience", "int", whole(2, 5), "", "most steps in a phase that time ends", "timeout max_steps patience"),
        number("temperature", "float", between(0.5, 2.0), "", "temperature", "temperature tau"),
        number("scale", "float", between(4.0, 16.0), "", "keys in a unit of value", "key_scale scale"),
    ),
    {"Fault": ("NONE", "KEY", "OWNER", "SOURCE", "STATE"), "Phase": ("IDLE", "BUSY", "WAIT", "DONE"), "Request": ("NONE", "START", "STOP", "CLEAR"), "ItemState": ("ALIVE", "DIRTY", "LOCKED")},
)
