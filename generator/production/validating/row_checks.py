"""What has to hold of one row by itself: a table of checks, each a function from row and place to reasons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import warp as wp

from generator.dataset.configs import DatasetConfig, get_config
from generator.dataset.fingerprint import structure
from generator.dataset.given import NO_SEED
from generator.dataset.identity import KernelKey
from generator.dataset.rows import properties
from generator.dataset.schema import ABOUT, CODE, FIGURES, IDENTITY, ORIGIN, TASK, columns_of
from generator.dataset.splits import split_of
from generator.dataset.stream import draw
from generator.dataset.targets import WARP_COLUMNS, code_of_kernel, code_of_texts
from generator.launch import Launch
from generator.lowering.binaries.cuda_tools import ToolFailed, ToolMissing
from generator.lowering.warp_backend import CompileError
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.making.expected_results import wrong_outputs
from generator.production.making.measured import unclaimed_figures
from generator.synthesis import Candidate, Rejected

_PYTHON = re.compile(r"```python\n(.*?\n)```", re.DOTALL)
_CPP = re.compile(r"```cpp\n(.*?\n)```", re.DOTALL)
_TASK_COLUMNS = {"forward": "cuda_forward", "adjoint": "cuda_backward"}
CODE_NAMES = tuple(column.name for column in CODE)
NEEDED = ("id", "kernel_name", "category", "description")
"""Columns that rows of any file have: other checks name them."""
_MEASURED = {"tiers", "warp_version", *(column.name for column in FIGURES)}


def is_given(row: Row) -> bool:
    """Whether the kernel was given (a user's, Warp's own), not synthesized: then its launch is a guess."""
    return row.get("seed") == NO_SEED


def name_of(row: Row) -> str:
    """How findings call a row."""
    return str(row.get("id") or "(no id)")


def source_of(row: Row) -> str:
    """Python source of a row; in a task view it stands in the prompt."""
    if "python_source" in row:
        return str(row["python_source"])
    found = _PYTHON.search(_exchange(row)[0])
    return found[1] if found else ""


def code_of(row: Row) -> Row:
    """Code columns that a row has; in a task view the one in the completion."""
    if "python_source" in row:
        return {name: row[name] for name in CODE_NAMES if name in row}
    found = _CPP.search(_exchange(row)[1])
    column = _TASK_COLUMNS.get(str(row.get("task")))
    return {column: found[1]} if found and column else {}


def _exchange(row: Row) -> tuple[str, str]:
    if "messages" in row:
        prompt, completion = (message["content"] for message in row["messages"])
        return prompt, completion
    return str(row.get("prompt", "")), str(row.get("completion", ""))


def check_columns(row: Row, place: RowFile) -> Iterator[str]:
    """The columns are those of the config, with values of their types."""
    named = {column.name: column for column in _columns(place.config, row)}
    if missing := [name for name in dict.fromkeys((*named, *NEEDED)) if name not in row]:
        yield f"columns missing: {', '.join(missing)}"
    if strange := [name for name in row if name not in named]:
        yield f"columns that the schema does not know: {', '.join(strange)}"
    for name, value in row.items():
        if name not in named:
            continue
        if value is None and name not in _MEASURED and not name.startswith("usage_"):
            yield f"{name} is null"
        elif isinstance(value, str) and not value.strip() and name in ("id", "python_source", "cuda_forward"):
            yield f"{name} is empty"


@cache
def _config(name: str) -> DatasetConfig:
    return get_config(name)


def _columns(config: str, row: Row) -> tuple[Any, ...]:
    if config:
        return columns_of(_config(config))
    known = (*IDENTITY, *CODE, *TASK["sft"], *TASK["chat"], *ABOUT, *ORIGIN)
    return tuple({column.name: column for column in known if column.name in row}.values())


def check_id(row: Row, place: RowFile) -> Iterator[str]:
    """The id says seed, category and split of the row."""
    if is_given(row):
        return
    try:
        key = KernelKey.from_id(str(row.get("id")))
    except ValueError as error:
        yield str(error)
        return
    if (key.seed, key.category) != (row.get("seed"), row.get("category")):
        yield f"the id says seed {key.seed}, category {key.category}"
    if place.split and key.split != place.split:
        yield f"the id says split {key.split}, the file {place.split}"


def check_fingerprint(row: Row, place: RowFile) -> Iterator[str]:
    """The fingerprint is the source's, and its split is the file's."""
    try:
        found = structure(source_of(row)).fingerprint
    except SyntaxError as error:
        yield f"python_source is not Python: {error}"
        return
    if found != row.get("fingerprint"):
        yield f"fingerprint is {row.get('fingerprint')}, of the source {found}"
    if place.split and split_of(found) != place.split:
        yield f"the fingerprint belongs to {split_of(found)}, the file to {place.split}"


def check_description(row: Row, place: RowFile) -> Iterator[str]:
    """What other columns say is what source and launch say."""
    source = source_of(row)
    launch = Launch.from_json(row["launch"])
    candidate = Candidate(source, row["kernel_name"], row["category"], row["description"], launch)
    for name, expected in properties(candidate, structure(source)).items():
        if name in row and name not in _MEASURED and row[name] != expected:
            yield f"{name} is {row[name]!r}, source and launch say {expected!r}"
    if f"def {row['kernel_name']}(" not in source:
        yield f"the source defines no {row['kernel_name']}"
    yield from _drawn_otherwise(row, source, launch)


def _drawn_otherwise(row: Row, source: str, launch: Launch) -> Iterator[str]:
    """What the draw of the row's id says otherwise, where this code still draws that kernel."""
    if is_given(row):
        return
    try:
        drawn = draw(KernelKey.from_id(str(row["id"]))).candidate
    except (ValueError, KeyError, Rejected):  # of an id that another check has found, or of another version
        return
    if drawn.source == source:
        if drawn.description != row["description"]:
            yield f"the description is not that of the draw: {drawn.description}"
        if drawn.launch != launch:
            yield "the launch is not that of the draw"


