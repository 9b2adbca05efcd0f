"""Stations on the ground and the satellites that they see."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.orbits import ORBITS

FLATTENING = 0.00335


@law
def zenith_direction(latitude: float, longitude: float) -> wp.vec3:
    """Unit vector to the zenith of a place, in the frame of a planet whose north is along z."""
    c = wp.cos(latitude)
    return wp.vec3(c * wp.cos(longitude), c * wp.sin(longitude), wp.sin(latitude))


@law
def surface_point(latitude: float, longitude: float, height: float, radius: float) -> wp.vec3:
    """Point at a geodetic latitude, longitude and height over a flattened planet, in its own frame."""
    squeeze = 1.0 - FLATTENING
    e2 = 1.0 - squeeze * squeeze
    s = wp.sin(latitude)
    n = radius / wp.sqrt(1.0 - e2 * s * s)
    up = zenith_direction(latitude, longitude)
    return wp.vec3((n + height) * up[0], (n + height) * up[1], (n * (1.0 - e2) + height) * up[2])


@law
def rotating_frame_velocity(vel: wp.vec3, x: wp.vec3, spin: float) -> wp.vec3:
    """Velocity as it is seen from a planet that turns about its z axis."""
    return vel - wp.cross(wp.vec3(0.0, 0.0, spin), x)


@law
def arc_length(lat0: float, lon0: float, lat1: float, lon1: float) -> float:
    """Angle between two places on a sphere."""
    a = wp.sin(0.5 * (lat1 - lat0))
    b = wp.sin(0.5 * (lon1 - lon0))
    h = a * a + wp.cos(lat0) * wp.cos(lat1) * b * b
    return 2.0 * wp.asin(wp.sqrt(wp.min(h, 1.0)))


@computation(
    ORBITS,
    "compute the position of each ground station from latitude, longitude and height",
    shape={"round": "on a sphere", "flat": "on an ellipsoid of flattening 0.00335"},
    frame={True: "and its local frame, x southwards and z upwards", False: ""},
)
def station_position(station: Any) -> None:
    planet = station.planet
    if v.shape == "flat":
        x = surface_point(station.latitude, station.longitude, station.height, planet.radius)
    else:
        x = zenith_direction(station.latitude, station.longitude) * (planet.radius + station.height)
    x += planet.position
    station.place = x
    if v.frame:
        spin = wp.quat_from_axis_angle(wp.vec3(0.0, 0.0, 1.0), station.longitude)
        tilt = wp.quat_from_axis_angle(wp.vec3(0.0, 1.0, 0.0), 0.5 * wp.pi - station.latitude)
        station.frame_out = wp.transform(x, spin * tilt)


@computation(
    ORBITS,
    "find whether each satellite is above the lowest elevation of its station",
    open={True: "with stations that are closed seeing none", False: ""},
    counted={True: "counting those in view by station", False: ""},
    elevation={True: "storing the sine of the elevation, -1 without a station", False: ""},
)
def link_visibility(link: Any) -> None:
    station = link.station
    link.in_view = 0
    if not exists(station):
        if v.elevation:
            link.elevation = -1.0
        return
    local = wp.transform_point(wp.transform_inverse(station.frame), link.satellite.position)
    sine = local[2] / wp.length(local)
    if v.elevation:
        link.elevation = sine
    if sine <= wp.sin(station.lowest):
        return
    if v.open:
        if station.closed != 0:
            return
    link.in_view = 1
    if v.counted:
        station.seen += 1


@computation(
    ORBITS,
    "compute the slant range from each station to its satellite",
    visible={
        True: "with -1 where there is no station or it is not in view",
        False: "with -1 where there is no station",
    },
    rate={True: "and the range rate", False: ""},
)
def link_range(link: Any) -> None:
    link.range = -1.0
    station = link.station
    if not exists(station):
        return
    if v.visible:
        if link.visible == 0:
            return
    satellite = link.satellite
    d = satellite.position - wp.transform_get_translation(station.frame)
    r = wp.length(d)
    link.range = r
    if v.rate:
        planet = station.planet
        x = satellite.position - planet.position
        link.range_rate = wp.dot(d, rotating_frame_velocity(satellite.velocity - planet.velocity, x, planet.spin)) / r


@computation(
    ORBITS,
    "compute the look angles of each station to its satellite: azimuth atan2(y, x) in the station's frame and sine of the elevation (0 and -1 without a station),",
    range={True: "with the slant range (-1 without a station)", False: ""},
    rising={True: "and the rate at which the sine of the elevation grows", False: ""},
)
def link_look_angles(link: Any) -> None:
    station = link.station
    if not exists(station):
        link.azimuth = 0.0
        link.elevation = -1.0
        if v.range:
            link.range = -1.0
        return
    satellite = link.satellite
    back = wp.transform_inverse(station.frame)
    local = wp.transform_point(back, satellite.position)
    r = wp.length(local)
    link.azimuth = wp.atan2(local[1], local[0])
    link.elevation = local[2] / r
    if v.range:
        link.range = r
    if v.rising:
        planet = station.planet
        x = satellite.position - planet.position
        u = wp.transform_vector(back, rotating_frame_velocity(satellite.velocity - planet.velocity, x, planet.spin))
        link.elevation_rate = (u[2] - local[2] * wp.dot(local, u) / (r * r)) / r


@computation(
    ORBITS,
    "choose the visible link of best quality of each satellite (-1 for none)",
    open={True: "among open stations", False: ""},
    keep={"none": "", "margin": "keeping the present link unless another is better by the handover margin"},
)
def best_link(satellite: Any, handover_margin: float) -> None:
    best = int(-1)
    quality = float(0.0)
    for e in satellite.links:
        if e.visible == 0:
            continue
        if v.open:
            station = e.station
            if station.closed != 0:
                continue
        score = e.quality
        if v.keep == "margin" and e.linked != 0:
            score += handover_margin
        if score > quality:
            quality = score
            best = e.index
    satellite.contact = best


@computation(
    ORBITS,
    "compute by the haversine formula the great-circle distance over ground from each station to the subsatellite point, in axes that turn with the planet,",
    missing={"leave": "", "none": "with -1 where there is no station"},
)
def ground_distance(link: Any) -> None:
    station = link.station
    if v.missing == "none":
        if not exists(station):
            link.ground_range = -1.0
            return
    planet = station.planet
    x = link.satellite.position - planet.position
    latitude = wp.atan2(x[2], wp.sqrt(x[0] * x[0] + x[1] * x[1]))
    longitude = wp.atan2(x[1], x[0])
    link.ground_range = planet.radius * arc_length(station.latitude, station.longitude, latitude, longitude)
