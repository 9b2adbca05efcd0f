"""Validates a build without running its code: files, texts, rows made again from their keys, and their tiers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from generator.dataset.identity import FIRST_STREAM, stream_of
from generator.isolation.parsing import NotParsed
from generator.production.folder.errors import BuildError
from generator.production.folder.paths import not_plain_below
from generator.production.folder.stored_rows import Row, RowFile, row_files
from generator.production.making.stream import STREAMS
from generator.production.validating.card_checks import check_card
from generator.production.validating.file_checks import check_files, check_others, readable_files
from generator.production.validating.findings import Progress, Validation, silent
from generator.production.validating.manifest_checks import Claims, claims_of
from generator.production.validating.remaking import check_remade
from generator.production.validating.row_checks import ROW_CHECKS
from generator.production.validating.row_origin import is_given, is_of_other_stream, name_of
from generator.production.validating.row_runs import run_rows
from generator.production.validating.sampling import Wanted, choose
from generator.production.validating.selection_checks import Selection
from generator.production.validating.set_checks import Seen
from generator.production.validating.stats_checks import check_stats
from generator.production.validating.tier_checks import check_tiers
from generator.verification.tiers.tiers import CHECKED_HERE, tiers_up_to

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError, NotParsed)
"""Errors that a check raises for a row whose columns have wrong types or values."""


def validate_build(
    target: Path,
    tier: str = "codegen",
    sample: Wanted = None,
    processes: int | None = None,
    progress: Progress | None = None,
    run_code: bool = False,
    thorough: bool = False,
) -> Validation:
    """Check every row of a folder or file by its own columns, and make rows again to compare them, up to ``tier``.

    ``sample`` limits the rows made again to a number of kernels of each config (`validating.sampling`).
    ``run_code`` runs the tiers on the stored text of sampled rows that were not proved, each in a sandboxed child.
    ``thorough`` has the tier ``device`` make more launches.
    Raises ``BuildError`` where there are no rows, ``ValueError`` for a tier that does not exist.
    """
    tell = progress or silent
    result = Validation(tiers=tiers_up_to(tier), thorough=thorough)
    every = _row_files(target)
    read = check_files(target, every, result)
    check_others(target, every, read, result)
    claims = Claims() if read is None else claims_of(read, result)
    check_card(target, every, read or {}, result)
    manifest = read if read and claims.believed else {}
    files = [(file, _name(file, target)) for file in readable_files(every, target, result, tell)]
    total = sum(file.count() for file, _ in files)
    if not total and result.sound:
        raise BuildError(f"no rows in {target}")
    result.sample = choose([file for file, _ in files], sample)
    _check_texts(files, claims, manifest, total, result, tell)
    check_remade(files, result, manifest, tell)
    check_stats(target, manifest, result)
    if len(result.tiers) > 1:
        check_tiers(files, result, processes, tell)
    if run_code:
        run_rows(files, result, tell)
    return result


def _row_files(target: Path) -> list[RowFile]:
    """The files with rows; none where the folder has only links and the like, which are findings."""
    try:
        return row_files(target)
    except BuildError:
        if target.is_dir() and any(not_plain_below(target)):
            return []
        raise


def _name(file: RowFile, target: Path) -> str:
    return file.path.name if file.path == target else file.path.relative_to(target).as_posix()


def _check_texts(
    files: list[tuple[RowFile, str]],
    claims: Claims,
    manifest: dict[str, Any],
    total: int,
    result: Validation,
    tell: Progress,
) -> None:
    seen, selection = Seen(), Selection.of_manifest(manifest)
    version = manifest.get("versions", {}).get("warp-lang")
    stream = _stream_of_manifest(manifest)
    claimed: Counter[str] = Counter()
    done = 0
    for file, place in files:
        for row in file.rows():
            _check_row(row, file, place, result, seen)
            claims.check_row(row, file, place, result)
            if name_of(row) not in result.unreadable:
                claimed.update({*(row.get("tiers") or ())} - {*result.tiers})
            if not is_given(row, file):
                selection.check_text(row, place, result)
            if version and row.get("warp_version", version) != version:
                reason = f"made with Warp {row['warp_version']}, the manifest says {version}"
                result.found("warp version", name_of(row), reason, place)
            if stream and stream_of(name_of(row)) not in ("", stream):
                reason = f"of version {stream_of(name_of(row))} of the stream, the manifest says {stream}"
                result.found("id", name_of(row), reason, place)
            done += 1
            tell("columns and texts", done, total)
    seen.check_balance(result)
    claims.check_all(result)
    result.not_checked += [
        f"{tier}, claimed by {claimed[tier]:,} rows (--tier {tier} checks it)" for tier in CHECKED_HERE if claimed[tier]
    ]


def _stream_of_manifest(manifest: dict[str, Any]) -> str:
    """The version of the stream of a build's rows; empty where the manifest names no known stream."""
    if manifest.get("recipe", {}).get("stream") not in STREAMS:
        return ""
    return str(manifest.get("versions", {}).get("stream", FIRST_STREAM))


def _check_row(row: Row, file: RowFile, place: str, result: Validation, seen: Seen) -> None:
    name = name_of(row)
    seen.compare(row, file, place, result)
    other = is_of_other_stream(row)
    for title, check in ROW_CHECKS.items():
        try:
            if not check.concerns(row, file) or (other and not check.any_stream):
                continue
            result.checked[title] += 1
            reasons = list(check.look(row, file))
        except UNREADABLE as error:
            reasons = [f"cannot be read: {type(error).__name__}: {error}"]
        for reason in reasons:
            result.found(title, name, reason, place)
        # A row without its columns, or with one that is damaged, goes through no further check.
        if any(reason.startswith(("columns missing", "cannot be read", "python_source is not")) for reason in reasons):
            result.unreadable.add(name)
            return
    seen.compare_configs(row, place, result)
