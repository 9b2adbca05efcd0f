"""Where edges of a mesh collapse to, and where triangles are cut."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.meshes import MESHES

FIXED = 1
"""Bit of flags: a vertex that stays as it is."""

NEVER = 1.0e10
"""Cost of what is never collapsed."""

PULL = 0.05
"""Weight of the middle of an edge beside its error quadric."""

SMALL = 1.0e-6
"""Length or determinant under which a direction or a solution is not taken."""


EdgeState: Any = None
"""The enumeration of the schema."""


@law
def quadric_cost(q: wp.mat44, x: wp.vec3) -> float:
    """Garland and Heckbert's error of a point, by the quadric of the planes that it should lie on."""
    p = wp.vec4(x[0], x[1], x[2], 1.0)
    return wp.dot(p, q * p)


@law
def quadric_minimum(q: wp.mat44, middle: wp.vec3) -> wp.vec3:
    """Point of least quadric error, pulled a little to a middle so that flat places have one, too."""
    a = wp.mat33(q[0, 0], q[0, 1], q[0, 2], q[1, 0], q[1, 1], q[1, 2], q[2, 0], q[2, 1], q[2, 2])
    a += PULL * wp.identity(n=3, dtype=float)
    return wp.inverse(a) * (PULL * middle - wp.vec3(q[0, 3], q[1, 3], q[2, 3]))


@law
def crossing(xa: wp.vec3, ha: float, xb: wp.vec3, hb: float) -> wp.vec3:
    """Point of an edge where the height is zero, the middle of an edge that is level."""
    d = ha - hb
    if wp.abs(d) < SMALL:
        return 0.5 * (xa + xb)
    return xa + (xb - xa) * (ha / d)


@computation(
    MESHES,
    "find the point that each edge collapses to, where the quadric error with a pull of 0.05 to the midpoint is least, and its cost",
    fixed={True: "with an end that is fixed as its point, at a cost of 1e10 where both are", False: ""},
    state={True: "marking edges below the cost limit", False: ""},
)
def mesh_collapse_edges(edge: Any, cheap: Any) -> None:
    a, b = edge.a, edge.b
    middle = 0.5 * (a.position + b.position)
    if v.fixed:
        stays_a = (a.flags & FIXED) != 0
        stays_b = (b.flags & FIXED) != 0
        if stays_a and stays_b:
            edge.point = middle
            edge.cost = NEVER
            if v.state:
                edge.state = EdgeState.KEEP
            return
    q = a.plane_error + b.plane_error
    if v.fixed:
        if stays_a:
            x = a.position
        elif stays_b:
            x = b.position
        else:
            x = quadric_minimum(q, middle)
    else:
        x = quadric_minimum(q, middle)
    cost = quadric_cost(q, x)
    edge.point = x
    edge.cost = cost
    if v.state:
        edge.state = EdgeState.COLLAPSE if cost < cheap else EdgeState.KEEP


@computation(
    MESHES,
    "classify triangles against the zero level by a 3-bit code of their vertices below it",
    pieces={True: "counting the inner triangles left", False: ""},
    points={
        "both": "interpolating both cut points, from the first to the second with those below on the left",
        "none": "",
    },
)
def mesh_cut_triangles(triangle: Any) -> None:
    a = triangle.nodes[0]
    b = triangle.nodes[1]
    c = triangle.nodes[2]
    ha = a.height
    hb = b.height
    hc = c.height
    code = int(0)
    if ha < 0.0:
        code = code | 1
    if hb < 0.0:
        code = code | 2
    if hc < 0.0:
        code = code | 4
    triangle.code = code
    if v.pieces:
        n = int(0)
        if code == 7 or code == 1 or code == 2 or code == 4:
            n = 1
        elif code != 0:
            n = 2
        triangle.pieces = n
    if v.points == "both":
        if code == 0 or code == 7:
            return
        xa = a.position
        xb = b.position
        xc = c.position
        # the vertex that lies alone on its side
        if code == 1 or code == 6:
            ahead = crossing(xa, ha, xb, hb)
            behind = crossing(xa, ha, xc, hc)
        elif code == 2 or code == 5:
            ahead = crossing(xb, hb, xc, hc)
            behind = crossing(xb, hb, xa, ha)
        else:
            ahead = crossing(xc, hc, xa, ha)
            behind = crossing(xc, hc, xb, hb)
        if code == 1 or code == 2 or code == 4:
            triangle.cut_a = ahead
            triangle.cut_b = behind
        else:
            triangle.cut_a = behind
            triangle.cut_b = ahead
