"""Triangles and objects on a screen: set-up, coverage, planes of the view, marching, instances."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rendering import RENDERING

VISIBLE = 1
SHADOW = 2
STATIC = 4
NONE = -1
EPSILON = 1.0e-5


@law
def project_to_screen(p: wp.vec3, focal: wp.vec2, center: wp.vec2) -> tuple[wp.vec2, float]:
    """Screen coordinates (y down) and depth of a point before a pinhole camera that looks along -z."""
    depth = -p[2]
    return wp.vec2(center[0] + focal[0] * p[0] / depth, center[1] - focal[1] * p[1] / depth), depth


@law
def edge_function(a: wp.vec2, b: wp.vec2, p: wp.vec2) -> float:
    """Twice the signed area of an edge and a point, whose sign tells the side of the edge."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


@law
def look_at(eye: wp.vec3, target: wp.vec3, up: wp.vec3) -> wp.mat44:
    """View matrix from the world to a camera at the eye that looks along its -z axis."""
    z = wp.normalize(eye - target)
    x = wp.normalize(wp.cross(up, z))
    y = wp.cross(z, x)
    return wp.mat44(
        x[0], x[1], x[2], -wp.dot(x, eye),
        y[0], y[1], y[2], -wp.dot(y, eye),
        z[0], z[1], z[2], -wp.dot(z, eye),
        0.0, 0.0, 0.0, 1.0,
    )  # fmt: skip


@computation(
    RENDERING,
    "project the corners of each facet by a pinhole camera that looks along its -z axis and bound its pixels and nearest depth, "
    "hiding facets with any corner before the near plane,",
    cull={True: "back faces", False: ""},
    clip={True: "and what lies outside of the image", False: ""},
)
def set_up_facet(facet: Any, image_width: Any, image_height: Any) -> None:
    camera = facet.camera
    facet.visible = False
    view = wp.transform_inverse(camera.pose)
    p0 = wp.transform_point(view, facet.corners[0].position)
    p1 = wp.transform_point(view, facet.corners[1].position)
    p2 = wp.transform_point(view, facet.corners[2].position)
    # nothing is clipped: a corner before the near plane hides the facet
    if -p0[2] < camera.near or -p1[2] < camera.near or -p2[2] < camera.near:
        return
    a, za = project_to_screen(p0, camera.focal, camera.center)
    b, zb = project_to_screen(p1, camera.focal, camera.center)
    c, zc = project_to_screen(p2, camera.focal, camera.center)
    area = edge_function(a, b, c)
    if v.cull:
        if area >= 0.0:
            return
    else:
        if area == 0.0:
            return
    x0 = int(wp.floor(wp.min(a[0], wp.min(b[0], c[0]))))
    y0 = int(wp.floor(wp.min(a[1], wp.min(b[1], c[1]))))
    x1 = int(wp.ceil(wp.max(a[0], wp.max(b[0], c[0]))))
    y1 = int(wp.ceil(wp.max(a[1], wp.max(b[1], c[1]))))
    if v.clip:
        x0 = wp.max(x0, 0)
        y0 = wp.max(y0, 0)
        x1 = wp.min(x1, image_width)
        y1 = wp.min(y1, image_height)
        if x0 >= x1 or y0 >= y1:
            return
    facet.visible = True
    facet.depth = wp.min(za, wp.min(zb, zc))
    facet.bounds = wp.vec4i(x0, y0, x1, y1)


@computation(
    RENDERING,
    "rasterise each pixel: number of the nearest facet that covers it by edge functions, with its perspective-correct depth (-1 and the far plane where none does),",
    outputs={
        "depth": "",
        "normal": "and its normal",
        "color": "and the interpolated colour of its corners, over the background",
    },
)
def nearest_facet(pixel: Any, background: Any) -> None:
    best = float(pixel.camera.far)
    found = int(NONE)
    if v.outputs == "normal":
        n = wp.vec3()
    elif v.outputs == "color":
        color = background
    for facet in pixel.facets:
        if not facet.visible:
            continue
        a = facet.corners[0].screen
        b = facet.corners[1].screen
        c = facet.corners[2].screen
        area = edge_function(a, b, c)
        if wp.abs(area) < EPSILON:
            continue
        w0 = edge_function(b, c, pixel.screen) / area
        w1 = edge_function(c, a, pixel.screen) / area
        w2 = 1.0 - w0 - w1
        if w0 < 0.0 or w1 < 0.0 or w2 < 0.0:
            continue
        # across the screen it is one over the depth that is linear
        u0 = w0 / facet.corners[0].depth
        u1 = w1 / facet.corners[1].depth
        u2 = w2 / facet.corners[2].depth
        z = 1.0 / (u0 + u1 + u2)
        if z >= best:
            continue
        best = z
        found = facet.index
        if v.outputs == "normal":
            n = facet.normal
        elif v.outputs == "color":
            color = z * (u0 * facet.corners[0].color + u1 * facet.corners[1].color + u2 * facet.corners[2].color)
    pixel.facet_id = found
    pixel.depth = best
    if v.outputs == "normal":
        pixel.normal = n
    elif v.outputs == "color":
        pixel.color = color


