"""Finite elements: deformations, internal forces, strain energies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.finite_elements import FINITE_ELEMENTS

ElementStatus: Any = FINITE_ELEMENTS.enumerations["ElementStatus"]

MaterialLaw: Any = None
LEAST_VOLUME_RATIO = 0.01


@law
def hooke_stress(strain: wp.mat33, mu: float, lam: float) -> wp.mat33:
    """Stress of an isotropic linear elastic solid, by Lamé's constants."""
    return 2.0 * mu * strain + wp.identity(n=3, dtype=float) * (lam * wp.trace(strain))


@law
def green_strain(F: wp.mat33) -> wp.mat33:
    """Green-Lagrange strain, zero under any rotation."""
    return 0.5 * (wp.transpose(F) * F - wp.identity(n=3, dtype=float))


@law
def small_strain(H: wp.mat33) -> wp.mat33:
    """Infinitesimal strain, the symmetric part of a displacement gradient."""
    return 0.5 * (H + wp.transpose(H))


@law
def neo_hookean_first_stress(F: wp.mat33, mu: float, lam: float) -> wp.mat33:
    """First Piola-Kirchhoff stress of a neo-Hookean solid, the logarithm of its volume kept finite."""
    J = wp.max(wp.determinant(F), LEAST_VOLUME_RATIO)
    FinvT = wp.transpose(wp.inverse(F))
    return mu * (F - FinvT) + lam * wp.log(J) * FinvT


@law
def first_stress(kind: int, F: wp.mat33, mu: float, lam: float) -> wp.mat33:
    """First Piola-Kirchhoff stress of linear, St. Venant-Kirchhoff or neo-Hookean material."""
    if kind == MaterialLaw.LINEAR:
        return hooke_stress(small_strain(F - wp.identity(n=3, dtype=float)), mu, lam)
    if kind == MaterialLaw.STVK:
        return F * hooke_stress(green_strain(F), mu, lam)
    return neo_hookean_first_stress(F, mu, lam)


@law
def cauchy_stress(P: wp.mat33, F: wp.mat33) -> wp.mat33:
    """True stress in the deformed body from the first Piola-Kirchhoff stress."""
    return P * wp.transpose(F) / wp.max(wp.determinant(F), LEAST_VOLUME_RATIO)


@law
def strain_energy(strain: wp.mat33, mu: float, lam: float) -> float:
    """Elastic energy of a unit of rest volume, quadratic in the strain."""
    dilation = wp.trace(strain)
    return mu * wp.ddot(strain, strain) + 0.5 * lam * dilation * dilation


@computation(
    FINITE_ELEMENTS,
    "subtract the internal force of a linear element from its nodes",
    rotated={True: "in its rotated frame", False: ""},
    damaged={True: "weakened by its damage", False: ""},
    active={True: "if it is active", False: ""},
)
def fem_linear_force(element: Any) -> None:
    if v.active and not element.active:
        return
    H = wp.mat33()
    if v.rotated:
        R = element.rotation
        Rt = wp.transpose(R)
        for k in range(4):
            node = element.nodes[k]
            u = Rt * node.position - node.rest
            H += wp.outer(u, element.gradients[k])
    else:
        for k in range(4):
            H += wp.outer(element.nodes[k].displacement, element.gradients[k])
    material = element.material
    stress = hooke_stress(small_strain(H), material.mu, material.lam)
    if v.damaged:
        stress = (1.0 - element.damage) * stress
    if v.rotated:
        stress = R * stress
    for k in range(4):
        element.nodes[k].force -= element.size * (stress * element.gradients[k])


@computation(
    FINITE_ELEMENTS,
    "subtract the internal force of an element from its nodes",
    law={"kind": "by its material law", "neo": "by the Neo-Hookean law"},
    active={True: "if it is active", False: ""},
    stored={True: "and store its Cauchy stress", False: ""},
)
def fem_nonlinear_force(element: Any) -> None:
    if v.active and not element.active:
        return
    F = element.deformation
    material = element.material
    if v.law == "kind":
        kind = element.kind
        P = first_stress(kind, F, material.mu, material.lam)
    else:
        P = neo_hookean_first_stress(F, material.mu, material.lam)
    if v.stored:
        if v.law == "kind":
            # small displacements have but one stress
            element.stress = P if kind == MaterialLaw.LINEAR else cauchy_stress(P, F)
        else:
            element.stress = cauchy_stress(P, F)
    f = element.size * P
    for k in range(4):
        element.nodes[k].force -= f * element.gradients[k]


@computation(
    FINITE_ELEMENTS,
    "compute the deformation gradient of an element from the positions of its nodes",
    volume={True: "and how its volume compares with that at rest", False: ""},
    check={True: "and mark it where it is inverted or nearly flat, unless it failed or is inactive", False: ""},
)
def fem_deformation(element: Any) -> None:
    a = element.nodes[0]
    b = element.nodes[1]
    c = element.nodes[2]
    d = element.nodes[3]
    xa = a.position
    Ds = wp.matrix_from_cols(b.position - xa, c.position - xa, d.position - xa)
    F = Ds * element.rest_inverse
    element.deformation = F
    if v.volume or v.check:
        J = wp.determinant(F)
    if v.volume:
        element.volume_ratio = J
    if v.check:
        status = element.status
        if status == ElementStatus.OK or status == ElementStatus.INVERTED:
            if J < LEAST_VOLUME_RATIO:
                element.status = ElementStatus.INVERTED
            else:
                element.status = ElementStatus.OK


@computation(
    FINITE_ELEMENTS,
    "compute the strain energy of an element",
    measure={"green": "from its Green strain", "small": "from its small strain"},
    total={True: "and add it to that of its body", False: ""},
)
def fem_strain_energy(element: Any) -> None:
    F = element.deformation
    if v.measure == "green":
        E = green_strain(F)
    else:
        E = small_strain(F - wp.identity(n=3, dtype=float))
    W = element.size * strain_energy(E, element.material.mu, element.material.lam)
    element.energy = W
    if v.total:
        body = element.body
        if exists(body):
            body.energy += W
