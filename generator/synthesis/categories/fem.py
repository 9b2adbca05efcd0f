"""Element assembly: nodes gathered by index, shape gradients, energies, forces scattered with atomics."""

from __future__ import annotations

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.inputs import start

VERBS = ("assemble", "scatter", "evaluate", "integrate")
CORNERS = {"line": 2, "triangle": 3, "tetrahedron": 4}


def gather(b: Builder, corners: int, array: str, type: str, prefix: str, ids: list[str]) -> list[str]:
    """``x0 = positions[n0]`` and so on."""
    names = [b.name(f"{prefix}{k}", f"{prefix}_{k}") for k in range(corners)]
    for name, node in zip(names, ids, strict=True):
        b.emit(f"{name} = {array}[{node}]")
    return names


def nodes_of(b: Builder, corners: int, count: int) -> list[str]:
    """The element's node numbers."""
    elements = b.array(b.name("elements", "connectivity", "cells"), "I", (*b.dim, corners), INPUT, "index", 0, count)
    ids = [b.name(f"n{k}", f"node{k}") for k in range(corners)]
    for k, name in enumerate(ids):
        b.emit(f"{name} = {elements}[{b.index}, {k}]")
    return ids


def measure(b: Builder, kind: str, points: list[str]) -> str:
    """Length, area or volume of the element, softened so that it cannot vanish."""
    size = b.name({"line": "length", "triangle": "area", "tetrahedron": "volume"}[kind], "size")
    edges = [b.name(f"e{k}", f"edge{k}") for k in range(1, len(points))]
    for edge, point in zip(edges, points[1:], strict=True):
        b.emit(f"{edge} = {point} - {points[0]}")
    soft = b.number(b.random.pick((0.05, 0.1, 0.2)))
    if kind == "line":
        b.emit(f"{size} = wp.sqrt(wp.length_sq({edges[0]}) + {soft})")
    elif kind == "triangle":
        half = b.number(0.5)
        b.emit(f"{size} = {half} * wp.sqrt(wp.length_sq(wp.cross({edges[0]}, {edges[1]})) + {soft})")
    else:
        triple = b.name("triple", "six_volumes")
        b.emit(f"{triple} = wp.dot({edges[0]}, wp.cross({edges[1]}, {edges[2]}))")
        b.emit(f"{size} = wp.sqrt({triple} * {triple} + {soft}) / {b.number(6.0)}")
    return size


def coefficient(b: Builder, names: tuple[str, ...]) -> str:
    """A material parameter: an array by element or a scalar."""
    name = b.name(*b.random.shuffled(names))
    if b.random.chance(0.5):
        return f"{b.array(name, 'F', b.dim, INPUT, 'uniform', 0.5, 2.0)}[{b.index}]"
    b.scalar(name, "F", round(b.random.uniform(0.5, 2.0), 2), 0.5, 2.0, required=False)
    return name


def elastic(b: Builder, kind: str, points: list[str], ids: list[str], size: str, k: str) -> str:
    """Spring energies of all edges; forces on the nodes."""
    forces = b.array(b.name("forces", "nodal_forces"), "V3", (12,), OUTPUT, "zeros")
    rest = b.array(b.name("rest_sizes", "rest_lengths"), "F", b.dim, INPUT, "uniform", 0.3, 1.2)
    pressure = b.name("pressure", "tension")
    form = b.random.pick(
        (
            f"{k} * ({size} - {rest}[{b.index}])",
            f"{k} * ({size} / {rest}[{b.index}] - {b.number(1.0)})",
            f"{k} * wp.log({size} / {rest}[{b.index}])",
        )
    )
    b.emit(f"{pressure} = {form}")
    center = b.name("center", "centroid")
    b.emit(f"{center} = ({' + '.join(points)}) / {b.number(float(len(points)))}")
    for point, node in zip(points, ids, strict=True):
        b.emit(f"wp.atomic_add({forces}, {node}, {pressure} * ({center} - {point}))")
    return "adds elastic forces on its nodes"


FLUX_LAWS = (
    "{drop}", "wp.tanh({inner})", "wp.sin({inner})", "wp.atan({inner})", "{drop} / ({one} + wp.abs({inner}))",
    "{drop} * wp.exp(-wp.abs({inner}))",
)  # fmt: skip
"""Flux by the difference of potential: one law for all nodes of a kernel."""


