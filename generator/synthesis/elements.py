"""What an element gives to its nodes: forces, fluxes, masses, loads; and what it stores of itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder

NODES = 12


@dataclass(frozen=True)
class Element:
    """One element's locals: its corners' positions and node numbers, the edges from its first corner, its size,
    and the number that keeps lengths from vanishing.
    """

    kind: str
    points: list[str]
    ids: list[str]
    edges: list[str]
    size: str
    soft: str


Form = Callable[[Builder, Element, str], tuple[str, str]]
"""What writes a contribution; it says whether the element adds to its nodes or stores, and what."""
ADDS, STORES = "adds", "stores"


def gather(b: Builder, corners: int, array: str, prefix: str, ids: list[str]) -> list[str]:
    """``x0 = positions[n0]`` and so on."""
    names = [b.name(f"{prefix}{k}", f"{prefix}_{k}") for k in range(corners)]
    for name, node in zip(names, ids, strict=True):
        b.emit(f"{name} = {array}[{node}]")
        b.definitions[name] = f"{array}[{node}]"
    return names


def exchange(b: Builder, e: Element, out: str, name: str, given: str) -> None:
    """What one node of a line gains, the other loses."""
    b.emit(f"{name} = {given}")
    b.emit(f"wp.atomic_add({out}, {e.ids[0]}, {name})")
    b.emit(f"wp.atomic_sub({out}, {e.ids[1]}, {name})")


REST = {"line": (0.5, 1.6), "triangle": (0.3, 1.2), "tetrahedron": (0.08, 0.35)}
"""Sizes at rest by kind, about those that random corners have."""


def elastic(b: Builder, e: Element, k: str) -> tuple[str, str]:
    """A tension that grows with the element's size pulls its nodes to its center, or its two ends together."""
    forces = b.array(b.name("forces", "nodal_forces"), "V3", (NODES,), OUTPUT, "zeros")
    rest = b.array(b.name("rest_sizes", "rest_measures"), "F", b.dim, INPUT, "uniform", *REST[e.kind])
    tension = b.name("tension", "pull")
    form = b.random.pick(
        (
            f"{k} * ({e.size} - {rest}[{b.index}])",
            f"{k} * ({e.size} / {rest}[{b.index}] - {b.number(1.0)})",
            f"{k} * wp.log({e.size} / {rest}[{b.index}])",
            f"{k} * (wp.exp({e.size} - {rest}[{b.index}]) - {b.number(1.0)})",
        )
    )
    b.emit(f"{tension} = {form}")
    if e.kind == "line":
        exchange(b, e, forces, b.name("force", "end_force"), f"{tension} * {e.edges[0]} / {e.size}")
        return ADDS, "elastic forces"
    center = b.name("center", "centroid")
    b.emit(f"{center} = ({' + '.join(e.points)}) / {b.number(float(len(e.points)))}")
    for point, node in zip(e.points, e.ids, strict=True):
        b.emit(f"wp.atomic_add({forces}, {node}, {tension} * ({center} - {point}))")
    return ADDS, "elastic forces"


FLUX_LAWS = ("{rise}", "wp.tanh({rise})", "wp.atan({rise})", "{rise} / ({one} + wp.abs({rise}))")
"""Flux along a line by the difference of potential, which always rises with it. From the mean of several nodes only
the first would give as much as it takes."""


CARRIED = {"": ("temperature", "potential"), "perm": ("concentration", "pressure_head")}
"""What a conductivity lets through, and what a permeability does."""
FLOWING = {"temperature": "heat", "potential": "charge", "pressure_head": "water", "saturation": "water"}
"""What flows where such a field differs, or is held where it is large."""


def span_of(b: Builder, e: Element) -> str:
    """The sum of the squared edges, computed once."""
    made = f"{' + '.join(f'wp.length_sq({edge})' for edge in e.edges)} + {e.soft}"
    for line in b.lines:
        name, _, text = line.strip().partition(" = ")
        if text == made:
            return name
    span = b.name("span_sq", "edge_sq")
    b.emit(f"{span} = {made}")
    return span


