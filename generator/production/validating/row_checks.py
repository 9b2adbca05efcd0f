"""Checks of one row by its own columns: a table of functions from row and file to reasons.

Nothing here runs, compiles or imports a row's code; Python is parsed within bounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from generator.dataset.configs import load_configs
from generator.dataset.fingerprint import structure
from generator.dataset.given_rows import NO_SEED
from generator.dataset.identity import STREAM, KernelKey, stream_of
from generator.dataset.rows import properties
from generator.dataset.schema import CODE, FIGURES, MADE, Column, columns_of, known_columns
from generator.dataset.splits import split_of, split_of_project
from generator.dataset.views import TASKS
from generator.escaping import one_line, steering
from generator.isolation.parsing import NotParsed, safe_to_parse
from generator.launch import Launch
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.making.expected_results import has_results
from generator.production.making.tier_figures import unclaimed_figures
from generator.production.validating.row_origin import (
    is_collected,
    is_given,
    is_of_other_stream,
    is_synthesized,
    name_of,
)
from generator.syntax.walks.structure import Structure
from generator.synthesis import Candidate
from generator.verification.stored_results.stored_io import StoredIO

_PYTHON = re.compile(r"```python\n(.*?\n)```", re.DOTALL)
_CPP = re.compile(r"```cpp\n(.*?\n)```", re.DOTALL)
_TASK_COLUMNS = {task.name: task.column for task in TASKS}
"""Task -> the column that is its answer."""

_FROM_SOURCE = {"forward", "adjoint"}
"""Tasks whose prompt holds the source."""

CODE_NAMES = tuple(column.name for column in CODE)
NEEDED = ("id", "kernel_name", "category", "description")
"""Columns that rows of any file must have, as other checks read them."""
MEASURED = {"tiers", "warp_version", *(column.name for column in FIGURES)}
NULLABLE = MEASURED | {"license"}
"""Columns that may be null."""
ONE_LINE = (
    *("id", "kernel_name", "category", "fingerprint", "task", "file"),
    *("package", "license", "version", "url", "warp_version"),
)
"""Columns without line breaks."""
MOST_LETTERS = dict.fromkeys(ONE_LINE, 1000) | {"description": 100_000}
"""Column -> most letters of its text, ten times those of the longest row."""


def source_of(row: Row) -> str:
    """Python source of a row, in a task view from the prompt or the answer; empty where a row has none."""
    if "python_source" in row:
        return str(row["python_source"])
    prompt, completion = _exchange(row)
    found = _PYTHON.search(prompt if row.get("task") in _FROM_SOURCE else completion)
    return found[1] if found else ""


def code_of(row: Row) -> Row:
    """Code columns that a row has; in a task view the one in the completion."""
    if "python_source" in row:
        return {name: row[name] for name in CODE_NAMES if name in row}
    found = _CPP.search(_exchange(row)[1])
    column = _TASK_COLUMNS.get(str(row.get("task")))
    return {column: found[1]} if found and column in CODE_NAMES else {}


def has_source(row: Row) -> bool:
    """Whether a row must hold Python: all but those whose task asks for CUDA from a specification."""
    return "python_source" in row or row.get("task") != "cuda_from_specification"


def _exchange(row: Row) -> tuple[str, str]:
    if "messages" in row:
        prompt, completion = (message["content"] for message in row["messages"])
        return prompt, completion
    return str(row.get("prompt", "")), str(row.get("completion", ""))


def structure_of(row: Row) -> Structure:
    """Fingerprint and names of a row's source; ``NotParsed`` where it is no Python, or beyond the parser's bounds."""
    source = source_of(row)
    if reason := safe_to_parse(source):
        raise NotParsed(reason)
    try:
        return structure(source)
    except SyntaxError as error:
        raise NotParsed(f"line {error.lineno}: {error.msg}") from None


def check_columns(row: Row, place: RowFile) -> Iterator[str]:
    """The columns are those of the config, with values of their types, and texts without control characters."""
    named = {column.name: column for column in _columns(place.config, row)}
    later = {column.name for column in MADE} if is_of_other_stream(row) else set()
    if missing := [name for name in dict.fromkeys((*named, *NEEDED)) if name not in row and name not in later]:
        yield f"columns missing: {', '.join(missing)}"
    if strange := [name for name in row if name not in named]:
        yield f"columns that the schema does not know: {', '.join(strange)}"
    for name, value in row.items():
        if name in named:
            yield from _wrong_value(named[name], value)


def may_be_null(column: str) -> bool:
    """Whether a row may have no value in a column."""
    return column in NULLABLE or column.startswith("usage_")


def _wrong_value(column: Column, value: Any) -> Iterator[str]:
    name = column.name
    if value is None:
        if not may_be_null(name):
            yield f"{name} is null"
        return
    try:
        pa.array([value], column.type)
    except (pa.ArrowException, OverflowError):
        yield f"cannot be read: {name} is no {column.type}"
        return
    if not isinstance(value, str):
        return
    if not value.strip() and name in ("id", "python_source", "cuda_forward"):
        yield f"{name} is empty"
    if len(value) > MOST_LETTERS.get(name, len(value)):
        yield f"{name} has {len(value):,} letters, more than {MOST_LETTERS[name]:,}"
    if letter := steering(value, lines=name not in ONE_LINE):
        yield f"{name} has the control character {letter}"


def _columns(config: str, row: Row) -> tuple[Column, ...]:
    if config:
        return columns_of(load_configs()[config])
    return tuple(column for name, column in known_columns().items() if name in row)


def check_id(row: Row, place: RowFile) -> Iterator[str]:
    """The id agrees with the row's seed, category and split; the id of a given kernel is none of the stream."""
    if is_given(row, place):
        if row.get("seed") != NO_SEED:
            yield f"seed is {one_line(row.get('seed'), 40)}, of a kernel that was given {NO_SEED}"
        if is_synthesized(name_of(row)):
            yield f"the id is one of the stream, {place.config} has kernels that were given"
        return
    try:
        key = KernelKey.from_id(name_of(row), stream_of(name_of(row)) or STREAM)
    except ValueError as error:
        yield str(error)
        return
    if (key.seed, key.category) != (row.get("seed"), row.get("category")):
        yield f"the id says seed {key.seed}, category {key.category}"
    if place.split and key.split != place.split:
        yield f"the id says split {key.split}, the file {place.split}"


