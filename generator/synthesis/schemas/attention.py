"""Attention and sequences: queries and keys, scores, heads, tokens, sequences, beams, scans."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, truth, whole
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

QUERY = Entity(
    "query",
    "queries",
    (
        attribute("vector", "float", between(-1.0, 1.0), "", "components", "query_data q_data q", STATE, extent="head_dim"),
        attribute("position", "int", whole(0, 16), "", "position", "query_position query_positions qpos", STATE),
        attribute("output", "float", between(0.0, 1.0), "", "attended value", "query_output attn_output o", RESULT, extent="head_dim"),
        attribute("top", "float", between(2.0, 3.0), "", "largest score", "query_max row_max m", STATE),
        attribute("total", "float", between(1.0, 4.0), "", "sum of exponentials", "query_sum row_sum l", STATE),
        attribute("new_top", "float", between(0.0, 1.0), "", "computed largest score", "query_max_out row_max_out m_out", RESULT),
        attribute("new_total", "float", between(0.0, 1.0), "", "computed sum of exponentials", "query_sum_out row_sum_out l_out", RESULT),
        attribute("running_top", "float", between(-0.5, 0.5), "", "largest score so far", "query_running_max running_max m_run", STATE),
        attribute("running_total", "float", between(1.0, 4.0), "", "sum of exponentials so far", "query_running_sum running_sum l_run", STATE),
        attribute("weighted", "float", between(-1.0, 1.0), "", "weighted sum of values so far", "query_acc acc acc", STATE, extent="head_dim"),
        attribute("log_sum", "float", between(0.0, 1.0), "", "logarithm of the sum of exponentials", "query_lse lse lse", RESULT),
        attribute("best", "int", whole(0, 1), "", "key that it attends to most, or -1", "query_best_key best_keys arg", RESULT),
    ),
    (
        relation("head", "head", ONE, "head", "query_head head_ids hid"),
        relation("sequence", "sequence", ONE, "sequence", "query_sequence query_seq_ids qseq"),
        relation("keys", "key", RANGE, "keys", "query_key_start key_offsets kstart"),
        relation("scores", "score", RANGE, "scores", "query_score_start score_offsets start"),
    ),
    index=("tid", "i", "query_id"),
)

KEY = Entity(
    "key",
    "keys",
    (
        attribute("vector", "float", between(-1.0, 1.0), "", "components", "key_data k_data kd", STATE, extent="head_dim"),
        attribute("content", "float", between(-1.0, 1.0), "", "value", "key_value v_data vd", STATE, extent="head_dim"),
        attribute("position", "int", whole(0, 16), "", "position", "key_position key_positions kpos", STATE),
        attribute("masked", "int", code(2), "", "whether it is padding", "key_masked key_mask pad", STATE),
        attribute("mass", "float", between(0.0, 1.0), "", "attention that it gets", "key_mass key_masses mass", RESULT),
    ),
    (relation("sequence", "sequence", ONE, "sequence", "key_sequence key_seq_ids kseq", optional=True),),
    index=("tid", "j", "key_id"),
)

SCORE = Entity(
    "score",
    "scores",
    (
        attribute("value", "float", between(-2.0, 2.0), "", "value", "score_value scores s", STATE),
        attribute("probability", "float", between(0.05, 0.5), "", "probability", "score_prob probs p", STATE),
        attribute("grad", "float", between(-1.0, 1.0), "", "derivative of the loss by the probability", "score_prob_grad dprobs dp", STATE),
        attribute("visible", "int", code(2), "", "whether the query sees the key", "score_visible attn_mask vis", STATE),
        attribute("result", "float", between(0.0, 1.0), "", "computed value", "score_out scores_out s_out", RESULT),
        attribute("new_probability", "float", between(0.0, 1.0), "", "computed probability", "score_prob_out probs_out p_out", RESULT),
        attribute("value_grad", "float", between(-1.0, 1.0), "", "derivative of the loss by the value", "score_grad dscores ds", RESULT),
        attribute("mask", "int", code(2), "", "computed visibility", "score_mask_out attn_mask_out vis_out", RESULT),
        attribute("bucket", "int", whole(0, 1), "", "bucket of the distance, or -1", "score_bucket buckets bucket", RESULT),
    ),
    (
        relation("query", "query", ONE, "query", "score_query query_ids qi"),
        relation("key", "key", ONE, "key", "score_key key_ids ki", optional=True),
    ),
    index=("tid", "i", "pair_id"),
)

HEAD = Entity(
    "head",
    "heads",
    (
        attribute("slope", "float", between(0.01, 0.5), "", "slope of the distance penalty", "head_slope slopes slope"),
        attribute("weight", "float", between(0.2, 1.0), "", "weight", "head_weight head_gates hw"),
        attribute("window", "int", whole(2, 12), "", "number of positions that it looks back", "head_window windows win"),
        attribute("mass", "float", between(0.0, 1.0), "", "sum of its probabilities", "head_mass head_masses mass", RESULT),
    ),
    index=("h", "head_id", "tid"),
)

SEQUENCE = Entity(
    "sequence",
    "sequences",
    (
        attribute("limit", "int", whole(1, 6), "", "longest length", "seq_limit max_lengths limit"),
        attribute("finished", "int", code(2), "", "whether it has ended", "seq_finished finished done", STATE),
        attribute("logits", "float", between(-2.0, 2.0), "", "score of each next token", "seq_logits logits z", STATE, extent="vocabulary"),
        attribute("pages", "int", whole(-1, 10), "", "pages of memory that it uses, or -1", "page_table block_table pages", STATE, extent="max_pages"),
        attribute("length", "int", whole(0, 1), "tokens", "length", "seq_length seq_lengths len", RESULT),
        attribute("accepted", "int", whole(0, 1), "", "number of accepted tokens", "seq_accepted accepted_counts n_acc", RESULT),
        attribute("last", "int", whole(0, 1), "", "index of its last token, or -1", "seq_last last_tokens last", RESULT),
        attribute("pick", "int", whole(0, 1), "", "chosen next token", "seq_pick next_tokens pick", RESULT),
        attribute("next_finished", "int", code(2), "", "whether it has ended now", "seq_finished_out finished_out done_out", RESULT),
        attribute("adjusted", "float", between(0.0, 1.0), "", "adjusted score of each next token", "seq_logits_out logits_out z_out", RESULT, extent="vocabulary"),
        attribute("pooled", "float", between(0.0, 1.0), "", "pooled features", "seq_pooled pooled pool", RESULT, extent="width"),
    ),
    (relation("tokens", "token", RANGE, "tokens", "seq_start cu_seqlens start"),),
    index=("seq_id", "s", "tid"),
)

TOKEN = Entity(
    "token",
    "tokens",
    (
        attribute("word", "int", whole(0, 6), "", "number in the vocabulary", "token_id token_ids ids", STATE),
        attribute("draft", "int", whole(0, 6), "", "number that a draft proposed", "token_draft draft_ids draft", STATE),
        attribute("position", "int", whole(0, 16), "", "position in its sequence", "token_position positions pos", STATE),
        attribute("kind", "int", code(3), "", "segment", "token_type token_types seg", STATE),
        attribute("padding", "int", code(2), "", "whether it is padding", "token_padding padding_mask pad", STATE),
        attribute("weight", "float", between(0.2, 1.0), "", "weight", "token_weight token_weights tw", STATE),
        attribute("features", "float", between(-1.0, 1.0), "", "features", "token_features hidden_states x", STATE, extent="width"),
        attribute("mixed", "float", between(0.0, 1.0), "", "new features", "token_features_out hidden_out x_out", RESULT, extent="width"),
        attribute("place", "int", whole(0, 1), "", "new position", "token_position_out positions_out pos_out", RESULT),
        attribute("label", "int", whole(0, 1), "", "next token, or -1", "token_label labels labels", RESULT),
        attribute("slot", "int", whole(0, 1), "", "place in the cache, or -1", "token_slot slot_mapping slot", RESULT),
        attribute("segment", "int", whole(0, 1), "", "number of its run", "token_segment segment_ids run", RESULT),
        attribute("hash", "int", whole(0, 1), "", "hash of it and the tokens before it", "token_hash hashes hashed", RESULT),
    ),
    (relation("sequence", "sequence", ONE, "sequence", "token_sequence seq_ids sid", optional=True),),
    index=("tid", "t", "token_id"),
)

BEAM = Entity(
    "beam",
    "beams",
    (
        attribute("log_probability", "float", between(-8.0, -0.5), "", "logarithm of its probability", "beam_logprob logprobs logp", STATE),
        attribute("step_log_probability", "float", between(-3.0, -0.1), "", "logarithm of the probability of its last token", "beam_step_logprob step_logprobs dlogp", STATE),
        attribute("length", "int", whole(1, 12), "tokens", "length", "beam_length beam_lengths len", STATE),
        attribute("finished", "int", code(2), "", "whether it has ended", "beam_finished beam_finished done", STATE),
        attribute("next_finished", "int", code(2), "", "whether it has ended now", "beam_finished_out ended_out done_b", RESULT),
        attribute("word", "int", whole(0, 6), "", "chosen token", "beam_token beam_tokens word", STATE),
        attribute("former_word", "int", whole(0, 6), "", "token of the step before", "beam_last_token last_tokens prev_word", STATE),
        attribute("total", "float", between(0.0, 1.0), "", "new logarithm of its probability", "beam_logprob_out logprobs_out logp_out", RESULT),
        attribute("rank", "float", between(0.0, 1.0), "", "score that it is ranked by", "beam_score beam_scores rank", RESULT),
        attribute("ancestor", "int", whole(-1, 0), "", "beam that it goes back to", "beam_ancestor ancestors anc", RESULT),
        attribute("origin", "int", whole(0, 1), "", "beam that the walk back ends at", "beam_origin origins root", RESULT),
        attribute("depth", "int", whole(0, 1), "", "number of steps back", "beam_depth depths depth", RESULT),
        attribute("new_length", "int", whole(0, 1), "tokens", "new length", "beam_length_out lengths_out len_out", RESULT),
    ),
    (relation("parent", "beam", ONE, "parent", "beam_parent parents parent", optional=True),),
    index=("tid", "b", "beam_id"),
)

STATE_CELL = Entity(
    "state",
    "states",
    (
        attribute("decay", "float", between(0.5, 0.95), "", "decay of each step", "state_decay decays a", STATE, extent="steps"),
        attribute("input", "float", between(-1.0, 1.0), "", "input of each step", "state_input state_inputs u", STATE, extent="steps"),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "state_value state_values h", STATE),
        attribute("read", "float", between(-1.0, 1.0), "", "factor of its read-out", "state_readout readouts c"),
        attribute("reset", "int", whole(-1, 4), "", "step at which it begins again, or -1", "state_reset reset_steps reset"),
        attribute("outputs", "float", between(0.0, 1.0), "", "output of each step", "state_output state_outputs y", RESULT, extent="steps"),
        attribute("end", "float", between(0.0, 1.0), "", "value after the last step", "state_value_out state_values_out h_out", RESULT),
    ),
    index=("tid", "i", "state_id"),
)

ATTENTION = Schema(
    "attention and sequences",
    (QUERY, KEY, SCORE, HEAD, SEQUENCE, TOKEN, BEAM, STATE_CELL),
    (
        number("head_dim", "int", whole(4, 9), "", "components of a head", "head_dim dim d_head"),
        number("vocabulary", "int", whole(6, 10), "", "size of the vocabulary", "vocab_size num_words vocab"),
        number("width", "int", whole(4, 9), "", "number of features", "hidden_size width d_model"),
        number("max_pages", "int", whole(4, 6), "", "pages of a sequence", "max_pages pages_per_seq"),
        number("page_size", "int", whole(3, 5), "", "tokens of a page", "page_size block_size"),
        number("steps", "int", whole(4, 9), "", "number of steps", "num_steps chunk steps"),
        number("scale", "float", between(0.2, 0.6), "", "scale of scores", "sm_scale scale softmax_scale"),
        number("cap", "float", between(1.0, 4.0), "", "bound of scores", "softcap logit_cap cap"),
        number("base", "float", between(50.0, 200.0), "", "base of the angles", "rope_base theta base"),
        number("drop", "float", between(0.1, 0.5), "", "share that is dropped", "dropout_p drop p"),
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 60), "", "number of the step", "step decode_step step_index"),
        number("start", "int", whole(0, 6), "", "token that begins a sequence", "bos_id start_token bos"),
        number("stop", "int", whole(0, 6), "", "token that ends a sequence", "eos_id stop_token eos"),
        number("penalty", "float", between(1.1, 2.0), "", "penalty of repeated tokens", "repetition_penalty penalty theta_rep"),
        number("top", "int", whole(2, 5), "", "number of tokens to choose from", "top_k num_best"),
        number("temperature", "float", between(0.5, 2.0), "", "temperature", "temperature temp tau"),
        number("exponent", "float", between(0.4, 1.0), "", "exponent of the length", "length_penalty alpha exponent"),
        number("mix", "float", between(0.1, 0.9), "", "share of the token itself", "mix time_mix mu"),
        number("buckets", "int", whole(4, 8), "", "number of buckets", "num_buckets bucket_count"),
        number("ban_repeats", "bool", truth(), "", "whether repeated tokens are ruled out", "no_repeat ban_repeats"),
    ),
    {},
)
