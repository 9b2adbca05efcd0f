"""Molecular dynamics: lists of neighbours, histograms of distances, when lists must be rebuilt."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.computations.md_pairs import minimum_image
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

shell: Any = None
"""Records of the histogram, by number."""

MOBILE = 1
LIST_ROOM = 8


@computation(
    MOLECULAR_DYNAMICS,
    "write the neighbours of an atom into its list",
    half={True: "each pair once", False: ""},
    overflow={True: "and mark a list that is full", False: ""},
    molecule={True: "leaving out its own molecule", False: ""},
)
def md_build_list(atom: Any, box: Any, cutoff: Any, skin: Any) -> None:
    x = atom.position
    reach = cutoff + skin
    n = int(0)
    if v.molecule:
        own = atom.molecule.index
    for q in atom.neighbours:
        if v.half and q.index <= atom.index:
            continue
        if v.molecule and q.molecule.index == own:
            continue
        d = minimum_image(x - q.position, box)
        if wp.length_sq(d) >= reach * reach:
            continue
        if n < LIST_ROOM:
            atom.neighbour_ids[n] = q.index
        n += 1
    for k in range(LIST_ROOM):
        if k >= n:
            atom.neighbour_ids[k] = -1
    atom.neighbour_count = wp.min(n, LIST_ROOM)
    if v.overflow:
        atom.overflow = n > LIST_ROOM


@computation(
    MOLECULAR_DYNAMICS,
    "count the neighbours of an atom",
    mobile={True: "that are mobile", False: ""},
    periodic={True: "across the borders of the box", False: ""},
)
def md_count_neighbours(atom: Any, box: Any, cutoff: Any) -> None:
    n = int(0)
    for q in atom.neighbours:
        if v.mobile and (q.flags & MOBILE) == 0:
            continue
        d = atom.position - q.position
        if v.periodic:
            d = minimum_image(d, box)
        if wp.length(d) < cutoff:
            n += 1
    atom.neighbour_count = n


@computation(
    MOLECULAR_DYNAMICS,
    "count the distance of a pair into its shell",
    weighted={True: "and weigh it by its scale", False: ""},
    last={"drop": "", "clamp": "with larger distances in the last one"},
)
def md_distance_histogram(pair: Any, box: Any, bin_width: Any) -> None:
    a = pair.a
    b = pair.b
    if pair.excluded:
        return
    r = wp.length(minimum_image(a.position - b.position, box))
    k = int(r / bin_width)
    if k >= count(shell):
        if v.last == "drop":
            return
        k = count(shell) - 1
    shell[k].hits += 1
    if v.weighted:
        shell[k].weight += pair.scale


@computation(
    MOLECULAR_DYNAMICS,
    "mark the group of an atom that moved more than half of the skin",
    mobile={True: "if it is mobile", False: ""},
    stored={True: "and add up the squared displacements", False: ""},
)
def md_check_rebuild(atom: Any, box: Any, skin: Any) -> None:
    group = atom.group
    if v.mobile and (atom.flags & MOBILE) == 0:
        return
    d = minimum_image(atom.position - atom.reference, box)
    moved = wp.dot(d, d)
    if v.stored:
        group.drift += moved
    if moved > 0.25 * skin * skin:
        wp.atomic_max(group.moved, 1)
