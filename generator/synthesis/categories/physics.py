"""Particle steps: springs, drag, contact, attraction; semi-implicit integration."""

from __future__ import annotations

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.forces import chosen_forces, gravity, number, parameter
from generator.synthesis.inputs import start
from generator.synthesis.prose import listed

VERBS = {True: ("step", "integrate", "advance", "simulate", "move"), False: ("accelerate", "drive", "push")}
"""By whether positions are stepped, or velocities alone."""


def divide_by_mass(b: Builder, force: str) -> tuple[str, str]:
    """The acceleration that forces cause; gravity's comes after it. Returns it and the mass."""
    masses = b.array(b.name("masses", "mass"), "F", b.dim, INPUT, "uniform", 0.5, 2.0)
    acceleration = b.name("acceleration")
    b.emit(f"{acceleration} = {force} / {masses}[{b.index}]")
    return acceleration, f"{masses}[{b.index}]"


def limited(b: Builder, x: str, v: str) -> list[str]:
    """A limit on the speed, a reflection, or damping; what the docstring says of it."""
    kind = b.random.weighted((("none", 2.0), ("speed", 1.5), ("damp", 1.5), ("wall", 1.5)))
    if kind == "speed":
        speed = b.name("speed", "rate")
        b.emit(f"{speed} = wp.length({v})")
        limit = number(b, 0.7, 1.2)
        b.emit(f"if {speed} > {limit}:")
        b.emit(f"    {v} = {v} * {limit} / {speed}")
        return ["a speed limit"]
    if kind == "damp":
        b.emit(f"{v} *= {number(b, 0.8, 0.9)}")
        return ["velocity damping"]
    if kind == "wall":
        axis, kept = b.random.pick((0, 2)), number(b, 0.3, 0.9)
        parts = [f"-{kept} * {v}[{k}]" if k == axis else f"{v}[{k}]" for k in range(3)]
        b.emit(f"if {x}[{axis}] > {number(b, 0.2, 0.8)} and {v}[{axis}] > {b.number(0.0)}:")
        b.emit(f"    {v} = {b.spell('V3')}({', '.join(parts)})")
        return [f"a bounce off a wall across the {'xyz'[axis]} axis"]
    return []


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Positions and velocities, two to four forces, a step."""
    random = builder.random
    start(builder, guard=0.0)
    positions = builder.array(builder.name("positions", "x"), "V3", builder.dim, INPUT, "uniform", -1.0, 1.0)
    velocities = builder.array(builder.name("velocities", "v"), "V3", builder.dim, INPUT, "uniform", -1.0, 1.0)
    x, v = builder.name("x", "position"), builder.name("v", "velocity")
    builder.emit(f"{x} = {positions}[{builder.index}]")
    builder.emit(f"{v} = {velocities}[{builder.index}]")
    chosen = chosen_forces(builder)
    mass, told = "", []
    masses = random.chance(0.6)
    total = builder.name("force" if masses else "acceleration")
    if masses and gravity in chosen:
        chosen.sort(key=lambda force: force is gravity)
    for k, force in enumerate(chosen):
        if masses and force is gravity:
            total, mass = divide_by_mass(builder, total)
        text, phrase = force(builder, x, v)
        added = f"{total} -= {text[1:]}" if text.startswith("-") else f"{total} += {text}"
        builder.emit(f"{total} = {text}" if k == 0 else added)
        told.append(phrase)
    if masses and gravity not in chosen:
        total, mass = divide_by_mass(builder, total)
    dt = parameter(builder, "dt", round(random.uniform(0.05, 0.3), 3))
    moved = builder.name("new_velocity", "v_next")
    builder.emit(f"{moved} = {v} + {total} * {dt}")
    extras = limited(builder, x, moved)
    out_velocity = builder.array(builder.name("next_velocities"), "V3", builder.dim, OUTPUT, "zeros")
    stepped, summed = random.chance(0.75), random.chance(0.3)
    if not (stepped or summed or extras):
        moved = builder.lines.pop().partition(" = ")[2]
    builder.emit(f"{out_velocity}[{builder.index}] = {moved}")
    if stepped:
        out = builder.array(builder.name("next_positions"), "V3", builder.dim, OUTPUT, "zeros")
        builder.emit(f"{out}[{builder.index}] = {x} + {dt} * {moved}")
    if summed:
        energy = builder.array(builder.name("energy", "kinetic_energy"), "F", (1,), OUTPUT, "zeros")
        weight = f"{builder.number(0.5)} * {mass}" if masses else str(builder.number(0.5))
        builder.emit(f"wp.atomic_add({energy}, 0, {weight} * wp.dot({moved}, {moved}))")
        extras.append("a sum of the kinetic energy")
    builder.subject = random.pick(("particles", "swarm", "beads"))
    what = "Move each particle by one step" if stepped else "Compute the next velocity of each particle"
    beside = f", with {listed(extras)}" if extras else ""
    return random.pick(VERBS[stepped]), f"{what} under {listed(told)}{beside}."


PRECISIONS = (("float32", 0.9), ("float64", 0.1))
register(Category("physics", EXTENDED, "Particle steps under springs, drag and contact.", grow_kernel, PRECISIONS))