def check_fingerprint(row: Row, place: RowFile) -> Iterator[str]:
    """The fingerprint is the source's, and its split is the file's."""
    if not has_source(row):
        if not re.fullmatch(r"[0-9a-f]{16}", str(row.get("fingerprint"))):
            yield f"fingerprint is no 16 hexadecimal digits: {one_line(row.get('fingerprint'), 40)}"
        elif reason := wrong_split(str(row.get("fingerprint")), row, place):
            yield reason
        return
    try:
        found = structure_of(row).fingerprint
    except NotParsed as error:
        yield f"python_source is not Python that can be read: {error}"
        return
    if found != row.get("fingerprint"):
        yield f"fingerprint is {row.get('fingerprint')}, of the source {found}"
    if reason := wrong_split(found, row, place):
        yield reason


def wrong_split(fingerprint: str, row: Row, place: RowFile) -> str:
    """Why a row's fingerprint (in ``real`` its project) belongs to another split than its file; empty where not."""
    if not place.split:
        return ""
    if is_collected(place):
        belongs, what = split_of_project(str(row.get("package"))), f"project {one_line(row.get('package'), 80)}"
    else:
        belongs, what = split_of(fingerprint), "fingerprint"
    return "" if belongs == place.split else f"the {what} belongs to {belongs}, the file to {place.split}"


def check_description(row: Row, place: RowFile) -> Iterator[str]:
    """The columns that follow from source and launch have the values that these give."""
    source = source_of(row)
    launch = Launch.from_json(row["launch"])
    candidate = Candidate(source, row["kernel_name"], row["category"], row["description"], launch)
    for name, expected in properties(candidate, structure_of(row)).items():
        if name in row and name not in MEASURED and row[name] != expected:
            yield f"{name} is {row[name]!r}, source and launch say {expected!r}"
    if f"def {row['kernel_name']}(" not in source:
        yield f"the source defines no {row['kernel_name']}"


def check_code(row: Row, place: RowFile) -> Iterator[str]:
    """The row has a code column, unless its source is not self-contained or its task asks for Python."""
    asks_for_python = _TASK_COLUMNS.get(str(row.get("task"))) == "python_source"
    if not code_of(row) and row.get("self_contained") is not False and not asks_for_python:
        yield "no code column"


def check_stored_results(row: Row, place: RowFile) -> Iterator[str]:
    """Stored results can be read, and are there where they should be."""
    if row.get("io"):
        stored = StoredIO.from_json(row["io"])
        if stored.seed != row.get("execute_seed"):
            yield f"io is of seed {stored.seed}, the row of {row.get('execute_seed')}"
    elif has_results(row):
        yield "io is missing"


@dataclass(frozen=True)
class RowCheck:
    """``look`` gives reasons, for rows that it ``concerns``; ``any_stream``: also for other versions of the stream."""

    look: Callable[[Row, RowFile], Iterator[str]]
    concerns: Callable[[Row, RowFile], bool] = lambda row, place: True
    any_stream: bool = True


ROW_CHECKS: dict[str, RowCheck] = {
    "columns": RowCheck(check_columns),
    "id": RowCheck(check_id),
    "fingerprint": RowCheck(check_fingerprint, any_stream=False),
    "description": RowCheck(check_description, lambda row, place: "launch" in row, any_stream=False),
    "code": RowCheck(check_code),
    "figures": RowCheck(lambda row, place: unclaimed_figures(row), lambda row, place: "tiers" in row),
    "io": RowCheck(check_stored_results, lambda row, place: "io" in row and not is_given(row, place)),
}
