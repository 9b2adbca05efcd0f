"""Element assembly: nodes gathered by index, shape gradients, energies, forces scattered with atomics."""

from __future__ import annotations

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.elements import ADDS, FORMS, NODES, RESTING, STORES, Element, gather
from generator.synthesis.inputs import start
from generator.synthesis.prose import listed

VERBS = {True: ("assemble", "accumulate", "scatter"), False: ("evaluate", "compute", "integrate")}
"""By whether something is added to nodes, or all is stored by element."""
PLURALS = {"line": "line_elements", "triangle": "triangles", "tetrahedron": "tetrahedra"}
"""What a kernel of several contributions is about."""
CORNERS = {"line": 2, "triangle": 3, "tetrahedron": 4}
RANGES = {"porosity": (0.1, 0.6)}
"""Of coefficients that are shares of one."""
ADJECTIVES = {"line": "line", "triangle": "triangular", "tetrahedron": "tetrahedral"}


def nodes_of(b: Builder, corners: int, count: int) -> list[str]:
    """The element's node numbers."""
    elements = b.array(b.name("elements", "connectivity", "cells"), "I", (*b.dim, corners), INPUT, "index", 0, count)
    ids = [b.name(f"n{k}", f"node{k}") for k in range(corners)]
    for k, name in enumerate(ids):
        b.emit(f"{name} = {elements}[{b.index}, {k}]")
    return ids


def measure(b: Builder, kind: str, points: list[str]) -> tuple[str, list[str], str]:
    """Length, area or volume of the element, softened so that it cannot vanish; its edges; what softens it."""
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
    return size, edges, soft.text


def coefficient(b: Builder, names: tuple[str, ...]) -> str:
    """A material parameter: an array by element or a scalar."""
    name = b.name(*b.random.shuffled(names))
    low, high = RANGES.get(name, (0.5, 2.0))
    if b.random.chance(0.5):
        return f"{b.array(name, 'F', b.dim, INPUT, 'uniform', low, high)}[{b.index}]"
    b.scalar(name, "F", round(b.random.uniform(low, high), 2), low, high, required=False)
    return name


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Gather an element, measure it, scatter one to three contributions."""
    random = builder.random
    start(builder, guard=0.15)
    kind = random.pick(tuple(CORNERS))
    corners = CORNERS[kind]
    ids = nodes_of(builder, corners, NODES)
    positions = builder.array(builder.name("positions", "nodes"), "V3", (NODES,), INPUT, "uniform", -1.0, 1.0)
    points = gather(builder, corners, positions, "x", ids)
    size, edges, soft = measure(builder, kind, points)
    element = Element(kind, points, ids, edges, size, soft)
    coefficients: dict[tuple[str, ...], str] = {}
    told = []
    forms = random.sample(FORMS, random.between(1, 3))
    resting = [row for row in forms if row[0] in RESTING]
    for form, names in [row for row in forms if row not in resting[1:]]:
        if names not in coefficients:
            coefficients[names] = coefficient(builder, names)
        told.append(form(builder, element, coefficients[names]))
    if len(told) > 1:
        builder.subject = PLURALS[kind]
    what = {verb: [thing for done, thing in told if done == verb] for verb in (ADDS, STORES)}
    parts = [f"{ADDS} {listed(what[ADDS])} to its nodes"] if what[ADDS] else []
    parts += [f"{STORES} {listed(what[STORES])}"] if what[STORES] else []
    return random.pick(VERBS[bool(what[ADDS])]), f"Each {ADJECTIVES[kind]} element {' and '.join(parts)}."


register(
    Category(
        "fem",
        EXTENDED,
        "Element assembly with gathers and scatters.",
        grow_kernel,
        (("float32", 0.9), ("float64", 0.1)),
    )
)
