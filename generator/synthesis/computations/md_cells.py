"""Molecular dynamics in whole numbers: cells of the box, clusters, bonded pairs, members of molecules."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

BondType: Any = MOLECULAR_DYNAMICS.enumerations["BondType"]

atom: Any = None
molecule: Any = None
"""Records of the schema by their number."""

MOBILE = 1
REMOVED = 4


@law
def periodic_cell(x: float, edge: float, cells: int) -> int:
    """Cell along an axis of a periodic box, also for a coordinate outside of it."""
    i = int(wp.floor(x / edge * float(cells)))
    i = i % cells
    if i < 0:
        i += cells
    return i


@law
def flat_cell(i: int, j: int, k: int, cells: int) -> int:
    """Number of a cell of a cubic grid, its last index running fastest."""
    return (i * cells + j) * cells + k


@computation(
    MOLECULAR_DYNAMICS,
    "bin each atom into a periodic cell of the box",
    place={True: "storing its coordinates and number", False: ""},
    removed={True: "-1 for removed atoms", False: ""},
)
def md_atom_cell(atom: Any, box: Any, cells: Any) -> None:
    if v.removed and (atom.flags & REMOVED) != 0:
        atom.cell_number = -1
        if v.place:
            atom.cell_place = wp.vec3i(-1, -1, -1)
        return
    x = atom.position
    i = periodic_cell(x[0], box[0], cells)
    j = periodic_cell(x[1], box[1], cells)
    k = periodic_cell(x[2], box[2], cells)
    atom.cell_number = flat_cell(i, j, k, cells)
    if v.place:
        atom.cell_place = wp.vec3i(i, j, k)


@computation(
    MOLECULAR_DYNAMICS,
    "give each atom that has a cluster label the smallest among its own and those that its bonds lead to, where labels of -1 stay and are passed over",
    intact={True: "leaving out broken bonds", False: ""},
    mark={True: "and mark bonded atoms", False: ""},
)
def md_cluster_sweep(atom: Any) -> None:
    label = atom.label
    found = bool(False)
    for bond in atom.bonds:
        if v.intact and not bond.intact:
            continue
        a, b = bond.a, bond.b
        if exists(a) and exists(b):
            found = True
            low = wp.min(a.label, b.label)
            # one of the two is the atom's own
            if low >= 0:
                label = wp.min(label, low)
    atom.label_next = label
    if v.mark:
        atom.bonded = found


@computation(
    MOLECULAR_DYNAMICS,
    "exclude pairs of bonded atoms from the nonbonded forces",
    intact={True: "where the bond is intact", False: ""},
    angle={True: "and pairs that are two bonds apart", False: ""},
)
def md_exclude_bonded(pair: Any) -> None:
    a, b = pair.a, pair.b
    excluded = bool(False)
    for bond in a.bonds:
        if v.intact and not bond.intact:
            continue
        one, other = bond.a.index, bond.b.index
        if one == b.index or other == b.index:
            excluded = True
            break
        if v.angle:
            # the atom in the middle of an angle
            middle = other if one == a.index else one
            for further in atom[middle].bonds:
                if v.intact and not further.intact:
                    continue
                if further.a.index == b.index or further.b.index == b.index:
                    excluded = True
                    break
    pair.excluded = excluded


@computation(
    MOLECULAR_DYNAMICS,
    "number the atoms of each molecule from zero",
    reach={"all": "", "mobile": "counting mobile ones, -1 for the others"},
    size={True: "storing their number", False: ""},
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
    "flag molecules whose atoms are all mobile",
    bonded={True: "and all bonded", False: ""},
    empty={True: "false for empty ones", False: ""},
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
    "find the heaviest atom (-1 for none) of each molecule",
    mobile={True: "among mobile ones", False: ""},
    charged={True: "leaving out atoms without positive charge", False: ""},
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
    "sum the charge of each molecule",
    dipole={True: "with its dipole about the centre", False: ""},
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
    "initialise the cluster label of each atom",
    molecule={
        True: "with the number of its molecule, lone atoms numbered after all molecules",
        False: "with its number",
    },
    immobile={True: "and -1 for immobile atoms, which are in no cluster", False: ""},
)
def md_start_label(atom: Any) -> None:
    if v.immobile and (atom.flags & MOBILE) == 0:
        atom.label = -1
        return
    if v.molecule:
        own = atom.molecule
        atom.label = own.index if exists(own) else count(molecule) + atom.index
    else:
        atom.label = atom.index
