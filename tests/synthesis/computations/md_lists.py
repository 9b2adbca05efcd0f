"""What lists of neighbours and histograms must hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.md_pairs import nearest


def md_build_list(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    lists, counts = np.full((len(p.position), 3), -1), np.zeros(len(p.position), int)
    for i, near in enumerate(p.neighbours):
        chosen = [j for j in near if not v.half or j > i]
        if v.molecule:
            chosen = [j for j in chosen if p.molecule[i] < 0 or p.molecule[j] != p.molecule[i]]
        far = n.cutoff + n.skin
        chosen = [j for j in chosen if np.linalg.norm(nearest(p.position[i] - p.position[j], n.box)) < far]
        counts[i] = len(chosen)
        lists[i, : len(chosen)] = chosen[:3]
    found = {"atom.neighbour_ids": lists, "atom.neighbour_count": np.minimum(counts, 3)}
    return {**found, **({"atom.overflow": (counts > 3).astype(int)} if v.overflow else {})}


def md_count_neighbours(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    counts = np.zeros(len(p.position), int)
    for i, near in enumerate(p.neighbours):
        for j in near:
            d = p.position[i] - p.position[j]
            d = nearest(d, n.box) if v.periodic else d
            counts[i] += i != j and np.linalg.norm(d) < n.cutoff and not (v.mobile and not p.flags[j] & 1)
    return {"atom.neighbour_count": counts}


def md_distance_histogram(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.pair
    hits = t.shell.hits.copy()
    weight = t.shell.weight.copy() if v.weighted else np.zeros(len(hits))
    for k, (a, b) in enumerate(zip(p.a, p.b, strict=True)):
        if a < 0 or b < 0 or p.excluded[k]:
            continue
        place = int(np.linalg.norm(nearest(t.atom.position[a] - t.atom.position[b], n.box)) // n.bin_width)
        if place >= len(hits) or (v.kinds == "unlike" and t.atom.species[a] == t.atom.species[b]):
            continue
        hits[place] += 1
        weight[place] += p.scale[k] if v.weighted else 0
    return {"shell.hits": hits, **({"shell.weight": weight} if v.weighted else {})}


def md_check_rebuild(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    square = (p.displacement**2).sum(1)
    chosen = (p.group >= 0) & (p.flags & 1 > 0 if v.mobile else True)
    found = {"group.moved": t.group.moved.copy()}
    np.maximum.at(found["group.moved"], p.group[chosen], (square > n.skin**2 / 4)[chosen].astype(int))
    if v.stored:
        found["group.drift"] = t.group.drift.copy()
        np.add.at(found["group.drift"], p.group[chosen], square[chosen])
    return found
