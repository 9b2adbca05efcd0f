"""Puts the rows of a build to the tiers again, and compares what they measure with what the rows say."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence

from generator.launch import Launch
from generator.lowering.warp_backend import Lowered
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.making.expected_results import wrong_gradients
from generator.production.making.tier_figures import wrong_figures
from generator.production.validating.findings import IO_GRADIENTS, Progress, Validation
from generator.production.validating.row_checks import CODE_NAMES, code_of, is_given, name_of, source_of
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.tiers import Item, Verdict, tiers_up_to

GIVEN_TIER = "compile"
"""How far kernels go that were given: their launch is a guess."""


def check_tiers(files: Sequence[RowFile], result: Validation, processes: int | None, tell: Progress) -> None:
    """Verify the sampled rows in ``processes``, by default one a core; ``tell`` hears how far it is."""
    told = {False: result.tiers, True: tiers_up_to(GIVEN_TIER) if "execute" in result.tiers else result.tiers}
    claims: dict[str, set[str]] = defaultdict(set)
    for row in _rows_of_sample(files, result):
        claims[str(row["id"])].update(row.get("tiers") or ())
    verdicts: dict[str, Verdict] = {}
    count = sum(1 for _ in _rows_to_verify(files, result))
    done = 0
    for given, tiers in told.items():
        names: list[str] = []

        def items(given: bool = given, names: list[str] = names) -> Iterator[Item]:
            for row in _rows_to_verify(files, result):
                if is_given(row) is given:
                    names.append(str(row["id"]))
                    yield _item(row)

        for place, verdict in verify_all(items(), tiers, processes=processes):
            name = names[place]
            for tier in (*verdict.passed, *verdict.failed):
                result.checked[tier] += 1
            for tier, reason in verdict.failed.items():
                result.found(tier, name, reason)
            verdicts[name] = verdict.followed_by(verdicts[name]) if name in verdicts else verdict
            for tier in sorted(claims[name]):
                if tier in tiers and tier not in verdict.passed and tier not in verdict.failed:
                    result.found(
                        tier, name, f"the row says it passed {tier}; {verdict.not_applicable.get(tier, 'it did not')}"
                    )
            done += 1
            tell("tiers", done, count)
    for row in _rows_of_sample(files, result):
        for reason in wrong_figures(row, verdicts[name_of(row)], result.tiers):
            result.found("figures", name_of(row), reason)
    if "gradient" in result.tiers:
        for row, reasons in wrong_gradients(_rows_of_sample(files, result)):
            result.checked[IO_GRADIENTS] += 1
            for reason in reasons:
                result.found(IO_GRADIENTS, str(row["id"]), reason)


def _rows_of_sample(files: Sequence[RowFile], result: Validation) -> Iterator[Row]:
    for file in files:
        for row in file.rows():
            name = name_of(row)
            wanted = name in result.sample and name not in result.unreadable
            if wanted and row.get("launch") and row.get("self_contained") is not False:
                yield row


def _rows_to_verify(files: Sequence[RowFile], result: Validation) -> Iterator[Row]:
    """Rows with a text that none before them has; those with most texts first, which hold what others repeat."""
    taken: set[tuple[str, str, bytes]] = set()
    for row in _rows_of_sample(sorted(files, key=_texts_held, reverse=True), result):
        texts = {"python_source": source_of(row)} | code_of(row)
        found = {
            (str(row["id"]), name, hashlib.blake2b(str(text).encode(), digest_size=8).digest())
            for name, text in texts.items()
        }
        if not found <= taken:
            taken |= found
            yield row


def _texts_held(file: RowFile) -> int:
    schema = file.schema()
    return sum(name in CODE_NAMES for name in schema.names) if schema else 0


def _item(row: Row) -> Item:
    texts = {name: text for name, text in code_of(row).items() if name in Lowered.__dataclass_fields__}
    return Item(source_of(row), Launch.from_json(row["launch"]), Lowered(**texts), str(row["id"]))