@computation(
    RENDERING,
    "compute the four side planes of the view frustum of each camera, which looks along its -z axis, as inward normal and offset,",
    ends={True: "and its near and far planes", False: ""},
)
def view_planes(camera: Any, image_width: Any, image_height: Any) -> None:
    xf = camera.pose
    o = wp.transform_get_translation(xf)
    left = wp.vec3(camera.focal[0], 0.0, -camera.center[0])
    right = wp.vec3(-camera.focal[0], 0.0, camera.center[0] - float(image_width))
    top = wp.vec3(0.0, -camera.focal[1], -camera.center[1])
    bottom = wp.vec3(0.0, camera.focal[1], camera.center[1] - float(image_height))
    n0 = wp.transform_vector(xf, wp.normalize(left))
    n1 = wp.transform_vector(xf, wp.normalize(right))
    n2 = wp.transform_vector(xf, wp.normalize(top))
    n3 = wp.transform_vector(xf, wp.normalize(bottom))
    camera.planes[0] = wp.vec4(n0[0], n0[1], n0[2], -wp.dot(n0, o))
    camera.planes[1] = wp.vec4(n1[0], n1[1], n1[2], -wp.dot(n1, o))
    camera.planes[2] = wp.vec4(n2[0], n2[1], n2[2], -wp.dot(n2, o))
    camera.planes[3] = wp.vec4(n3[0], n3[1], n3[2], -wp.dot(n3, o))
    if v.ends:
        n = wp.transform_vector(xf, wp.vec3(0.0, 0.0, -1.0))
        d = wp.dot(n, o)
        camera.planes[4] = wp.vec4(n[0], n[1], n[2], -d - camera.near)
        camera.planes[5] = wp.vec4(-n[0], -n[1], -n[2], d + camera.far)


@computation(
    RENDERING,
    "compute the look-at view matrix of each camera, looking along -z, with the world's z up,",
    back={
        True: "at a given distance from the object that it follows, zero where that is straight above or below",
        False: "from where it stands to the object that it follows, zero where that is straight above or below",
    },
)
def aim_camera(camera: Any, follow_distance: Any) -> None:
    eye = wp.transform_get_translation(camera.pose)
    p = wp.transform_get_translation(camera.target.pose)
    offset = p - eye
    r = wp.length(offset)
    # a view straight up or down has no side
    if r < EPSILON or wp.abs(offset[2]) > 0.999 * r:
        camera.view = wp.mat44(0.0)
        return
    if v.back:
        eye = p - offset * (follow_distance / r)
    camera.view = look_at(eye, p, wp.vec3(0.0, 0.0, 1.0))


@computation(
    RENDERING,
    "update the world pose and scaled axes of each visible object, from its body where it has one, and hide what lies before the near "
    "plane of its camera, which looks along its -z axis, or beyond the far one,",
    static={True: "and static objects, which are drawn apart", False: ""},
    shadow={True: "and count those that cast shadows", False: ""},
    level={True: "with the level of detail by distance", False: ""},
)
def update_instance(thing: Any, lod_distance: Any) -> None:
    if v.static:
        if (thing.flags & STATIC) != 0:
            thing.visible = False
            return
    if (thing.flags & VISIBLE) == 0:
        thing.visible = False
        return
    xf = thing.pose
    body = thing.body
    if exists(body):
        xf = wp.transform_multiply(body.pose, thing.placed)
    p = wp.transform_get_translation(xf)
    camera = thing.camera
    # a camera looks along its negative z axis
    seen = wp.transform_point(wp.transform_inverse(camera.pose), p)
    depth = -seen[2]
    if depth + thing.radius < camera.near or depth - thing.radius > camera.far:
        thing.visible = False
        return
    thing.visible = True
    thing.world = xf
    r = wp.quat_to_matrix(wp.transform_get_rotation(xf))
    thing.basis = r @ wp.diag(thing.scale)
    if v.level:
        thing.lod = int(wp.max(wp.length(seen) - thing.radius, 0.0) / lod_distance)
    if v.shadow:
        if (thing.flags & SHADOW) != 0:
            camera.shadow_count += 1
