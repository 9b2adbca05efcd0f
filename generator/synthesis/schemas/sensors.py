"""Sensors on moving bodies: what they are fixed to, what they feel and see, and how it is kept."""

from __future__ import annotations

from enum import IntEnum

from generator.synthesis.schemas.domains import between, bits, code, downward, pose, rotation, truth, unit, whole, zero
from generator.synthesis.schemas.entities import (
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


class SensorKind(IntEnum):
    """What a sensor measures."""

    POSITION = 0
    ORIENTATION = 1
    VELOCITY = 2
    GYRO = 3
    ACCELERATION = 4
    DISTANCE = 5


SENSOR = Entity(
    "sensor",
    "sensors",
    (
        attribute("kind", "int", code(6), "", "type", "sensor_type sensor_types stype"),
        attribute("cutoff", "float", between(-0.5, 1.0), "", "cutoff, zero or less for none", "sensor_cutoff cutoffs cut"),
        attribute("gain", "float", between(0.5, 1.5), "", "gain", "sensor_gain gains gain"),
        attribute("offset", "float", between(-0.1, 0.1), "", "offset", "sensor_offset offsets off"),
        attribute("alignment", "mat33", rotation(), "", "alignment", "sensor_alignment alignments R_s"),
        attribute("bias", "vec3", between(-0.1, 0.1), "", "bias", "sensor_bias biases bias", STATE),
        attribute("radius", "float", between(0.3, 1.5), "m", "radius", "sensor_radius radii rad"),
        attribute("period", "int", whole(1, 6), "", "period", "sensor_period periods per"),
        attribute("phase", "int", whole(0, 6), "", "phase", "sensor_phase phases ph"),
        attribute("delay", "int", whole(0, 6), "", "delay in readings", "sensor_delay delays dly"),
        attribute("lag", "float", between(0.0, 5.0), "", "delay in fractions of a reading", "sensor_lag lags lag"),
        attribute("resolution", "float", between(0.01, 0.1), "", "resolution", "sensor_resolution resolutions res"),
        attribute("low", "float", between(-0.5, -0.1), "", "lower threshold", "sensor_low low_thresholds thr_lo"),
        attribute("high", "float", between(0.1, 0.5), "", "upper threshold", "sensor_high high_thresholds thr_hi"),
        attribute("lowest", "float", between(-0.9, -0.5), "", "lowest reading", "sensor_min lowest_readings y_min"),
        attribute("highest", "float", between(0.5, 0.9), "", "highest reading", "sensor_max highest_readings y_max"),
        attribute("angle", "float", between(-7.0, 7.0), "rad", "angle of its shaft", "sensor_angle encoder_angles phi", STATE),
        attribute("raw", "float", between(-1.0, 1.0), "", "raw reading", "sensor_raw raw_readings raw", STATE),
        attribute("reading", "float", between(-1.0, 1.0), "", "reading", "sensor_reading readings y", STATE),
        attribute("valid", "bool", truth(), "", "validity", "sensor_valid valid ok", STATE),
        attribute("status", "int", bits(3), "", "status bits", "sensor_status status st", STATE),
        attribute("silent", "int", whole(0, 10), "", "steps without a reading", "sensor_silent silent_steps nsil", STATE),
        attribute("level", "int", whole(0, 2), "", "state of its switch", "sensor_level levels lvl", STATE),
        attribute("data", "float", between(-1.0, 1.0), "", "data", "sensordata sensor_values data", STATE, "4"),
        attribute("sector_range", "float", zero(), "m", "shortest range in each sector", "sensor_sector_ranges sector_ranges r_sec", RESULT, "8"),
        attribute("history", "float", between(-1.0, 1.0), "", "stored readings", "sensor_history histories hist", STATE, "8"),
        attribute("force", "vec3", zero(), "N", "force", "sensor_force sensor_forces f_s", RESULT),
        attribute("torque", "vec3", zero(), "N m", "torque", "sensor_torque sensor_torques tau_s", RESULT),
        attribute("normal_force", "float", zero(), "N", "normal force", "sensor_touch touch_forces touch", RESULT),
        attribute("hits", "int", zero(), "", "number of hits", "sensor_hit_count hit_counts nhit", RESULT),
        attribute("point", "vec3", zero(), "m", "middle of its contacts", "sensor_point sensor_points p_s", RESULT),
        attribute("angular", "vec3", zero(), "rad/s", "angular velocity", "sensor_gyro gyro_readings gyro", RESULT),
        attribute("linear", "vec3", between(-1.0, 1.0), "m/s^2", "acceleration", "sensor_accel accel_readings acc", RESULT),
        attribute("relative", "transform", zero(), "m", "relative pose", "sensor_relative relative_poses X_rel", RESULT),
        attribute("nearest", "float", between(2.0, 5.0), "m", "nearest distance", "sensor_range ranges rng", STATE),
        attribute("closest", "int", zero(), "", "nearest ray, or -1", "sensor_ray nearest_rays ray_id", RESULT),
        attribute("ticks", "int", zero(), "", "ticks", "sensor_ticks encoder_ticks ticks", RESULT),
        attribute("events", "int", zero(), "", "events", "sensor_events event_counts nev", RESULT),
    ),
    (
        relation("site", "site", ONE, "site", "sensor_site sensor_sites site_id", optional=True, apart="sites"),
        relation("frame", "site", ONE, "reference site", "sensor_ref sensor_frames ref_id", optional=True, apart="sites"),
        relation("rays", "ray", RANGE, "rays", "sensor_ray_start ray_offsets ray_adr"),
        relation("twin", "sensor", ONE, "twin", "sensor_twin twins twin", optional=True, leads=OTHER),
    ),
    index=("sensorid", "tid", "s"),
)

SITE = Entity(
    "site",
    "sites",
    (
        attribute("local_pose", "transform", pose(), "m", "pose on its body", "site_transform local_poses X_bs"),
        attribute("pose", "transform", pose(), "m", "pose", "site_pose site_poses X_s", STATE),
        attribute("size", "vec3", between(0.3, 1.5), "m", "size", "site_size sizes size"),
    ),
    (relation("body", "body", ONE, "body", "site_body site_bodies sb", optional=True),),
    index=("siteid", "tid", "i"),
)

BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "m", "pose", "body_q poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "twist at its origin", "body_qd twists V", STATE),
        attribute("change", "spatial_vector", between(-1.0, 1.0), "m/s^2, rad/s^2", "acceleration at its origin", "body_qdd accelerations A", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N, N m", "force and torque about its origin", "body_f wrenches F", STATE),
    ),
    index=("bodyid", "tid", "b"),
)

