"""Water on a globe of cells: flows across faces, rotation, wetting and drying, tracers."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.earth import EARTH

LAND = 1
SPONGE = 2


@law
def rotate_velocity(u: wp.vec2, angle: float) -> wp.vec2:
    """Velocity turned clockwise by an angle, exactly and without gain of speed."""
    c = wp.cos(angle)
    s = wp.sin(angle)
    return wp.vec2(c * u[0] + s * u[1], c * u[1] - s * u[0])


@law
def upwind(left: float, right: float, speed: float) -> float:
    """Value on the side that the flow comes from, the left one where it stands still."""
    if speed >= 0.0:
        return left
    return right


@law
def face_speed(left: wp.vec2, right: wp.vec2, normal: wp.vec2) -> float:
    """Speed through a face along its normal, the mean of both sides."""
    return 0.5 * (wp.dot(left, normal) + wp.dot(right, normal))


@computation(
    EARTH,
    "compute the flux of water through each face",
    why={"rusanov": "the jump, times the fastest wave, damps what the mean flux alone would let oscillate"},
    scheme={
        "mean": "with the mean depth of both sides",
        "upwind": "with the upwind depth",
        "rusanov": "by the Rusanov scheme, the mean flux less half the fastest wave speed times the jump of depth",
    },
    balance={True: "and add it to the cells on both sides", False: ""},
    closed={True: "zero where the face is closed", False: ""},
)
def face_water_flux(face: Any, gravity: Any) -> None:
    if v.closed:
        if face.closed != 0:
            face.flux = 0.0
            return
    a, b = face.left, face.right
    ha = a.depth
    hb = b.depth
    if v.scheme == "rusanov":
        ua = wp.dot(a.velocity, face.normal)
        ub = wp.dot(b.velocity, face.normal)
        wave = wp.max(wp.abs(ua) + wp.sqrt(gravity * ha), wp.abs(ub) + wp.sqrt(gravity * hb))
        flux = 0.5 * face.length * (ha * ua + hb * ub - wave * (hb - ha))
    else:
        speed = face_speed(a.velocity, b.velocity, face.normal)
        h = upwind(ha, hb, speed) if v.scheme == "upwind" else 0.5 * (ha + hb)
        flux = face.length * speed * h
    face.flux = flux
    if v.balance:
        a.exchange -= flux
        b.exchange += flux


@computation(
    EARTH,
    "compute the upwind flux of a tracer, depth times concentration, through each face and add it to the cells on both "
    "sides",
    wet={True: "zero where one of them is dry", False: ""},
)
def face_tracer_flux(face: Any) -> None:
    a, b = face.left, face.right
    if v.wet:
        if a.wet == 0 or b.wet == 0:
            face.tracer_flux = 0.0
            return
    speed = face_speed(a.velocity, b.velocity, face.normal)
    flux = face.length * speed * upwind(a.depth * a.tracer, b.depth * b.tracer, speed)
    face.tracer_flux = flux
    a.tracer_exchange -= flux
    b.tracer_exchange += flux


@computation(
    EARTH,
    "advance the water depth of each cell by its exchange over its area, not below zero,",
    wet={True: "and mark it as wet above the dry depth", False: ""},
)
def advance_depth(cell: Any, dt: Any, dry_depth: Any) -> None:
    # no depth is negative, whatever flows out
    h = wp.max(cell.depth + dt * cell.exchange / cell.area, 0.0)
    cell.next_depth = h
    if v.wet:
        cell.next_wet = 1 if h > dry_depth else 0


@computation(
    EARTH,
    "rotate the velocity of each cell by the Coriolis force over the step",
    why={"implicit": "the implicit turn is stable for any step, where an explicit one would gain speed"},
    scheme={"exact": "exactly", "implicit": "implicitly"},
    drag={True: "with implicit linear drag", False: ""},
    dry={True: "and stop it in dry cells", False: ""},
)
def coriolis_turn(cell: Any, dt: Any, drag: Any) -> None:
    u = cell.velocity
    if v.dry:
        if cell.wet == 0:
            cell.next_velocity = wp.vec2(0.0, 0.0)
            return
    angle = cell.coriolis * dt
    if v.scheme == "implicit":
        k = 1.0 / (1.0 + angle * angle)
        u = wp.vec2(u[0] + angle * u[1], u[1] - angle * u[0]) * k
    else:
        u = rotate_velocity(u, angle)
    if v.drag:
        u = u * (1.0 / (1.0 + drag * dt))
    cell.next_velocity = u


@computation(
    EARTH,
    "diffuse the tracer of each cell with its four sides",
    wet={True: "where both are wet", False: ""},
    sponge={True: "and damp it in the sponge layer", False: ""},
)
def mix_tracer(cell: Any, mixing: Any, sponge_share: Any) -> None:
    c = cell.tracer
    if v.wet:
        if cell.wet == 0:
            cell.next_tracer = c
            return
    change = float(0.0)
    for k in range(4):
        side = cell.sides[k]
        if exists(side):
            if v.wet:
                if side.wet != 0:
                    change += side.tracer - c
            else:
                change += side.tracer - c
    c += mixing * change
    if v.sponge:
        if (cell.flags & SPONGE) != 0:
            c *= 1.0 - sponge_share
    cell.next_tracer = c


@computation(
    EARTH,
    "mark each cell deeper than the dry depth as wet",
    spread={"depth": "", "neighbour": "and each beside a wet one"},
    land={True: "never on land", False: ""},
)
def wet_and_dry(cell: Any, dry_depth: Any) -> None:
    if v.land:
        if (cell.flags & LAND) != 0:
            cell.next_wet = 0
            return
    wet = int(0)
    if cell.depth > dry_depth:
        wet = 1
    elif v.spread == "neighbour":
        for k in range(4):
            side = cell.sides[k]
            if exists(side):
                if side.wet != 0:
                    wet = 1
    cell.next_wet = wet


@computation(
    EARTH,
    "propagate basin labels: lower that of each cell to the smallest among its sides",
    wet={True: "over wet cells, with -1 in dry ones", False: ""},
)
def basin_label(cell: Any) -> None:
    label = cell.basin
    if v.wet:
        if cell.wet == 0:
            cell.next_basin = -1
            return
    for k in range(4):
        side = cell.sides[k]
        if exists(side):
            if v.wet:
                if side.wet != 0:
                    label = wp.min(label, side.basin)
            else:
                label = wp.min(label, side.basin)
    cell.next_basin = label
