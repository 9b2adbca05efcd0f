"""Columns with what the tiers measured of a row, and whether measuring again gives the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from generator.dataset.given_rows import NO_SEED
from generator.dataset.schema import FIGURES
from generator.lowering.binaries.architectures import ARCHITECTURES
from generator.lowering.warp_backend import Lowered
from generator.production.folder.stored_rows import Row
from generator.verification.tiers.device_tier import ARCHITECTURE
from generator.verification.tiers.tiers import CHECKED_HERE, Verdict

_PTX = "_ptx_"
"""Separator of column and architecture in the name of a figure of the tier `compile`."""
MEASURED_BY = {
    "compile": ("ptx_instructions",),
    "execute": ("execute_seed", "execute_attempts", "execute_error", "inputs_without_effect", "thread_order_matters"),
    "gradient": ("gradient_seed", "gradient_attempts", "gradient_error", "adjoint_error"),
    "device": ("device_error", "device_counts"),
}
"""Tiers and the columns that each fills; `io` has a check of its own."""
NULL_OF_GIVEN = ("inputs_without_effect",)
"""Columns that may be null for a given kernel: for some kernels they take too long to measure."""
COUNTED = tuple(f.name for f in fields(Lowered) if f.name.startswith("cuda_"))
"""Code columns whose PTX the tier `compile` counts."""
PTX_OF = ({*ARCHITECTURES}, {ARCHITECTURE})
"""Architectures whose PTX it counts: of a build without the tier `device`, and with it."""
SAME_SHARE, SAME_BELOW = 0.75, 1e-6
"""Tolerance, relative and absolute, of a figure measured again by another processor, which rounds otherwise."""


def measured_columns(verdict: Verdict, row: Row) -> Row:
    """The columns that verification fills, for a row with its code columns."""
    counts = [(*name.rsplit(_PTX, 1), count) for name, count in verdict.figures.items() if _PTX in name]
    ptx = [
        {"column": column, "arch": arch, "instructions": count}
        for column, arch, count in sorted(counts)
        if row.get(str(column))
    ]
    measured: dict[str, Any] = {column.name: verdict.figures.get(column.name) for column in FIGURES}
    if "execute" in verdict.passed:
        silent = str(measured["inputs_without_effect"] or "")
        measured["inputs_without_effect"] = silent.split(",") if silent else []
        measured["thread_order_matters"] = bool(measured["thread_order_matters"])
    if measured["device_counts"] is not None:
        measured["device_counts"] = json.loads(str(measured["device_counts"]))
    return measured | {"tiers": list(verdict.passed), "ptx_instructions": ptx or None}


def unclaimed_figures(row: Row) -> Iterator[str]:
    """Figures of tiers that the row does not claim, missing ones of those it claims, and tiers that no build checks."""
    if strange := [tier for tier in row.get("tiers") or () if tier not in CHECKED_HERE]:
        yield f"tiers has {', '.join(strange)}, which no build checks"
    known = [tier for tier in row.get("tiers") or () if tier in CHECKED_HERE]
    if known != [tier for tier in CHECKED_HERE if tier in known]:
        yield f"tiers is {row['tiers']}: each stands there once, in order"
    counted = {what: {entry[what] for entry in row.get("ptx_instructions") or ()} for what in ("column", "arch")}
    if counted["arch"] and not (counted["arch"] in PTX_OF and counted["column"].issubset(COUNTED)):
        yield f"ptx_instructions is of {', '.join(sorted(set().union(*counted.values())))}, which no build counts"
    for tier, columns in MEASURED_BY.items():
        claimed = tier in (row.get("tiers") or ())
        for column in columns:
            if column not in row or (row[column] is None and _may_lack(row, column)):
                continue
            if (row[column] is not None) is not claimed:
                yield f"{column} is {row[column]}, and tiers is {row.get('tiers')}"


def wrong_figures(row: Row, verdict: Verdict, tiers: Sequence[str]) -> Iterator[str]:
    """Stored figures of those tiers that differ from the verdict."""
    fresh = measured_columns(verdict, row)
    for tier in set(tiers) & set(verdict.passed) & set(row.get("tiers") or ()) & MEASURED_BY.keys():
        for column in MEASURED_BY[tier]:
            # A collected kernel's instructions are counted in the row's own PTX, not in the unoptimised one.
            if _is_given(row) and column == "ptx_instructions" and row.get("ptx_forward_sm90"):
                continue
            if row.get(column) is not None and not _same(column, row[column], fresh[column]):
                yield f"{column} is {row[column]}, measured again it is {fresh[column]}"


def _may_lack(row: Row, column: str) -> bool:
    """Whether a row that passed the tier may have no such figure: it was not looked for, or there is nothing to count.

    A build of several configs measures all code columns of a kernel, so a row may have figures of columns that its
    own config leaves out.
    """
    if column == "ptx_instructions":
        return not any(row.get(name) for name in COUNTED)
    return _is_given(row) and column in NULL_OF_GIVEN


def _is_given(row: Row) -> bool:
    return bool(row.get("seed") == NO_SEED)


def _same(column: str, stored: Any, fresh: Any) -> bool:
    if column == "ptx_instructions":
        # A forward-only config has the adjoint's figures too; they are compared where a config has the adjoint.
        counts = {(entry["column"], entry["arch"]): entry["instructions"] for entry in stored}
        if {arch for _, arch in counts} != {entry["arch"] for entry in fresh or ()}:
            return True  # only one of the two is of the tier `device`, which counts optimised PTX
        return all(counts.get((entry["column"], entry["arch"])) == entry["instructions"] for entry in fresh or ())
    if isinstance(stored, float) and isinstance(fresh, (int, float)):
        return bool(abs(stored - fresh) <= SAME_BELOW + SAME_SHARE * max(stored, fresh))
    return bool(stored == fresh)
