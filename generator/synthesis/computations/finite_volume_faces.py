"""Finite volumes at faces: values, fluxes, areas, matrix entries."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.grids import GRIDS

SMALL = 1.0e-6

BorderType: Any = GRIDS.enumerations["BorderType"]


@law
def upwind_value(rate: float, inner: float, outer: float) -> float:
    """Value of the cell that a flow out of the inner one comes from."""
    if rate >= 0.0:
        return inner
    return outer


@law
def triangle_area_vector(a: wp.vec3, b: wp.vec3, c: wp.vec3) -> wp.vec3:
    """Area of a triangle along its normal, right-handed by the order of corners."""
    return 0.5 * wp.cross(b - a, c - a)


@law
def triangle_area(a: wp.vec3, b: wp.vec3, c: wp.vec3) -> float:
    """Area of a triangle in space, never negative."""
    return 0.5 * wp.length(wp.cross(b - a, c - a))


@computation(
    GRIDS,
    "compute the flux of a value through a face, take it from its owner and give it to its neighbour,",
    why={"": "what leaves one cell enters the other, so that nothing is lost inside"},
    scheme={"upwind": "by the value upwind", "central": "by a value weighted between both"},
    diffusion={True: "with diffusion", False: ""},
    stored={True: "and store it", False: ""},
)
def fv_face_flux(face: Any, diffusivity: Any) -> None:
    owner = face.owner
    neighbour = face.neighbour
    inner = owner.value
    outer = face.prescribed
    if v.scheme == "central":
        # what is prescribed at the border is the value at the face itself
        weight = float(0.0)
    if exists(neighbour):
        outer = neighbour.value
        if v.scheme == "central":
            weight = face.weight
    rate = face.rate
    if v.scheme == "upwind":
        flux = rate * upwind_value(rate, inner, outer)
    else:
        flux = rate * (weight * inner + (1.0 - weight) * outer)
    if v.diffusion:
        flux -= diffusivity * face.area * (outer - inner) / face.gap
    if v.stored:
        face.flux = flux
    owner.residual -= flux
    if exists(neighbour):
        neighbour.residual += flux


@computation(
    GRIDS,
    "find the value at a face",
    weighted={True: "as the mean of both sides by the weight of its owner", False: "as the mean of both sides"},
    border={
        "prescribed": "or as prescribed where there is no neighbour",
        "kinds": "or by the border kind where there is no neighbour",
    },
)
def fv_face_value(face: Any) -> None:
    owner = face.owner
    neighbour = face.neighbour
    q = owner.value
    if exists(neighbour):
        if v.weighted:
            face.value = face.weight * q + (1.0 - face.weight) * neighbour.value
        else:
            face.value = 0.5 * (q + neighbour.value)
        return
    if v.border == "prescribed":
        face.value = face.prescribed
    else:
        kind = face.kind
        if kind == BorderType.FIXED:
            face.value = face.prescribed
        elif kind == BorderType.FLUX:
            face.value = q + face.prescribed_slope * face.owner_gap
        else:
            face.value = q


@computation(
    GRIDS,
    "assemble the diffusion through a face into a symmetric matrix, with one entry for both sides of the diagonal",
    border={
        "none": "and nothing at borders",
        "fixed": "and the right side at borders of a fixed value",
        "kinds": "and the right side at borders of a fixed value or gradient",
    },
)
def fv_assemble_face(face: Any, diffusivity: Any) -> None:
    owner = face.owner
    neighbour = face.neighbour
    a = diffusivity * face.area / face.gap
    if not exists(neighbour):
        face.coefficient = 0.0
        if v.border != "none" and face.kind == BorderType.FIXED:
            owner.diagonal += a
            owner.rhs += a * face.prescribed
        elif v.border == "kinds" and face.kind == BorderType.FLUX:
            owner.rhs += diffusivity * face.area * face.prescribed_slope
        return
    face.coefficient = -a
    owner.diagonal += a
    neighbour.diagonal += a


@computation(
    GRIDS,
    "compute the area vector of a face of four points",
    split={"diagonal": "split along a diagonal", "cross": "as half the cross product of its diagonals"},
    center={
        "none": "",
        "mean": "and the mean of its points",
        "weighted": "and its centre, that of four triangles about the mean of its points weighted by their areas",
    },
)
def fv_face_area(face: Any) -> None:
    a = face.points[0].position
    b = face.points[1].position
    c = face.points[2].position
    d = face.points[3].position
    if v.split == "diagonal":
        face.area_vector = triangle_area_vector(a, b, c) + triangle_area_vector(a, c, d)
    else:
        face.area_vector = 0.5 * wp.cross(c - a, d - b)
    if v.center != "none":
        mid = 0.25 * (a + b + c + d)
        if v.center == "weighted":
            ab, bc = triangle_area(mid, a, b), triangle_area(mid, b, c)
            cd, da = triangle_area(mid, c, d), triangle_area(mid, d, a)
            moment = ab * (a + b) + bc * (b + c) + cd * (c + d) + da * (d + a)
            total = ab + bc + cd + da
            # the centre of a triangle is the mean of its corners
            if total > SMALL:
                mid = (mid + moment / total) / 3.0
        face.center = mid


@computation(
    GRIDS,
    "compute the volume flow through a face from the velocities on both sides",
    wall={True: "zero at slipping borders", False: ""},
)
def fv_face_rate(face: Any) -> None:
    owner = face.owner
    neighbour = face.neighbour
    vel = owner.velocity
    if exists(neighbour):
        w = face.weight
        vel = w * vel + (1.0 - w) * neighbour.velocity
    elif v.wall and face.kind == BorderType.SLIP:
        face.rate = 0.0
        return
    face.rate = face.area * wp.dot(vel, face.normal)


@computation(GRIDS, "count the faces of each cell", border={True: "and mark cells at the border", False: ""})
def fv_count_faces(face: Any) -> None:
    owner = face.owner
    neighbour = face.neighbour
    owner.face_count += 1
    if exists(neighbour):
        neighbour.face_count += 1
    elif v.border:
        wp.atomic_max(owner.at_border, 1)
