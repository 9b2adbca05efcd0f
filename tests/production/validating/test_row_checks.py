"""What a row says of itself: each check alone, on rows that are plain dicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.dataset.configs import get_config
from generator.dataset.fingerprint import fingerprint
from generator.dataset.schema import MADE, columns_of
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.making.tier_figures import wrong_figures
from generator.production.validating.findings import Validation
from generator.production.validating.row_checks import ROW_CHECKS, code_of, source_of
from generator.production.validating.row_origin import is_given, is_of_other_stream
from generator.production.validating.selection_checks import Selection
from generator.production.validating.set_checks import Seen
from generator.verification.stored_results.stored_io import StoredIO
from generator.verification.tiers.verdict import Verdict

ANYWHERE = RowFile(Path("rows.jsonl"), "", "")
TRAIN = RowFile(Path("rows.parquet"), "cuda_forward", "train")
REAL = RowFile(Path("rows.parquet"), "real", "test")

SOURCE = "import warp as wp\n\n\n@wp.kernel\ndef k(x: wp.array(dtype=float)):\n    x[wp.tid()] = 2.0\n"
OWN = fingerprint(SOURCE)
HELD_OUT = "f" * 16
"""A fingerprint of the split test; that of the source is of train."""

ROW: Row = {"id": "s2-vector-0-train-0-5", "kernel_name": "k", "category": "vector", "description": "It sets."}
KEY: Row = {**ROW, "seed": 0}
TASK: Row = {**KEY, "task": "cuda_from_specification", "prompt": "", "completion": "```cpp\nvoid k() {}\n```"}
OLD: Row = {column.name: None for column in columns_of(get_config("cuda_forward")) if column not in MADE}
TESTED: Row = {"id": "s2-vector-0-test-0-5", "tiers": ["execute"], "execute_seed": "0", "io": None}
IO = StoredIO("1", (1,), {}, {}, {}, {}).to_json()


def _without(row: Row, *names: str) -> Row:
    return {name: value for name, value in row.items() if name not in names}


def _counted(column: str, *archs: str) -> Row:
    entries = [{"column": column, "arch": arch, "instructions": 7} for arch in archs]
    return {"tiers": ["compile"], "ptx_instructions": entries, "cuda_forward": "k"}


CASES: list[tuple[str, Row, RowFile, str]] = [
    # Columns.
    ("columns", ROW, ANYWHERE, ""),
    ("columns", _without(ROW, "description"), ANYWHERE, "columns missing: description"),
    ("columns", ROW | {"payload": 1}, ANYWHERE, "columns that the schema does not know: payload"),
    ("columns", ROW | {"description": None}, ANYWHERE, "description is null"),
    ("columns", ROW | {"license": None, "usage_forward_sm80": None, "io": None}, ANYWHERE, ""),
    ("columns", ROW | {"seed": "zero"}, ANYWHERE, "cannot be read: seed is no "),
    ("columns", ROW | {"python_source": " \n"}, ANYWHERE, "python_source is empty"),
    ("columns", ROW | {"description": ""}, ANYWHERE, ""),
    ("columns", ROW | {"description": "x" * 100_000}, ANYWHERE, ""),
    ("columns", ROW | {"description": "x" * 100_001}, ANYWHERE, "description has 100,001 letters, more than 100,000"),
    ("columns", ROW | {"kernel_name": "x" * 1_001}, ANYWHERE, "kernel_name has 1,001 letters"),
    ("columns", ROW | {"kernel_name": "k\n"}, ANYWHERE, "kernel_name has the control character U+000A"),
    ("columns", ROW | {"description": "One.\nTwo."}, ANYWHERE, ""),
    ("columns", ROW | {"description": "\x1b[2J"}, ANYWHERE, "description has the control character U+001B"),
    ("columns", OLD | {"id": "vector-0-train-0-5"}, TRAIN, "python_source is null"),
    ("columns", OLD | {"id": "s2-vector-0-train-0-5"}, TRAIN, f"columns missing: {MADE[0].name}"),
    # The id.
    ("id", KEY, TRAIN, ""),
    ("id", KEY | {"seed": 1}, TRAIN, "the id says seed 0, category vector"),
    ("id", KEY | {"category": "loop"}, TRAIN, "the id says seed 0, category vector"),
    ("id", KEY, RowFile(Path("rows"), "cuda_forward", "test"), "the id says split train, the file test"),
    ("id", KEY, ANYWHERE, ""),
    ("id", KEY | {"id": "k"}, TRAIN, "not a row id"),
    ("id", KEY | {"id": "k", "seed": -1}, REAL, ""),
    ("id", KEY | {"id": "k"}, REAL, "seed is 0, of a kernel that was given -1"),
    ("id", KEY | {"seed": -1}, REAL, "the id is one of the stream, real has kernels that were given"),
    # The fingerprint.
    ("fingerprint", KEY | {"python_source": SOURCE, "fingerprint": OWN}, TRAIN, ""),
    ("fingerprint", KEY | {"python_source": SOURCE, "fingerprint": "0" * 16}, TRAIN, f"of the source {OWN}"),
    ("fingerprint", KEY | {"python_source": SOURCE, "fingerprint": HELD_OUT}, REAL, f"of the source {OWN}"),
    (
        *("fingerprint", KEY | {"python_source": SOURCE, "fingerprint": HELD_OUT}),
        *(RowFile(Path("rows"), "cuda_forward", "test"), "the fingerprint belongs to train, the file to test"),
    ),
    ("fingerprint", KEY | {"python_source": f"x = {'-' * 300}1", "fingerprint": OWN}, TRAIN, "deeper than 250"),
    ("fingerprint", KEY | {"python_source": "(" * 999, "fingerprint": OWN}, TRAIN, "is not Python that can be read"),
    (
        "fingerprint",
        KEY | {"python_source": "def", "fingerprint": OWN},
        TRAIN,
        "is not Python that can be read: line 1",
    ),
    ("fingerprint", TASK | {"fingerprint": OWN}, TRAIN, ""),
    ("fingerprint", TASK | {"fingerprint": "dead beef"}, TRAIN, "fingerprint is no 16 hexadecimal digits: dead beef"),
    ("fingerprint", TASK | {"fingerprint": HELD_OUT}, TRAIN, "the fingerprint belongs to test, the file to train"),
    ("fingerprint", KEY | {"python_source": SOURCE, "fingerprint": OWN, "package": "gswarp"}, REAL, ""),
    ("fingerprint", KEY | {"python_source": SOURCE, "fingerprint": OWN, "package": "x"}, REAL, "project x belongs to "),
    # Code.
    ("code", KEY, TRAIN, "no code column"),
    ("code", KEY | {"python_source": SOURCE}, TRAIN, "no code column"),
    ("code", KEY | {"python_source": SOURCE, "cuda_forward": "void k() {}"}, TRAIN, ""),
    ("code", KEY | {"python_source": SOURCE, "self_contained": False}, REAL, ""),
    ("code", TASK, TRAIN, ""),
    ("code", TASK | {"completion": "none"}, TRAIN, "no code column"),
    ("code", TASK | {"task": "warp_from_specification", "completion": f"```python\n{SOURCE}```"}, TRAIN, ""),
    # Stored results.
    ("io", TESTED, ANYWHERE, "io is missing"),
    ("io", TESTED | {"tiers": ["codegen"]}, ANYWHERE, ""),
    ("io", TESTED | {"id": "s2-vector-0-train-0-5"}, ANYWHERE, ""),
    ("io", TESTED | {"io": IO}, ANYWHERE, "io is of seed 1, the row of 0"),
    ("io", TESTED | {"io": IO, "execute_seed": "1"}, ANYWHERE, ""),
    # Figures.
    ("figures", {"tiers": ["compile", "codegen"]}, ANYWHERE, "each stands there once, in order"),
    ("figures", {"tiers": ["gpu"]}, ANYWHERE, "tiers has gpu, which no build checks"),
    ("figures", {"tiers": ["execute"], "execute_seed": None}, ANYWHERE, "execute_seed is None, and tiers is"),
    ("figures", {"tiers": None, "execute_seed": "0"}, ANYWHERE, "execute_seed is 0, and tiers is None"),
    ("figures", {"tiers": ["compile"], "ptx_instructions": None}, ANYWHERE, ""),
    ("figures", {"tiers": ["compile"], "ptx_instructions": None, "cuda_forward": "k"}, ANYWHERE, "ptx_instructions is"),
    ("figures", _counted("cuda_forward", "sm_80", "sm_90"), ANYWHERE, ""),
    ("figures", _counted("cuda_backward", "sm_90"), ANYWHERE, ""),
    ("figures", _counted("cuda_forward", "sm_80"), ANYWHERE, "is of cuda_forward, sm_80, which no build counts"),
    ("figures", _counted("cuda_forward", "sm_99"), ANYWHERE, "is of cuda_forward, sm_99, which no build counts"),
    ("figures", _counted("cuda_best", "sm_90"), ANYWHERE, "is of cuda_best, sm_90, which no build counts"),
    ("figures", {"tiers": ["execute"], "inputs_without_effect": None, "seed": -1}, REAL, ""),
    ("figures", {"tiers": ["execute"], "inputs_without_effect": None, "seed": 0}, TRAIN, "inputs_without_effect is"),
]
"""A check, a row, its file, and what is said of it; nothing where it is sound."""


@pytest.mark.parametrize(("check", "row", "place", "said"), CASES)
def test_a_check_says_what_is_wrong_and_nothing_else(check: str, row: Row, place: RowFile, said: str) -> None:
    reasons = list(ROW_CHECKS[check].look(row, place))
    assert any(said in reason for reason in reasons) if said else not reasons, reasons


def _exchange(task: str, prompt: str, completion: str) -> Row:
    return {"task": task, "messages": [{"content": prompt}, {"content": completion}]}


FENCED = f"```python\n{SOURCE}```"


@pytest.mark.parametrize(
    ("row", "source", "code"),
    [
        ({"python_source": SOURCE, "cuda_forward": "k"}, SOURCE, {"cuda_forward": "k"}),
        ({"task": "forward", "prompt": FENCED, "completion": "```cpp\nk\n```"}, SOURCE, {"cuda_forward": "k\n"}),
        (_exchange("adjoint", FENCED, "```cpp\nk\n```"), SOURCE, {"cuda_backward": "k\n"}),
        (_exchange("adjoint", FENCED, "k"), SOURCE, {}),
        (_exchange("warp_from_specification", "```python\ndef k(x):\n```", FENCED), SOURCE, {}),
        (_exchange("warp_from_specification", "", "```cpp\nk\n```"), "", {}),
        (_exchange("cuda_from_specification", "```cpp\nno\n```", "```cpp\nk\n```"), "", {"cuda_forward": "k\n"}),
        ({}, "", {}),
    ],
)
def test_source_and_code_stand_where_the_task_has_them(row: Row, source: str, code: Row) -> None:
    assert (source_of(row), code_of(row)) == (source, code)


@pytest.mark.parametrize(
    ("name", "seed", "given", "other"),
    [
        ("s2-vector-0-train-0-5", 0, False, False),
        ("s2-vector-0-train-0-5", -1, False, False),
        ("s2-nothing", -1, False, False),
        ("vector-0-train-0-5", -1, False, True),
        ("s3-vector-0-train-0-5", 0, False, True),
        ("fill", -1, True, False),
        ("fill", 0, False, False),
    ],
)
def test_where_a_row_of_no_config_comes_from(name: str, seed: int, given: bool, other: bool) -> None:
    row = {"id": name, "seed": seed}
    assert (is_given(row, ANYWHERE), is_of_other_stream(row)) == (given, other)
    assert is_given(row, REAL) and not is_given(row, TRAIN)


def _of(name: str, config: str, split: str, structure: str, **more: Any) -> tuple[Row, RowFile]:
    return {"id": name, "fingerprint": structure, "category": "a"} | more, RowFile(Path("rows"), config, split)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([_of("1", "cpu", "train", "x"), _of("2", "cpu", "train", "y")], []),
        ([_of("1", "cpu", "train", "x"), _of("1", "cpu", "train", "x")], ["the id occurs twice"]),
        ([_of("1", "cpu", "train", "x"), _of("1", "ptx", "train", "x")], []),
        ([_of("1", "cpu", "train", "x"), _of("2", "cpu", "train", "x")], ["the same structure as 1"]),
        ([_of("1", "cpu", "test", "x"), _of("2", "cpu", "train", "x")], ["the same structure as 1 of test"]),
        ([_of("1", "real", "train", "x"), _of("2", "real", "train", "x")], []),
        ([_of("1", "real", "test", "x"), _of("2", "real", "train", "x")], ["the same structure as 1 of test"]),
        ([_of("1", "real", "train", "x"), _of("2", "real", "test", "x")], ["the same structure as 1 of train"]),
        ([_of("1", "real", "test", "x"), _of("2", "real", "validation", "x")], []),
        ([_of("1", "cpu", "train", str(n), category=c) for n, c in enumerate("aab")], ["the id occurs twice"] * 2),
        (
            [_of(str(n), "cpu", "train", str(n), category=c) for n, c in enumerate("aaab")],
            ["3 rows of a, 1 of b"],
        ),
        ([_of(str(n), "cpu", "", str(n), category=c) for n, c in enumerate("aaab")], []),
    ],
)
def test_what_rows_say_of_each_other(rows: list[tuple[Row, RowFile]], found: list[str]) -> None:
    seen, result = Seen(), Validation()
    for row, file in rows:
        seen.compare(row, file, "place", result)
    seen.check_balance(result)
    assert [finding.reason for finding in result.findings] == found


def test_one_id_is_one_kernel_in_every_config() -> None:
    seen, result = Seen(), Validation()
    for source in (SOURCE, SOURCE, SOURCE + "\n"):
        seen.compare_configs({"id": "1", "python_source": source}, "place", result)
    assert [finding.reason for finding in result.findings] == ["another kernel than in another config"]


def test_a_curriculum_goes_up_and_names_within_a_level_too() -> None:
    selection, result = Selection(curriculum=True), Validation()
    places = [(1, "b"), (1, "b"), (2, "a"), (2, "c"), (2, "b"), (1, "z"), (3, "a")]
    for level, name in places:
        selection.check_text({"id": name, "difficulty": level, "features": []}, "file", result)
    assert [finding.row for finding in result.findings] == ["b", "z"]


COUNTS = [{"column": "cuda_forward", "arch": "sm_80", "instructions": 7}]


@pytest.mark.parametrize(
    ("row", "figures", "found"),
    [
        ({"execute_error": 1e-3}, {"execute_error": 3e-3}, 0),
        ({"execute_error": 1e-3}, {"execute_error": 5e-3}, 1),
        ({"execute_error": 0.0}, {"execute_error": 9e-7}, 0),
        ({"execute_seed": "1"}, {"execute_seed": "2"}, 1),
        ({"execute_seed": None}, {"execute_seed": "2"}, 0),
        ({"ptx_instructions": COUNTS, "cuda_forward": "k"}, {"cuda_forward_ptx_sm_80": 7}, 0),
        ({"ptx_instructions": COUNTS, "cuda_forward": "k"}, {"cuda_forward_ptx_sm_80": 8}, 1),
        ({"ptx_instructions": COUNTS, "cuda_forward": "k"}, {"cuda_forward_ptx_sm_90": 8}, 0),
    ],
)
def test_a_figure_may_be_off_by_another_processors_rounding(row: Row, figures: dict[str, Any], found: int) -> None:
    verdict = Verdict(("compile", "execute"), figures=figures)
    row = {"tiers": ["compile", "execute"], "seed": 0} | row
    assert len(list(wrong_figures(row, verdict, ("compile", "execute")))) == found
    assert not list(wrong_figures(row | {"tiers": []}, verdict, ("compile", "execute")))
