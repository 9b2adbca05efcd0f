"""Trees of boxes: fitted from below, walked from above."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.broad_pairs import boxes_overlap, groups_collide
from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

node: Any = None
"""The entity: a tree has its root in record 0."""


FAR = 1.0e10

MOST_STEPS = 64
"""Nodes of a tree that a walk visits at the most."""


@computation(
    NEIGHBORS,
    "fit the box of each node of a tree around its shape or the boxes that its children had",
    level={True: "on one level, leaving the others as they are,", False: ""},
    counted={True: "and count the shapes below", False: ""},
)
def broad_fit_nodes(node: Any, tree_level: Any) -> None:
    if v.level and node.level != tree_level:
        return
    leaf = node.leaf
    if exists(leaf):
        node.fitted_lower = leaf.lower
        node.fitted_upper = leaf.upper
        if v.counted:
            node.fitted_total = 1
        return
    left = node.left
    right = node.right
    if exists(left) and exists(right):
        node.fitted_lower = wp.min(left.lower, right.lower)
        node.fitted_upper = wp.max(left.upper, right.upper)
        if v.counted:
            node.fitted_total = left.total + right.total
    elif exists(left):
        node.fitted_lower = left.lower
        node.fitted_upper = left.upper
        if v.counted:
            node.fitted_total = left.total
    elif exists(right):
        node.fitted_lower = right.lower
        node.fitted_upper = right.upper
        if v.counted:
            node.fitted_total = right.total
    else:
        # an empty box, that any other grows over
        node.fitted_lower = wp.vec3(FAR)
        node.fitted_upper = wp.vec3(-FAR)
        if v.counted:
            node.fitted_total = 0


@computation(
    NEIGHBORS,
    "walk a tree in 64 steps at most to count the other shapes in it whose boxes overlap that of each shape",
    half={True: "and whose numbers are higher", False: ""},
    filtered={True: "and whose groups collide with its own", False: ""},
)
def broad_walk_tree(shape: Any) -> None:
    lower = shape.lower
    upper = shape.upper
    n = int(0)
    steps = int(0)
    at = int(0)
    while steps < MOST_STEPS:
        steps += 1
        if boxes_overlap(lower, upper, node[at].lower, node[at].upper):
            leaf = node[at].leaf
            if not exists(leaf):
                at = node[at].left.index
                continue
            # a shape is in the tree itself
            if leaf.index > shape.index if v.half else leaf.index != shape.index:
                if not v.filtered or groups_collide(shape.group, leaf.group):
                    n += 1
        # past all that is below
        skip = node[at].skip
        if not exists(skip):
            break
        at = skip.index
    shape.found = n
