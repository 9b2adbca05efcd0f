"""What cells, clusters, marks and members must be."""

from __future__ import annotations

from typing import Any

import numpy as np


def md_atom_cell(t: Any, v: Any, n: Any) -> dict[str, Any]:
    cells = np.floor(t.atom.position / n.box * n.cells).astype(int) % n.cells
    number = cells @ np.array([n.cells**2, n.cells, 1])
    if v.removed:
        gone = t.atom.flags & 4 != 0
        number, cells = np.where(gone, -1, number), np.where(gone[:, None], -1, cells)
    return {"atom.cell_number": number, **({"atom.cell_place": cells} if v.place else {})}


def md_cluster_sweep(t: Any, v: Any, n: Any) -> dict[str, Any]:
    label, marked = t.atom.label.copy(), np.zeros(len(t.atom.label), int)
    for i, bonds in enumerate(t.atom.bonds):
        for b in bonds:
            ends = [t.bond.a[b], t.bond.b[b]]
            if min(ends) >= 0 and (not v.intact or t.bond.intact[b]):
                if t.atom.label[ends].min() >= 0:
                    label[i] = min(label[i], *t.atom.label[ends])
                marked[i] = 1
    return {"atom.label_next": label, **({"atom.bonded": marked} if v.mark else {})}


def md_exclude_bonded(t: Any, v: Any, n: Any) -> dict[str, Any]:
    found = t.pair.excluded.copy()
    for k, (a, b) in enumerate(zip(t.pair.a, t.pair.b, strict=True)):
        if a < 0 or b < 0:
            continue
        bonds = [m for m in t.atom.bonds[a] if not v.intact or t.bond.intact[m]]
        found[k] = any(b in (t.bond.a[m], t.bond.b[m]) for m in bonds)
        if v.angle and not found[k]:
            middles = {t.bond.b[m] if t.bond.a[m] == a else t.bond.a[m] for m in bonds}
            further = [m for i in middles for m in t.atom.bonds[i] if not v.intact or t.bond.intact[m]]
            found[k] = any(b in (t.bond.a[m], t.bond.b[m]) for m in further)
    return {"pair.excluded": found}


def md_number_members(t: Any, v: Any, n: Any) -> dict[str, Any]:
    order, size = t.atom.order.copy(), np.zeros(len(t.molecule.members), int)
    for i, ids in enumerate(t.molecule.members):
        chosen = ids[t.atom.flags[ids] & 1 > 0] if v.reach == "mobile" else ids
        order[ids] = -1
        order[chosen] = np.arange(len(chosen))
        size[i] = len(chosen)
    return {"atom.order": order, **({"molecule.size": size} if v.size else {})}


def md_molecule_mobile(t: Any, v: Any, n: Any) -> dict[str, Any]:
    good = t.atom.flags & 1 > 0
    if v.bonded:
        good &= t.atom.bond_count != 0
    return {
        "molecule.mobile": np.array(
            [int(good[ids].all() and not (v.empty and not len(ids))) for ids in t.molecule.members]
        )
    }


def md_heaviest_atom(t: Any, v: Any, n: Any) -> dict[str, Any]:
    mass = t.atom.mass.copy()
    if v.mobile:
        mass[t.atom.flags & 1 == 0] = 0
    if v.charged:
        mass[t.atom.charge <= 0] = 0
    heavy = [ids[np.argmax(mass[ids])] if len(ids) and mass[ids].max() > 0 else -1 for ids in t.molecule.members]
    return {"molecule.heavy": np.array(heavy)}


def md_molecule_charge(t: Any, v: Any, n: Any) -> dict[str, Any]:
    q, m = t.atom.charge, t.molecule
    found = {"molecule.charge": np.array([q[ids].sum() for ids in m.members])}
    if v.dipole:
        found["molecule.dipole"] = np.array(
            [q[ids] @ (t.atom.position[ids] - m.center[i]) for i, ids in enumerate(m.members)]
        )
    return found


def md_start_label(t: Any, v: Any, n: Any) -> dict[str, Any]:
    label = np.arange(len(t.atom.label))
    if v.molecule:
        label = np.where(t.atom.molecule >= 0, t.atom.molecule, len(t.molecule.members) + label)
    return {"atom.label": np.where(t.atom.flags & 1, label, -1) if v.immobile else label}
