"""Molecular dynamics in whole numbers: cells of the box, clusters, bonded pairs, members of molecules."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

BondType: Any = MOLECULAR_DYNAMICS.enumerations["BondType"]

MOBILE = 1


@law
def periodic_cell(x: float, edge: float, cells: int) -> int:
    i = int(wp.floor(x / edge * float(cells)))
    i = i % cells
    if i < 0:
        i += cells
    return i


@law
def flat_cell(ijk: wp.vec3i, cells: int) -> int:
    return (ijk[0] * cells + ijk[1]) * cells + ijk[2]


@computation(
    MOLECULAR_DYNAMICS,
    "find the cell of the box that an atom lies in",
    place={True: "and its place on the grid", False: ""},
    mobile={True: "or -1 where it is not mobile", False: ""},
)
def md_atom_cell(atom: Any, box: Any, cells: Any) -> None:
    if v.mobile and (atom.flags & MOBILE) == 0:
        atom.cell_number = -1
        if v.place:
            atom.cell_place = wp.vec3i(-1, -1, -1)
        return
    x = atom.position
    i = periodic_cell(x[0], box[0], cells)
    j = periodic_cell(x[1], box[1], cells)
    k = periodic_cell(x[2], box[2], cells)
    ijk = wp.vec3i(i, j, k)
    atom.cell_number = flat_cell(ijk, cells)
    if v.place:
        atom.cell_place = ijk


@computation(
    MOLECULAR_DYNAMICS,
    "give an atom the smallest cluster label of the atoms that it is bonded to",
    intact={True: "by bonds that hold", False: ""},
    mark={True: "and mark whether it has any", False: ""},
)
def md_cluster_sweep(atom: Any) -> None:
    label = atom.label
    found = bool(False)
    for bond in atom.bonds:
        if v.intact and not bond.intact:
            continue
        if exists(bond.a) and exists(bond.b):
            found = True
            label = wp.min(label, wp.min(bond.a.label, bond.b.label))
    atom.label_next = label
    if v.mark:
        atom.bonded = found


@computation(
    MOLECULAR_DYNAMICS,
    "exclude a pair whose atoms are bonded",
    molecule={True: "or lie in one molecule", False: ""},
    intact={True: "by a bond that holds", False: ""},
)
def md_exclude_bonded(pair: Any) -> None:
    a, b = pair.a, pair.b
    hidden = bool(False)
    for bond in a.bonds:
        if v.intact and not bond.intact:
            continue
        if bond.a.index == b.index or bond.b.index == b.index:
            hidden = True
            break
    if v.molecule and not hidden:
        if exists(a.molecule) and a.molecule.index == b.molecule.index:
            hidden = True
    pair.excluded = hidden


@computation(
    MOLECULAR_DYNAMICS,
    "number the atoms of a molecule",
    reach={"all": "", "mobile": "that are mobile, and -1 for the others"},
    size={True: "and count them", False: ""},
)
def md_number_members(molecule: Any) -> None:
    n = int(0)
    for a in molecule.members:
        if v.reach == "mobile" and (a.flags & MOBILE) == 0:
            a.order = -1
            continue
        a.order = n
        n += 1
    if v.size:
        molecule.size = n


@computation(
    MOLECULAR_DYNAMICS,
    "test whether all atoms of a molecule are mobile",
    bonded={True: "and have a bond", False: ""},
    empty={True: "with false where it has none", False: ""},
)
def md_molecule_mobile(molecule: Any) -> None:
    mobile = bool(True)
    if v.empty:
        n = int(0)
    for a in molecule.members:
        if v.empty:
            n += 1
        if (a.flags & MOBILE) == 0:
            mobile = False
            break
        if v.bonded and a.bond_count == 0:
            mobile = False
            break
    if v.empty and n == 0:
        mobile = False
    molecule.mobile = mobile


@computation(
    MOLECULAR_DYNAMICS,
    "find the heaviest atom of a molecule",
    mobile={True: "that is mobile", False: ""},
    charged={True: "among those with a positive charge", False: ""},
)
def md_heaviest_atom(molecule: Any) -> None:
    best = int(-1)
    most = float(0.0)
    for a in molecule.members:
        if v.mobile and (a.flags & MOBILE) == 0:
            continue
        if v.charged and a.charge <= 0.0:
            continue
        if a.mass > most:
            most = a.mass
            best = a.index
    molecule.heavy = best


@computation(
    MOLECULAR_DYNAMICS,
    "sum the charge of a molecule",
    dipole={True: "and its dipole about its centre", False: ""},
)
def md_molecule_charge(molecule: Any) -> None:
    total = float(0.0)
    if v.dipole:
        dipole = wp.vec3()
    for a in molecule.members:
        total += a.charge
        if v.dipole:
            dipole += a.charge * (a.position - molecule.center)
    molecule.charge = total
    if v.dipole:
        molecule.dipole = dipole


@computation(
    MOLECULAR_DYNAMICS,
    "start the cluster label of an atom with its own number",
    molecule={True: "or with that of its molecule", False: ""},
    immobile={True: "and -1 where it is not mobile", False: ""},
)
def md_start_label(atom: Any) -> None:
    if v.immobile and (atom.flags & MOBILE) == 0:
        atom.label = -1
        return
    if v.molecule:
        molecule = atom.molecule
        atom.label = molecule.index if exists(molecule) else atom.index
    else:
        atom.label = atom.index


@computation(
    MOLECULAR_DYNAMICS,
    "mark the atoms of bonds that hold",
    kind={True: "and are not harmonic", False: ""},
    other={True: "and count them", False: ""},
)
def md_mark_bonded(bond: Any) -> None:
    a, b = bond.a, bond.b
    if not bond.intact:
        return
    if v.kind and bond.kind == BondType.HARMONIC:
        return
    wp.atomic_max(a.order, 1)
    wp.atomic_max(b.order, 1)
    if v.other:
        a.bond_count += 1
        b.bond_count += 1
