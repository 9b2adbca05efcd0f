"""Re-checks a build from its columns alone: what each row says, what rows say of each other, and the tiers."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.dataset.schema import schema_of
from generator.launch import Launch
from generator.lowering.warp_backend import Lowered
from generator.production.errors import BuildError
from generator.production.expected_results import wrong_gradients
from generator.production.manifest import damaged
from generator.production.measured import wrong_figures
from generator.production.row_checks import CODE_NAMES, ROW_CHECKS, code_of, is_given, source_of
from generator.production.sampling import Sample, Wanted, choose
from generator.production.stored_rows import Row, RowFile, row_files
from generator.production.tasks import MANIFEST
from generator.verification.batch import verify_all
from generator.verification.tiers import Item, Verdict, tiers_up_to

GIVEN_TIER = "compile"
"""How far kernels go that were given: their launch is a guess."""

IO_GRADIENTS = "io gradients"

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, SyntaxError)
"""What a check raises of a row whose columns do not hold what they should; SyntaxError is of its source."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many rows are done, and of how many."""


@dataclass(frozen=True)
class Finding:
    """Something wrong: which check, which row (or file), why."""

    check: str
    row: str
    reason: str


@dataclass
class Validation:
    """What was looked at, how often, and what was found; ``unreadable`` rows are put to no tier."""

    checked: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    tiers: tuple[str, ...] = ()
    sample: Sample = field(default_factory=lambda: Sample(None, 0))
    unreadable: set[str] = field(default_factory=set)

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def sampled(self) -> tuple[str, ...]:
        """The checks that were made of a sample, though nobody asked for fewer rows."""
        slow = {*self.tiers, IO_GRADIENTS, *(title for title, check in ROW_CHECKS.items() if check.slow)}
        return tuple(title for title in self.checked if title in slow) if self.sample.by_default else ()

    def found(self, check: str, row: str, reason: str) -> None:
        """Note something wrong."""
        self.findings.append(Finding(check, row, reason))


@dataclass
class _Seen:
    """What has to be kept of the rows to compare them with each other: 16 bytes a row and their ids."""

    ids: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    owners: dict[str, dict[str, tuple[str, str]]] = field(default_factory=lambda: defaultdict(dict))
    kernels: dict[str, str] = field(default_factory=dict)
    categories: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def validate_build(
    target: Path,
    tier: str = "codegen",
    sample: Wanted = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Validation:
    """Check every row of a folder or file, and put rows through the tiers up to ``tier``.

    ``sample`` limits what is slow, the tiers and derived code, to so many kernels (`generator.production.sampling`).
    Raises ``BuildError`` where there are no rows, ``ValueError`` for a tier that does not exist.
    """
    tell = progress or (lambda what, done, total: None)
    result = Validation(tiers=tiers_up_to(tier))
    files = row_files(target)
    result.sample = choose(files, sample)
    _check_files(target, result)
    seen = _Seen()
    total = sum(file.count() for file in files)
    if not total:
        raise BuildError(f"no rows in {target}")
    done = 0
    for file in files:
        _check_schema(file, result)
        for row in file.rows():
            _check_row(row, file, result, seen)
            done += 1
            tell("columns and code", done, total)
    _check_balance(seen, result)
    if len(result.tiers) > 1:
        _check_tiers(files, result, processes, tell)
    return result


def _check_files(target: Path, result: Validation) -> None:
    """The files of a build are there as its manifest says, byte by byte."""
    path = target / MANIFEST
    if not path.is_file():
        return
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["files"]
        broken = damaged(target, entries)
    except UNREADABLE as error:
        result.found("files", MANIFEST, f"cannot be read: {type(error).__name__}: {error}")
        return
    result.checked["files"] += len(entries)
    for entry in broken:
        result.found("files", entry["path"], "missing, or not what `produce` wrote")


def _name(row: Row) -> str:
    return str(row.get("id") or "(no id)")


def _check_schema(file: RowFile, result: Validation) -> None:
    schema = file.schema()
    if schema is None or not file.config:
        return
    from generator.dataset.configs import get_config

    result.checked["schema"] += 1
    expected = schema_of(get_config(file.config))
    if not schema.remove_metadata().equals(expected):
        differing = [name for name in {*schema.names, *expected.names} if not _same_field(schema, expected, name)]
        result.found(
            "schema", file.path.name, f"columns differ from those of {file.config}: {', '.join(sorted(differing))}"
        )


def _same_field(one: object, other: object, name: str) -> bool:
    fields = [schema.field(name).type if name in schema.names else None for schema in (one, other)]  # type: ignore[attr-defined]
    return fields[0] == fields[1]


def _check_row(row: Row, file: RowFile, result: Validation, seen: _Seen) -> None:
    name = _name(row)
    for title, check in ROW_CHECKS.items():
        if not check.concerns(row) or (check.slow and name not in result.sample):
            continue
        result.checked[title] += 1
        try:
            reasons = list(check.look(row, file))
        except UNREADABLE as error:
            reasons = [f"cannot be read: {type(error).__name__}: {error}"]
        for reason in reasons:
            result.found(title, name, reason)
        # A row without its columns, or with one that is damaged, cannot be asked anything more.
        if any(reason.startswith(("columns missing", "cannot be read", "python_source is not")) for reason in reasons):
            result.unreadable.add(name)
            return
    _compare(row, name, file, result, seen)


def _compare(row: Row, name: str, file: RowFile, result: Validation, seen: _Seen) -> None:
    """Duplicates within a config, and the same kernel for an id in all configs."""
    result.checked["duplicates"] += 1
    if name in seen.ids[file.config]:
        result.found("duplicates", name, "the id occurs twice")
    seen.ids[file.config].add(name)
    print_ = str(row.get("fingerprint"))
    other = seen.owners[file.config].setdefault(print_, (name, file.split))
    if other != (name, file.split) and not is_given(row):
        where = f" of {other[1]}" if other[1] != file.split else ""
        result.found("splits" if where else "duplicates", name, f"the same structure as {other[0]}{where}")
    digest = hashlib.blake2b(source_of(row).encode(), digest_size=8).hexdigest()
    if seen.kernels.setdefault(name, digest) != digest:
        result.found("duplicates", name, "another kernel than in another config")
    if not is_given(row):
        seen.categories[file.config, file.split][str(row.get("category"))] += 1


def _check_balance(seen: _Seen, result: Validation) -> None:
    for (config, split), counts in seen.categories.items():
        if not split:
            continue
        result.checked["balance"] += 1
        if max(counts.values()) - min(counts.values()) > 1:
            (most, largest), (least, smallest) = counts.most_common(1)[0], counts.most_common()[-1]
            result.found("balance", f"{config}/{split}", f"{largest} rows of {most}, {smallest} of {least}")


def _check_tiers(files: Sequence[RowFile], result: Validation, processes: int | None, tell: Progress) -> None:
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
        for reason in wrong_figures(row, verdicts[_name(row)], result.tiers):
            result.found("figures", _name(row), reason)
    if "gradient" in result.tiers:
        for row, reasons in wrong_gradients(_rows_of_sample(files, result)):
            result.checked[IO_GRADIENTS] += 1
            for reason in reasons:
                result.found(IO_GRADIENTS, str(row["id"]), reason)


def _rows_of_sample(files: Sequence[RowFile], result: Validation) -> Iterator[Row]:
    for file in files:
        for row in file.rows():
            name = _name(row)
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
