"""Finite elements: their geometry, masses, matrices, and what is read from them at points."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.finite_elements import FINITE_ELEMENTS

ElementStatus: Any = FINITE_ELEMENTS.enumerations["ElementStatus"]

SLIVER = 1.0e-3
"""Volume of a parallelepiped that counts as flat, as a share of the product of its edges."""


@law
def tet_gradients(a: wp.vec3, b: wp.vec3, c: wp.vec3, d: wp.vec3) -> tuple[wp.vec3, wp.vec3, wp.vec3, float]:
    """Shape gradients of a tetrahedron's last three corners and its signed volume, all zero for a sliver."""
    u = b - a
    w = c - a
    z = d - a
    six = wp.dot(u, wp.cross(w, z))
    if wp.abs(six) <= SLIVER * wp.length(u) * wp.length(w) * wp.length(z):
        return wp.vec3(0.0), wp.vec3(0.0), wp.vec3(0.0), 0.0
    return wp.cross(w, z) / six, wp.cross(z, u) / six, wp.cross(u, w) / six, six / 6.0


@law
def linear_shape(bary: wp.vec3) -> wp.vec4:
    """Linear shape functions of a tetrahedron, the fourth corner having what the others leave."""
    return wp.vec4(bary[0], bary[1], bary[2], 1.0 - bary[0] - bary[1] - bary[2])


@law
def barycentric_inside(w: wp.vec4) -> bool:
    """Whether barycentric coordinates are of a point of a tetrahedron, its faces included."""
    for k in range(4):
        if w[k] < 0.0:
            return False
    return True


@computation(
    FINITE_ELEMENTS,
    "compute the volume of a tetrahedron at rest and the gradients of its shape functions",
    check={True: "and mark it where it is flat or inverted, unless it failed or is inactive", False: ""},
)
def fem_shape_gradients(element: Any) -> None:
    a = element.nodes[0]
    b = element.nodes[1]
    c = element.nodes[2]
    d = element.nodes[3]
    gb, gc, gd, volume = tet_gradients(a.rest, b.rest, c.rest, d.rest)
    element.gradients[0] = -(gb + gc + gd)
    element.gradients[1] = gb
    element.gradients[2] = gc
    element.gradients[3] = gd
    element.size = wp.abs(volume)
    if v.check:
        status = element.status
        if status == ElementStatus.OK or status == ElementStatus.INVERTED:
            element.status = ElementStatus.OK if volume > 0.0 else ElementStatus.INVERTED


@computation(
    FINITE_ELEMENTS,
    "spread the mass of an element over its nodes",
    total={True: "and add it to its body", False: ""},
    active={True: "if it is active", False: ""},
)
def fem_lumped_mass(element: Any) -> None:
    if v.active and not element.active:
        return
    m = element.material.density * element.size
    for k in range(4):
        element.nodes[k].mass += 0.25 * m
    if v.total:
        body = element.body
        if exists(body):
            body.mass += m


@computation(
    FINITE_ELEMENTS,
    "fill the heat conduction matrix of an element",
    mass={True: "with its consistent heat capacity over the time step", False: ""},
    numbered={True: "and the rows and columns of its entries", False: ""},
)
def fem_diffusion_matrix(element: Any, dt: Any) -> None:
    k_v = element.material.conductivity * element.size
    if v.mass:
        material = element.material
        m = material.density * material.heat * element.size / (20.0 * dt)
    for i in range(4):
        for j in range(4):
            entry = 4 * i + j
            value = k_v * wp.dot(element.gradients[i], element.gradients[j])
            if v.mass:
                value += 2.0 * m if i == j else m
            element.block[entry] = value
            if v.numbered:
                element.rows[entry] = element.nodes[i].index
                element.columns[entry] = element.nodes[j].index


@computation(
    FINITE_ELEMENTS,
    "add the heat that flows through an element to its nodes",
    source={True: "and the sources at its quadrature points, by the shape functions there", False: ""},
    active={True: "if it is active", False: ""},
)
def fem_heat_residual(element: Any) -> None:
    if v.active and not element.active:
        return
    grad = wp.vec3(0.0)
    for k in range(4):
        grad += element.nodes[k].temperature * element.gradients[k]
    q = element.size * element.material.conductivity * grad
    if v.source:
        given = wp.vec4(0.0)
        for point in element.points:
            given += point.weight * point.source * linear_shape(point.weights)
    for k in range(4):
        if v.source:
            element.nodes[k].heat += given[k] - wp.dot(q, element.gradients[k])
        else:
            element.nodes[k].heat -= wp.dot(q, element.gradients[k])