def diffusion(b: Builder, e: Element, k: str) -> tuple[str, str]:
    """Fluxes between the nodes by the differences of a nodal field."""
    names = CARRIED["perm" if k.startswith("perm") else ""]
    field = b.array(b.name(*b.random.shuffled(names)), "F", (NODES,), INPUT, "uniform", -1.0, 1.0)
    residual = b.array(b.name("residual", "load"), "F", (NODES,), OUTPUT, "zeros")
    values = gather(b, len(e.points), field, "u", e.ids)
    told = f"fluxes of {FLOWING.get(field, field)}"
    if e.kind == "line":
        rise = b.name("rise", "difference")
        b.emit(f"{rise} = {values[1]} - {values[0]}")
        through = b.random.pick(FLUX_LAWS).format(rise=rise, one=b.number(1.0))
        exchange(b, e, residual, b.name("flux", "flow"), f"{k} / {e.size} * {through}")
        return ADDS, told
    mean, weight = b.name("mean_value", "element_value"), b.name("conductance", "transmission")
    b.emit(f"{mean} = ({' + '.join(values)}) / {b.number(float(len(values)))}")
    b.emit(f"{weight} = {k} * {e.size} / {span_of(b, e)}")
    for value, node in zip(values, e.ids, strict=True):
        b.emit(f"wp.atomic_add({residual}, {node}, {weight} * ({mean} - {value}))")
    return ADDS, told


def nodal_share(b: Builder, e: Element, k: str) -> str:
    """What of a density each node gets, in a local that is written once."""
    text = f"{k} * {e.size} / {b.number(float(len(e.points)))}"
    for name, made in b.definitions.items():
        if made == text:
            return name
    share = b.name("share", "nodal_share")
    b.emit(f"{share} = {text}")
    b.definitions[share] = text
    return share


def mass(b: Builder, e: Element, k: str) -> tuple[str, str]:
    """A lumped mass."""
    lumped = b.array(b.name("lumped_mass", "nodal_mass"), "F", (NODES,), OUTPUT, "zeros")
    share = nodal_share(b, e, k)
    for node in e.ids:
        b.emit(f"wp.atomic_add({lumped}, {node}, {share})")
    return ADDS, "shares of its mass"


def energy(b: Builder, e: Element, k: str) -> tuple[str, str]:
    """A strain energy by element, from a nodal displacement field: zero where no edge is stretched."""
    field = b.array(b.name("displacements", "offsets"), "V3", (NODES,), INPUT, "uniform", -1.0, 1.0)
    out = b.array(b.name("element_energy", "strain_energy"), "F", b.dim, OUTPUT, "zeros")
    values = gather(b, len(e.points), field, "d", e.ids)
    stretches = [b.name("stretch" if e.kind == "line" else f"stretch{place}") for place in range(1, len(e.edges) + 1)]
    for stretch, value, edge in zip(stretches, values[1:], e.edges, strict=True):
        b.emit(f"{stretch} = wp.dot({value} - {values[0]}, {edge}) / (wp.length_sq({edge}) + {e.soft})")
    strain = b.name("strain_sq", "stretch_sq")
    b.emit(f"{strain} = {' + '.join([f'{stretch} * {stretch}' for stretch in stretches])}")
    one = b.number(1.0)
    form = b.random.pick(
        (
            f"{b.number(0.5)} * {k} * {e.size} * {strain}",
            f"{b.number(0.5)} * {k} * {e.size} * wp.log({one} + {strain})",
            f"{k} * {e.size} * (wp.sqrt({one} + {strain}) - {one})",
            f"{b.number(0.5)} * {k} * {e.size} * ({one} - wp.exp(-{strain}))",
        )
    )
    b.emit(f"{out}[{b.index}] = {form}")
    return (
        STORES,
        "its strain energy" if e.kind == "line" else "the strain energy of the edges from its first node",
    )


