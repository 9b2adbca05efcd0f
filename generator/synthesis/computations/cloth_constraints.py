"""Constraints that hold cloth together: lengths, pins, tethers, and the corrections that they gather."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.cloth import CLOTH

PINNED = 1
EPSILON = 1.0e-6


@law
def edge_direction(xa: wp.vec3, xb: wp.vec3) -> tuple[float, wp.vec3]:
    """Length of an edge and its unit direction from the second end to the first, zero where both coincide."""
    d = xa - xb
    length = wp.length(d)
    if length > EPSILON:
        return length, d / length
    return 0.0, wp.vec3()


@law
def xpbd_step(c: float, w: float, compliance: float, multiplier: float, dt: float) -> float:
    """Change of an XPBD constraint's multiplier in one iteration."""
    alpha = compliance / (dt * dt)
    return (-c - alpha * multiplier) / (w + alpha)


@law
def bdf2_velocity(x: wp.vec3, x1: wp.vec3, x2: wp.vec3, dt: float) -> wp.vec3:
    """Velocity by the second-order backward difference of the last three positions, newest first."""
    return (3.0 * x - 4.0 * x1 + x2) / (2.0 * dt)


@computation(
    CLOTH,
    "correct both ends of an edge towards its rest length by position-based dynamics",
    why={
        "xpbd": "the compliance, divided by the squared time step, makes the stiffness the same for any number of iterations",
        "pbd": "without compliance an edge is the stiffer the more iterations are taken",
    },
    kind={"xpbd": "with its compliance (XPBD)", "pbd": "without compliance", "damped": "with compliance and damping"},
    slack={True: "only where it is stretched", False: ""},
    colored={True: "if its colour is on", False: ""},
)
def solve_edge_length(edge: Any, dt: Any, damping: Any, color: Any) -> None:
    if v.colored and edge.color != color:
        return
    a, b = edge.a, edge.b
    wa = a.inverse_mass
    wb = b.inverse_mass
    w = wa + wb
    # nothing moves what is fixed at both ends
    if w == 0.0:
        return
    length, n = edge_direction(a.position, b.position)
    c = length - edge.rest_length
    if v.slack and c <= 0.0:
        return
    if v.kind == "pbd":
        dlam = -c / w
    elif v.kind == "xpbd":
        dlam = xpbd_step(c, w, edge.compliance, edge.multiplier, dt)
        edge.multiplier = edge.multiplier + dlam
    else:
        alpha = edge.compliance / (dt * dt)
        gamma = alpha * damping * dt
        moved = wp.dot(n, (a.position - a.previous) - (b.position - b.previous))
        dlam = (-c - alpha * edge.multiplier - gamma * moved) / ((1.0 + gamma) * w + alpha)
        edge.multiplier = edge.multiplier + dlam
    a.delta += wa * dlam * n
    b.delta -= wb * dlam * n


@computation(
    CLOTH,
    "limit the strain of an edge by moving its ends",
    side={"both": "", "stretch": "where it is too long"},
    counted={True: "and count the corrections of each vertex", False: ""},
)
def limit_edge_strain(edge: Any, stretch_min: Any, stretch_max: Any) -> None:
    a, b = edge.a, edge.b
    d = b.position - a.position
    length = wp.length(d)
    if length < EPSILON:
        return
    hi = stretch_max * edge.rest_length
    if v.side == "both":
        excess = length - wp.clamp(length, stretch_min * edge.rest_length, hi)
        if excess == 0.0:
            return
    else:
        excess = length - hi
        if excess <= 0.0:
            return
    wa = a.inverse_mass
    wb = b.inverse_mass
    w = wa + wb
    if w == 0.0:
        return
    corr = d * (excess / (length * w))
    a.delta += wa * corr
    b.delta -= wb * corr
    if v.counted:
        a.delta_count += 1
        b.delta_count += 1


