"""Statements for the family ``cameras``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import compose, matrix_of, rotate, to_local, to_world, unit


def _view(camera, c, x, y):
    """The direction of depth one through a place on the screen, in the camera's frame."""
    (fx, fy), (cx, cy) = camera.focal[c], camera.center[c]
    return np.array([(x - cx) / fx, -(y - cy) / fy, -1.0])


def pinhole_ray(t, v, n):
    pixel, camera = t.pixel, t.camera
    origin, direction = pixel.origin.copy(), pixel.direction.copy()
    for i, c in enumerate(pixel.camera):
        y, x = divmod(i % (n.image_width * n.image_height), n.image_width)
        x, y = {"center": (x + 0.5, y + 0.5), "corner": (x, y), "screen": pixel.screen[i]}[v.place]
        d = _view(camera, c, x, y)
        origin[i] = camera.pose[c, :3]
        direction[i] = rotate(camera.pose[c, 3:], unit(d) if v.length == "unit" else d)
    return {"pixel.origin": origin, "pixel.direction": direction}


def unproject_depth(t, v, n):
    pixel, camera = t.pixel, t.camera
    point, valid = pixel.point.copy(), pixel.valid.copy()
    for i, c in enumerate(pixel.camera):
        valid[i] = pixel.depth[i] < camera.far[c]
        if valid[i]:
            point[i] = to_world(camera.pose[c], pixel.depth[i] * _view(camera, c, *pixel.screen[i]))
    return {"pixel.point": point} | ({"pixel.valid": valid} if v.outside == "mark" else {})


def object_matrix(t, v, n):
    thing = t.thing
    matrix = np.zeros_like(thing.matrix)
    for i, pose in enumerate(thing.pose):
        links = {"body": (thing.body, t.body.pose), "parent": (thing.parent, thing.pose), "none": None}[v.parent]
        if links and links[0][i] >= 0:
            pose = compose(links[1][links[0][i]], thing.placed[i])
        scale = thing.scale[i] if v.scaled else np.ones(3)
        matrix[i] = np.eye(4)
        matrix[i, :3, :3] = matrix_of(pose[3:]) @ np.diag(scale)
        matrix[i, :3, 3] = pose[:3]
    return {"thing.matrix": matrix}


def follow_body(t, v, n):
    pose = t.thing.pose.copy()
    for i, b in enumerate(t.thing.body):
        if b >= 0:
            pose[i] = compose(t.body.pose[b], t.thing.placed[i]) if v.offset else t.body.pose[b]
    return {"thing.pose": pose}


def list_seen_objects(t, v, n):
    thing, camera = t.thing, t.camera
    visible, seen_count, draw_list = thing.visible.copy(), camera.seen_count.copy(), camera.draw_list.copy()
    for i, c in enumerate(thing.camera):
        depth = -to_local(camera.pose[c], thing.pose[i, :3])[2]
        reach = thing.radius[i] if v.test == "sphere" else 0.0
        visible[i] = thing.flags[i] % 2 == 1
        visible[i] &= v.test == "flag" or (depth >= camera.near[c] - reach and depth <= camera.far[c] + reach)
        if visible[i]:
            if seen_count[c] < n.draw_capacity:
                draw_list[c, seen_count[c]] = i
            seen_count[c] += 1
    return {"thing.visible": visible, "camera.seen_count": seen_count, "camera.draw_list": draw_list}


def choose_lod(t, v, n):
    away = np.linalg.norm(t.thing.pose[:, :3] - t.camera.pose[t.thing.camera][:, :3], axis=1)
    if v.bound:
        away = np.maximum(away - t.thing.radius, 0.0)
    lod = np.minimum(np.floor(away / n.lod_distance), 3).astype(int)
    return {"thing.lod": np.where(t.thing.flags % 2 == 1, lod, -1) if v.seen else lod}
