"""Re-checks a build from its columns alone: what each row says, what rows say of each other, and the tiers."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from generator.dataset.configs import get_config
from generator.dataset.schema import schema_of
from generator.production.folder.errors import BuildError
from generator.production.folder.stored_rows import Row, RowFile, row_files
from generator.production.making.manifest import damaged
from generator.production.making.tasks import MANIFEST
from generator.production.validating.findings import Progress, Validation
from generator.production.validating.row_checks import ROW_CHECKS, is_given, name_of, source_of
from generator.production.validating.sampling import Wanted, choose
from generator.production.validating.tier_checks import check_tiers
from generator.verification.tiers.tiers import tiers_up_to

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, SyntaxError)
"""What a check raises of a row whose columns do not hold what they should; SyntaxError is of its source."""


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

    ``sample`` limits what is slow, the tiers and derived code, to so many kernels
    (`generator.production.validating.sampling`).
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
        check_tiers(files, result, processes, tell)
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


def _check_schema(file: RowFile, result: Validation) -> None:
    schema = file.schema()
    if schema is None or not file.config:
        return
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
    name = name_of(row)
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
