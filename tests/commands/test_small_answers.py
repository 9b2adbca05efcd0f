"""What commands make of small things: bounds of options, figures in words, names of files and kernels."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from generator.cli import app
from generator.commands import collect, produce, validate
from generator.commands.collect import CAUSES_SHOWN
from generator.commands.lower import file_name
from generator.commands.stats import middle
from generator.commands.stats import summary as figures
from generator.commands.validate import SHOWN
from generator.commands.validate import summary as told
from generator.production.folder.errors import BuildError
from generator.production.validating.findings import Finding as Found
from generator.production.validating.findings import Validation
from generator.production.validating.row_runs import RUN
from generator.production.validating.sampling import Sample


@pytest.mark.parametrize(
    ("histogram", "text"),
    [
        ({"3": 1}, "3 / 3 / 3"),
        ({"10": 1, "9": 1}, "9 / 9 / 10"),
        ({"1": 1, "2": 1, "30": 1}, "1 / 2 / 30"),
        ({"1": 5, "2": 1, "30": 4}, "1 / 1 / 30"),
        ({"1": 4, "2": 1, "30": 5}, "1 / 2 / 30"),
        ({}, "-"),
    ],
)
def test_the_middle_of_a_histogram(histogram: dict[str, int], text: str) -> None:
    assert middle(histogram) == text


def test_figures_of_a_build_in_words() -> None:
    near = {"rows": 4, "at_0.8": 1, "at_0.9": 0}
    found: dict[str, Any] = {
        **{"rows": 1_000, "exact_unique": 1_000, "alpha_unique": 999, "skeleton_unique": 500, "compression_ratio": 3.5},
        **{"skeletons_in_train": {"test": 2}, "splits": {"train": 996, "test": 4}, "builtins": ["sin"], "dtypes": []},
        "near_duplicates": {"train": near | {"at_0.8": 0}, "test": near},
    }
    assert figures(found) == [
        "rows: 1,000 (train 996, test 4)",
        "unique: exact 100.00%, alpha 99.90%, skeleton 50.00%",
        "compression ratio: 3.5",
        "skeletons in train as well: test 2",
        "Warp built-ins: 1, types: 0",
        "near-duplicates of train in train (5-gram Jaccard): 0.00% at 0.8, 0.00% at 0.9",
        "near-duplicates of test in train (5-gram Jaccard): 25.00% at 0.8, 0.00% at 0.9",
    ]


def test_a_validation_in_words() -> None:
    result = Validation(tiers=("codegen", "compile"), remade=1_234)
    result.not_remade["why"] += 2
    result.not_compared["what"] += 3
    needs = "compile: no row here has a launch and came out the same when made again, which they need"
    lines = ["made again from their keys: 1,234 rows", "not made again, and not run: 2 rows (why)"]
    assert told(result) == [*lines, "not compared in 3 rows: what", needs]
    result.checked[RUN] += 1
    assert told(result)[1:] == ["not made again, and run as they stand, see above: 2 rows (why)", *told(result)[2:]]
    assert needs not in told(result)
    asked, default = Sample(frozenset("ab"), 9), Sample(frozenset("ab"), 9, by_default=True)
    assert [told(Validation(sample=each))[0].partition(", ")[2][:14] for each in (asked, default)] == [
        "",
        "of 2 of 9 kern",
    ]


@pytest.mark.parametrize(("count", "more"), [(SHOWN, ""), (SHOWN + 1, "and 1 more")])
def test_so_many_findings_are_shown(count: int, more: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = Validation()
    for number in range(count):
        result.found("id", f"row{number}", "why")
    validate.show(result, Console(width=80))
    shown = capsys.readouterr().out
    assert f"row{SHOWN - 1}" in shown and f"row{SHOWN} " not in shown
    assert shown.splitlines()[-1].startswith("and ") == bool(more) and more in shown


@pytest.mark.parametrize(
    ("wrong", "left", "options", "code"),
    [
        *((0, 0, [], 0), (1, 0, [], 1), (0, 1, [], 0), (0, 0, ["--require-remade"], 0)),
        *((0, 1, ["--require-remade"], 1), (1, 1, ["--require-remade"], 1)),
    ],
)
def test_what_a_validation_ends_with(
    wrong: int, left: int, options: list[str], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = Validation()
    result.findings += [Found("id", "row", "why")] * wrong
    result.not_remade.update({"why": left} if left else {})
    monkeypatch.setattr(validate, "validate_build", lambda *_: result)
    assert CliRunner().invoke(app, ["validate", "x", *options]).exit_code == code


def test_a_build_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failed = [
        {"id": f"k{number}", "tier": "compile", "why": "no\nmore"} for number in range(produce.FAILURES_SHOWN + 2)
    ]
    entries = [{"path": "stats.json", "rows": 0, "bytes": 5}]
    entries += [{"path": name, "config": "cpu", "rows": 2_000, "bytes": 10} for name in "ab"]
    manifest = {"files": entries, "recipe": {"configs": ["cpu"]}, "rejected": {"compile": 1_000}, "failed": failed}
    produce._summary(manifest, Path("out"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["out/cpu: 4,000 rows, 20 bytes", "rejected: compile 1,000", "k0 failed compile: no"]
    produce._summary(manifest | {"failed": failed[:-2]}, Path("out"))
    assert "more rows" not in capsys.readouterr().out
    assert lines[-1] == "and 2 more rows that failed a tier: see out/manifest.json" and len(lines) == 8


@pytest.mark.parametrize(
    ("written", "private", "licence"),
    [
        *(("", False, ""), ("mit", True, "MIT"), ("apache-2.0 or mit", True, "Apache-2.0 OR MIT")),
        *(("mit", False, "--license is for a folder of your own"), ("my own", True, "is no SPDX expression")),
    ],
)
def test_the_licence_of_a_folder_is_its_owners(written: str, private: bool, licence: str) -> None:
    projects: list[Any] = [SimpleNamespace(private=private)]
    if " is " not in licence and not licence.startswith("is "):
        assert collect._licence(written, projects) == licence
        return
    with pytest.raises(BuildError, match=licence):
        collect._licence(written, projects)


KIND = next(iter(collect.KINDS))


def test_causes_of_a_collection_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    causes = {f"cause {number}": 9 - number for number in range(CAUSES_SHOWN + 2)}
    kinds = {kind: [] for kind in collect.KINDS} | {KIND: ["a"]}
    counted = dict.fromkeys(("found", "recorded", "lowered", "rows", "self_contained"), 1)
    one = {"package": "p", "version": "1", "tiers": {}, "causes": {KIND: causes}, **counted, **kinds}
    collect._show({"projects": [one, one | {"causes": {}}]}, {"files": [{"bytes": 7}], "private": True}, Path("out"))
    text = capsys.readouterr().out
    assert "9 cause 0; 8 cause 1" in text and "cause 4, and 2 more causes" in text and "cause 5" not in text
    assert "out: 2 rows, 7 bytes; " in text and "│ all" in text and "the manifest says private" in text


@pytest.mark.parametrize(
    ("label", "column", "name"),
    [
        ("scale", "cuda_forward", "scale.forward.cu"),
        ("Fill.scale", "cpp_backward", "Fill.scale.backward.cpp"),
        ("scale", "ptx_forward_sm90", "scale.forward.sm90.ptx"),
        ("scale[vec3, <locals>]", "makefile", "scale_vec3___locals__.mk"),
    ],
)
def test_names_of_files(label: str, column: str, name: str) -> None:
    assert file_name(label, column) == name


@pytest.mark.parametrize(
    ("sample", "wanted"), [(None, None), ("all", "all"), ("1", 1), ("0", ""), ("-1", ""), ("x", "")]
)
def test_how_many_kernels_are_made_again(sample: str | None, wanted: Any) -> None:
    if wanted != "":
        assert validate._wanted(sample) == wanted
        return
    with pytest.raises(typer.BadParameter, match="neither a number of kernels nor `all`"):
        validate._wanted(sample)
