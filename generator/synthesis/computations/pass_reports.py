"""Whole reports of spacecraft: links to stations, elements of an orbit, modes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.ground_links import rotating_frame_velocity
from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.orbits import ORBITS

ALIGNED = 0.866
"""Cosine of half of the largest angle, 60 degrees, by which the attitude may be off."""
LOW_FUEL = 0.1


@law
def station_view(frame: wp.transform, x: wp.vec3, u: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Position and velocity in the frame of a station."""
    back = wp.transform_inverse(frame)
    return wp.transform_point(back, x), wp.transform_vector(back, u)


@law
def eccentricity_vector(d: wp.vec3, u: wp.vec3, mu: float) -> wp.vec3:
    """Eccentricity vector of an orbit, which points to the perigee and is as long as the eccentricity."""
    r = wp.length(d)
    return (d * (wp.dot(u, u) - mu / r) - u * wp.dot(d, u)) / mu


@computation(
    ORBITS,
    "compute the look of each station at its satellite: local position, range, range rate, sine of the elevation, visibility, pass count, "
    "with -1 as range and as sine without a station",
    closed={True: "with nothing in view from closed stations", False: ""},
    counted={True: "counting satellites in view", False: ""},
)
def link_report(link: Any) -> None:
    station = link.station
    former = link.visible
    passes = link.passes
    if not exists(station):
        link.in_view = 0
        link.local = wp.vec3()
        link.range = -1.0
        link.range_rate = 0.0
        link.elevation = -1.0
        link.next_passes = passes
        return
    satellite = link.satellite
    planet = station.planet
    u = rotating_frame_velocity(satellite.velocity - planet.velocity, satellite.position - planet.position, planet.spin)
    local, moving = station_view(station.frame, satellite.position, u)
    r = wp.length(local)
    sine = local[2] / r
    link.local = local
    link.range = r
    link.range_rate = wp.dot(local, moving) / r
    link.elevation = sine
    visible = int(0)
    if sine > wp.sin(station.lowest):
        visible = 1
    if v.closed:
        if station.closed != 0:
            visible = 0
    # a pass begins where a satellite rises
    if visible != 0 and former == 0:
        passes += 1
    link.in_view = visible
    link.next_passes = passes
    if v.counted:
        if visible != 0:
            station.seen += 1


@computation(
    ORBITS,
    "decide the mode of each satellite (coast, point, burn, or safe, which it stays) from its altitude and whether its attitude is more than 60 degrees off",
    burns={
        "planned": "obeying scheduled burns",
        "fuel": "obeying scheduled burns while there are at least 0.1 kg of fuel",
    },
    traffic={True: "and safe where a satellite nearby is too close", False: ""},
)
def satellite_mode(satellite: Any, step: Any, safe_distance: Any, least_altitude: Any) -> None:
    if v.traffic:
        near = int(0)
        for other in satellite.close:
            if wp.length(other.position - satellite.position) < safe_distance:
                near += 1
        satellite.near_count = near
    mode = satellite.mode
    if mode == Mode.SAFE:
        satellite.next_mode = mode
        return
    # point where the attitude is off
    error = wp.quat_inverse(satellite.wanted) * satellite.attitude
    if wp.abs(error[3]) < ALIGNED:
        mode = Mode.POINT
    else:
        mode = Mode.COAST
    for b in satellite.burns:
        if step >= b.step and step < b.step + b.length:
            if v.burns == "planned" or satellite.fuel >= LOW_FUEL:
                mode = Mode.BURN
    if v.traffic:
        if near > 0:
            mode = Mode.SAFE
    # too low over its planet
    planet = satellite.primary
    if wp.length(satellite.position - planet.position) < planet.radius + least_altitude:
        mode = Mode.SAFE
    satellite.next_mode = mode


@computation(
    ORBITS,
    "compute energy and angular momentum of each satellite's orbit",
    shape={"energy": "", "perigee": "with the eccentricity vector"},
    light={True: "sunlight or shadow", False: ""},
    pose={True: "and planet-relative pose", False: ""},
)
def orbit_report(satellite: Any) -> None:
    planet = satellite.primary
    d = satellite.position - planet.position
    u = satellite.velocity - planet.velocity
    r = wp.length(d)
    satellite.energy = 0.5 * wp.dot(u, u) - planet.mu / r
    satellite.momentum = wp.cross(d, u)
    if v.shape == "perigee":
        satellite.eccentricity = eccentricity_vector(d, u, planet.mu)
    if v.light:
        s = wp.normalize(planet.sun)
        along = wp.dot(d, s)
        lit = int(1)
        if along < 0.0:
            if wp.length(d - s * along) < planet.radius:
                lit = 0
        satellite.lit = lit
    if v.pose:
        satellite.pose = wp.transform(d, satellite.attitude)
