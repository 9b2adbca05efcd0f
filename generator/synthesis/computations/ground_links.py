"""Stations on the ground and the satellites that they see."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.orbits import ORBITS

FLATTENING = 0.00335


@law
def zenith_direction(latitude: float, longitude: float) -> wp.vec3:
    c = wp.cos(latitude)
    return wp.vec3(c * wp.cos(longitude), c * wp.sin(longitude), wp.sin(latitude))


@law
def surface_point(latitude: float, longitude: float, height: float, radius: float) -> wp.vec3:
    """On a flattened planet, in its own frame."""
    squeeze = 1.0 - FLATTENING
    e2 = 1.0 - squeeze * squeeze
    s = wp.sin(latitude)
    n = radius / wp.sqrt(1.0 - e2 * s * s)
    up = zenith_direction(latitude, longitude)
    return wp.vec3((n + height) * up[0], (n + height) * up[1], (n * (1.0 - e2) + height) * up[2])


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
    frame={True: "and its local frame with z upwards", False: ""},
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
    counted={True: "counting them by station", False: ""},
    elevation={True: "and storing the sine of the elevation", False: ""},
)
def link_visibility(link: Any) -> None:
    station = link.station
    if v.open:
        if station.closed != 0:
            link.in_view = 0
            return
    local = wp.transform_point(wp.transform_inverse(station.frame), link.satellite.position)
    sine = local[2] / wp.length(local)
    visible = int(0)
    if sine > wp.sin(station.lowest):
        visible = 1
        if v.counted:
            station.seen += 1
    link.in_view = visible
    if v.elevation:
        link.elevation = sine


@computation(
    ORBITS,
    "compute the slant range from each station to its satellite",
    rate={True: "and the range rate", False: ""},
    visible={True: "with -1 where it is not in view", False: ""},
)
def link_range(link: Any) -> None:
    if v.visible:
        if link.visible == 0:
            link.range = -1.0
            return
    satellite = link.satellite
    d = satellite.position - wp.transform_get_translation(link.station.frame)
    r = wp.length(d)
    link.range = r
    if v.rate:
        link.range_rate = wp.dot(d, satellite.velocity) / r


@computation(
    ORBITS, "express each satellite in the frame of its station", velocity={False: "", True: "by its velocity"}
)
def link_local_position(link: Any) -> None:
    frame = link.station.frame
    if v.velocity:
        link.local = wp.transform_vector(wp.transform_inverse(frame), link.satellite.velocity)
    else:
        link.local = wp.transform_point(wp.transform_inverse(frame), link.satellite.position)


@computation(
    ORBITS,
    "choose the best link of each satellite",
    open={True: "to a station that is open", False: ""},
    keep={"none": "", "first": "and take the first one where none is in view"},
)
def best_link(satellite: Any) -> None:
    best = int(-1)
    quality = float(0.0)
    if v.keep == "first":
        first = int(-1)
    for e in satellite.links:
        if v.keep == "first":
            if first < 0:
                first = e.index
        if e.visible == 0:
            continue
        if v.open:
            station = e.station
            if station.closed != 0:
                continue
        if e.quality > quality:
            quality = e.quality
            best = e.index
    if v.keep == "first":
        if best < 0:
            best = first
    satellite.contact = best


@computation(
    ORBITS,
    "count the passes of satellites over stations",
    until={"rise": "where they come into view", "set": "where they leave it"},
)
def count_passes(link: Any) -> None:
    former = link.visible
    now = link.in_view
    n = link.passes
    if v.until == "rise":
        if former == 0 and now != 0:
            n += 1
    else:
        if former != 0 and now == 0:
            n += 1
    link.next_passes = n


@computation(
    ORBITS,
    "compute by the haversine formula the central angle between each station and the subsatellite point",
    missing={"leave": "", "far": "with pi where there is no station"},
)
def ground_distance(link: Any) -> None:
    station = link.station
    if v.missing == "far":
        if not exists(station):
            link.range = wp.pi
            return
    x = link.satellite.position
    latitude = wp.atan2(x[2], wp.sqrt(x[0] * x[0] + x[1] * x[1]))
    longitude = wp.atan2(x[1], x[0])
    link.range = arc_length(station.latitude, station.longitude, latitude, longitude)