def check_version(row: Row, place: RowFile) -> Iterator[str]:
    """The code was made with the Warp that is installed."""
    if not _comparable(row):
        yield f"made with Warp {row.get('warp_version')}: Warp {wp.__version__} cannot say whether its code is right"


def check_code(row: Row, place: RowFile) -> Iterator[str]:
    """The columns that Warp wrote are what lowering the source gives now."""
    stored = code_of(row)
    if stored:
        yield from _differences(row, {name: text for name, text in stored.items() if name in WARP_COLUMNS})
    elif row.get("self_contained") is not False:
        yield "no code column"


def check_derived_code(row: Row, place: RowFile) -> Iterator[str]:
    """Stand-alone programs, PTX and SASS are what is made of the source now."""
    yield from _differences(row, _derived(row))


def _comparable(row: Row) -> bool:
    return row.get("warp_version") == wp.__version__ or row.get("self_contained") is False


def _derived(row: Row) -> Row:
    return {name: value for name, value in code_of(row).items() if name not in WARP_COLUMNS}


def _differences(row: Row, stored: Row) -> Iterator[str]:
    if not stored or row.get("self_contained") is False or not _comparable(row):
        return
    launch = Launch.from_json(row["launch"]) if "launch" in row else Launch((), (1,))
    candidate = Candidate(source_of(row), row["kernel_name"], row["category"], row["description"], launch)
    problems: list[str] = []
    for comments in (True, False):
        try:
            made = code_of_texts([code_of_kernel(candidate, stored, comments, str(row["id"]))], stored)[0]
        except (CompileError, ToolMissing, ToolFailed) as error:
            yield f"cannot be made again: {error}"
            return
        except Exception as error:  # whatever Warp, or the source itself, raises
            yield f"Warp refuses the source: {type(error).__name__}: {error}"
            return
        wrong = [name for name, text in stored.items() if not _same(text, made[name])]
        if not wrong:
            return
        problems = problems or [
            f"{name} differs from a fresh lowering{_where(stored[name], made[name])}" for name in wrong
        ]
    yield from problems


def _same(stored: Any, made: Any) -> bool:
    if isinstance(stored, str) and isinstance(made, str):
        return stored.rstrip() == made.rstrip()
    return bool(stored == made)


def _where(stored: Any, made: Any) -> str:
    if not isinstance(stored, str):
        return ""
    pairs = zip(stored.splitlines(), made.splitlines(), strict=False)
    line = next((number for number, (old, new) in enumerate(pairs, 1) if old != new), None)
    return f" in line {line}" if line else ": its length"


def check_stored_results(row: Row, place: RowFile) -> Iterator[str]:
    """Stored inputs are what the seed gives, stored outputs what the reference makes of them."""
    yield from wrong_outputs(row)


@dataclass(frozen=True)
class RowCheck:
    """``look`` gives reasons, for rows that ``concerns`` it; a ``slow`` one is for a sample of a large build."""

    look: Callable[[Row, RowFile], Iterator[str]]
    concerns: Callable[[Row], bool] = lambda row: True
    slow: bool = False


ROW_CHECKS: dict[str, RowCheck] = {
    "columns": RowCheck(check_columns),
    "id": RowCheck(check_id),
    "fingerprint": RowCheck(check_fingerprint),
    "description": RowCheck(check_description, lambda row: "launch" in row),
    "warp version": RowCheck(check_version),
    "code": RowCheck(check_code, lambda row: code_of(row) != _derived(row) or not code_of(row)),
    "derived code": RowCheck(check_derived_code, lambda row: bool(_derived(row)), slow=True),
    "figures": RowCheck(lambda row, place: unclaimed_figures(row), lambda row: "tiers" in row),
    "io": RowCheck(check_stored_results, lambda row: "io" in row and not is_given(row)),
}
