"""``validate --run-code``: rows not proved by making them again go through the tiers as stored, each in a child."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import warp as wp

from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.native_text import safe_to_compile
from generator.launch import Launch
from generator.lowering.warp_backend import Lowered
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.making.tier_figures import wrong_figures
from generator.production.validating.findings import Progress, Validation
from generator.production.validating.row_checks import code_of, source_of
from generator.production.validating.row_origin import is_given, name_of
from generator.verification.tiers.tiers import CHECKED_HERE, Item, Verdict, tiers_up_to, verify

LIMITS = Limits(seconds=120.0, memory_bytes=8 << 30)
"""Limits of one row: a kernel takes a few seconds through every tier."""
THOROUGH_LIMITS = replace(LIMITS, seconds=480.0)
"""Limits of one row where the check is thorough."""
GIVEN_TIER = "compile"
"""Highest tier of given kernels: their launch is a guess."""
RUN = "run as they stand"


def run_rows(files: Sequence[tuple[RowFile, str]], result: Validation, tell: Progress) -> None:
    """Run the tiers on the stored text of sampled rows that are not proved; one that kills its child costs no other."""
    count = sum(1 for _ in _unproved(files, result))
    tell(RUN, 0, count)
    with Child(modules=[__name__]) as child:
        for done, (row, file, place) in enumerate(_unproved(files, result), 1):
            result.checked[RUN] += 1
            for tier, reason in _run(row, file, result, child, THOROUGH_LIMITS if result.thorough else LIMITS):
                result.found(tier, name_of(row), reason, place)
            tell(RUN, done, count)


def _unproved(files: Sequence[tuple[RowFile, str]], result: Validation) -> Iterator[tuple[Row, RowFile, str]]:
    for file, place in files:
        for row in file.rows():
            name = name_of(row)
            wanted = name in result.sample and name not in result.proved and name not in result.unreadable
            if wanted and row.get("launch") and row.get("self_contained") is not False:
                yield row, file, place


def _run(row: Row, file: RowFile, result: Validation, child: Child, limits: Limits) -> Iterator[tuple[str, str]]:
    tiers = tiers_up_to(GIVEN_TIER) if is_given(row, file) and "execute" in result.tiers else result.tiers
    texts = {name: text for name, text in code_of(row).items() if name in Lowered.__dataclass_fields__}
    for name, text in texts.items():
        if reason := safe_to_compile(text):
            yield "compile", f"{name}: {reason}"
            return
    argument = {
        "source": source_of(row),
        "launch": row["launch"],
        "texts": texts,
        "tiers": list(tiers),
        "id": row["id"],
        "thorough": result.thorough,
    }
    try:
        verdict = _verdict(child.call(f"{__name__}:run_row", argument, limits))
    except ChildFailed as error:
        yield RUN, f"its process {error}"
        return
    result.checked.update((*verdict.passed, *verdict.failed))
    for tier, reason in verdict.failed.items():
        yield tier, reason
    for tier in row.get("tiers") or ():
        if tier in tiers and tier not in verdict.passed and tier not in verdict.failed:
            yield tier, f"the row says it passed {tier}; {verdict.not_applicable.get(tier, 'it did not')}"
    yield from (("figures", reason) for reason in wrong_figures(row, verdict, tiers))


def run_row(argument: Mapping[str, Any]) -> dict[str, Any]:
    """Run a row's text through tiers, in the child."""
    wp.config.log_level = wp.LOG_ERROR
    texts = Lowered(**argument["texts"])
    launch = Launch.from_json(argument["launch"])
    item = Item(argument["source"], launch, texts, argument["id"], thorough=argument["thorough"])
    (verdict,) = verify([item], argument["tiers"])
    return vars(verdict) | {"passed": list(verdict.passed)}


def _verdict(answer: Any) -> Verdict:
    """The child's answer as a verdict: the row may have made it up, so ChildFailed where its shape is wrong."""
    try:
        texts = {part: {str(k): str(v) for k, v in answer[part].items()} for part in ("failed", "not_applicable")}
        passed = tuple(tier for tier in CHECKED_HERE if tier in answer["passed"])
        figures = {str(k): v for k, v in answer["figures"].items() if isinstance(v, (int, float, str))}
    except (TypeError, KeyError, AttributeError):
        raise ChildFailed("gave an answer that is no verdict") from None
    return Verdict(passed, texts["failed"], texts["not_applicable"], figures)
