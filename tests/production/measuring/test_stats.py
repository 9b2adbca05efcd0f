"""The report of diversity counts what it says, and finds what was put there to be found."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.commands.console import wide_console
from generator.dataset.shingles import NGRAM, renamed, shingles, signature, tokens
from generator.production.folder.errors import BuildError
from generator.production.measuring.neighbours import BUCKET_ROWS, Neighbours, jaccard
from generator.production.measuring.stats import depth, near_duplicates, source_rows, stats_of
from tests.production.folders import build
from tests.production.small_build import KERNELS, OPERATIONS, write_small_build

SOURCE = '''import warp as wp


@wp.kernel
def scale(values: wp.array(dtype=float), out: wp.array(dtype=float)):
    """Scale."""
    i = wp.tid()
    if values[i] > 0.5:
        out[i] = 2.0 * wp.sin(values[i])  # half
'''


def alike(source: str, other: str) -> float:
    return jaccard(shingles(tokens(source)), shingles(tokens(other)))


def test_names_numbers_and_prose_do_not_count() -> None:
    other = SOURCE.replace("values", "heights").replace("scale", "double").replace("2.0", "3.5e-2")
    other = other.replace('"""Scale."""', '"""Something else."""').replace("# half", "")
    assert alike(SOURCE, other) == 1.0
    assert renamed(tokens(SOURCE)) == renamed(tokens(SOURCE.replace("values", "heights")))
    assert renamed(tokens(SOURCE)) != renamed(tokens(SOURCE.replace("2.0", "2.5")))


@pytest.mark.parametrize("change", [("wp.sin", "wp.cos"), (">", "<"), ("2.0 *", "2.0 +"), ("if", "while")])
def test_what_a_kernel_does_counts(change: tuple[str, str]) -> None:
    other = SOURCE.replace(*change)
    assert 0.3 < alike(SOURCE, other) < 1.0
    assert renamed(tokens(SOURCE)) != renamed(tokens(other))


def test_shingles_are_the_distinct_runs_of_five_tokens() -> None:
    words = ["a", "=", "b", "+", "c", "-", "d"]
    assert len(shingles(words)) == len(words) - NGRAM + 1
    assert len(shingles(words * 3)) < len(words * 3) - NGRAM + 1
    assert len(shingles(["a"])) == 1


def test_depth_is_that_of_the_deepest_block() -> None:
    assert depth(SOURCE) == 2
    assert depth("def f():\n    pass\n") == 1


def test_every_near_duplicate_is_found(fresh_seed: int) -> None:
    numbers = np.random.default_rng(fresh_seed)
    rows = [np.unique(numbers.integers(0, 1 << 32, 150).astype(np.uint32)) for _ in range(300)]
    index = Neighbours(rows)
    assert all(index.closest(row, i) == 0.0 for i, row in enumerate(rows))
    for i, row in enumerate(rows):
        kept = numbers.permutation(row)[: 145 - i % 15]
        changed = np.unique(np.append(kept, numbers.integers(0, 1 << 32, i % 15).astype(np.uint32)))
        assert index.closest(changed) == jaccard(changed, row) > 0.7


def test_of_a_full_bucket_every_row_is_a_candidate_of_some() -> None:
    row = shingles(tokens(SOURCE))
    index = Neighbours([row] * (BUCKET_ROWS + 6))
    found = [index._candidates(signature(row), itself) for itself in range(len(index.rows))]
    assert set(np.concatenate(found)) == set(range(len(index.rows)))


def test_estimate_of_the_signature_is_the_jaccard_index(fresh_seed: int) -> None:
    numbers = np.random.default_rng(fresh_seed)
    for share in (20, 60, 100):
        both = numbers.integers(0, 1 << 32, 120).astype(np.uint32)
        left, right = np.unique(both), np.unique(np.append(both[:share], numbers.integers(0, 1 << 32, 120 - share)))
        estimate = (signature(left) == signature(right.astype(np.uint32))).mean()
        assert abs(estimate - jaccard(left, right.astype(np.uint32))) < 0.2


def test_rows_that_recur_under_other_names_are_near_duplicates() -> None:
    found = near_duplicates(
        {"train": [shingles(tokens(SOURCE))], "test": [shingles(tokens(SOURCE.replace("values", "masses")))]}
    )
    assert found["test"] == {"rows": 1, "at_0.7": 1, "at_0.85": 1}
    assert found["train"] == {"rows": 1, "at_0.7": 0, "at_0.85": 0}


def test_figures_of_a_build(tmp_path: Path) -> None:
    found = stats_of(write_small_build(tmp_path))
    rows = len(KERNELS) * len(OPERATIONS)
    assert found["rows"] == found["exact_unique"] == found["skeleton_unique"] == rows == sum(found["splits"].values())
    assert found["skeletons_in_train"] == {"validation": 0, "test": 0}
    assert found["builtins"]["tid"] == rows and found["builtins"]["atomic_add"] == len(OPERATIONS)
    assert found["categories"].keys() == set(KERNELS)
    assert sum(found["lines"].values()) == sum(found["arguments"].values()) == rows
    assert found["categories"]["loop"]["depth"] == {"2": 10} and found["categories"]["atomic"]["depth"] == {"1": 10}
    # One built-in swapped for another in a line or two: much alike, and the figure has to say so.
    assert found["near_duplicates"]["test"]["at_0.7"] > 0


def test_a_build_may_have_no_train(tmp_path: Path) -> None:
    root = write_small_build(tmp_path)
    for path in root.rglob("train-*.parquet"):
        path.unlink()
    found = stats_of(root)
    assert found["splits"] == {"validation": 4, "test": 4}
    assert found["skeletons_in_train"] == {"validation": 0, "test": 0}
    assert found["near_duplicates"].keys() == {"among_train_rows", "validation", "test"}


def test_stats_of_json_are_those_of_parquet(tmp_path: Path) -> None:
    build(tmp_path / "parquet/toy")
    build(tmp_path / "json/toy", format="json")
    assert len(list(source_rows(tmp_path / "json/toy"))) == 660
    assert stats_of(tmp_path / "json/toy") == stats_of(tmp_path / "parquet/toy")


def test_command_prints_the_figures(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["stats", str(write_small_build(tmp_path))])
    assert result.exit_code == 0
    assert "rows: 40 (train 32, validation 4, test 4)" in result.output and "skeleton 100.00%" in result.output
    missing = CliRunner().invoke(app, ["stats", str(tmp_path / "nothing")])
    assert missing.exit_code == 2 and "no folder" in missing.output


def test_a_closed_output_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    wide_console().print("nobody reads this")


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/etc/hostname")], ids=["a pipe", "a link"])
def test_what_lies_beside_a_program_is_a_plain_file(tmp_path: Path, make: Callable[[Path], None]) -> None:
    folder = tmp_path / "cuda_standalone" / "test" / "one"
    folder.mkdir(parents=True)
    (folder / "scale.py").write_text(SOURCE)
    make(folder / "metadata.json")
    entry = {"path": "cuda_standalone/test/one/scale.py", "sha256": "", "bytes": 0, "rows": 1}
    (tmp_path / "manifest.json").write_text(json.dumps({"recipe": {"format": "json"}, "files": [entry]}))
    with pytest.raises(BuildError, match=r"metadata.json in .* is a (pipe|link)"):
        list(source_rows(tmp_path))