def load(b: Builder, e: Element, k: str) -> tuple[str, str]:
    """A body force by element, shared by its nodes."""
    loads = b.array(b.name("loads", "nodal_loads"), "V3", (NODES,), OUTPUT, "zeros")
    field = b.array(
        b.name(*b.random.shuffled(("acceleration_field", "gravity_field"))), "V3", b.dim, INPUT, "uniform", -1.0, 1.0
    )
    part = b.name("load_share", "nodal_load")
    b.emit(f"{part} = {nodal_share(b, e, k)} * {field}[{b.index}]")
    for node in e.ids:
        b.emit(f"wp.atomic_add({loads}, {node}, {part})")
    return ADDS, "shares of a body force"


def velocities_of(b: Builder, e: Element) -> list[str]:
    """The nodes' velocities, gathered once."""
    if known := [name for name, made in b.definitions.items() if made.startswith("velocities[")]:
        return known
    return gather(b, len(e.points), b.array(b.name("velocities"), "V3", (NODES,), INPUT), "v", e.ids)


def motion(b: Builder, e: Element, k: str) -> tuple[str, str]:
    """A kinetic energy by element, of masses lumped at its nodes; or their momenta."""
    values = velocities_of(b, e)
    share = nodal_share(b, e, k)
    if b.random.chance(0.4):
        momenta = b.array(b.name("momenta", "nodal_momenta"), "V3", (NODES,), OUTPUT, "zeros")
        for value, node in zip(values, e.ids, strict=True):
            b.emit(f"wp.atomic_add({momenta}, {node}, {share} * {value})")
        return ADDS, "shares of its momentum"
    out = b.array(b.name("kinetic_energy", "motion_energy"), "F", b.dim, OUTPUT, "zeros")
    squares = " + ".join(f"wp.length_sq({value})" for value in values)
    b.emit(f"{out}[{b.index}] = {b.number(0.5)} * {share} * ({squares})")
    return STORES, "its kinetic energy"


def friction(b: Builder, e: Element, k: str) -> tuple[str, str]:
    """Viscous forces that even out the nodes' velocities."""
    out = b.array(b.name("viscous_forces", "damping_forces"), "V3", (NODES,), OUTPUT, "zeros")
    values = velocities_of(b, e)
    if e.kind == "line":
        given = f"{k} * ({values[1]} - {values[0]}) / {e.size}"
        exchange(b, e, out, b.name("viscous_force", "damping_force"), given)
        return ADDS, "viscous forces"
    mean, drag = b.name("mean_velocity", "drift"), b.name("drag", "resistance")
    b.emit(f"{mean} = ({' + '.join(values)}) / {b.number(float(len(values)))}")
    b.emit(f"{drag} = {k} * {e.size} / {span_of(b, e)}")
    for value, node in zip(values, e.ids, strict=True):
        b.emit(f"wp.atomic_add({out}, {node}, {drag} * ({mean} - {value}))")
    return ADDS, "viscous forces"


def content(b: Builder, e: Element, k: str) -> tuple[str, str]:
    """What an element holds of a nodal field."""
    field = b.array(
        b.name(*b.random.shuffled(("saturation", "moisture", "dye"))), "F", (NODES,), INPUT, "uniform", 0.0, 1.0
    )
    out = b.array(b.name("element_content", "held_amount"), "F", b.dim, OUTPUT, "zeros")
    values = gather(b, len(e.points), field, "s", e.ids)
    mean = f"({' + '.join(values)}) / {b.number(float(len(values)))}"
    b.emit(f"{out}[{b.index}] = {k} * {e.size} * {mean}")
    return STORES, f"how much {FLOWING.get(field, field)} it holds"


ELASTICITY, DENSITY = ("stiffness", "modulus"), ("mass_density", "density")
FORMS: tuple[tuple[Form, tuple[str, ...]], ...] = (
    (elastic, ELASTICITY),
    (diffusion, ("conductivity", "permeability")),
    (mass, DENSITY),
    (energy, ELASTICITY),
    (load, DENSITY),
    (motion, DENSITY),
    (friction, ("viscosity", "damping")),
    (content, ("porosity", "capacity")),
)
"""Contributions, each with what its coefficient may be called; those of one name share it."""
RESTING = (elastic, energy)
"""Of these the first takes the positions for the deformed shape, the second for the one at rest."""
