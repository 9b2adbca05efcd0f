"""Finite elements: nodes that touch faces of other bodies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.fem_frames import friction_force
from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.finite_elements import FINITE_ELEMENTS

FLAT = 1.0e-3
"""Squared sine of the angle of two edges under which a face has no plane."""

TOUCH = 1.0e-5
"""Depth up to which a node only touches a face, in m."""


@law
def facet_coordinates(p: wp.vec3, a: wp.vec3, b: wp.vec3, c: wp.vec3) -> tuple[wp.vec3, float]:
    """Barycentric coordinates of a point over a facet, and twice its area, zero for a degenerate one."""
    u = b - a
    w = c - a
    d = p - a
    uu = wp.dot(u, u)
    uw = wp.dot(u, w)
    ww = wp.dot(w, w)
    det = uu * ww - uw * uw
    if det <= FLAT * uu * ww:
        return wp.vec3(-1.0, 0.0, 0.0), 0.0
    du = wp.dot(d, u)
    dw = wp.dot(d, w)
    s = (ww * du - uw * dw) / det
    t = (uu * dw - uw * du) / det
    return wp.vec3(1.0 - s - t, s, t), wp.sqrt(det)


@law
def within_facet(w: wp.vec3) -> bool:
    """Whether barycentric coordinates are of a point of a facet, its edges included."""
    return w[0] >= 0.0 and w[1] >= 0.0 and w[2] >= 0.0


@computation(
    FINITE_ELEMENTS,
    "push a node and the face nearby apart by a penalty, unless the node is one of its corners,",
    friction={True: "with smoothed Coulomb friction", False: ""},
    gap={True: "and store the gap", False: ""},
)
def fem_face_contact(node: Any, penalty: Any, friction: Any, slip_speed: Any) -> None:
    face = node.facet
    a = face.corners[0]
    b = face.corners[1]
    c = face.corners[2]
    if a.index == node.index or b.index == node.index or c.index == node.index:
        return
    x = node.position
    w, twice_area = facet_coordinates(x, a.position, b.position, c.position)
    # none lies within a face without a plane
    if not within_facet(w):
        return
    foot = w[0] * a.position + w[1] * b.position + w[2] * c.position
    n = wp.cross(b.position - a.position, c.position - a.position) / twice_area
    gap = wp.dot(x - foot, n)
    if v.gap:
        node.gap = gap
    if gap >= 0.0:
        return
    normal_force = -penalty * gap
    f = normal_force * n
    if v.friction:
        surface = w[0] * a.velocity + w[1] * b.velocity + w[2] * c.velocity
        relative = node.velocity - surface
        slide = relative - wp.dot(relative, n) * n
        f += friction_force(slide, normal_force, friction, slip_speed)
    node.force += f
    a.force -= w[0] * f
    b.force -= w[1] * f
    c.force -= w[2] * f


@computation(
    FINITE_ELEMENTS,
    "find whether a node lies behind the face nearby with its foot within that face",
    count={True: "and count the nodes of each body that do", False: ""},
)
def fem_face_side(node: Any) -> None:
    face = node.facet
    a = face.corners[0].position
    b = face.corners[1].position
    c = face.corners[2].position
    w, twice_area = facet_coordinates(node.position, a, b, c)
    node.contact = 0
    # none lies within a face without a plane
    if not within_facet(w):
        return
    n = wp.cross(b - a, c - a) / twice_area
    if wp.dot(node.position - a, n) < -TOUCH:
        node.contact = 1
        if v.count:
            body = node.body
            body.contact_count += 1
