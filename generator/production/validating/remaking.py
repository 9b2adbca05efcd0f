"""Rows made again from their keys by the installed code, and compared with the stored ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import pyarrow as pa
import warp as wp

from generator.dataset.code_hash import code_hash
from generator.dataset.configs import WILD, DatasetConfig, get_config
from generator.dataset.identity import STREAM, stream_of
from generator.dataset.rows import row_of_kernel, view_of
from generator.dataset.schema import columns_of
from generator.dataset.stream import Drawn, kernel_of
from generator.dataset.targets import BATCH, WARP_COLUMNS, NoTranslation, code_of_texts
from generator.lowering.binaries.cuda_tools import ToolFailed, ToolMissing
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.validating.findings import Progress, Validation
from generator.production.validating.row_checks import CODE_NAMES, MEASURED
from generator.production.validating.row_origin import is_given, is_of_other_stream, name_of
from generator.production.validating.selection_checks import Selection
from generator.production.validating.wild_remaking import wild_row
from generator.versions import compilers

OTHER_CODE = "of another version of the code, or of none"
TASK_COLUMNS = ("prompt", "completion", "messages", "task")


def again(check: str) -> str:
    """Name of a check that compares with a row made again, for its counts and findings."""
    return f"{check}, made again"


def check_remade(
    files: Sequence[tuple[RowFile, str]], result: Validation, manifest: Mapping[str, Any], tell: Progress
) -> None:
    """Make the sampled rows again and compare all but measured columns; ``files`` come with their names in messages.

    A row whose key gives another kernel is a finding where the manifest names the installed code, or where most
    rows came out as this code makes them; else it counts as made by other code.
    """
    others: list[tuple[str, str, str]] = []
    selection = Selection.of_manifest(manifest)
    total = sum(1 for _ in _sampled(files, result))
    done = 0
    tell("made again", done, total)
    for file, place in files:
        rows = _sampled([(file, place)], result)
        while batch := list(islice(rows, BATCH)):
            for row, made in zip(batch, _made_again(file, batch, manifest, result), strict=True):
                if isinstance(made, str):
                    others.append((place, name_of(row), made))
                elif made is not None:
                    _compare(row, made, place, result)
                    if selection.wanted and not is_given(row, file):
                        selection.check_drawn(row, _drawn(str(row["id"])), place, result)
            done += len(batch)
            tell("made again", done, total)
    result.proved -= result.refuted
    believed = manifest.get("versions", {}).get("code") == code_hash() or result.remade > len(others)
    for place, name, reason in others:
        if believed:
            check = again("description")
            result.checked[check] += 1
            result.found(check, name, reason, place)
        else:
            result.not_remade[OTHER_CODE] += 1


def remade_row(file: RowFile, row: Row) -> Row | None:
    """The row of the same key with Warp's code columns, before a config's view; None where the stream has none."""
    config = _config_of(file.config, tuple(row))
    drawn = _drawn(str(row["id"]))
    if not isinstance(drawn, Drawn):
        return None
    code = [name for name in config.code if name in WARP_COLUMNS]
    return row_of_kernel(drawn, code, comments=True)


def _sampled(files: Sequence[tuple[RowFile, str]], result: Validation) -> Iterator[Row]:
    for file, _ in files:
        for row in file.rows():
            if name_of(row) in result.sample and name_of(row) not in result.unreadable:
                yield row


def _made_again(
    file: RowFile, rows: Sequence[Row], manifest: Mapping[str, Any], result: Validation
) -> list[Row | str | None]:
    """For each row: the row of its key, why the key gives another kernel, or None with a note why it cannot be made."""
    config = _config_of(file.config, tuple(rows[0]))
    if config.source == WILD:
        return [wild_row(row, config, result) for row in rows]
    found: list[Row | str | None] = []
    for row in rows:
        if is_given(row, file):
            result.not_remade["a given kernel, no key makes it"] += 1
            found.append(None)
        elif is_of_other_stream(row):
            result.not_remade[
                f"nor their fingerprints: version {stream_of(name_of(row))} of the stream, here is {STREAM}"
            ] += 1
            found.append(None)
        else:
            found.append(_from_key(row))
    return _with_code(found, rows, config, manifest, result)


def _has_comments(row: Row, manifest: Mapping[str, Any]) -> bool:
    """Whether a row's code has the Python line above each statement: by the manifest, else by the code."""
    recorded = manifest.get("recipe", {}).get("comments")
    if isinstance(recorded, bool):
        return recorded
    texts = [str(row[name]) for name in (*WARP_COLUMNS, *TASK_COLUMNS) if name in row]
    return not texts or any("<L " in text for text in texts)


