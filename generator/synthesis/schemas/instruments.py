"""Readings of instruments: levels, pitches, headings, counts, lines that hang, codes, tables of calibration."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, bits, whole, zero
from generator.synthesis.schemas.entities import MODEL, ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

READING = Entity(
    "reading",
    "readings",
    (
        attribute("value", "float", between(-4.0, 4.0), "", "value", "reading_value values x", STATE),
        attribute("pressure", "float", between(1.0, 200.0), "uPa", "sound pressure", "reading_pressure pressures p", STATE),
        attribute("frequency", "float", between(60.0, 2000.0), "Hz", "frequency", "reading_freq frequencies f", STATE),
        attribute("heading", "float", between(-360.0, 720.0), "deg", "heading", "reading_heading headings hdg", STATE),
        attribute("velocity", "vec2", between(-2.0, 2.0), "m/s", "velocity over ground, east and north", "reading_vel velocities v", STATE),
        attribute("time", "float", between(0.0, 50.0), "s", "time", "reading_time times t", STATE),
        attribute("share", "float", between(0.05, 0.95), "", "share of all readings below it", "reading_rank shares p_below", STATE),
        attribute("tail", "float", between(0.05, 0.95), "", "share of all readings outside its two quantiles", "reading_tail tail_shares p_out", STATE),
        attribute("mean", "float", between(-1.0, 1.0), "", "mean", "reading_mean means mu", STATE),
        attribute("spread", "float", between(0.5, 2.0), "", "standard deviation", "reading_std deviations sigma", STATE),
        attribute("volume", "float", between(0.1, 4.0), "m^3", "volume", "reading_volume volumes V", STATE),
        attribute("log_gain", "float", between(-8.0, 120.0), "", "logarithm of the gain", "reading_log_gain log_gains lg", STATE),
        attribute("cosine", "float", between(-1.3, 1.3), "", "measured cosine", "reading_cos cosines c", STATE),
        attribute("word", "int", bits(16), "", "bits that were received", "reading_word words w", STATE),
        attribute("code", "int", bits(16), "", "bits that were sent", "reading_code codes c", STATE),
        attribute("count", "int", whole(0, 3), "", "number of samples in it", "reading_count counts n", STATE),
        attribute("level", "float", between(-60.0, 6.0), "dB", "level", "reading_level levels db", RESULT),
        attribute("octave", "float", between(0.0, 8.0), "", "octaves above the base frequency", "reading_octave octaves oct", RESULT),
        attribute("note", "int", whole(0, 1), "", "semitone within its octave", "reading_note notes note", RESULT),
        attribute("direction", "vec2", between(-1.0, 1.0), "", "direction", "reading_dir directions d", RESULT),
        attribute("course", "float", between(-180.0, 180.0), "deg", "course", "reading_course courses crs", RESULT),
        attribute("turns", "float", between(0.0, 1.0), "", "nearest whole number of turns", "reading_turns turns n_turn", RESULT),
        attribute("ticks", "int", whole(0, 1), "", "whole ticks", "reading_ticks ticks k", RESULT),
        attribute("rest", "float", between(0.0, 1.0), "", "part of a tick", "reading_rest rests r", RESULT),
        attribute("quantile", "float", between(-2.0, 2.0), "", "quantile", "reading_quantile quantiles q", RESULT),
        attribute("lower_quantile", "float", between(-2.0, 2.0), "", "lower quantile", "reading_quantile_low lower_quantiles q_lo", RESULT),
        attribute("radius", "float", between(0.0, 1.0), "m", "radius of the sphere of its volume", "reading_radius radii r_eq", RESULT),
        attribute("shaped", "float", between(-1.0, 1.0), "", "shaped value", "reading_result processed_values y", RESULT),
        attribute("status", "int", zero(2), "", "status: 1 where it is invalid", "reading_status statuses st", RESULT),
        attribute("errors", "int", whole(0, 1), "", "number of wrong bits", "reading_errors bit_errors n_err", RESULT),
        attribute("error_rate", "float", between(0.0, 1.0), "", "share of wrong bits", "reading_ber error_rates ber", RESULT),
        attribute("key", "int", whole(0, 1), "", "key that sorts as its value does", "reading_key sort_keys key", RESULT),
        attribute("place", "int", whole(0, 1), "", "place in the table", "reading_place places k", RESULT),
        attribute("gated", "int", zero(2), "", "1 where it counts", "reading_gated gates g", RESULT),
    ),
    (relation("station", "station", ONE, "station", "reading_station station_ids station", role=MODEL),),
    index=("tid", "i", "r"),
)

KNOT = Entity(
    "knot",
    "knots",
    (
        attribute("place", "float", ascending(-4.0, 4.0), "", "place", "knot_place breakpoints xs"),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "knot_value table ys"),
    ),
    index=("tid", "k", "knot_id"),
)

STATION = Entity(
    "station",
    "stations",
    (
        attribute("overflows", "int", whole(0, 1), "", "number of readings that overflow", "station_overflows overflow_counts n_inf", RESULT),
        attribute("active", "int", whole(0, 1), "", "number of readings with samples", "station_active active_counts n_on", RESULT),
    ),
    index=("tid", "s", "station_id"),
)

CABLE = Entity(
    "cable",
    "cables",
    (
        attribute("half_span", "float", between(0.5, 2.0), "m", "half the span", "cable_half_span half_spans l"),
        attribute("scale", "float", between(0.8, 2.0), "m", "horizontal tension over weight by length", "cable_scale scales a"),
        attribute("weight", "float", between(1.0, 5.0), "N/m", "weight by length", "cable_weight weights w"),
        attribute("sag", "float", between(0.0, 1.0), "m", "sag", "cable_sag sags sag", RESULT),
        attribute("length", "float", between(1.0, 5.0), "m", "length", "cable_length lengths s", RESULT),
        attribute("tension", "float", between(1.0, 5.0), "N", "tension at its ends", "cable_tension tensions T", RESULT),
    ),
    index=("tid", "i", "c"),
)

INSTRUMENTS = Schema(
    "instruments",
    (READING, KNOT, STATION, CABLE),
    (
        number("reference", "float", between(10.0, 30.0), "uPa", "reference pressure", "p_ref reference_pressure ref"),
        number("base", "float", between(15.0, 50.0), "Hz", "base frequency", "f_ref base_frequency f0"),
        number("rate", "float", between(2.0, 10.0), "1/s", "ticks a second", "rate tick_rate"),
        number("zone", "float", between(0.2, 1.0), "", "half width of the dead zone", "zone dead_zone"),
        number("least_deviation", "float", between(0.7, 1.2), "", "least standard deviation", "min_std sigma_min"),
        number("limit", "float", between(1.0, 2.5), "", "largest score", "z_max score_limit"),
        number("low", "float", between(-2.0, -1.0), "", "lower edge", "low edge0"),
        number("high", "float", between(1.0, 2.0), "", "upper edge", "high edge1"),
    ),
)