@computation(
    FINITE_ELEMENTS,
    "interpolate the temperature at a quadrature point",
    active={True: "or zero where its element is not active", False: ""},
)
def fem_quadrature_temperature(quadrature: Any) -> None:
    element = quadrature.element
    if v.active and not element.active:
        quadrature.temperature = 0.0
        return
    w = linear_shape(quadrature.weights)
    T = float(0.0)
    for k in range(4):
        T += w[k] * element.nodes[k].temperature
    quadrature.temperature = T


@computation(
    FINITE_ELEMENTS,
    "interpolate at a probe, from the nodes of its element,",
    field={
        "temperature": "the temperature",
        "displacement": "the displacement",
        "both": "temperature and displacement",
        "gradient": "the temperature, and its gradient",
    },
    inside={True: "if it lies inside", False: ""},
)
def fem_probe(probe: Any) -> None:
    element = probe.element
    if not exists(element):
        if v.field != "displacement":
            probe.temperature = 0.0
        return
    w = linear_shape(probe.weights)
    if v.inside and not barycentric_inside(w):
        return
    if v.field != "displacement":
        T = float(0.0)
    if v.field == "displacement" or v.field == "both":
        u = wp.vec3(0.0)
    if v.field == "gradient":
        grad = wp.vec3(0.0)
    for k in range(4):
        node = element.nodes[k]
        if v.field != "displacement":
            T += w[k] * node.temperature
        if v.field == "displacement" or v.field == "both":
            u += w[k] * node.displacement
        if v.field == "gradient":
            grad += node.temperature * element.gradients[k]
    if v.field != "displacement":
        probe.temperature = T
    if v.field == "displacement" or v.field == "both":
        probe.displacement = u
    if v.field == "gradient":
        probe.gradient = grad


@computation(
    FINITE_ELEMENTS,
    "compute the strain of a triangle",
    measure={"green": "by Green", "small": "taken as small, in the x-y plane,"},
    stress={True: "and its plane stress", False: ""},
)
def fem_triangle_strain(triangle: Any) -> None:
    a = triangle.corners[0].position
    b = triangle.corners[1].position
    c = triangle.corners[2].position
    u = b - a
    w = c - a
    B = triangle.rest_inverse
    fx = u * B[0, 0] + w * B[1, 0]
    fy = u * B[0, 1] + w * B[1, 1]
    if v.measure == "green":
        exx = 0.5 * (wp.dot(fx, fx) - 1.0)
        eyy = 0.5 * (wp.dot(fy, fy) - 1.0)
        exy = 0.5 * wp.dot(fx, fy)
    else:
        exx = fx[0] - 1.0
        eyy = fy[1] - 1.0
        exy = 0.5 * (fx[1] + fy[0])
    triangle.strain = wp.mat22(exx, exy, exy, eyy)
    if v.stress:
        nu = triangle.material.poisson
        factor = triangle.material.young / (1.0 - nu * nu)
        triangle.stress = factor * wp.vec3(exx + nu * eyy, eyy + nu * exx, (1.0 - nu) * exy)


@computation(
    FINITE_ELEMENTS,
    "set the status of each element: inactive,",
    inverted={
        True: "else inverted where its volume is not above zero, else failed where its damage exceeds the limit, else OK",
        False: "else failed where its damage exceeds the limit, else OK",
    },
    counted={True: "and count the failed ones by body", False: ""},
)
def fem_fail_elements(element: Any, limit: Any) -> None:
    if not element.active:
        element.status = ElementStatus.INACTIVE
        return
    if v.inverted and element.volume_ratio <= 0.0:
        element.status = ElementStatus.INVERTED
        return
    if element.damage <= limit:
        element.status = ElementStatus.OK
        return
    element.status = ElementStatus.FAILED
    if v.counted:
        body = element.body
        if exists(body):
            body.failed_count += 1
