"""Forces on cloth: membranes, bending, wind, repulsion."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.cloth import CLOTH

EPSILON = 1.0e-6


@law
def stvk_stress(f0: wp.vec3, f1: wp.vec3, mu: float, lam: float) -> tuple[wp.vec3, wp.vec3]:
    """Columns of the first Piola-Kirchhoff stress of a St. Venant-Kirchhoff membrane."""
    e00 = 0.5 * (wp.dot(f0, f0) - 1.0)
    e11 = 0.5 * (wp.dot(f1, f1) - 1.0)
    e01 = 0.5 * wp.dot(f0, f1)
    trace = lam * (e00 + e11)
    p0 = (2.0 * mu * e00 + trace) * f0 + 2.0 * mu * e01 * f1
    p1 = 2.0 * mu * e01 * f0 + (2.0 * mu * e11 + trace) * f1
    return p0, p1


@law
def area_stress(f0: wp.vec3, f1: wp.vec3, mu: float, lam: float) -> tuple[wp.vec3, wp.vec3]:
    """Columns of the first Piola-Kirchhoff stress of a stable neo-Hookean membrane, none at rest."""
    normal = wp.cross(f0, f1)
    area = wp.length(normal)
    if area < EPSILON:
        return mu * f0, mu * f1
    n = normal / area
    # a rest area that balances the pull of the first term
    c = area - (1.0 + mu / lam)
    return mu * f0 + lam * c * wp.cross(f1, n), mu * f1 + lam * c * wp.cross(n, f0)


@law
def hinge_angle(n1: wp.vec3, n2: wp.vec3, axis: wp.vec3) -> float:
    """Signed angle from one unit normal to the other about their common edge, zero where flat."""
    return wp.atan2(wp.dot(wp.cross(n1, n2), axis), wp.dot(n1, n2))


@law
def triangle_drag(n: wp.vec3, vrel: wp.vec3, density: float, area: float) -> wp.vec3:
    """Drag of air on a triangle along its unit normal, quadratic in the speed across it."""
    vn = wp.dot(n, vrel)
    return -0.5 * density * area * wp.abs(vn) * vn * n


@law
def cubic_repulsion(d: float, reach: float, stiffness: float) -> float:
    """Size of the push between points nearer than a reach, cubic in what they lack to it."""
    x = reach - d
    return stiffness * x * x * x


@computation(
    CLOTH,
    "apply to the corners of a triangle the membrane force",
    material={"stvk": "of a Saint Venant-Kirchhoff material", "area": "of a neo-Hookean material that keeps its area"},
    torn={True: "unless it is torn", False: ""},
)
def triangle_membrane_force(triangle: Any) -> None:
    if v.torn and triangle.torn != 0:
        return
    a, b, c = triangle.a, triangle.b, triangle.c
    x0 = a.position
    x10 = b.position - x0
    x20 = c.position - x0
    dm = triangle.inverse_rest
    f0 = x10 * dm[0, 0] + x20 * dm[1, 0]
    f1 = x10 * dm[0, 1] + x20 * dm[1, 1]
    if v.material == "stvk":
        p0, p1 = stvk_stress(f0, f1, triangle.mu, triangle.lam)
    else:
        p0, p1 = area_stress(f0, f1, triangle.mu, triangle.lam)
    rest_area = 1.0 / (2.0 * wp.determinant(dm))
    fb = -rest_area * (p0 * dm[0, 0] + p1 * dm[0, 1])
    fc = -rest_area * (p0 * dm[1, 0] + p1 * dm[1, 1])
    a.force -= fb + fc
    b.force += fb
    c.force += fc


@computation(
    CLOTH,
    "apply the bending force of a hinge to its four vertices",
    damped={True: "with damping", False: ""},
    angle={True: "and store its angle", False: ""},
)
def hinge_bending_force(hinge: Any) -> None:
    a, b = hinge.opposite, hinge.across
    c, d = hinge.start, hinge.end
    x1 = a.position
    x2 = b.position
    x3 = c.position
    x4 = d.position
    n1 = wp.cross(x3 - x1, x4 - x1)
    n2 = wp.cross(x4 - x2, x3 - x2)
    e = x4 - x3
    n1_length = wp.length(n1)
    n2_length = wp.length(n2)
    e_length = wp.length(e)
    if n1_length < EPSILON or n2_length < EPSILON or e_length < EPSILON:
        return
    n1_hat = n1 / n1_length
    n2_hat = n2 / n2_length
    e_hat = e / e_length
    theta = hinge_angle(n1_hat, n2_hat, e_hat)
    # gradients of the angle
    d1 = -n1_hat * (e_length / n1_length)
    d2 = -n2_hat * (e_length / n2_length)
    d3 = -n1_hat * (wp.dot(x1 - x4, e_hat) / n1_length) - n2_hat * (wp.dot(x2 - x4, e_hat) / n2_length)
    d4 = -n1_hat * (wp.dot(x3 - x1, e_hat) / n1_length) - n2_hat * (wp.dot(x3 - x2, e_hat) / n2_length)
    f = hinge.stiffness * (theta - hinge.rest_angle)
    if v.damped:
        rate = wp.dot(d1, a.velocity) + wp.dot(d2, b.velocity) + wp.dot(d3, c.velocity) + wp.dot(d4, d.velocity)
        f += hinge.damping * rate
    a.force -= f * d1
    b.force -= f * d2
    c.force -= f * d3
    d.force -= f * d4
    if v.angle:
        hinge.angle = theta


@computation(
    CLOTH,
    "push the corners of a triangle by a third each of the wind on it",
    law={"normal": "by the pressure along its normal", "lift": "by drag along the flow and lift across it"},
)
def triangle_wind_force(triangle: Any, wind: Any, air_density: Any) -> None:
    a, b, c = triangle.a, triangle.b, triangle.c
    xa = a.position
    n = wp.cross(b.position - xa, c.position - xa)
    twice_area = wp.length(n)
    if twice_area < EPSILON:
        return
    n = n / twice_area
    vrel = (a.velocity + b.velocity + c.velocity) / 3.0 - wind
    if v.law == "normal":
        f = triangle_drag(n, vrel, air_density, 0.5 * twice_area)
    else:
        speed = wp.length(vrel)
        if speed < EPSILON:
            return
        flow = vrel / speed
        cos_theta = wp.dot(n, flow)
        drag = triangle.drag * wp.abs(cos_theta) * flow
        lift = triangle.lift * cos_theta * (n - cos_theta * flow)
        f = -0.25 * air_density * twice_area * speed * speed * (drag + lift)
    f = f / 3.0
    a.force += f
    b.force += f
    c.force += f


@computation(
    CLOTH,
    "push a vertex away from the vertices that come too near",
    law={"cubic": "by the cube of how far they overlap", "linear": "by a linear penalty"},
    rest={True: "unless they were as near at rest", False: ""},
)
def repel_vertices(vertex: Any, stiffness: Any, cubic_stiffness: Any) -> None:
    x = vertex.position
    h = vertex.radius
    f = wp.vec3()
    for other in vertex.neighbours:
        reach = h + other.radius
        if v.rest and wp.length(vertex.rest - other.rest) < reach:
            continue
        d = x - other.position
        dist = wp.length(d)
        if dist >= reach or dist < EPSILON:
            continue
        if v.law == "cubic":
            f += d * (cubic_repulsion(dist, reach, cubic_stiffness) / dist)
        else:
            f += d * (stiffness * (reach - dist) / dist)
    vertex.force = vertex.force + f


@computation(
    CLOTH,
    "find the unit normal of a vertex from the triangles around it",
    weight={"area": "weighted by their area", "equal": "where each counts alike"},
)
def gather_vertex_normal(vertex: Any) -> None:
    n = wp.vec3(0.0)
    for t in vertex.triangles:
        if v.weight == "area":
            n += t.normal
        else:
            n += wp.normalize(t.normal)
    vertex.normal = wp.normalize(n)


@computation(
    CLOTH,
    "add the normal of a triangle, as long as twice its area, to its corners",
    stored={True: "and store it", False: ""},
)
def scatter_triangle_normal(triangle: Any) -> None:
    a, b, c = triangle.a, triangle.b, triangle.c
    p = a.position
    n = wp.cross(b.position - p, c.position - p)
    a.normal += n
    b.normal += n
    c.normal += n
    if v.stored:
        triangle.normal = n
