"""Spacecraft: orbits and the planets they circle, attitude and thrusters, stations on the ground and links to them."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, pose, positive_definite, unit, whole
from generator.synthesis.schemas.entities import NEAR, ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

SATELLITE = Entity(
    "satellite",
    "satellites",
    (
        attribute("position", "vec3", between(0.7, 1.6), "Mm", "position", "sat_position sat_positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "km/s", "velocity", "sat_velocity sat_velocities v", STATE),
        attribute("attitude", "quat", unit(), "", "attitude", "sat_attitude attitudes q", STATE),
        attribute("rates", "vec3", between(-0.5, 0.5), "rad/s", "angular velocity in its own frame", "sat_omega angular_rates omega", STATE),
        attribute("wanted", "quat", unit(), "", "wanted attitude", "sat_target_attitude target_attitudes q_ref", STATE),
        attribute("inertia", "mat33", positive_definite(1.0, 2.0), "kg m^2", "inertia in its own frame", "sat_inertia inertias J"),
        attribute("covariance", "mat33", positive_definite(), "km^2", "covariance of its position", "sat_covariance covariances P", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "sat_mass sat_masses m", STATE),
        attribute("area", "float", between(0.1, 1.0), "m^2", "cross-section", "sat_area areas area"),
        attribute("fuel", "float", between(0.0, 0.2), "kg", "fuel", "sat_fuel fuel fuel", STATE),
        attribute("flags", "int", bits(3), "", "flags", "sat_flags sat_flags flags"),
        attribute("mode", "int", code(4), "", "mode", "sat_mode modes mode", STATE),
        attribute("torque", "vec3", between(-0.5, 0.5), "N m", "torque in its own frame", "sat_torque torques tau", STATE),
        attribute("dipole", "vec3", between(-0.5, 0.5), "A m^2", "magnetic dipole in its own frame", "sat_dipole dipoles m_dip", STATE),
        attribute("acceleration", "vec3", between(-1.0, 1.0), "m/s^2", "acceleration", "sat_accel accelerations acc", STATE),
        attribute("thrust_acceleration", "vec3", between(-0.5, 0.5), "m/s^2", "acceleration by its thrusters", "sat_thrust_accel thrust_accelerations acc_thr", STATE),
        attribute("thrust_out", "vec3", between(-1.0, 1.0), "N", "force of its thrusters", "sat_thrust thrust_sums f_thr", RESULT),
        attribute("force_out", "vec3", between(0.0, 1.0), "N", "computed force", "sat_force_out forces_out f_out", RESULT),
        attribute("torque_out", "vec3", between(-1.0, 1.0), "N m", "computed torque", "sat_torque_out torques_out tau_out", RESULT),
        attribute("disturbance", "vec3", between(0.0, 1.0), "uN m", "disturbing torque in its own frame", "sat_disturbance disturbances tau_dist", RESULT),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N, N m", "computed force and torque", "sat_wrench wrenches w", RESULT),
        attribute("next_position", "vec3", between(0.0, 1.0), "Mm", "next position", "sat_position_out positions_out x_out", RESULT),
        attribute("next_velocity", "vec3", between(0.0, 1.0), "km/s", "next velocity", "sat_velocity_out velocities_out v_out", RESULT),
        attribute("next_attitude", "quat", unit(), "", "next attitude", "sat_attitude_out attitudes_out q_out", RESULT),
        attribute("next_rates", "vec3", between(0.0, 1.0), "rad/s", "next angular velocity", "sat_omega_out rates_out omega_out", RESULT),
        attribute("next_covariance", "mat33", between(0.0, 1.0), "km^2", "next covariance", "sat_covariance_out covariances_out P_out", RESULT),
        attribute("next_fuel", "float", between(0.0, 1.0), "kg", "fuel that is left", "sat_fuel_out fuel_out fuel_out", RESULT),
        attribute("next_mode", "int", code(4), "", "next mode", "sat_mode_out modes_out mode_out", RESULT),
        attribute("energy", "float", between(0.0, 1.0), "km^2/s^2", "orbital energy", "sat_energy energies e", RESULT),
        attribute("momentum", "vec3", between(0.0, 1.0), "Mm km/s", "angular momentum of the orbit", "sat_momentum momenta h", RESULT),
        attribute("eccentricity", "vec3", between(0.0, 1.0), "", "direction of the perigee, as long as the orbit is eccentric", "sat_ecc_vector ecc_vectors evec", RESULT),
        attribute("pose", "transform", pose(), "m", "pose", "sat_pose poses pose", RESULT),
        attribute("near_count", "int", whole(0, 1), "", "number of satellites that are too close", "sat_near_count near_counts n_near", RESULT),
        attribute("nearest", "int", whole(0, 1), "", "nearest satellite, or -1", "sat_nearest nearest nearest", RESULT),
        attribute("contact", "int", whole(0, 1), "", "best link, or -1", "sat_link best_links link", RESULT),
        attribute("lit", "int", code(2), "", "whether the sun shines on it", "sat_lit lit lit", RESULT),
        attribute("front_lit", "int", code(2), "", "whether the sun shines on its front", "sat_front_lit front_lit lit_f", RESULT),
    ),
    (
        relation("primary", "planet", ONE, "planet that it circles", "sat_planet primaries pid"),
        relation("burns", "burn", RANGE, "planned burns", "sat_burn_start burn_offsets bstart"),
        relation("links", "link", RANGE, "links to stations", "sat_link_start link_offsets lstart"),
        relation("close", "satellite", NEAR, "satellites nearby", "sat_neighbors neighbors nbr"),
    ),
    index=("tid", "i", "sat_id"),
)

PLANET = Entity(
    "planet",
    "planets",
    (
        attribute("position", "vec3", between(-0.2, 0.2), "Mm", "position", "planet_position planet_positions xp", STATE),
        attribute("spin", "float", between(0.1, 0.3), "rad/ks", "rate at which it turns about the z axis", "planet_spin spin_rates wp_z"),
        attribute("velocity", "vec3", between(-0.2, 0.2), "km/s", "velocity", "planet_velocity planet_velocities vp", STATE),
        attribute("pole", "vec3", unit(), "", "direction of its pole", "planet_pole poles pole"),
        attribute("sun", "vec3", between(-0.6, 0.2), "", "direction to the sun", "planet_sun_dir sun_dirs s_sun", STATE),
        attribute("mu", "float", between(0.2, 1.0), "Mm^3/ks^2", "gravitational parameter", "planet_mu mus mu"),
        attribute("radius", "float", between(0.2, 0.5), "Mm", "radius", "planet_radius planet_radii R"),
        attribute("oblateness", "float", between(0.0, 0.1), "", "oblateness coefficient", "planet_j2 j2 J2"),
        attribute("density", "float", between(0.1, 0.5), "mg/m^3", "density of the air at its ground", "planet_air_density ground_densities rho0"),
        attribute("scale_height", "float", between(0.2, 0.6), "Mm", "height over which its air thins", "planet_scale_height scale_heights H"),
        attribute("pull", "vec3", between(0.0, 1.0), "m/s^2", "acceleration by the other planets", "planet_accel planet_accels ap", RESULT),
        attribute("orbiters", "int", whole(0, 1), "", "number of satellites", "planet_sat_count sat_counts n_sat", RESULT),
    ),
    index=("p", "planet_id", "k"),
)

ORBIT = Entity(
    "orbit",
    "orbits",
    (
        attribute("axis", "float", between(1.0, 3.0), "Mm", "semi-major axis", "orbit_a semi_axes a"),
        attribute("eccentricity", "float", between(0.0, 0.5), "", "eccentricity", "orbit_e eccentricities ecc"),
        attribute("angles", "vec3", between(0.0, 3.0), "rad", "inclination, node and argument of the perigee", "orbit_angles orbit_angles ang"),
        attribute("anomaly", "float", between(-3.1, 3.1), "rad", "mean anomaly", "orbit_mean_anomaly mean_anomalies M", STATE),
        attribute("eccentric", "float", between(-3.0, 3.0), "rad", "eccentric anomaly", "orbit_ecc_anomaly ecc_anomalies E", STATE),
        attribute("solved", "float", between(0.0, 1.0), "rad", "computed eccentric anomaly", "orbit_ecc_anomaly_out ecc_anomalies_out E_out", RESULT),
        attribute("next_anomaly", "float", between(0.0, 1.0), "rad", "next mean anomaly", "orbit_mean_anomaly_out mean_anomalies_out M_out", RESULT),
        attribute("position", "vec3", between(0.0, 1.0), "Mm", "position", "orbit_position orbit_positions r", RESULT),
        attribute("velocity", "vec3", between(0.0, 1.0), "km/s", "velocity", "orbit_velocity orbit_velocities rv", RESULT),
        attribute("apsides", "vec2", between(0.0, 1.0), "Mm", "lowest and highest distance", "orbit_apsides apsides aps", RESULT),
        attribute("altitudes", "vec2", between(0.0, 1.0), "Mm", "lowest and highest altitude", "orbit_altitudes altitudes alt", RESULT),
        attribute("turns", "int", whole(0, 10), "", "number of turns", "orbit_turns turns rev", STATE),
        attribute("next_turns", "int", whole(0, 1), "", "number of turns afterwards", "orbit_turns_out turns_out rev_out", RESULT),
    ),
    (relation("primary", "planet", ONE, "planet that it is around", "orbit_planet orbit_planets opid", optional=True),),
    index=("tid", "i", "orbit_id"),
)

BURN = Entity(
    "burn",
    "burns",
    (
        attribute("step", "int", whole(0, 10), "", "step at which it starts", "burn_step burn_steps when"),
        attribute("length", "int", whole(1, 4), "", "number of steps", "burn_length burn_lengths dur"),
        attribute("change", "vec3", between(-0.2, 0.2), "km/s", "change of velocity a step", "burn_dv delta_v dv"),
        attribute("cost", "float", between(0.01, 0.1), "kg", "fuel a step", "burn_cost burn_costs use"),
    ),
    index=("tid", "b", "burn_id"),
)

THRUSTER = Entity(
    "thruster",
    "thrusters",
    (
        attribute("mount", "vec3", between(-0.5, 0.5), "m", "place on the satellite", "thruster_mount mounts r_mount"),
        attribute("direction", "vec3", unit(), "", "direction of thrust", "thruster_dir directions d"),
        attribute("thrust", "float", between(0.1, 1.0), "N", "thrust", "thruster_force thrusts F"),
        attribute("firing", "int", code(2), "", "whether it fires", "thruster_on firing on", STATE),
        attribute("used", "float", between(0.0, 1.0), "s", "time that it fired", "thruster_time burn_times t_on", STATE),
    ),
    (relation("satellite", "satellite", ONE, "satellite", "thruster_sat thruster_sats sid", optional=True),),
    index=("tid", "j", "thruster_id"),
)

STATION = Entity(
    "station",
    "stations",
    (
        attribute("latitude", "float", between(-1.2, 1.2), "rad", "latitude", "station_lat latitudes lat"),
        attribute("longitude", "float", between(-3.0, 3.0), "rad", "longitude", "station_lon longitudes lon"),
        attribute("height", "float", between(0.0, 0.01), "Mm", "height", "station_height heights h"),
        attribute("frame", "transform", pose(0.3), "Mm", "pose", "station_frame frames X", STATE),
        attribute("lowest", "float", between(0.05, 0.4), "rad", "lowest elevation", "station_min_elevation min_elevations el_min"),
        attribute("closed", "int", code(2), "", "whether it is closed", "station_closed closed closed"),
        attribute("place", "vec3", between(0.0, 1.0), "Mm", "position", "station_position station_positions xs", RESULT),
        attribute("frame_out", "transform", pose(), "Mm", "computed pose", "station_frame_out frames_out X_out", RESULT),
        attribute("seen", "int", whole(0, 1), "", "number of satellites in view", "station_visible_count visible_counts n_vis", RESULT),
    ),
    (relation("planet", "planet", ONE, "planet that it stands on", "station_planet station_planets spid"),),
    index=("s", "station_id", "tid"),
)

LINK = Entity(
    "link",
    "links",
    (
        attribute("quality", "float", between(0.0, 1.0), "", "quality", "link_quality qualities quality", STATE),
        attribute("visible", "int", code(2), "", "whether the satellite is in view", "link_visible visible vis", STATE),
        attribute("passes", "int", whole(0, 5), "", "number of passes", "link_passes passes n_pass", STATE),
        attribute("in_view", "int", code(2), "", "computed visibility", "link_visible_out visible_out vis_out", RESULT),
        attribute("elevation", "float", between(0.0, 1.0), "", "sine of the elevation", "link_sin_elevation sin_elevations sin_el", RESULT),
        attribute("elevation_rate", "float", between(0.0, 1.0), "1/ks", "rate of the sine of the elevation", "link_sin_elevation_rate sin_elevation_rates sin_el_dot", RESULT),
        attribute("azimuth", "float", between(0.0, 1.0), "rad", "azimuth", "link_azimuth azimuths az", RESULT),
        attribute("linked", "int", code(2), "", "whether it is in use", "link_active linked used", STATE),
        attribute("range", "float", between(0.0, 1.0), "Mm", "distance", "link_range ranges rho", RESULT),
        attribute("ground_range", "float", between(0.0, 1.0), "Mm", "distance over ground", "link_ground_range ground_ranges sg", RESULT),
        attribute("range_rate", "float", between(0.0, 1.0), "km/s", "speed away from the station", "link_range_rate range_rates rho_dot", RESULT),
        attribute("local", "vec3", between(0.0, 1.0), "Mm", "position in the frame of the station", "link_local local_positions xl", RESULT),
        attribute("next_passes", "int", whole(0, 1), "", "number of passes afterwards", "link_passes_out passes_out n_pass_out", RESULT),
    ),
    (
        relation("satellite", "satellite", ONE, "satellite", "link_sat link_sats lsat"),
        relation("station", "station", ONE, "station", "link_station link_stations lst", optional=True),
    ),
    index=("tid", "e", "link_id"),
)

ORBITS = Schema(
    "orbits",
    (SATELLITE, PLANET, ORBIT, BURN, THRUSTER, STATION, LINK),
    (
        number("dt", "float", between(0.01, 0.1), "s", "time step", "dt time_step h"),
        number("interval", "float", between(0.1, 1.0), "ks", "time step of the orbit", "dt_orbit orbit_time_step h_orbit"),
        number("step", "int", whole(0, 10), "", "number of the step", "step step_index now"),
        number("pressure", "float", between(0.1, 0.5), "Pa", "pressure of sunlight", "srp_pressure pressure p_sun"),
        number("stiffness", "float", between(0.5, 2.0), "N m", "stiffness of the attitude control", "kp stiffness att_kp"),
        number("damping", "float", between(0.1, 1.0), "N m s", "damping of the attitude control", "kd damping att_kd"),
        number("limit", "float", between(0.2, 1.0), "N m", "largest torque", "max_torque torque_limit tau_max"),
        number("least_altitude", "float", between(0.8, 1.8), "Mm", "lowest altitude that is safe", "min_altitude safe_altitude h_min"),
        number("safe_distance", "float", between(0.2, 0.8), "Mm", "distance below which it is too close", "safe_distance min_separation d_min"),
        number("handover_margin", "float", between(0.4, 0.8), "", "quality by which another link must be better", "handover_margin hysteresis"),
        number("softening", "float", between(0.2, 0.5), "Mm", "softening length", "softening eps_soft"),
        number("field", "vec3", between(-20.0, 20.0), "uT", "magnetic field", "b_field field mag"),
        number("noise", "mat33", positive_definite(), "km^2/s", "process noise of a second", "process_noise Q"),
    ),
    {"Mode": ("COAST", "POINT", "BURN", "SAFE")},
)
