"""Signals: samples in frames and channels, filters with their states, spectra, bands, voices and events."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, bits, code, truth, unit, whole
from generator.synthesis.schemas.entities import ONE, OTHER, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

SAMPLE = Entity(
    "sample",
    "samples",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "sample_value signal x", STATE),
        attribute("output", "float", between(-1.0, 1.0), "", "output value", "sample_out output y", STATE),
        attribute("filtered", "float", between(-1.0, 1.0), "", "filtered value", "sample_filtered filtered y_hat", STATE),
        attribute("left_right", "vec2", between(-1.0, 1.0), "", "values left and right", "sample_stereo stereo lr", STATE),
        attribute("pcm", "int", whole(-32768, 32768), "", "value in 16 bits", "sample_pcm pcm pcm", STATE),
        attribute("window", "float", between(0.1, 1.0), "", "weight of its window", "sample_window window win"),
        attribute("desired", "float", between(-1.0, 1.0), "", "value that is wanted", "sample_desired desired d", STATE),
        attribute("flags", "int", bits(3), "", "flags", "sample_flags sample_flags flags", RESULT),
        attribute("valid", "bool", truth(), "", "reception flag", "sample_valid valid valid", STATE),
        attribute("taken", "int", whole(0, 1), "", "number of the sample that it was read from, -1 for none", "sample_source taken_from src", RESULT),
    ),
    (
        relation("channel", "channel", ONE, "channel", "sample_channel channel_ids ch"),
        relation("frame", "frame", ONE, "frame", "sample_frame frame_ids frame", optional=True),
        relation("target", "sample", ONE, "sample that it is added to", "sample_target target_samples dst", optional=True),
        relation("taps", "tap", RANGE, "taps of its filter", "sample_tap_start tap_offsets tap_start"),
    ),
    index=("tid", "i", "t"),
)

CHANNEL = Entity(
    "channel",
    "channels",
    (
        attribute("gain", "float", between(0.5, 4.0), "", "gain", "channel_gain gains gain"),
        attribute("drive", "float", between(0.5, 4.0), "", "drive into its dynamics", "channel_drive drives drive"),
        attribute("pan", "float", between(0.0, 1.0), "", "place between left and right", "channel_pan pans pan"),
        attribute("muted", "bool", truth(), "", "mute flag", "channel_muted muted muted"),
        attribute("solo", "bool", truth(), "", "solo flag", "channel_solo solo solo"),
        attribute("mode", "int", code(4), "", "kind of filter", "channel_mode filter_modes mode"),
        attribute("forward", "vec3", between(-0.5, 0.5), "", "forward coefficients of its filter", "channel_b forward_coefs b"),
        attribute("backward", "vec2", between(-0.4, 0.4), "", "backward coefficients of its filter", "channel_a backward_coefs a"),
        attribute("memory", "vec2", between(-0.5, 0.5), "", "state of its filter", "channel_state filter_states z", STATE),
        attribute("block", "float", between(-1.0, 1.0), "", "samples of its block", "channel_block blocks blk", STATE, extent="8"),
        attribute("block_out", "float", between(-1.0, 1.0), "", "output samples of its block", "channel_block_out output_blocks blk_out", RESULT, extent="8"),
        attribute("level", "float", between(0.0, 1.0), "", "level of its envelope", "channel_level levels env", STATE),
        attribute("attack", "float", between(0.2, 0.6), "", "share of the way up in a step", "channel_attack attacks att"),
        attribute("release", "float", between(0.02, 0.2), "", "share of the way down in a step", "channel_release releases rel"),
        attribute("mix", "float", between(0.0, 0.2), "", "sum of its voices", "channel_mix mixes mix", RESULT),
        attribute("peak", "float", between(0.0, 0.2), "", "largest size of a sample", "channel_peak peaks peak", RESULT),
        attribute("energy", "float", between(0.0, 1.0), "", "sum of the squares", "channel_energy energies e", RESULT),
        attribute("clip_count", "int", whole(0, 1), "", "number of clipped samples", "channel_clip_count clip_counts n_clip", RESULT),
        attribute("nibbles", "int", whole(0, 16), "", "codes of four bits", "channel_nibbles nibbles nib", STATE, extent="8"),
        attribute("code", "int", whole(0, 256), "", "codes of eight bits", "channel_bytes byte_codes u8", STATE, extent="8"),
        attribute("pcm", "int", whole(-32768, 32768), "", "samples of 16 bits", "channel_pcm channel_samples pcm", STATE, extent="8"),
        attribute("predictor", "int", whole(-32768, 32768), "", "predicted sample", "channel_predictor predictors pred", STATE),
        attribute("step_index", "int", whole(0, 89), "", "place in the table of steps", "channel_step_index step_indices idx", STATE),
        attribute("cutoff", "float", between(0.05, 0.5), "", "coefficient of the frequency of its filter", "channel_cutoff cutoffs f"),
        attribute("damping", "float", between(0.5, 1.5), "", "damping of its filter", "channel_damping dampings q"),
        attribute("volume", "float", between(0.0, 1.0), "", "volume", "channel_volume volumes vol", STATE),
        attribute("program", "int", whole(0, 128), "", "number of the instrument that it plays", "channel_program programs prog", STATE),
        attribute("held", "int", whole(0, 4), "", "number of keys that are down", "channel_held held_keys n_held", STATE),
        attribute("pedal", "bool", truth(), "", "state of its pedal", "channel_pedal pedals pedal", STATE),
        attribute("head", "int", whole(0, 8), "", "place in its ring that is written next", "channel_head write_heads head", STATE),
        attribute("ring", "float", between(-1.0, 1.0), "", "samples of its ring", "channel_ring ring_buffers ring", STATE, extent="8"),
        attribute("delay", "int", whole(1, 9), "", "delay in samples", "channel_delay delays delay"),
        attribute("delayed", "float", between(-1.0, 1.0), "", "delayed sample", "channel_delayed delayed_samples yd", RESULT),
        attribute("crossings", "int", whole(0, 1), "", "number of zero crossings", "channel_crossings zero_crossings n_zero", RESULT),
        attribute("silent", "int", whole(0, 20), "", "count of silent blocks", "channel_silent silent_counts n_silent", STATE),
        attribute("active", "bool", truth(), "", "activity flag", "channel_active active active", RESULT),
    ),
    (
        relation("bus", "channel", ONE, "channel that it is mixed into", "channel_bus buses bus", optional=True, leads=OTHER),
        relation("table", "table", ONE, "table of steps", "channel_table step_tables table"),
        relation("events", "event", RANGE, "events of its block", "channel_event_start event_offsets e_start"),
    ),
    index=("c", "channel_id", "tid"),
)

TABLE = Entity(
    "table",
    "tables",
    (
        attribute("steps", "int", ascending(7, 32768), "", "steps", "table_steps step_sizes steps", extent="89"),
        attribute("changes", "int", whole(-8, 9), "", "changes of the place by code", "table_changes index_changes changes", extent="16"),
    ),
    index=("t", "table_id", "tid"),
)

EVENT = Entity(
    "event",
    "events",
    (
        attribute("type", "int", code(5), "", "type", "event_type event_types kind", STATE),
        attribute("value", "int", whole(0, 128), "", "value", "event_value event_values val", STATE),
        attribute("note", "int", whole(60, 72), "", "note", "event_note event_notes note", STATE),
        attribute("voice_id", "int", whole(0, 1), "", "number of the voice that it went to, -1 for none", "event_voice event_voices vid", RESULT),
        attribute("done", "bool", truth(), "", "completion flag", "event_done event_done done", STATE),
    ),
    (relation("voices", "voice", RANGE, "voices that it may use", "event_voice_start voice_ranges v_start"),),
    index=("e", "event_id", "tid"),
)

FRAME = Entity(
    "frame",
    "frames",
    (
        attribute("energy", "float", between(0.0, 1.0), "", "energy", "frame_energy frame_energies e", RESULT),
        attribute("mean", "float", between(-0.5, 0.5), "", "mean", "frame_mean frame_means mean", STATE),
        attribute("peak", "int", whole(0, 1), "", "number of its largest sample, -1 for none", "frame_peak frame_peaks k_max", RESULT),
        attribute("voiced", "bool", truth(), "", "voicing flag", "frame_voiced voiced voiced", RESULT),
        attribute("crossings", "int", whole(0, 1), "", "number of zero crossings", "frame_crossings frame_crossings n_zero", RESULT),
        attribute("length", "int", whole(1, 10), "", "number of samples", "frame_length frame_lengths len", STATE),
        attribute("missing", "int", whole(0, 1), "", "number of samples that were not received", "frame_missing missing_counts n_miss", RESULT),
        attribute("phase", "float", between(0.0, 3.0), "rad", "phase in a step", "frame_phase phase_steps dphi", STATE),
        attribute("block", "float", between(-1.0, 1.0), "", "values of its block", "frame_block frame_blocks blk", STATE, extent="16"),
        attribute("correlation", "float", between(0.0, 1.0), "", "largest correlation", "frame_corr correlations corr", RESULT),
        attribute("period", "int", whole(0, 1), "", "period in samples, 0 for none", "frame_period periods period", RESULT),
        attribute("spectrum", "vec2", between(-1.0, 1.0), "", "real and imaginary part", "frame_spectrum frame_spectra X", RESULT),
    ),
    (relation("samples", "sample", RANGE, "samples", "frame_start frame_offsets start"),),
    index=("frame", "f", "tid"),
)

TAP = Entity(
    "tap",
    "taps",
    (
        attribute("weight", "float", between(-0.5, 0.5), "", "weight", "tap_weight coefficients h", STATE),
        attribute("lag", "int", whole(0, 6), "", "lag in samples", "tap_lag lags lag"),
        attribute("weight_out", "float", between(-0.5, 0.5), "", "new weight", "tap_weight_out new_coefficients h_out", RESULT),
    ),
    (relation("source", "sample", ONE, "sample that it reads", "tap_source tap_sources src"),),
    index=("k", "tap_id", "tid"),
)

BIN = Entity(
    "bin",
    "bins",
    (
        attribute("value", "vec2", between(-1.0, 1.0), "", "real and imaginary part", "bin_value spectrum X", STATE),
        attribute("output", "vec2", between(-1.0, 1.0), "", "new real and imaginary part", "bin_out new_spectrum Y", RESULT),
        attribute("twiddle", "vec2", unit(), "", "root of unity", "bin_twiddle twiddles w"),
        attribute("power", "float", between(0.0, 1.0), "", "power", "bin_power powers p", STATE),
        attribute("noise", "float", between(0.1, 0.8), "", "power of the noise", "bin_noise noise_powers pn", STATE),
        attribute("filter", "vec2", between(-1.0, 1.0), "", "response of a filter", "bin_filter responses H"),
        attribute("frequency", "float", between(0.0, 8.0), "kHz", "frequency", "bin_freq frequencies freq"),
        attribute("reversed", "int", whole(0, 1), "", "number with its bits in reverse", "bin_reversed bit_reversed rev", RESULT),
        attribute("peak", "bool", truth(), "", "peak mark", "bin_peak peaks is_peak", RESULT),
    ),
    (
        relation("partner", "bin", ONE, "bin that it is joined with", "bin_partner partners pair", leads=OTHER),
    ),
    index=("k", "bin_id", "tid"),
)

BAND = Entity(
    "band",
    "bands",
    (
        attribute("low", "float", between(0.0, 2.0), "kHz", "lower edge", "band_low low_edges f_lo"),
        attribute("center", "float", between(3.0, 4.0), "kHz", "centre", "band_center centers f_c"),
        attribute("high", "float", between(5.0, 8.0), "kHz", "upper edge", "band_high high_edges f_hi"),
        attribute("energy", "float", between(0.0, 1.0), "", "energy", "band_energy band_energies e", RESULT),
        attribute("count", "int", whole(0, 1), "", "number of bins above their noise", "band_peaks loud_counts n_loud", RESULT),
    ),
    (relation("bins", "bin", RANGE, "bins", "band_start bin_offsets start"),),
    index=("b", "band_id", "tid"),
)

VOICE = Entity(
    "voice",
    "voices",
    (
        attribute("stage", "int", code(5), "", "stage of its envelope", "voice_stage stages stage", STATE),
        attribute("level", "float", between(0.0, 1.0), "", "level of its envelope", "voice_level voice_levels lvl", STATE),
        attribute("attack", "float", between(0.05, 0.3), "", "rise in a step", "voice_attack attack_rates att"),
        attribute("decay", "float", between(0.02, 0.2), "", "fall in a step", "voice_decay decay_rates dec"),
        attribute("sustain", "float", between(0.3, 0.8), "", "level that it holds", "voice_sustain sustain_levels sus"),
        attribute("release", "float", between(0.02, 0.2), "", "fall in a step after the key is up", "voice_release release_rates rel"),
        attribute("gate", "bool", truth(), "", "gate", "voice_gate gates gate", STATE),
        attribute("held", "bool", truth(), "", "whether the pedal holds it", "voice_held pedal_held held", STATE),
        attribute("note", "int", whole(60, 72), "", "note", "voice_note notes note", STATE),
        attribute("age", "int", whole(0, 100), "", "age in steps", "voice_age ages age", STATE),
        attribute("phase", "float", between(0.0, 1.0), "", "phase of its oscillator in turns", "voice_phase phases ph", STATE),
        attribute("increment", "float", between(0.01, 0.4), "", "turns in a step", "voice_increment phase_increments inc"),
        attribute("wave", "int", code(4), "", "form of its wave", "voice_wave wave_forms wave"),
        attribute("sample", "float", between(-1.0, 1.0), "", "value of its wave", "voice_sample wave_values osc", STATE),
        attribute("output", "float", between(-1.0, 1.0), "", "output", "voice_out voice_outputs out", STATE),
        attribute("free", "bool", truth(), "", "availability", "voice_free free_voices free", RESULT),
    ),
    (relation("channel", "channel", ONE, "channel", "voice_channel voice_channels ch", optional=True),),
    index=("v", "voice_id", "tid"),
)

SIGNALS = Schema(
    "signals",
    (SAMPLE, CHANNEL, TABLE, EVENT, FRAME, TAP, BIN, BAND, VOICE),
    (
        number("threshold", "float", between(0.3, 0.7), "", "threshold", "threshold thresh"),
        number("ratio", "float", between(2.0, 8.0), "", "ratio of a compressor", "ratio compression"),
        number("step", "float", between(0.01, 0.1), "", "step size of the adaptation", "mu step_size"),
        number("leak", "float", between(0.001, 0.05), "", "share that is forgotten in a step", "leak leakage"),
        number("lag", "int", whole(1, 5), "", "lag in samples", "lag delay"),
        number("stride", "int", whole(2, 4), "", "ratio of the two sample rates", "rate_ratio factor"),
        number("bit_count", "int", whole(6, 9), "", "bits of a number", "num_bits bits"),
        number("hold", "int", whole(5, 12), "", "silent blocks after which a channel is switched off", "hold hold_blocks"),
        number("voice_hold", "int", whole(20, 60), "steps", "age up to which a voice is kept", "min_age voice_hold"),
        number("mix", "float", between(0.1, 0.9), "", "share of the new signal", "alpha mix"),
        number("wet", "float", between(0.1, 0.9), "", "share of the delayed signal", "wet mix"),
        number("solo_mode", "bool", truth(), "", "whether solo channels alone are heard", "solo_mode solo_active"),
    ),
    {
        "FilterMode": ("LOW", "HIGH", "BAND", "NOTCH"),
        "EventType": ("KEY_DOWN", "KEY_UP", "VOLUME", "PROGRAM", "PEDAL"),
        "Stage": ("OFF", "ATTACK", "DECAY", "SUSTAIN", "RELEASE"),
        "Wave": ("SAW", "SQUARE", "TRIANGLE", "PULSE"),
    },
)