def _from_key(row: Row) -> Row | str:
    drawn = _drawn(str(row["id"]))
    if isinstance(drawn, str):
        return drawn
    candidate = drawn.candidate
    if "python_source" in row and candidate.source != row["python_source"]:
        return f"python_source is not that of its key{_where(row['python_source'], candidate.source)}"
    return {"drawn": drawn}


@lru_cache(maxsize=4 * BATCH)
def _drawn(row_id: str) -> Drawn | str:
    try:
        return kernel_of(row_id)
    except ValueError as error:
        return str(error)


def _with_code(
    found: Sequence[Row | str | None],
    rows: Sequence[Row],
    config: DatasetConfig,
    manifest: Mapping[str, Any],
    result: Validation,
) -> list[Row | str | None]:
    made: list[Row | str | None] = []
    wanted = _comparable_code(config, manifest, rows, result)
    for row, new in zip(rows, found, strict=True):
        if not isinstance(new, dict):
            made.append(new)
            continue
        try:
            made.append(row_of_kernel(new["drawn"], wanted, _has_comments(row, manifest)))
        except NoTranslation as error:
            made.append(f"a kernel that has no such row: {error}")
    whole = [new for new in made if isinstance(new, dict)]
    try:
        whole = code_of_texts(whole, wanted)
    except (ToolMissing, ToolFailed) as error:
        for name in set(wanted) - set(WARP_COLUMNS):
            result.not_compared[f"{name}: {error}"] += len(whole)
    following = iter(whole)
    shown = dataclasses.replace(config, code=tuple(wanted))
    return [_as_shown(next(following), shown) if isinstance(new, dict) else new for new in made]


def _as_shown(row: Row, config: DatasetConfig) -> Row:
    if all(name in row for name in config.code):
        return view_of(row, config)
    return view_of(row, dataclasses.replace(config, code=tuple(name for name in config.code if name in row)))


def _comparable_code(
    config: DatasetConfig, manifest: Mapping[str, Any], rows: Sequence[Row], result: Validation
) -> list[str]:
    """The code columns that the installed compilers make exactly as those of the build did."""
    recorded = manifest.get("compilers", {}).get("ptxas")
    here = compilers()["ptxas"]
    if recorded is None or recorded == here:
        return list(config.code)
    left_out = [name for name in config.code if name.startswith(("sass", "usage"))]
    if left_out:
        result.not_compared[f"{', '.join(left_out)}: made by ptxas {recorded}, here is {here or 'none'}"] += len(rows)
    return [name for name in config.code if name not in left_out]


def _compare(row: Row, made: Row, place: str, result: Validation) -> None:
    """Note the columns of a row that differ from what its key gives; a row without any is proved."""
    name = name_of(row)
    result.remade += 1
    others = row.get("warp_version") != wp.__version__
    if others:
        result.not_compared[f"code of Warp {row.get('warp_version')}, here is {wp.__version__}"] += 1
    types = {column.name: column.type for column in columns_of(_config_of("", tuple(made)))}
    before = len(result.findings)
    compared = set()
    for column, value in made.items():
        is_code = column in CODE_NAMES or column in TASK_COLUMNS
        if column in MEASURED or column not in row or (others and is_code):
            continue
        kind = ("code" if column in (*WARP_COLUMNS, *TASK_COLUMNS) else "derived code") if is_code else "description"
        check = again(kind)
        compared.add(check)
        if _plain(row[column], types.get(column)) != _plain(value, types.get(column)):
            result.found(check, name, f"{column} differs from what its key gives{_where(row[column], value)}", place)
    result.checked.update(compared)
    if len(result.findings) > before:
        result.refuted.add(name)
    elif not others:
        result.proved.add(name)


def _plain(value: Any, kind: pa.DataType | None) -> Any:
    return pa.array([value], kind).to_pylist()[0] if kind is not None else value


def _where(stored: Any, made: Any) -> str:
    if not isinstance(stored, str) or not isinstance(made, str):
        return ""
    pairs = zip(stored.splitlines(), made.splitlines(), strict=False)
    line = next((number for number, (old, new) in enumerate(pairs, 1) if old != new), None)
    return f" in line {line}" if line else ": its length"


@lru_cache(maxsize=32)
def _config_of(name: str, columns: tuple[str, ...]) -> DatasetConfig:
    """The config of that name; without one, a config with the columns that a row has."""
    if name:
        return get_config(name)
    view = "chat" if "messages" in columns else "sft" if "prompt" in columns else "code"
    code = tuple(column for column in CODE_NAMES if column in columns)
    base = get_config("cuda_backward" if view == "code" else view)
    return base if view != "code" else dataclasses.replace(base, code=code)