@computation(
    CLOTH,
    "hold pinned vertices at their targets",
    hold={"snap": "", "slide": "free to slide along an axis"},
    velocity={True: "with the velocity of that move", False: ""},
    mark={True: "and flag them, and only them", False: ""},
)
def hold_pins(vertex: Any, dt: Any) -> None:
    pin = vertex.pin
    held = False
    if exists(pin):
        held = pin.enabled
    if not held:
        if v.mark:
            vertex.flags = vertex.flags & ~PINNED
        return
    x = vertex.position
    goal = pin.target
    if v.hold == "slide":
        along = wp.dot(x - goal, pin.axis)
        goal = goal + along * pin.axis
    vertex.position = goal
    if v.velocity:
        vertex.velocity = (goal - x) / dt
    if v.mark:
        vertex.flags = vertex.flags | PINNED


@computation(
    CLOTH,
    "pull vertices towards their pins by springs",
    damped={True: "with damping", False: ""},
    back={True: "and pull back at the pins", False: ""},
)
def pin_spring_forces(vertex: Any, damping: Any) -> None:
    pin = vertex.pin
    if not exists(pin):
        return
    f = pin.stiffness * (pin.target - vertex.position)
    if v.damped:
        f -= damping * vertex.velocity
    vertex.force += f
    if v.back:
        pin.pull -= f


@computation(
    CLOTH,
    "keep a vertex within reach of its pin",
    soft={True: "moving it a part of the way", False: ""},
    counted={True: "adding the move to its corrections and counting it", False: ""},
)
def tether_vertex(vertex: Any, relaxation: Any) -> None:
    pin = vertex.pin
    corr = wp.vec3()
    n = int(0)
    if exists(pin):
        d = vertex.position - pin.target
        dist = wp.length(d)
        if dist > pin.reach:
            corr = d * (pin.reach / dist - 1.0)
            if v.soft:
                corr = relaxation * corr
            if v.counted:
                n = 1
    if v.counted:
        vertex.delta = vertex.delta + corr
        vertex.delta_count = vertex.delta_count + n
    else:
        vertex.position = vertex.position + corr


@computation(
    CLOTH,
    "apply the corrections that a vertex gathered, averaged",
    pinned={True: "except where it is pinned", False: ""},
    clear={True: "and clear them", False: ""},
)
def apply_averaged_corrections(vertex: Any, relaxation: Any) -> None:
    n = vertex.delta_count
    if n == 0:
        return
    if v.pinned:
        if (vertex.flags & PINNED) == 0:
            vertex.position = vertex.position + vertex.delta * (relaxation / float(n))
    else:
        vertex.position = vertex.position + vertex.delta * (relaxation / float(n))
    if v.clear:
        vertex.delta = wp.vec3()
        vertex.delta_count = 0


@computation(
    CLOTH,
    "update the velocity of a vertex at the end of a step",
    order={"first": "", "bdf2": "from three positions"},
    damped={True: "with damping", False: ""},
    shift={True: "and keep its position for the next step", False: ""},
)
def end_vertex_step(vertex: Any, dt: Any, loss: Any) -> None:
    x = vertex.position
    if v.order == "first":
        vel = (x - vertex.previous) / dt
    else:
        vel = bdf2_velocity(x, vertex.previous, vertex.older, dt)
    if v.damped:
        vel = vel * (1.0 - loss)
    vertex.velocity = vel
    if v.shift:
        if v.order == "bdf2":
            vertex.older = vertex.previous
        vertex.previous = x


@computation(
    CLOTH,
    "predict the position of a vertex by a semi-implicit step before constraints",
    pinned={"stay": "and leave pinned ones where they are", "target": "and bring pinned ones to their target"},
)
def predict_vertex(vertex: Any, dt: Any) -> None:
    x = vertex.position
    vertex.previous = x
    if v.pinned == "stay":
        if (vertex.flags & PINNED) != 0:
            return
    elif exists(vertex.pin):
        vertex.position = vertex.pin.target
        return
    vertex.position = x + dt * (vertex.velocity + dt * vertex.inverse_mass * vertex.force)
