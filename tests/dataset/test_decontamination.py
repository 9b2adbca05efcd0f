"""Train of config ``real`` holds nothing that its validation or test has, and the stream nothing of those either."""

from __future__ import annotations

from typing import Any

import pytest

from generator.dataset import decontamination
from generator.dataset.decontamination import (
    ALIKE,
    SAME_STRUCTURE,
    SAME_TEXT,
    Overlap,
    decontaminate,
    held_out_fingerprints,
    real_fingerprints,
)
from generator.dataset.fingerprint import fingerprint
from generator.dataset.shingles import shingles, tokens
from generator.dataset.splits import SPLITS, split_of, split_of_project
from generator.dataset.stream import Drawing, Exhausted, stream
from generator.launch import Argument, Launch
from generator.production.measuring.neighbours import jaccard
from generator.synthesis import Candidate

HEAD = "import warp as wp\n\n\n"
KERNEL = "@wp.kernel\ndef {name}(x: wp.array(dtype=float), out: wp.array(dtype=float)):\n    i = wp.tid()\n{body}"
LINES = [
    f"    out[i] = wp.{op}(x[i]) + {number}.0 * out[i]\n" for number, op in enumerate(("sin", "cos", "exp", "tan"))
]
LONG = "".join(LINES * 3 + [f"    if x[i] > {k}.0:\n        out[i] = wp.min(x[i], out[i])\n" for k in range(3)])


def row(package: str, name: str, body: str, before: str = "") -> dict[str, Any]:
    source = HEAD + before + KERNEL.format(name=name, body=body)
    return {
        **{"id": f"real-{package}-{name}", "package": package, "kernel_name": name, "python_source": source},
        "fingerprint": fingerprint(source),
    }


HELD = row("gswarp", "held", LONG)
NEAR = row("newton", "near", LONG + "    out[i] = out[i] + x[i]\n")
"""A statement longer than the held-out kernel."""
RENAMED = row("newton", "renamed", LONG.replace(" 1.0", " 7.5"))
OTHER = row("newton", "other", "    out[i] = wp.floor(x[i]) / 2.0\n")


def test_projects_are_held_out_by_their_normalised_name() -> None:
    assert {split_of_project(name) for name in ("XLB", "warpSPHcore", "warpsphcore")} == {"validation"}
    assert {split_of_project(name) for name in ("nvidia_physicsnemo", "NVALCHEMI.toolkit--ops")} == {"test"}
    assert {split_of_project(name) for name in ("newton", "warp-lang", "xlb2", "")} == {"train"}


def test_a_row_of_train_goes_for_its_structure_and_for_its_5_grams() -> None:
    rows = [OTHER, NEAR, HELD, RENAMED]
    kept, dropped = decontaminate(rows)
    assert kept == [OTHER, HELD]
    likeness = jaccard(*(shingles(tokens(one["python_source"])) for one in (NEAR, HELD)))
    assert ALIKE <= likeness < 1
    assert dropped == [
        Overlap(NEAR["id"], "newton", HELD["id"], "test", SAME_TEXT, round(likeness, 4)),
        Overlap(RENAMED["id"], "newton", HELD["id"], "test", SAME_STRUCTURE, 1.0),
    ]


def test_the_order_of_rows_decides_nothing() -> None:
    rows = [OTHER, NEAR, HELD, RENAMED]
    kept, dropped = decontaminate(reversed(rows))
    assert [one["id"] for one in kept] == [HELD["id"], OTHER["id"]]
    assert {one.id for one in dropped} == {NEAR["id"], RENAMED["id"]}


def test_held_out_rows_may_be_alike_and_without_them_all_is_kept() -> None:
    twins = [HELD, row("XLB", "twin", LONG)]
    assert decontaminate(twins) == (twins, [])
    assert decontaminate([NEAR, RENAMED]) == ([NEAR, RENAMED], [])
    assert decontaminate([]) == ([], [])


def test_a_held_out_kernel_is_refused_with_its_functions_and_alone() -> None:
    helper = "@wp.func\ndef twice(a: float):\n    return a + a\n\n\n"
    held = row("xlb", "held", "    out[i] = twice(x[i])\n", helper)
    alone = fingerprint(HEAD + KERNEL.format(name="any", body="    out[i] = double(x[i])\n"))
    assert held_out_fingerprints([held, NEAR]) == {held["fingerprint"], alone}


def test_the_stream_refuses_what_real_holds_out(monkeypatch: pytest.MonkeyPatch) -> None:
    split = split_of(HELD["fingerprint"])
    assert HELD["fingerprint"] not in real_fingerprints()

    def imitate(category: str, key: str, split: str) -> Candidate:
        launch = Launch((Argument("x", "array", "float32"), Argument("out", "array", "float32")), (1,))
        return Candidate(HELD["python_source"], "held", category, "Imitates.", launch)

    next(stream(0, "vector", split, 0, Drawing(imitate)))
    refused = real_fingerprints() | held_out_fingerprints([HELD])
    monkeypatch.setattr("generator.dataset.stream.real_fingerprints", lambda: refused)
    monkeypatch.setattr("generator.dataset.stream.MOST_DRAWS", 50)
    drawing = Drawing(imitate)
    with pytest.raises(Exhausted):
        next(stream(0, "vector", split, 0, drawing))
    assert set(drawing.passed_over) == {"fingerprint of a real kernel"}


@pytest.mark.parametrize("file", [decontamination.WILD_FILE, decontamination.HELD_OUT_FILE])
def test_shipped_lists_are_sorted_fingerprints_without_repeats(file: Any) -> None:
    words = file.read_text().split()
    assert words == sorted(set(words)) and words
    assert all(split_of(word) in SPLITS and len(word) == 16 for word in words)
    assert real_fingerprints() >= set(words)
