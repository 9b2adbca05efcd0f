"""What counts and marks of a mesh must be."""

from __future__ import annotations

from typing import Any

import numpy as np


def fem_node_valence(t: Any, v: Any, n: Any) -> dict[str, Any]:
    nodes = t.element.nodes[t.element.active > 0] if v.active else t.element.nodes
    count = np.bincount(nodes.ravel(), minlength=len(t.node.valence))
    found = {"node.valence": t.node.valence + count}
    return {**found, **({"node.used": np.maximum(t.node.used, count > 0)} if v.used else {})}


def fem_mark_colour(t: Any, v: Any, n: Any) -> dict[str, Any]:
    chosen = t.element.colour == n.colour
    if v.linear:
        chosen &= t.element.kind == 0
    used = t.node.used.copy()
    np.maximum.at(used, t.element.nodes[chosen].ravel(), 1)
    return {"node.used": used}


def fem_activate(t: Any, v: Any, n: Any) -> dict[str, Any]:
    used = t.node.used[t.element.nodes] != 0
    active = used.all(1) if v.all else used.any(1)
    return {"element.active": (active & (t.element.damage <= n.limit) if v.failed else active).astype(int)}
