"""Runs the tiers on rows made again, and compares their figures with those stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from generator.dataset.targets import WARP_COLUMNS
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.making.expected_results import wrong_gradients, wrong_outputs
from generator.production.making.row_verification import item_of
from generator.production.making.tier_figures import wrong_figures
from generator.production.validating.findings import Progress, Validation
from generator.production.validating.remaking import remade_row
from generator.production.validating.row_checks import CODE_NAMES
from generator.production.validating.row_origin import name_of
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.tiers import Item, Verdict

IO_RESULTS, IO_GRADIENTS = "io results", "io gradients"


def check_tiers(
    files: Sequence[tuple[RowFile, str]], result: Validation, processes: int | None, tell: Progress
) -> None:
    """Verify kernels of proved rows in ``processes``, by default one a core; ``tell`` is called with the progress.

    Only code that this installation made from the keys runs; of the stored rows only the figures are read.
    """
    claims: dict[str, set[str]] = defaultdict(set)
    for _, row, _ in _proved(files, result):
        claims[name_of(row)].update(row.get("tiers") or ())
    names: list[str] = []
    tell("tiers", 0, len(claims))

    def items() -> Iterator[Item]:
        for made in _kernels(files, result):
            names.append(str(made["id"]))
            yield item_of(made, result.thorough)

    verdicts: dict[str, Verdict] = {}
    for place, verdict in verify_all(items(), result.tiers, processes=processes):
        name = names[place]
        for tier in (*verdict.passed, *verdict.failed):
            result.checked[tier] += 1
        for tier, reason in verdict.failed.items():
            result.found(tier, name, reason)
        verdicts[name] = verdict.followed_by(verdicts[name]) if name in verdicts else verdict
        for tier in sorted(claims[name]):
            if tier in result.tiers and tier not in verdict.passed and tier not in verdict.failed:
                why = verdict.not_applicable.get(tier, "it did not")
                result.found(tier, name, f"the row says it passed {tier}; {why}")
        tell("tiers", len(verdicts), len(claims))
    for _, row, place_ in _proved(files, result):
        if name_of(row) not in verdicts:
            continue
        for reason in wrong_figures(row, verdicts[name_of(row)], result.tiers):
            result.found("figures", name_of(row), reason, place_)
    if "execute" in result.tiers:
        _check_results(files, result)


def _check_results(files: Sequence[tuple[RowFile, str]], result: Validation) -> None:
    """Check that stored inputs are what the seed gives, outputs and gradients what the kernel made again computes."""
    places: dict[str, str] = {}

    def stored() -> Iterator[Row]:
        for file, row, place in _proved(files, result):
            made = remade_row(file, row) if row.get("io") else None
            if made is not None:
                places[name_of(row)] = place
                yield made | {"io": row["io"], "execute_seed": row["execute_seed"], "tiers": row["tiers"]}

    for row in stored():
        result.checked[IO_RESULTS] += 1
        for reason in wrong_outputs(row):
            result.found(IO_RESULTS, name_of(row), reason, places[name_of(row)])
    if "gradient" in result.tiers:
        for row, reasons in wrong_gradients(stored()):
            result.checked[IO_GRADIENTS] += 1
            for reason in reasons:
                result.found(IO_GRADIENTS, name_of(row), reason, places[name_of(row)])


def _proved(files: Sequence[tuple[RowFile, str]], result: Validation) -> Iterator[tuple[RowFile, Row, str]]:
    """(file, row, the file's name) of proved rows with a launch."""
    for file, place in files:
        for row in file.rows():
            if name_of(row) in result.proved and row.get("launch"):
                yield file, row, place


def _kernels(files: Sequence[tuple[RowFile, str]], result: Validation) -> Iterator[Row]:
    """Each kernel once, made with the most code columns; again for each config that adds a column of Warp's."""
    taken: dict[str, set[str]] = defaultdict(set)
    for file, row, _ in _proved(sorted(files, key=lambda pair: _texts_held(pair[0]), reverse=True), result):
        columns = {"python_source", *(name for name in WARP_COLUMNS if name in row)}
        if columns <= taken[name_of(row)]:
            continue
        made = remade_row(file, row)
        if made is not None:
            taken[name_of(row)] |= columns
            yield made


def _texts_held(file: RowFile) -> int:
    schema = file.schema()
    return sum(name in CODE_NAMES for name in schema.names) if schema else 0
