"""Particle steps: springs, drag, contact, attraction; semi-implicit integration."""

from __future__ import annotations

from collections.abc import Callable

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.inputs import size_parameter, start
from generator.synthesis.prose import listed

VERBS = ("step", "integrate", "advance", "simulate", "move")
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
    """Linear or quadratic drag."""
    k = parameter(b, "drag", round(b.random.uniform(0.1, 0.8), 2))
    return b.random.pick(
        (f"-{k} * {v}", f"-{k} * wp.length({v}) * {v}", f"-{k} * {v} / ({b.number(1.0)} + wp.length_sq({v}))")
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
    softening = number(b, 0.1, 0.5)
    name = b.module_name("attract", "pull_of")
    spelled = b.spell("V3")
    power = b.random.pick(("{d} / ({q} * wp.sqrt({q}))", "{d} / {q}", "wp.exp(-{q}) * {d}"))
    lines = [
        f"@wp.func\ndef {name}({bodies}: wp.array(dtype={spelled}), {bound}: int, point: {spelled}):",
        '    """Softened attraction of all bodies on a point."""',
        f"    {total} = {spelled}()",
        f"    for {k} in range({bound}):",
        f"        {toward} = {bodies}[{k}] - point",
        f"        softened = wp.length_sq({toward}) + {softening}",
        f"        {total} += {power.format(d=toward, q='softened')}",
        f"    return {total}",
    ]
    b.functions.append("\n".join(lines))
    return f"{name}({bodies}, {bound}, {x})", "the attraction of all bodies"


def swirl(b: Builder, x: str, v: str) -> tuple[str, str]:
    """A force orthogonal to the velocity."""
    field = b.array(b.name("field", "vorticity_field"), "V3", b.dim, INPUT, "uniform", -1.0, 1.0)
    return f"wp.cross({v}, {field}[{b.index}])", "a magnetic field"


def contact(b: Builder, x: str, v: str) -> tuple[str, str]:
    """A penalty force of the ground, with friction."""
    depth = b.name("depth", "penetration")
    level = number(b, 0.1, 0.6)
    zero = b.number(0.0)
    b.emit(f"{depth} = wp.max({level} - {x}[1], {zero})")
    k = parameter(b, "contact_stiffness", round(b.random.uniform(1.0, 5.0), 2))
    push = f"{k} * {depth}" if b.random.chance(0.5) else f"{k} * {depth} * {depth}"
    if b.random.chance(0.5):
        return f"{b.spell('V3')}(-{number(b, 0.1, 0.6)} * {depth} * {v}[0], {push}, {zero})", "contact with friction"
    return f"{b.spell('V3')}({zero}, {push}, {zero})", "contact with the ground"


FORCES: tuple[tuple[Force, float], ...] = (
    (gravity, 2.0), (drag, 2.0), (anchor, 2.0), (bond, 2.0), (attraction, 1.0), (swirl, 1.0), (contact, 1.5),
)  # fmt: skip


def divide_by_mass(b: Builder, total: str) -> str:
    """The acceleration that forces cause; gravity's comes after it. Returns the mass."""
    masses = b.array(b.name("masses", "mass"), "F", b.dim, INPUT, "uniform", 0.5, 2.0)
    b.emit(f"{total} /= {masses}[{b.index}]")
    return f"{masses}[{b.index}]"


def limited(b: Builder, x: str, v: str) -> None:
    """A limit on the speed, a reflection, or damping."""
    kind = b.random.weighted((("none", 2.0), ("speed", 1.5), ("damp", 1.5), ("wall", 1.5)))
    if kind == "speed":
        speed = b.name("speed", "rate")
        b.emit(f"{speed} = wp.length({v})")
        limit = number(b, 0.8, 1.6)
        b.emit(f"if {speed} > {limit}:")
        b.emit(f"    {v} = {v} * {limit} / {speed}")
    elif kind == "damp":
        b.emit(f"{v} *= {number(b, 0.8, 0.9)}")
    elif kind == "wall":
        b.emit(f"if {x}[{b.random.pick((0, 2))}] > {number(b, 0.5, 1.2)}:")
        b.emit(f"    {v} = -{number(b, 0.3, 0.9)} * {v}")


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Positions and velocities, two to four forces, a step."""
    random = builder.random
    start(builder, guard=0.0)
    positions = builder.array(builder.name("positions", "x"), "V3", builder.dim, INPUT, "uniform", -1.0, 1.0)
    velocities = builder.array(builder.name("velocities", "v"), "V3", builder.dim, INPUT, "uniform", -1.0, 1.0)
    x, v = builder.name("x", "position"), builder.name("v", "velocity")
    builder.emit(f"{x} = {positions}[{builder.index}]")
    builder.emit(f"{v} = {velocities}[{builder.index}]")
    chosen: list[Force] = []
    wanted = random.between(2, 4)
    while len(chosen) < wanted:
        force = random.weighted(FORCES)
        if force not in chosen:
            chosen.append(force)
    mass = ""
    total, told = builder.name("force", "acceleration"), []
    masses = random.chance(0.6)
    if masses and gravity in chosen:
        chosen.sort(key=lambda force: force is gravity)
    for k, force in enumerate(chosen):
        if masses and force is gravity:
            mass = divide_by_mass(builder, total)
        text, phrase = force(builder, x, v)
        added = f"{total} -= {text[1:]}" if text.startswith("-") else f"{total} += {text}"
        builder.emit(f"{total} = {text}" if k == 0 else added)
        told.append(phrase)
    if masses and gravity not in chosen:
        mass = divide_by_mass(builder, total)
    dt = parameter(builder, "dt", round(random.uniform(0.05, 0.3), 3))
    moved = builder.name("new_velocity", "v_next")
    builder.emit(f"{moved} = {v} + {total} * {dt}")
    limited(builder, x, moved)
    out_velocity = builder.array(builder.name("next_velocities"), "V3", builder.dim, OUTPUT, "zeros")
    builder.emit(f"{out_velocity}[{builder.index}] = {moved}")
    if random.chance(0.75):
        out = builder.array(builder.name("next_positions"), "V3", builder.dim, OUTPUT, "zeros")
        builder.emit(f"{out}[{builder.index}] = {x} + {dt} * {moved}")
    if random.chance(0.3):
        energy = builder.array(builder.name("energy", "kinetic_energy"), "F", (1,), OUTPUT, "zeros")
        weight = f"{builder.number(0.5)} * {mass}" if masses else str(builder.number(0.5))
        builder.emit(f"wp.atomic_add({energy}, 0, {weight} * wp.dot({moved}, {moved}))")
    builder.subject = random.pick(("particles", "swarm", "beads"))
    return random.pick(VERBS), f"One step of each particle under {listed(told)}."


PRECISIONS = (("float32", 0.9), ("float64", 0.1))
register(Category("physics", EXTENDED, "Particle steps under springs, drag and contact.", grow_kernel, PRECISIONS))
