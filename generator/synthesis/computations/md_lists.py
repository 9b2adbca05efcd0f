"""Molecular dynamics: lists of neighbours, histograms of distances, when lists must be rebuilt."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.computations.md_pairs import minimum_image
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

shell: Any = None
"""Records of the histogram, by number."""

MOBILE = 1
LIST_ROOM = 3


@computation(
    MOLECULAR_DYNAMICS,
    "build the Verlet neighbour list of each atom within cutoff plus skin, at most three padded with -1",
    half={True: "as a half list", False: ""},
    molecule={True: "without atoms of its own molecule", False: ""},
    overflow={True: "flagging overflow", False: ""},
)
def md_build_list(atom: Any, box: Any, cutoff: Any, skin: Any) -> None:
    x = atom.position
    reach = cutoff + skin
    n = int(0)
    for q in atom.neighbours:
        if v.half and q.index <= atom.index:
            continue
        if v.molecule and q.molecule.index == atom.molecule.index:
            continue
        d = minimum_image(x - q.position, box)
        if wp.length_sq(d) >= reach * reach:
            continue
        if n < LIST_ROOM:
            atom.neighbour_ids[n] = q.index
        n += 1
    for k in range(n, LIST_ROOM):
        atom.neighbour_ids[k] = -1
    atom.neighbour_count = wp.min(n, LIST_ROOM)
    if v.overflow:
        atom.overflow = n > LIST_ROOM


@computation(
    MOLECULAR_DYNAMICS,
    "compute the coordination number of each atom, how many others lie within the cutoff",
    mobile={True: "counting mobile ones alone", False: ""},
    periodic={True: "under the minimum image", False: ""},
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
    "accumulate the distances of pairs that are not excluded into the shells of a radial distribution function",
    weighted={True: "and add up the scales of their interactions", False: ""},
    kinds={"all": "", "unlike": "for pairs of unlike species"},
)
def md_distance_histogram(pair: Any, box: Any, bin_width: Any) -> None:
    a = pair.a
    b = pair.b
    if pair.excluded:
        return
    if v.kinds == "unlike" and a.species.index == b.species.index:
        return
    r = wp.length(minimum_image(a.position - b.position, box))
    k = int(r / bin_width)
    # farther than the last shell
    if k >= count(shell):
        return
    shell[k].hits += 1
    if v.weighted:
        shell[k].weight += pair.scale


@computation(
    MOLECULAR_DYNAMICS,
    "flag groups whose neighbour lists must be rebuilt, an atom having moved over half the skin since they were built",
    mobile={True: "checking mobile atoms", False: ""},
    stored={True: "and summing squared displacements", False: ""},
)
def md_check_rebuild(atom: Any, skin: float) -> None:
    group = atom.group
    if v.mobile and (atom.flags & MOBILE) == 0:
        return
    moved = wp.length_sq(atom.displacement)
    if v.stored:
        group.drift += moved
    if moved > 0.25 * skin * skin:
        wp.atomic_max(group.moved, 1)
