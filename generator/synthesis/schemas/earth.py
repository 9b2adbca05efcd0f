"""The earth: air in columns, cells of a globe, rivers and terrain, parcels that drift."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, unit, whole
from generator.synthesis.schemas.entities import (
    FIXED,
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

COLUMN = Entity(
    "column",
    "columns",
    (
        attribute("surface_temperature", "float", between(2.6, 3.1), "hK", "temperature of the ground", "column_surface_temp surface_temps ts", STATE),
        attribute("surface_pressure", "float", between(1.0, 1.1), "bar", "pressure at the ground", "column_surface_pressure surface_pressures ps", STATE),
        attribute("latitude", "float", between(-1.5, 1.5), "rad", "latitude", "column_latitude latitudes lat"),
        attribute("albedo", "float", between(0.1, 0.6), "", "albedo", "column_albedo albedos albedo"),
        attribute("land", "int", code(3), "", "kind of ground", "column_surface_type surface_types land"),
        attribute("snow", "float", between(0.0, 0.2), "m", "snow, as a depth of water", "column_snow snow_depths snow", STATE),
        attribute("sunlight", "float", between(0.0, 1.0), "", "sunlight that is taken up, as a share of that from overhead", "column_sunlight sunlight sw", RESULT),
        attribute("water", "float", between(0.0, 1.0), "t/m^2", "mass of the water in it", "column_water water_paths wp_out", RESULT),
        attribute("rain", "float", between(0.0, 1.0), "m", "depth of rain", "column_rain rain rain", RESULT),
        attribute("base", "int", whole(0, 1), "", "lowest level with clouds, or -1", "column_cloud_base cloud_bases base", RESULT),
        attribute("cloudy", "int", whole(0, 1), "", "number of levels with clouds", "column_cloud_count cloud_counts n_cld", RESULT),
        attribute("raining", "int", whole(0, 1), "", "number of levels that water falls from", "column_rain_count rain_counts n_rain", RESULT),
        attribute("outgoing", "float", between(0.0, 1.0), "kW/m^2", "radiation to space", "column_olr outgoing olr", RESULT),
        attribute("next_snow", "float", between(0.0, 1.0), "m", "next snow, as a depth of water", "column_snow_out snow_out snow_out", RESULT),
        attribute("melt", "float", between(0.0, 1.0), "m", "snow that melts, as a depth of water", "column_melt melt melt", RESULT),
    ),
    (relation("levels", "level", RANGE, "levels, lowest first", "column_level_start level_offsets start"),),
    index=("col", "c", "tid"),
)

LEVEL = Entity(
    "level",
    "levels",
    (
        attribute("temperature", "float", between(2.2, 3.0), "hK", "temperature", "level_temp temps t", STATE),
        attribute("pressure", "float", between(0.05, 1.0), "bar", "pressure", "level_pressure pressures p", STATE),
        attribute("vapour", "float", between(0.0, 0.02), "", "mixing ratio of vapour", "level_vapour vapour qv", STATE),
        attribute("cloud", "float", between(0.0, 0.01), "", "mixing ratio of cloud water", "level_cloud cloud_water qc", STATE),
        attribute("thickness", "float", between(0.1, 0.5), "km", "thickness", "level_dz thicknesses dz"),
        attribute("density", "float", between(0.5, 1.2), "kg/m^3", "density", "level_density densities rho", STATE),
        attribute("absorption", "float", between(0.05, 0.4), "", "share of radiation that it absorbs", "level_emissivity emissivities eps"),
        attribute("saturation", "float", between(0.0, 1.0), "", "mixing ratio at saturation", "level_saturation saturations qs", RESULT),
        attribute("humidity", "float", between(0.0, 1.0), "", "relative humidity", "level_humidity humidity rh", RESULT),
        attribute("potential", "float", between(0.0, 1.0), "hK", "potential temperature", "level_theta thetas theta", RESULT),
        attribute("heating", "float", between(0.0, 1.0), "kW/m^2", "heating", "level_heating heating q_heat", RESULT),
        attribute("next_temperature", "float", between(0.0, 1.0), "hK", "next temperature", "level_temp_out temps_out t_out", RESULT),
        attribute("next_vapour", "float", between(0.0, 1.0), "", "next mixing ratio of vapour", "level_vapour_out vapour_out qv_out", RESULT),
        attribute("next_cloud", "float", between(0.0, 1.0), "", "next mixing ratio of cloud water", "level_cloud_out cloud_out qc_out", RESULT),
        attribute("next_pressure", "float", between(0.0, 1.0), "bar", "computed pressure", "level_pressure_out pressures_out p_out", RESULT),
        attribute("stable", "int", code(2), "", "whether it is stable", "level_stable stable stable", RESULT),
    ),
    (relation("column", "column", ONE, "column", "level_column level_columns col_id"),),
    index=("tid", "k", "level_id"),
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("depth", "float", between(0.5, 2.0), "km", "depth of the water", "cell_depth depths h", STATE),
        attribute("velocity", "vec2", between(-1.0, 1.0), "km/d", "velocity", "cell_velocity cell_velocities u", STATE),
        attribute("coriolis", "float", between(-1.0, 1.0), "1/d", "Coriolis parameter", "cell_coriolis coriolis f_c"),
        attribute("tracer", "float", between(0.0, 1.0), "kg/km^3", "concentration of the tracer", "cell_tracer tracers c", STATE),
        attribute("wet", "int", code(2), "", "whether it holds water", "cell_wet wet_mask wet", STATE),
        attribute("flags", "int", bits(3), "", "flags", "cell_flags cell_flags flags"),
        attribute("area", "float", between(0.5, 2.0), "km^2", "area", "cell_area areas area"),
        attribute("basin", "int", whole(0, 40), "", "number of its basin", "cell_basin basins label", STATE),
        attribute("next_depth", "float", between(0.0, 1.0), "km", "next depth", "cell_depth_out depths_out h_out", RESULT),
        attribute("next_velocity", "vec2", between(0.0, 1.0), "km/d", "next velocity", "cell_velocity_out velocities_out u_out", RESULT),
        attribute("next_tracer", "float", between(0.0, 1.0), "kg/km^3", "next concentration of the tracer", "cell_tracer_out tracers_out c_out", RESULT),
        attribute("next_wet", "int", code(2), "", "whether it holds water next", "cell_wet_out wet_out wet_out", RESULT),
        attribute("next_basin", "int", whole(0, 1), "", "next number of its basin", "cell_basin_out basins_out label_out", RESULT),
        attribute("exchange", "float", between(-10.0, 5.0), "km^3/d", "sum of the flows of water into it", "cell_inflow inflows inflow", RESULT),
        attribute("tracer_exchange", "float", between(-5.0, 5.0), "kg/d", "sum of the flows of the tracer into it", "cell_tracer_inflow tracer_inflows inflow_c", RESULT),
        attribute("shore", "int", whole(0, 1), "", "number of sides at land or border", "cell_shore_count shore_counts n_shore", RESULT),
    ),
    (relation("sides", "cell", FIXED, "four neighbours, -1 at the border", "cell_neighbors neighbors nbr", optional=True, count=4, leads=OTHER),),
    index=("tid", "i", "cell_id"),
)

FACE = Entity(
    "face",
    "faces",
    (
        attribute("normal", "vec2", unit(), "", "direction from the first cell to the second", "face_normal face_normals n"),
        attribute("length", "float", between(0.5, 1.5), "km", "length", "face_length face_lengths len"),
        attribute("flux", "float", between(0.0, 1.0), "km^3/d", "flux of water", "face_flux face_fluxes flux", RESULT),
        attribute("tracer_flux", "float", between(0.0, 1.0), "kg/d", "flux of the tracer", "face_tracer_flux tracer_fluxes flux_c", RESULT),
        attribute("closed", "int", code(2), "", "whether nothing passes", "face_closed closed_faces closed"),
    ),
    (
        relation("left", "cell", ONE, "first cell", "face_cells face_cells pair", optional=True, group="sides"),
        relation("right", "cell", ONE, "second cell", "face_cells face_cells pair", optional=True, group="sides"),
    ),
    index=("tid", "f", "face_id"),
)

REACH = Entity(
    "reach",
    "reaches",
    (
        attribute("storage", "float", between(0.0, 2.0), "km^3", "water in it", "reach_storage storages s", STATE),
        attribute("inflow", "float", between(0.0, 1.0), "km^3/d", "inflow from the land", "reach_runoff runoff q_land", STATE),
        attribute("delay", "float", between(0.1, 0.5), "d", "time of passage", "reach_delay delays k_res"),
        attribute("capacity", "float", between(1.0, 1.8), "km^3", "water that it holds at most", "reach_capacity capacities s_max"),
        attribute("seepage", "float", between(0.05, 0.3), "1/d", "share that seeps away", "reach_seepage seepage_rates k_seep"),
        attribute("spilled", "float", between(0.0, 1.0), "km^3", "water that spilled", "reach_spill spills spill", RESULT),
        attribute("order", "int", whole(1, 5), "", "stream order", "reach_order orders ord", STATE),
        attribute("dammed", "int", code(2), "", "whether a dam holds it", "reach_dammed dams dam"),
        attribute("outflow", "float", between(0.0, 4.0), "km^3/d", "outflow", "reach_outflow outflows q", RESULT),
        attribute("received", "float", between(0.0, 1.0), "km^3/d", "inflow from above", "reach_upstream upstream q_up", RESULT),
        attribute("next_storage", "float", between(0.0, 1.0), "km^3", "next amount of water", "reach_storage_out storages_out s_out", RESULT),
        attribute("sources", "int", whole(0, 1), "", "number of reaches that flow into it", "reach_source_count source_counts n_src", RESULT),
        attribute("highest", "int", whole(0, 1), "", "highest stream order found", "reach_max_order max_orders ord_max", RESULT),
        attribute("mouth", "int", whole(0, 1), "", "reach that it ends in", "reach_mouth mouths mouth", RESULT),
    ),
    (relation("below", "reach", ONE, "next reach downstream", "reach_downstream downstream down", optional=True, leads=OTHER),),
    index=("tid", "r", "reach_id"),
)

PARCEL = Entity(
    "parcel",
    "parcels",
    (
        attribute("position", "vec2", between(-1.0, 1.0), "km", "position", "parcel_position parcel_positions xp", STATE),
        attribute("mass", "float", between(0.1, 1.0), "kg", "mass", "parcel_mass masses m", STATE),
        attribute("age", "int", whole(0, 20), "", "age in steps", "parcel_age ages age", STATE),
        attribute("stranded", "int", code(2), "", "whether it is stranded", "parcel_stranded stranded beached", STATE),
        attribute("next_position", "vec2", between(0.0, 1.0), "km", "next position", "parcel_position_out positions_out xp_out", RESULT),
        attribute("next_stranded", "int", code(2), "", "whether it is stranded next", "parcel_stranded_out stranded_out beached_out", RESULT),
        attribute("next_mass", "float", between(0.0, 1.0), "kg", "next mass", "parcel_mass_out masses_out m_out", RESULT),
        attribute("next_age", "int", whole(0, 1), "", "next age", "parcel_age_out ages_out age_out", RESULT),
    ),
    (relation("cell", "cell", ONE, "cell that it is in", "parcel_cell parcel_cells pcell", optional=True),),
    index=("tid", "p", "parcel_id"),
)

GROUND = Entity(
    "ground",
    "grid points",
    (
        attribute("elevation", "float", between(0.0, 1.0), "km", "elevation", "ground_elevation elevations z", STATE),
        attribute("water", "float", between(0.0, 0.2), "km", "depth of standing water", "ground_water water_depths w", STATE),
        attribute("lake", "int", code(2), "", "whether a lake is there", "ground_lake lake_mask lake"),
        attribute("direction", "int", whole(0, 1), "", "side that water leaves by, or -1", "ground_direction flow_directions dir", RESULT),
        attribute("steepness", "float", between(0.0, 1.0), "", "steepness", "ground_slope slopes slope", RESULT),
        attribute("lower_count", "int", whole(0, 1), "", "number of lower neighbours", "ground_lower_count lower_counts n_low", RESULT),
        attribute("next_water", "float", between(0.0, 1.0), "km", "next depth of standing water", "ground_water_out water_out w_out", RESULT),
        attribute("upward", "vec3", unit(), "", "surface normal", "ground_normal ground_normals nrm", STATE),
        attribute("grade", "float", between(0.0, 1.0), "", "slope", "ground_grade grades grade", STATE),
    ),
    dimensions=2,
    index=("i", "j", "k"),
    bounded=True,
)

EARTH = Schema(
    "earth",
    (COLUMN, LEVEL, CELL, FACE, REACH, PARCEL, GROUND),
    (
        number("dt", "float", between(0.01, 0.1), "d", "time step", "dt time_step h"),
        number("declination", "float", between(-0.4, 0.4), "rad", "declination of the sun", "declination decl sun_decl"),
        number("hour", "float", between(-3.0, 3.0), "rad", "hour angle", "hour_angle hour"),
        number("threshold", "float", between(0.001, 0.008), "", "cloud water from which it rains", "rain_threshold threshold qc_crit"),
        number("least_cloud", "float", between(0.001, 0.008), "", "cloud water from which a level counts as cloudy", "cloud_threshold min_cloud qc_min"),
        number("freezing", "float", between(2.7, 2.76), "hK", "temperature of freezing", "t_freeze freezing melting_point"),
        number("melting", "float", between(0.1, 1.0), "m/hK/d", "degree-day factor of melt", "melt_factor degree_day melting"),
        number("gravity", "float", between(0.5, 1.5), "km/d^2", "gravity, in scaled units", "gravity g"),
        number("gravity_ratio", "float", between(0.5, 1.5), "", "gravity over 10 m/s^2", "gravity_ratio rel_gravity g"),
        number("drag", "float", between(0.05, 0.5), "1/d", "drag", "drag friction c_drag"),
        number("loss_rate", "float", between(0.5, 5.0), "1/d", "rate at which parcels lose mass", "loss_rate decay_rate lambda_m"),
        number("mixing", "float", between(0.05, 0.2), "", "share of a difference that is exchanged in a step", "mixing exchange_share mix_share"),
        number("condensing", "float", between(0.2, 0.8), "", "share of the way to saturation that is taken in a step", "condensation_rate condensing relax_qv"),
        number("sponge_share", "float", between(0.05, 0.3), "", "share that the sponge layer takes in a step", "sponge_damping sponge_coeff sponge"),
        number("dry_depth", "float", between(0.6, 1.0), "km", "depth below which a cell is dry", "min_depth dry_depth h_dry"),
        number("spacing", "float", between(0.5, 2.0), "km", "distance of grid points", "dx spacing cell_size"),
        number("oldest", "int", whole(8, 16), "", "age at which a parcel ends", "max_age oldest lifetime"),
        number("kind", "int", code(3), "", "kind of ground", "surface_type kind land_type"),
    ),
    {"Ground": ("SEA", "LAND", "ICE")},
)
