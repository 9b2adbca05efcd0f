"""Tetrahedra of soft bodies: rest shapes, forces, volumes, masses."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.cloth import CLOTH

EPSILON = 1.0e-6


@law
def edge_matrix(x0: wp.vec3, x1: wp.vec3, x2: wp.vec3, x3: wp.vec3) -> wp.mat33:
    """Matrix with the edges of a tetrahedron from its first corner as columns."""
    a = x1 - x0
    b = x2 - x0
    c = x3 - x0
    return wp.mat33(a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2])


@law
def solid_neo_hookean_stress(f: wp.mat33, mu: float, lam: float) -> wp.mat33:
    """First Piola-Kirchhoff stress of a stable neo-Hookean solid, zero at rest."""
    # columns of the cofactor matrix are slopes of the volume
    a = wp.vec3(f[0, 0], f[1, 0], f[2, 0])
    b = wp.vec3(f[0, 1], f[1, 1], f[2, 1])
    c = wp.vec3(f[0, 2], f[1, 2], f[2, 2])
    u = wp.cross(b, c)
    s = wp.cross(c, a)
    t = wp.cross(a, b)
    j = wp.dot(a, u)
    cof = wp.mat33(u[0], s[0], t[0], u[1], s[1], t[1], u[2], s[2], t[2])
    return mu * f + ((lam + mu) * (j - 1.0) - mu) * cof


@law
def stvk_solid_stress(f: wp.mat33, mu: float, lam: float) -> wp.mat33:
    """First Piola-Kirchhoff stress of a St. Venant-Kirchhoff solid."""
    eye = wp.identity(n=3, dtype=float)
    e = 0.5 * (wp.transpose(f) @ f - eye)
    return f @ (2.0 * mu * e + lam * wp.trace(e) * eye)


@computation(
    CLOTH,
    "add the elastic forces of each linear tetrahedron to its corners,",
    material={"neo": "in a neo-Hookean material,", "stvk": "in a Saint Venant-Kirchhoff material,"},
    damped={True: "with damping in proportion to the rate of the deformation gradient,", False: ""},
    inverted={True: "marking it where it is inverted", False: ""},
)
def tetrahedron_force(tetrahedron: Any) -> None:
    p0, p1 = tetrahedron.nodes[0], tetrahedron.nodes[1]
    p2, p3 = tetrahedron.nodes[2], tetrahedron.nodes[3]
    ds = edge_matrix(p0.position, p1.position, p2.position, p3.position)
    dm = tetrahedron.inverse_rest
    f = ds @ dm
    if v.inverted:
        if wp.determinant(f) < -EPSILON:
            tetrahedron.inverted = 1
        else:
            tetrahedron.inverted = 0
    if v.material == "neo":
        p = solid_neo_hookean_stress(f, tetrahedron.mu, tetrahedron.lam)
    else:
        p = stvk_solid_stress(f, tetrahedron.mu, tetrahedron.lam)
    if v.damped:
        dv = edge_matrix(p0.velocity, p1.velocity, p2.velocity, p3.velocity)
        p += tetrahedron.damping * (dv @ dm)
    rest_volume = 1.0 / (6.0 * wp.determinant(dm))
    h = -rest_volume * (p @ wp.transpose(dm))
    f1 = wp.vec3(h[0, 0], h[1, 0], h[2, 0])
    f2 = wp.vec3(h[0, 1], h[1, 1], h[2, 1])
    f3 = wp.vec3(h[0, 2], h[1, 2], h[2, 2])
    p0.force -= f1 + f2 + f3
    p1.force += f1
    p2.force += f2
    p3.force += f3


@computation(
    CLOTH,
    "compute the inverse rest shape matrix of each tetrahedron",
    volume={True: "and its rest volume", False: ""},
    flat={"zero": "with zeros where it is flat", "keep": "unless it is flat"},
)
def tetrahedron_rest_shape(tetrahedron: Any) -> None:
    p0, p1 = tetrahedron.nodes[0], tetrahedron.nodes[1]
    p2, p3 = tetrahedron.nodes[2], tetrahedron.nodes[3]
    dm = edge_matrix(p0.rest, p1.rest, p2.rest, p3.rest)
    det = wp.determinant(dm)
    sides = wp.length(p1.rest - p0.rest) * wp.length(p2.rest - p0.rest) * wp.length(p3.rest - p0.rest)
    if wp.abs(det) <= EPSILON * sides:
        if v.flat == "zero":
            tetrahedron.inverse_rest = wp.mat33()
            if v.volume:
                tetrahedron.volume = 0.0
        return
    tetrahedron.inverse_rest = wp.inverse(dm)
    if v.volume:
        tetrahedron.volume = wp.abs(det) / 6.0


@computation(
    CLOTH,
    "project each tetrahedron onto its rest volume, position-based with inverse masses,",
    why={
        "xpbd": "the compliance, divided by the squared time step, makes the stiffness the same for any number of iterations",
    },
    kind={"xpbd": "with compliance, as in XPBD", "rigid": "as a hard constraint"},
    counted={True: "and count the corrections", False: ""},
)
def solve_tetrahedron_volume(tetrahedron: Any, dt: Any) -> None:
    p0, p1 = tetrahedron.nodes[0], tetrahedron.nodes[1]
    p2, p3 = tetrahedron.nodes[2], tetrahedron.nodes[3]
    x0 = p0.position
    a = p1.position - x0
    b = p2.position - x0
    c = p3.position - x0
    g1 = wp.cross(b, c) / 6.0
    g2 = wp.cross(c, a) / 6.0
    g3 = wp.cross(a, b) / 6.0
    g0 = -(g1 + g2 + g3)
    w0 = p0.inverse_mass
    w1 = p1.inverse_mass
    w2 = p2.inverse_mass
    w3 = p3.inverse_mass
    denom = w0 * wp.length_sq(g0) + w1 * wp.length_sq(g1) + w2 * wp.length_sq(g2) + w3 * wp.length_sq(g3)
    if v.kind != "xpbd" and denom <= 0.0:
        return
    err = wp.dot(a, g1) - tetrahedron.volume
    if v.kind == "xpbd":
        alpha = tetrahedron.compliance / (dt * dt)
        lam = (-err - alpha * tetrahedron.multiplier) / (denom + alpha)
        tetrahedron.multiplier = tetrahedron.multiplier + lam
    else:
        lam = -err / denom
    p0.delta += w0 * lam * g0
    p1.delta += w1 * lam * g1
    p2.delta += w2 * lam * g2
    p3.delta += w3 * lam * g3
    if v.counted:
        for k in range(4):
            tetrahedron.nodes[k].delta_count += 1


@computation(
    CLOTH,
    "add to each corner of a tetrahedron a quarter of its mass, its density times",
    now={True: "the volume that the corners span now", False: "its rest volume"},
)
def lump_tetrahedron_mass(tetrahedron: Any) -> None:
    if v.now:
        p0, p1 = tetrahedron.nodes[0], tetrahedron.nodes[1]
        p2, p3 = tetrahedron.nodes[2], tetrahedron.nodes[3]
        det = wp.determinant(edge_matrix(p0.position, p1.position, p2.position, p3.position))
        m = tetrahedron.density * wp.abs(det) / 24.0
    else:
        m = 0.25 * tetrahedron.density * tetrahedron.volume
    for k in range(4):
        tetrahedron.nodes[k].mass += m


@computation(
    CLOTH,
    "compute the elastic energy of each linear tetrahedron",
    material={"neo": "of a neo-Hookean material", "stvk": "of a Saint Venant-Kirchhoff material"},
)
def tetrahedron_energy(tetrahedron: Any) -> None:
    p0, p1 = tetrahedron.nodes[0], tetrahedron.nodes[1]
    p2, p3 = tetrahedron.nodes[2], tetrahedron.nodes[3]
    dm = tetrahedron.inverse_rest
    f = edge_matrix(p0.position, p1.position, p2.position, p3.position) @ dm
    mu = tetrahedron.mu
    lam = tetrahedron.lam
    if v.material == "neo":
        j = wp.determinant(f)
        psi = 0.5 * mu * (wp.ddot(f, f) - 3.0) - mu * (j - 1.0) + 0.5 * (lam + mu) * (j - 1.0) * (j - 1.0)
    else:
        e = 0.5 * (wp.transpose(f) @ f - wp.identity(n=3, dtype=float))
        tr = wp.trace(e)
        psi = mu * wp.ddot(e, e) + 0.5 * lam * tr * tr
    tetrahedron.energy = psi / (6.0 * wp.determinant(dm))
