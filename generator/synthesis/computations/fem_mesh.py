"""Finite elements as a mesh: which nodes elements hold, how many elements nodes have, marks."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.finite_elements import FINITE_ELEMENTS

MaterialLaw: Any = None
"""The enumeration of the schema."""


@computation(
    FINITE_ELEMENTS,
    "count the elements of each node",
    active={True: "that are active", False: ""},
    used={True: "and mark the node as used", False: ""},
)
def fem_node_valence(element: Any) -> None:
    if v.active and not element.active:
        return
    for k in range(4):
        node = element.nodes[k]
        node.valence += 1
        if v.used:
            wp.atomic_max(node.used, 1)


@computation(
    FINITE_ELEMENTS, "mark the nodes of the elements of one colour", linear={True: "with a linear material", False: ""}
)
def fem_mark_colour(element: Any, colour: Any) -> None:
    if element.colour != colour:
        return
    if v.linear and element.kind != MaterialLaw.LINEAR:
        return
    for k in range(4):
        wp.atomic_max(element.nodes[k].used, 1)


@computation(
    FINITE_ELEMENTS,
    "activate only the elements",
    all={True: "whose nodes are all in use", False: "that have a node in use"},
    failed={True: "unless they failed", False: ""},
)
def fem_activate(element: Any, limit: Any) -> None:
    if v.failed and element.damage > limit:
        element.active = False
        return
    n = int(0)
    for k in range(4):
        if element.nodes[k].used != 0:
            n += 1
    if v.all:
        element.active = n == 4
    else:
        element.active = n > 0
