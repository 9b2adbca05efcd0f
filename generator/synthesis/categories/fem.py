"""Element assembly: nodes gathered by index, shape gradients, energies, forces scattered with atomics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.inputs import start

VERBS = ("assemble", "scatter", "evaluate", "integrate")
CORNERS = {"line": 2, "triangle": 3, "tetrahedron": 4}
ADJECTIVES = {"line": "line", "triangle": "triangular", "tetrahedron": "tetrahedral"}


@dataclass(frozen=True)
class Element:
    """One element's locals: its corners' positions and node numbers, the edges from its first corner, its size."""

    kind: str
    points: list[str]
    ids: list[str]
    edges: list[str]
    size: str


Form = Callable[[Builder, Element, str], str]


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


def measure(b: Builder, kind: str, points: list[str]) -> tuple[str, list[str]]:
    """Length, area or volume of the element, softened so that it cannot vanish; the edges from its first corner."""
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
    return size, edges


def coefficient(b: Builder, names: tuple[str, ...]) -> str:
    """A material parameter: an array by element or a scalar."""
    name = b.name(*b.random.shuffled(names))
    if b.random.chance(0.5):
        return f"{b.array(name, 'F', b.dim, INPUT, 'uniform', 0.5, 2.0)}[{b.index}]"
    b.scalar(name, "F", round(b.random.uniform(0.5, 2.0), 2), 0.5, 2.0, required=False)
    return name


def elastic(b: Builder, e: Element, k: str) -> str:
    """A tension that grows with the element's size pulls its nodes to its center."""
    forces = b.array(b.name("forces", "nodal_forces"), "V3", (12,), OUTPUT, "zeros")
    rest = b.array(b.name("rest_sizes", "rest_measures"), "F", b.dim, INPUT, "uniform", 0.3, 1.2)
    pressure = b.name("pressure", "tension")
    form = b.random.pick(
        (
            f"{k} * ({e.size} - {rest}[{b.index}])",
            f"{k} * ({e.size} / {rest}[{b.index}] - {b.number(1.0)})",
            f"{k} * wp.log({e.size} / {rest}[{b.index}])",
        )
    )
    b.emit(f"{pressure} = {form}")
    center = b.name("center", "centroid")
    b.emit(f"{center} = ({' + '.join(e.points)}) / {b.number(float(len(e.points)))}")
    for point, node in zip(e.points, e.ids, strict=True):
        b.emit(f"wp.atomic_add({forces}, {node}, {pressure} * ({center} - {point}))")
    return "adds elastic forces to its nodes"


FLUX_LAWS = (
    "{drop}", "wp.tanh({drop})", "wp.sin({drop})", "wp.atan({drop})", "{drop} / ({one} + wp.abs({drop}))",
    "{drop} * wp.exp(-wp.abs({drop}))",
)  # fmt: skip
"""Flux by the difference of potential: one law for all nodes of a kernel."""


def diffusion(b: Builder, e: Element, k: str) -> str:
    """Fluxes between the nodes by the differences of a nodal field."""
    field = b.array(b.name("temperature", "potential", "concentration"), "F", (12,), INPUT, "uniform", -1.0, 1.0)
    residual = b.array(b.name("residual", "load"), "F", (12,), OUTPUT, "zeros")
    values = gather(b, len(e.points), field, "F", "u", e.ids)
    mean, weight = b.name("mean_value", "element_value"), b.name("conductance", "transmission")
    b.emit(f"{mean} = ({' + '.join(values)}) / {b.number(float(len(values)))}")
    if e.kind == "line":
        b.emit(f"{weight} = {k} / {e.size}")
    else:
        span = b.name("span_sq", "edge_sq")
        b.emit(f"{span} = {' + '.join(f'wp.length_sq({edge})' for edge in e.edges)} + {b.constant(0.1, 0.3)}")
        b.emit(f"{weight} = {k} * {e.size} / {span}")
    law = b.random.pick(FLUX_LAWS)
    for place, (value, node) in enumerate(zip(values, e.ids, strict=True)):
        drop = f"{mean} - {value}"
        if law.count("{drop}") > 1:
            local = b.name(f"drop{place}", f"drop_{place}")
            b.emit(f"{local} = {drop}")
            drop = local
        elif law == "{drop}":
            drop = f"({drop})"
        b.emit(f"wp.atomic_add({residual}, {node}, {weight} * {law.format(drop=drop, one=b.number(1.0))})")
    return "adds fluxes to its nodes"


def mass(b: Builder, e: Element, k: str) -> str:
    """A lumped mass."""
    lumped = b.array(b.name("lumped_mass", "nodal_mass"), "F", (12,), OUTPUT, "zeros")
    share = b.name("share", "nodal_share")
    b.emit(f"{share} = {k} * {e.size} / {b.number(float(len(e.points)))}")
    for node in e.ids:
        b.emit(f"wp.atomic_add({lumped}, {node}, {share})")
    return "adds its lumped mass to its nodes"


def energy(b: Builder, e: Element, k: str) -> str:
    """A strain energy by element, from a nodal displacement field: zero where nothing is displaced."""
    field = b.array(b.name("displacements", "offsets"), "V3", (12,), INPUT, "uniform", -1.0, 1.0)
    out = b.array(b.name("element_energy", "strain_energy"), "F", b.dim, OUTPUT, "zeros")
    values = gather(b, len(e.points), field, "V3", "d", e.ids)
    strain, soft = b.name("strain_sq", "stretch_sq"), b.constant(0.1, 0.3)
    for k_th, (value, edge) in enumerate(zip(values[1:], e.edges, strict=True)):
        term = f"wp.length_sq({value} - {values[0]}) / (wp.length_sq({edge}) + {soft})"
        b.emit(f"{strain} {'+=' if k_th else '='} {term}")
    one = b.number(1.0)
    form = b.random.pick(
        (
            f"{b.number(0.5)} * {k} * {e.size} * {strain}",
            f"{k} * {e.size} * wp.log({one} + {strain})",
            f"{k} * {e.size} * (wp.sqrt({one} + {strain}) - {one})",
        )
    )
    b.emit(f"{out}[{b.index}] = {form}")
    return "stores its strain energy"


ELASTICITY = ("stiffness", "modulus")
FORMS: tuple[tuple[Form, tuple[str, ...]], ...] = (
    (elastic, ELASTICITY),
    (diffusion, ("conductivity", "permeability")),
    (mass, ("mass_density", "density")),
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
    size, edges = measure(builder, kind, points)
    element = Element(kind, points, ids, edges, size)
    coefficients: dict[tuple[str, ...], str] = {}
    told = []
    for form, names in random.sample(FORMS, random.between(1, 2)):
        if names not in coefficients:
            coefficients[names] = coefficient(builder, names)
        told.append(form(builder, element, coefficients[names]))
    return random.pick(VERBS), f"Each {ADJECTIVES[kind]} element {' and '.join(told)}."


register(
    Category(
        "fem",
        EXTENDED,
        "Element assembly with gathers and scatters.",
        grow_kernel,
        (("float32", 0.9), ("float64", 0.1)),
    )
)
