"""Cameras, depth and what a frame is made of: rays of pixels, objects that are drawn, cleared and resolved images."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rendering import RENDERING

VISIBLE = 1
MAX_LOD = 3


@law
def camera_ray(x: float, y: float, focal: wp.vec2, center: wp.vec2) -> wp.vec3:
    """Direction of the ray through a pixel in the frame of a camera that looks along -z, not normalized."""
    return wp.vec3((x - center[0]) / focal[0], (center[1] - y) / focal[1], -1.0)


@law
def instance_matrix(pose: wp.transform, scale: wp.vec3) -> wp.mat44:
    """Homogeneous matrix of an instance, which scales along its own axes, then turns, then moves."""
    r = wp.quat_to_matrix(wp.transform_get_rotation(pose))
    p = wp.transform_get_translation(pose)
    return wp.mat44(
        r[0, 0] * scale[0], r[0, 1] * scale[1], r[0, 2] * scale[2], p[0],
        r[1, 0] * scale[0], r[1, 1] * scale[1], r[1, 2] * scale[2], p[1],
        r[2, 0] * scale[0], r[2, 1] * scale[1], r[2, 2] * scale[2], p[2],
        0.0, 0.0, 0.0, 1.0,
    )  # fmt: skip


@computation(
    RENDERING,
    "make the ray of each pixel of a pinhole camera that looks along its -z axis,",
    place={
        "center": "through the middle of the pixel, images one after another, rows from the top,",
        "corner": "through its corner, images one after another, rows from the top,",
        "screen": "through its place on the screen",
    },
    length={"unit": "", "depth": "with a direction whose depth is one"},
)
def pinhole_ray(pixel: Any, image_width: Any, image_height: Any) -> None:
    camera = pixel.camera
    if v.place == "screen":
        x = pixel.screen[0]
        y = pixel.screen[1]
    elif v.place == "center":
        i = pixel.index % (image_width * image_height)
        row = i // image_width
        x = float(i - row * image_width) + 0.5
        y = float(row) + 0.5
    else:
        i = pixel.index % (image_width * image_height)
        x = float(i % image_width)
        y = float(i // image_width)
    d = camera_ray(x, y, camera.focal, camera.center)
    if v.length == "unit":
        d = wp.normalize(d)
    xf = camera.pose
    pixel.origin = wp.transform_get_translation(xf)
    pixel.direction = wp.transform_vector(xf, d)


@computation(
    RENDERING,
    "lift the depth of a pixel to a point in the world, its camera looking along -z,",
    outside={
        "skip": "unless it lies on the far plane or beyond",
        "mark": "and mark those on the far plane or beyond as not seen",
    },
)
def unproject_depth(pixel: Any) -> None:
    camera = pixel.camera
    z = pixel.depth
    if z >= camera.far:
        if v.outside == "mark":
            pixel.valid = False
        return
    d = camera_ray(pixel.screen[0], pixel.screen[1], camera.focal, camera.center)
    pixel.point = wp.transform_point(camera.pose, d * z)
    if v.outside == "mark":
        pixel.valid = True


@computation(
    RENDERING,
    "build the model matrix of each object",
    parent={"body": "from its pose on its body", "parent": "from its pose on its parent", "none": ""},
    scaled={True: "and its scale", False: ""},
)
def object_matrix(thing: Any) -> None:
    xf = thing.pose
    if v.parent == "body":
        if exists(thing.body):
            xf = wp.transform_multiply(thing.body.pose, thing.placed)
    elif v.parent == "parent":
        if exists(thing.parent):
            xf = wp.transform_multiply(thing.parent.pose, thing.placed)
    if v.scaled:
        thing.matrix = instance_matrix(xf, thing.scale)
    else:
        thing.matrix = instance_matrix(xf, wp.vec3(1.0, 1.0, 1.0))


@computation(
    RENDERING, "copy to each object the pose of its body", offset={True: "times its own pose on it", False: ""}
)
def follow_body(thing: Any) -> None:
    X = thing.body.pose
    if v.offset:
        X = wp.transform_multiply(X, thing.placed)
    thing.pose = X


@computation(
    RENDERING,
    "mark as visible, and list for each camera, the objects that are flagged to be shown",
    test={
        "flag": "",
        "depth": "and lie between its near and its far plane along its -z axis",
        "sphere": "and whose bounding spheres reach between its near and its far plane along its -z axis",
    },
)
def list_seen_objects(thing: Any, draw_capacity: Any) -> None:
    if (thing.flags & VISIBLE) == 0:
        thing.visible = False
        return
    camera = thing.camera
    if v.test != "flag":
        p = wp.transform_point(wp.transform_inverse(camera.pose), wp.transform_get_translation(thing.pose))
        z = -p[2]
        if v.test == "sphere":
            r = thing.radius
            if z + r < camera.near or z - r > camera.far:
                thing.visible = False
                return
        elif z < camera.near or z > camera.far:
            thing.visible = False
            return
    thing.visible = True
    slot = wp.atomic_add(camera.seen_count, 1)
    if slot < draw_capacity:
        camera.draw_list[slot] = thing.index


@computation(
    RENDERING,
    "choose the level of detail of an object by its distance to the camera",
    bound={True: "measured from its bounding sphere", False: ""},
    seen={True: "and -1 where it is hidden", False: ""},
)
def choose_lod(thing: Any, lod_distance: Any) -> None:
    if v.seen:
        if (thing.flags & VISIBLE) == 0:
            thing.lod = -1
            return
    d = wp.length(wp.transform_get_translation(thing.pose) - wp.transform_get_translation(thing.camera.pose))
    if v.bound:
        d = wp.max(d - thing.radius, 0.0)
    thing.lod = wp.min(int(d / lod_distance), MAX_LOD)
