"""Verification of made rows: which rows are checked, and the columns that it fills."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from generator.launch import Launch
from generator.lowering.binaries.ptx_sass_columns import DIRECTIONS, column
from generator.lowering.native_output import start_warp
from generator.lowering.standalone.whole_program.run import CPU_COMPILER, run_on_cpu
from generator.lowering.warp_backend import Lowered
from generator.production.folder.errors import BuildError
from generator.production.making.expected_results import store_results
from generator.production.making.memory import give_back_all
from generator.production.making.recipe import Recipe
from generator.production.making.stream import Failed
from generator.production.making.tier_figures import measured_columns
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.device_tier import ARCHITECTURE
from generator.verification.tiers.tiers import RUN_TOGETHER, Item, Verdict, tiers_up_to, verify

WHY = 1_000
"""Characters kept of the reason why a row failed: compilers say much."""


def is_checked(recipe: Recipe, row_id: str) -> bool:
    """Whether a row is in the sample that the recipe wants verified; the row's id decides, so nothing else can."""
    if recipe.verify == "codegen":
        return False
    digest = hashlib.blake2b(f"verify {row_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") < recipe.verify_sample * 2**64


def check_rows(
    rows: Sequence[dict[str, Any]], highest: str, isolated: bool, thorough: bool = False
) -> dict[str, Failed]:
    """Put rows through the tiers up to ``highest`` and write what was found into their columns.

    Returns the rows that failed a tier, by id. ``isolated`` does it in a process that may crash. ``thorough`` has the
    tier ``device`` make more launches.
    """
    refused: dict[str, Failed] = {}
    if not rows:
        return refused
    for row, verdict in zip(rows, _verdicts(rows, highest, isolated, thorough), strict=True):
        if failed := _failed(verdict, row):
            refused[row["id"]] = failed
        else:
            row.update(measured_columns(verdict, row))
    store_results(row for row in rows if row["id"] not in refused)
    return refused


def item_of(row: dict[str, Any], thorough: bool = False) -> Item:
    """A row as verification takes it: the code columns that it has, its id as the seed of its inputs."""
    texts = Lowered(**{field.name: row[field.name] for field in fields(Lowered) if row.get(field.name)})
    return Item(row["python_source"], Launch.from_json(row["launch"]), texts, row["id"], thorough=thorough)


def _with_ptx(row: dict[str, Any], thorough: bool) -> Item:
    """``item_of`` with the row's PTX columns for the tier ``device``: they were just made of the same text."""
    columns = {f"cuda_{direction}": row.get(column("ptx", direction, ARCHITECTURE)) for direction in DIRECTIONS}
    return replace(item_of(row, thorough), ptx={name: text for name, text in columns.items() if text})


def _verdicts(rows: Sequence[dict[str, Any]], highest: str, isolated: bool, thorough: bool) -> Iterator[Verdict]:
    items, tiers = [_with_ptx(row, thorough) for row in rows], tiers_up_to(highest)
    if isolated:
        yield from (verdict for _, verdict in sorted(verify_all(items, tiers, processes=1), key=lambda found: found[0]))
        return
    start_warp()  # which loads the whole code of its compilers
    for start in range(0, len(items), RUN_TOGETHER):
        give_back_all()  # one compiler does not reuse the memory that the other has freed
        yield from verify(items[start : start + RUN_TOGETHER], tiers, compiled=give_back_all)


def _failed(verdict: Verdict, row: dict[str, Any]) -> Failed | None:
    for tier, why in verdict.failed.items():
        return Failed(row["id"], tier, why[:WHY])
    wrong = _wrong_program(row) if "execute" in verdict.passed else ""
    return Failed(row["id"], "execute, stand-alone", wrong[:WHY]) if wrong else None


def _wrong_program(row: dict[str, Any]) -> str:
    """Why a row's stand-alone program fails its own check; "" where it passes, or the row has none."""
    if not row.get("cuda_standalone"):
        return ""
    if shutil.which(CPU_COMPILER) is None:
        raise BuildError(f"stand-alone programs are run on the CPU: install {CPU_COMPILER}, or say --verify compile")
    ran = run_on_cpu(row["cuda_standalone"])
    return "" if ran.passed else ran.output or "it fails and says nothing"
