"""What the computations of the family ``ground_links`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import applied, chosen, rotation_matrices, summed


def _up(latitude, longitude):
    flat = np.cos(latitude)
    return np.stack([flat * np.cos(longitude), flat * np.sin(longitude), np.sin(latitude)], axis=1)


def _seen(frame, x):
    """A point of the world in the frame of a station."""
    return applied(np.swapaxes(rotation_matrices(frame[:, 3:]), 1, 2), x - frame[:, :3])


def station_position(t, v, n):
    s, p = t.station, t.planet
    up, radius = _up(s.latitude, s.longitude), p.radius[s.planet]
    if v.shape == "flat":
        # radius of curvature across the meridian, with the polar axis shorter by the flattening
        squeeze = (1 - 0.00335) ** 2
        across = radius / np.sqrt(np.cos(s.latitude) ** 2 + squeeze * np.sin(s.latitude) ** 2)
        x = up * np.stack([across + s.height, across + s.height, squeeze * across + s.height], axis=1)
    else:
        x = up * (radius + s.height)[:, None]
    x = x + p.position[s.planet]
    made = {"station.place": x}
    if v.frame:
        half, tilt = s.longitude / 2, (np.pi / 2 - s.latitude) / 2
        quaternion = [-np.sin(half) * np.sin(tilt), np.cos(half) * np.sin(tilt), np.sin(half) * np.cos(tilt)]
        quaternion = np.stack([*quaternion, np.cos(half) * np.cos(tilt)], axis=1)
        made["station.frame_out"] = np.concatenate([x, quaternion], axis=1)
    return made


def link_visibility(t, v, n):
    e, s = t.link, t.station
    local = _seen(s.frame[e.station], t.satellite.position[e.satellite])
    sine = local[:, 2] / np.linalg.norm(local, axis=1)
    visible = (sine > np.sin(s.lowest[e.station])) & (e.station >= 0)
    if v.open:
        visible &= s.closed[e.station] == 0
    made = {"link.in_view": visible.astype(int)}
    if v.counted:
        made["station.seen"] = summed(s.seen, e.station, visible.astype(int))
    if v.elevation:
        made["link.elevation"] = chosen(e.station, sine, -1.0)
    return made


def _seen_to_move(t, e):
    """The velocities of satellites in the frame that turns with the planet of their station."""
    p = t.station.planet[e.station]
    x = t.satellite.position[e.satellite] - t.planet.position[p]
    carried = t.planet.spin[p, None] * np.stack([-x[:, 1], x[:, 0], np.zeros(len(x))], 1)
    return t.satellite.velocity[e.satellite] - t.planet.velocity[p] - carried


def link_range(t, v, n):
    e, s = t.link, t.satellite
    d = s.position[e.satellite] - t.station.frame[e.station, :3]
    distance = np.linalg.norm(d, axis=1)
    shown = (e.station >= 0) & ((e.visible != 0) | (not v.visible))
    made = {"link.range": np.where(shown, distance, -1)}
    if v.rate:
        rate = (d * _seen_to_move(t, e)).sum(axis=1) / distance
        made["link.range_rate"] = np.where(shown, rate, e.range_rate)
    return made


def link_look_angles(t, v, n):
    e, s = t.link, t.satellite
    frame = t.station.frame[e.station]
    x = _seen(frame, s.position[e.satellite])
    u = _seen(frame * [0, 0, 0, 1, 1, 1, 1], _seen_to_move(t, e))
    r = np.linalg.norm(x, axis=1)
    radial = (x * u).sum(axis=1) / r
    made = {"azimuth": np.arctan2(x[:, 1], x[:, 0]), "elevation": x[:, 2] / r}
    made |= {"range": r} if v.range else {}
    made |= {"elevation_rate": u[:, 2] / r - x[:, 2] * radial / r**2} if v.rising else {}
    none = {"azimuth": 0.0, "elevation": -1.0, "range": -1.0, "elevation_rate": e.elevation_rate}
    return {f"link.{word}": chosen(e.station, value, none[word]) for word, value in made.items()}


def best_link(t, v, n):
    e = t.link
    best = []
    for links in t.satellite.links:
        some = links[e.visible[links] != 0]
        if v.open:
            some = some[(e.station[some] >= 0) & (t.station.closed[e.station[some]] == 0)]
        score = e.quality[some] + (n.handover_margin * (e.linked[some] != 0) if v.keep == "margin" else 0)
        best.append(some[score.argmax()] if len(some) and score.max() > 0 else -1)
    return {"satellite.contact": np.array(best)}


def ground_distance(t, v, n):
    e, s = t.link, t.station
    planet = s.planet[e.station]
    x = t.satellite.position[e.satellite] - t.planet.position[planet]
    place = _up(s.latitude[e.station], s.longitude[e.station])
    angle = np.arctan2(np.linalg.norm(np.cross(place, x), axis=1), (place * x).sum(axis=1))
    return {
        "link.ground_range": chosen(
            e.station, t.planet.radius[planet] * angle, -1.0 if v.missing == "none" else e.ground_range
        )
    }
