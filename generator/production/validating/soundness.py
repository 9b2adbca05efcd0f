"""Checks of a folder before it is pushed or measured: the part of validation that reads no code."""

from __future__ import annotations

import re
from pathlib import Path

from generator.escaping import one_line
from generator.production.folder.build_folder import open_build
from generator.production.folder.errors import BuildError
from generator.production.folder.stored_rows import RowFile, row_files
from generator.production.validating.card_checks import check_card
from generator.production.validating.file_checks import check_files, readable_files
from generator.production.validating.findings import Validation
from generator.production.validating.manifest_checks import CHECK, Claims, claims_of
from generator.production.validating.row_checks import check_id, wrong_split
from generator.production.validating.row_origin import is_collected, is_given, name_of
from generator.production.validating.set_checks import Seen

_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
COLUMNS = ("id", "seed", "category", "fingerprint", "package", "version")
"""Columns that are read of each row."""


class Unsound(BuildError):
    """Something is wrong with a folder; one line names the file, the row, and what."""


def refuse_unsound(root: Path, sent: bool = False) -> None:
    """Raise Unsound where files, columns, ids, fingerprints or splits of a folder are not those of a build.

    Reads every file, compares hashes with the manifest's, and runs nothing. ``sent``: checks manifest and card, too, by
    which others will read it.
    """
    result = Validation()
    build = open_build(root)
    every = row_files(root)
    check_files(root, every, result)
    files = readable_files(every, root, result)
    claims = claims_of(build.manifest, result if sent else Validation())
    if result.sound:
        seen = Seen()
        for file in files:
            _check_rows(file, file.path.relative_to(root).as_posix(), seen, claims, result)
    if sent:
        check_card(root, every, build.manifest, result)
    if result.sound:
        return
    first, more = result.findings[0], len(result.findings) - 1
    rest = f" ({more:,} more: `validate {root}` shows them)" if more else ""
    raise Unsound(f"{one_line(first.place)}: {one_line(first.reason)}{rest}")


def _check_rows(file: RowFile, place: str, seen: Seen, claims: Claims, result: Validation) -> None:
    for row in file.rows(COLUMNS):
        seen.compare(row, file, place, result)
        for reason in claims.wrong_origin(row):
            result.found(CHECK, name_of(row), reason, place)
        for reason in check_id(row, file):
            result.found("id", name_of(row), reason, place)
        if "fingerprint" not in row or not file.split or (is_given(row, file) and not is_collected(file)):
            continue
        if not _FINGERPRINT.fullmatch(str(row["fingerprint"])):
            result.found("fingerprint", name_of(row), "its fingerprint has no 16 hexadecimal digits", place)
            continue
        if reason := wrong_split(str(row["fingerprint"]), row, file):
            result.found("fingerprint", name_of(row), reason, place)
