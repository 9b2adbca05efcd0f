"""The tiers see one changed statement in emitted code; `python -m benchmarks.mutations` measures the share."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from benchmarks import mutations
from benchmarks.mutations import Case, differing_inputs, measured, share_rejected, show
from generator.launch import EDGES
from generator.lowering.binaries.ptx import ptx_batch
from generator.lowering.warp_backend import Lowered, lower, program
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.tiers import Item, verify
from tests.verification.mutation.changes import CHANGES
from tests.verification.mutation.equivalence import input_sets, no_gradient_reaches, same_code
from tests.verification.mutation.mutants import Mutant, drawn, mutants
from tests.verification.mutation.statements import bodies
from tests.verification.sample_kernels import SAMPLES

NAMES = ("branches", "unrolled", "vectors", "atomics", "structs", "dynamic_loop")


@pytest.fixture(scope="module")
def texts() -> dict[str, Lowered]:
    found = {}
    for name in NAMES:
        with program(SAMPLES[name][0]) as opened:
            found[name] = lower(opened.kernel)
    return found


def test_statements_are_printed_as_they_were_read(texts: dict[str, Lowered]) -> None:
    for lowered in texts.values():
        for text in (lowered.cuda_forward, lowered.cuda_backward):
            rows = text.split("\n")
            found = [statement for body in bodies(text) for statement in body.statements]
            assert len(found) > 10 and all(str(statement) == rows[statement.line] for statement in found)


def test_every_kind_of_change_finds_something(texts: dict[str, Lowered]) -> None:
    columns = [text for lowered in texts.values() for text in (lowered.cuda_forward, lowered.cuda_backward)]
    assert {mutant.change for text in columns for mutant in mutants(text)} == set(CHANGES)


def test_a_mutant_differs_in_one_line(texts: dict[str, Lowered]) -> None:
    original = texts["vectors"].cuda_backward.split("\n")
    for mutant in mutants(texts["vectors"].cuda_backward):
        changed = [number for number, line in enumerate(mutant.text.split("\n"), 1) if line != original[number - 1]]
        assert changed == [mutant.line]


def test_the_device_tier_rejects_drawn_mutants(texts: dict[str, Lowered], fresh_seed: int) -> None:
    """Ten of twelve at least, beside those that compute the same: 97 % of many leave that room in so few."""
    rng = random.Random(fresh_seed)
    chosen: list[tuple[str, str, Mutant]] = []
    for name in NAMES:
        for column in ("cuda_forward", "cuda_backward"):
            (mutant,) = drawn(getattr(texts[name], column), rng)
            chosen.append((name, column, mutant))
    items = [Item(*SAMPLES[name], replace(texts[name], **{column: mutant.text})) for name, column, mutant in chosen]
    verdicts = dict(verify_all(items, ("codegen", "device"), processes=1, patience=20.0))
    missed = [
        (name, column, mutant.change, mutant.before, mutant.after)
        for place, (name, column, mutant) in enumerate(chosen)
        if verdicts[place].sound
        and not no_gradient_reaches(getattr(texts[name], column), mutant.line)
        and not same_code(getattr(texts[name], column), mutant.text)
        and differing_inputs(case_of(name, texts[name], column, mutant), 100) is not None
    ]
    print(*missed, sep="\n")
    assert len(missed) <= 2


def test_inputs_of_every_variant_tell_mutants_apart() -> None:
    source, launch = SAMPLES["integers"]
    kinds = {kind.variant for kind, _ in islice(input_sets(source, launch, "mutants"), 12)}
    assert {"", EDGES} <= kinds


def case_of(name: str, texts: Lowered, column: str, mutant: Mutant) -> Case:
    source, launch = SAMPLES[name]
    row: Any = SimpleNamespace(name=name, made=SimpleNamespace(source=source, launch=launch))
    original, changed = ptx_batch([getattr(texts, column), mutant.text])
    assert isinstance(original, str) and isinstance(changed, str)
    return Case(row, texts, column, mutant, original, changed)


def test_a_mutant_that_is_not_run_is_shown_and_is_not_equivalent() -> None:
    counts = {"rejected": 6, "same code": 1, "no gradient": 1, "equal bits": 1, "missed": 1, "not run": 1}
    keys = ("row", "column", "line", "before", "after", "reason")
    known: list[dict[str, Any]] = [
        dict.fromkeys(keys, "") | {"change": next(iter(CHANGES)), "outcome": outcome}
        for outcome, count in counts.items()
        for _ in range(count)
    ]
    console = Console(record=True, width=200)
    show(console, known)
    text = console.export_text()
    assert share_rejected(known) == 6 / 8
    assert "11 mutants, 3 of them equivalent; 6 of 8 others rejected: 75.0%" in text
    assert "not run" in text.splitlines()[1]


def test_rows_of_which_none_passes_end_the_measurement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def no_verdicts(items: list[Item], *_: object, **__: object) -> list[tuple[int, Any]]:
        asked.append(len(items))
        assert len(asked) < 5, "it goes on"
        return [(place, SimpleNamespace(passed=())) for place in range(len(items))]

    rows = (SimpleNamespace(name=f"loop/x/{number}", number=number, item=None) for number in range(1000))
    monkeypatch.setattr(mutations, "drawn_rows", lambda *_: rows)
    monkeypatch.setattr(mutations, "verify_all", no_verdicts)
    monkeypatch.setattr(mutations, "ptx_batch", lambda texts: [])
    with pytest.raises(RuntimeError, match="loop/x/0 on give no mutant"):
        measured(200, "x", 1, 1, tmp_path / "mutations.jsonl")


@pytest.mark.slow
def test_of_two_hundred_mutants_nearly_all_are_rejected(tmp_path: Path, fresh_seed: int) -> None:
    found = measured(200, f"test {fresh_seed}", 1000, None, tmp_path / "mutations.jsonl")
    print(*(each for each in found if each["outcome"] == "missed"), sep="\n")
    assert share_rejected(found) >= 0.97


@pytest.mark.parametrize(
    ("column", "old", "new", "tier"),
    [
        ("cuda_forward", "wp::cross(var_5, var_10)", "wp::cross(var_10, var_5)", "execute"),
        ("cuda_forward", "= 2.0;", "= 2.1;", "execute"),
        ("cuda_forward", "wp::dot(", "wp::dott(", "compile"),
        ("cuda_backward", "wp::adj_normalize(", "if (false) wp::adj_normalize(", "gradient"),
        ("cuda_backward", "= 2.0;", "= 2.1;", "gradient"),
    ],
)
def test_the_matching_tier_fails(texts: dict[str, Lowered], column: str, old: str, new: str, tier: str) -> None:
    text = getattr(texts["vectors"], column)
    if old not in text and "cross" in old:
        line = next(line for line in text.split("\n") if "wp::cross(" in line)
        one, two = line.partition("wp::cross(")[2].rstrip(");").split(", ")
        old, new = f"wp::cross({one}, {two})", f"wp::cross({two}, {one})"
    assert old in text
    item = Item(*SAMPLES["vectors"], replace(texts["vectors"], **{column: text.replace(old, new, 1)}))
    (verdict,) = verify([item])
    assert list(verdict.failed) == [tier]


def test_adjoints_that_carry_only_zero_are_told_apart() -> None:
    source = """import warp as wp


@wp.kernel
def gate(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    v = x[i]
    y[i] = wp.where(wp.sin(v) > 0.1, wp.cos(v), v)
"""
    with program(source) as opened:
        text = lower(opened.kernel).cuda_backward
    lines = text.split("\n")
    place = {name: next(n for n, line in enumerate(lines, 1) if f"wp::adj_{name}(" in line) for name in ("sin", "cos")}
    assert no_gradient_reaches(text, place["sin"])
    assert not no_gradient_reaches(text, place["cos"])