TOUCH = Entity(
    "touch",
    "contacts",
    (
        attribute("point", "vec3", between(-1.0, 1.0), "m", "position", "contact_pos contact_points cp", STATE),
        attribute("normal", "vec3", unit(), "", "normal, from the first body to the second", "contact_normal contact_normals cn", STATE),
        attribute("push", "float", between(-0.5, 5.0), "N", "normal force", "contact_force normal_forces fn", STATE),
        attribute("distance", "float", between(-0.1, 0.1), "m", "distance", "contact_dist distances dist", STATE),
        attribute("slot", "int", zero(), "", "slot, or -1", "contact_slot slots slot", RESULT),
    ),
    (
        relation("a", "body", ONE, "first body", "contact_bodies contact_pairs cb", optional=True, group="bodies"),
        relation("b", "body", ONE, "second body", "contact_bodies contact_pairs cb", optional=True, group="bodies"),
        relation("sensor", "sensor", ONE, "sensor", "contact_sensor contact_sensors cs", optional=True, role=MODEL),
    ),
    index=("conid", "tid", "c"),
)

RAY = Entity(
    "ray",
    "rays",
    (
        attribute("direction", "vec3", unit(), "", "direction", "ray_dir ray_directions d"),
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "ray_weight ray_weights w"),
        attribute("distance", "float", between(-0.5, 3.0), "m", "distance, below zero where it hits nothing", "ray_dist ray_distances t", STATE),
        attribute("hit", "vec3", zero(), "m", "hit", "ray_hit ray_hits hit", RESULT),
        attribute("ball", "int", zero(), "", "ball that is hit, or -1", "ray_geom ray_geoms gid", RESULT),
        attribute("sector", "int", whole(0, 8), "", "sector", "ray_sector sectors sec"),
    ),
    (relation("sensor", "sensor", ONE, "sensor", "ray_sensor ray_sensors rs"),),
    index=("rayid", "tid", "r"),
)

BALL = Entity(
    "ball",
    "spheres",
    (
        attribute("center", "vec3", between(-2.0, 2.0), "m", "centre", "ball_pos ball_centers bc", STATE),
        attribute("radius", "float", between(0.2, 0.8), "m", "radius", "ball_radius ball_radii br"),
        attribute("seen", "int", zero(), "", "number of rays that hit it", "ball_seen seen_counts nseen", RESULT),
    ),
    index=("ballid", "b", "tid"),
)

SENSORS = Schema(
    "sensors",
    (SENSOR, SITE, BODY, TOUCH, RAY, BALL),
    (
        number("gravity", "vec3", downward(-10.0, -5.0), "m/s^2", "gravity", "gravity g gravity_vec"),
        number("dt", "float", between(0.002, 0.02), "s", "time step", "dt timestep sim_dt"),
        number("step", "int", whole(0, 12), "", "number of the step", "step step_count frame"),
        number("smoothing", "float", between(0.1, 0.9), "", "weight of the new reading", "alpha smoothing filter_coef"),
        number("far", "float", between(1.5, 2.5), "m", "largest range", "max_range far range_max"),
        number("patience", "int", whole(2, 8), "", "steps until a sensor counts as lost", "timeout patience max_silent"),
        number("release_steps", "int", whole(2, 8), "", "missed steps after which a contact ends", "release_steps debounce_steps max_missed"),
        number("slots", "int", whole(2, 6), "", "number of contacts that a sensor keeps", "max_matches num_slots nmatch"),
        number("ticks_per_turn", "int", whole(64, 1025), "", "ticks of a turn", "ticks_per_rev counts_per_rev cpr"),
    ),
    {SensorKind.__name__: tuple(SensorKind.__members__)},
)
