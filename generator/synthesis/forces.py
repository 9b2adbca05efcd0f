"""Forces on a particle: gravity, drag, springs, attraction, contact. Each gives its text and how prose names it."""

from __future__ import annotations

from collections.abc import Callable

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.inputs import size_parameter

Force = Callable[[Builder, str, str], tuple[str, str]]


def parameter(builder: Builder, name: str, value: float, type: str = "F") -> str:
    """A scalar argument with a given value."""
    chosen = builder.name(name, f"{name}_value")
    builder.scalar(chosen, type, value, value, value, required=False)
    return chosen


def number(builder: Builder, low: float, high: float) -> str:
    return builder.constant(low, high).text


def gravity(b: Builder, x: str, v: str) -> tuple[str, str]:
    """A constant acceleration."""
    g = parameter(b, "gravity", -round(b.random.uniform(0.5, 2.0), 2), "F")
    zero = b.number(0.0)
    return f"{b.spell('V3')}({zero}, {g}, {zero})", "gravity"


def drag(b: Builder, x: str, v: str) -> tuple[str, str]:
    """Linear drag, quadratic drag, or both."""
    k = parameter(b, "drag", round(b.random.uniform(0.1, 0.8), 2))
    return b.random.pick(
        (f"-{k} * {v}", f"-{k} * wp.length({v}) * {v}", f"-{k} * ({b.number(1.0)} + wp.length({v})) * {v}")
    ), "drag"


def anchor(b: Builder, x: str, v: str) -> tuple[str, str]:
    """A spring to a point of its own."""
    array = b.array(b.name("anchors", "rest_positions", "targets"), "V3", b.dim, INPUT, "uniform", -2.0, 2.0)
    offset = b.name("offset", "stretch")
    b.emit(f"{offset} = {array}[{b.index}] - {x}")
    k = parameter(b, "stiffness", round(b.random.uniform(0.5, 3.0), 2))
    form = b.random.pick(("linear", "rest", "cubic"))
    if form == "rest":
        length = b.name("length", "distance")
        b.emit(f"{length} = wp.length({offset}) + {number(b, 0.01, 0.05)}")
        return f"{k} * ({length} - {number(b, 0.3, 1.2)}) * {offset} / {length}", "an anchor spring with a rest length"
    if form == "cubic":
        return (
            f"{k} * ({b.number(1.0)} + {number(b, 0.1, 0.6)} * wp.length_sq({offset})) * {offset}",
            "a hardening anchor spring",
        )
    return f"{k} * {offset}", "an anchor spring"


def bond(b: Builder, x: str, v: str) -> tuple[str, str]:
    """A spring to another particle, with damping along it."""
    partners = b.array(b.name("partners", "bonds"), "I", b.dim, INPUT, "index", 0, b.threads)
    other = b.name("other", "neighbor")
    b.emit(f"{other} = {partners}[{b.index}]")
    separation, length = b.name("separation", "edge"), b.name("edge_length", "reach")
    positions = b.inputs[0][0].name
    b.emit(f"{separation} = {positions}[{other}] - {x}")
    b.emit(f"{length} = wp.sqrt(wp.length_sq({separation}) + {number(b, 0.05, 0.25)})")
    k = parameter(b, "bond_stiffness", round(b.random.uniform(0.5, 3.0), 2))
    text = f"{k} * ({length} - {number(b, 0.5, 1.5)}) / {length} * {separation}"
    return text, "a bond to another particle"


def attraction(b: Builder, x: str, v: str) -> tuple[str, str]:
    """Softened attraction of all listed bodies."""
    count = b.random.between(3, 6)
    bodies = b.array(b.name("bodies", "sources"), "V3", (count,), INPUT, "uniform", -2.0, 2.0)
    bound = size_parameter(b, count)
    total, k, toward = b.name("pull", "attraction"), b.name("k", "body"), b.name("toward", "arm")
    name = b.module_name("attract", "pull_of")
    spelled = b.spell("V3")
    pull = b.random.pick(("softened", "inverse", "gaussian"))
    if pull == "gaussian":
        told = "Gaussian attraction"
        added = [f"        {total} += wp.exp(-wp.length_sq({toward})) * {toward}"]
    else:
        told = "Softened attraction"
        fall = f"{toward} / softened" if pull == "inverse" else f"{toward} / (softened * wp.sqrt(softened))"
        added = [
            f"        softened = wp.length_sq({toward}) + {number(b, 0.1, 0.5)}",
            f"        {total} += {fall}",
        ]
    lines = [
        f"@wp.func\ndef {name}({bodies}: wp.array(dtype={spelled}), {bound}: int, point: {spelled}):",
        f'    """{told} of all bodies on a point."""',
        f"    {total} = {spelled}()",
        f"    for {k} in range({bound}):",
        f"        {toward} = {bodies}[{k}] - point",
        *added,
        f"    return {total}",
    ]
    b.functions.append("\n".join(lines))
    return f"{name}({bodies}, {bound}, {x})", "the attraction of all bodies"


def swirl(b: Builder, x: str, v: str) -> tuple[str, str]:
    """A force orthogonal to the velocity."""
    field = b.array(b.name("field", "vorticity_field"), "V3", b.dim, INPUT, "uniform", -1.0, 1.0)
    return f"wp.cross({v}, {field}[{b.index}])", "a magnetic field"


def _push(b: Builder, x: str) -> tuple[str, str]:
    """How deep a particle is in the ground, and the force that pushes it out."""
    depth = b.name("depth", "penetration")
    b.emit(f"{depth} = wp.max({number(b, 0.1, 0.6)} - {x}[1], {b.number(0.0)})")
    k = parameter(b, "contact_stiffness", round(b.random.uniform(1.0, 5.0), 2))
    return depth, f"{k} * {depth}" if b.random.chance(0.5) else f"{k} * {depth} * {depth}"


def contact(b: Builder, x: str, v: str) -> tuple[str, str]:
    """A penalty force of the ground."""
    zero = b.number(0.0)
    return f"{b.spell('V3')}({zero}, {_push(b, x)[1]}, {zero})", "contact with the ground"


def friction(b: Builder, x: str, v: str) -> tuple[str, str]:
    """A penalty force of the ground, and friction against the motion along it."""
    depth, push = _push(b, x)
    grip = b.name("friction", "grip")
    b.emit(f"{grip} = {number(b, 2.0, 6.0)} * {depth}")
    return f"{b.spell('V3')}(-{grip} * {v}[0], {push}, -{grip} * {v}[2])", "contact with friction"


FORCES: tuple[tuple[Force, float], ...] = (
    (gravity, 2.0), (drag, 2.0), (anchor, 2.0), (bond, 2.0), (attraction, 1.0), (swirl, 1.0), (contact, 0.7),
    (friction, 1.0),
)  # fmt: skip
APART = ({contact, friction}, {contact, gravity})
"""Forces that do not stand together: two contacts, and two vectors that both point up or down."""


def chosen_forces(b: Builder) -> list[Force]:
    """Two to four different forces."""
    found: list[Force] = []
    wanted = b.random.between(2, 4)
    while len(found) < wanted:
        force = b.random.weighted(FORCES)
        if force not in found and not any({force, other} in APART for other in found):
            found.append(force)
    return found