def diffusion(b: Builder, kind: str, points: list[str], ids: list[str], size: str, k: str) -> str:
    """Fluxes between the nodes by the differences of a nodal field."""
    field = b.array(b.name("temperature", "potential", "concentration"), "F", (12,), INPUT, "uniform", -1.0, 1.0)
    residual = b.array(b.name("residual", "load"), "F", (12,), OUTPUT, "zeros")
    values = gather(b, len(points), field, "F", "u", ids)
    mean = b.name("mean_value", "element_value")
    b.emit(f"{mean} = ({' + '.join(values)}) / {b.number(float(len(points)))}")
    weight = b.name("weight", "scale")
    b.emit(f"{weight} = {k} * {size}" if b.random.chance(0.5) else f"{weight} = {k} / {size}")
    law = b.random.pick(FLUX_LAWS)
    for value, node in zip(values, ids, strict=True):
        drop = f"({mean} - {value})"
        flux = law.format(drop=drop, inner=drop[1:-1], one=b.number(1.0))
        b.emit(f"wp.atomic_add({residual}, {node}, {weight} * {flux})")
    return "adds fluxes to its nodes"


def mass(b: Builder, kind: str, points: list[str], ids: list[str], size: str, k: str) -> str:
    """A lumped mass and a load."""
    lumped = b.array(b.name("lumped_mass", "nodal_mass"), "F", (12,), OUTPUT, "zeros")
    share = b.name("share", "nodal_share")
    b.emit(f"{share} = {k} * {size} / {b.number(float(len(points)))}")
    for node in ids:
        b.emit(f"wp.atomic_add({lumped}, {node}, {share})")
    return "adds its lumped mass to its nodes"


def energy(b: Builder, kind: str, points: list[str], ids: list[str], size: str, k: str) -> str:
    """A strain energy by element, from a nodal displacement field."""
    field = b.array(b.name("displacements", "offsets"), "V3", (12,), INPUT, "uniform", -1.0, 1.0)
    out = b.array(b.name("element_energy", "strain_energy"), "F", b.dim, OUTPUT, "zeros")
    values = gather(b, len(points), field, "V3", "d", ids)
    total = b.name("density", "energy_density")
    terms = [f"wp.length_sq({value} - {values[0]})" for value in values[1:]]
    b.emit(f"{total} = {' + '.join(terms)}")
    form = b.random.pick(
        (
            f"{b.number(0.5)} * {k} * {size} * {total}",
            f"{k} * {size} * wp.log({b.number(1.0)} + {total})",
            f"{k} * wp.sqrt({b.number(1.0)} + {total}) * {size}",
        )
    )
    b.emit(f"{out}[{b.index}] = {form}")
    return "stores its strain energy"


ELASTICITY = ("stiffness", "modulus")
FORMS = (
    (elastic, ELASTICITY),
    (diffusion, ("conductivity", "permeability")),
    (mass, ("mass_density", "thickness")),
    (energy, ELASTICITY),
)
"""Contributions, each with what its coefficient may be called; those of one name share it."""


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Gather an element, measure it, scatter one or two contributions."""
    random = builder.random
    start(builder, guard=0.15)
    kind = random.pick(tuple(CORNERS))
    corners = CORNERS[kind]
    ids = nodes_of(builder, corners, 12)
    positions = builder.array(builder.name("positions", "nodes"), "V3", (12,), INPUT, "uniform", -1.0, 1.0)
    points = gather(builder, corners, positions, "V3", "x", ids)
    size = measure(builder, kind, points)
    coefficients: dict[tuple[str, ...], str] = {}
    told = []
    for form, names in random.sample(FORMS, random.between(1, 2)):
        if names not in coefficients:
            coefficients[names] = coefficient(builder, names)
        told.append(form(builder, kind, points, ids, size, coefficients[names]))
    return random.pick(VERBS), f"Each {kind} element {' and '.join(told)}."


register(
    Category(
        "fem",
        EXTENDED,
        "Element assembly with gathers and scatters.",
        grow_kernel,
        (("float32", 0.9), ("float64", 0.1)),
    )
)
