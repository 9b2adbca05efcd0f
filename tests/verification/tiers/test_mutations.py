"""The tiers see one changed token in emitted code; `python -m benchmarks.mutations` measures the share."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from generator.lowering.warp_backend import Lowered, lower, program
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.mutants import OPERATORS, Mutant, draw, is_equivalent, mutants, no_gradient_reaches
from generator.verification.tiers.tiers import Item, verify
from tests.verification.sample_kernels import SAMPLES

NAMES = ("branches", "unrolled", "vectors", "atomics", "structs", "dynamic_loop")
TIERS = ("codegen", "execute", "gradient")


@pytest.fixture(scope="module")
def texts() -> dict[str, Lowered]:
    found = {}
    for name in NAMES:
        with program(SAMPLES[name][0]) as opened:
            found[name] = lower(opened.kernel)
    return found


def test_every_operator_finds_something(texts: dict[str, Lowered]) -> None:
    found = {mutant.operator for lowered in texts.values() for mutant in mutants(lowered.cuda_backward)}
    assert found == set(OPERATORS)


def test_a_mutant_differs_in_one_line(texts: dict[str, Lowered]) -> None:
    original = texts["vectors"].cuda_backward.split("\n")
    for mutant in mutants(texts["vectors"].cuda_backward):
        changed = [number for number, line in enumerate(mutant.text.split("\n"), 1) if line != original[number - 1]]
        assert changed == [mutant.line]


def test_drawn_mutants_are_seen(texts: dict[str, Lowered], fresh_seed: int) -> None:
    """Five of six at least, once mutants that make the same machine code are taken out: chance leaves room in so few.

    The share itself, over hundreds, is what ``python -m benchmarks.mutations`` measures.
    """
    rng = random.Random(fresh_seed)
    drawn: list[tuple[str, str, Mutant]] = []
    items = []
    for name in NAMES:
        for column in ("cuda_forward", "cuda_backward", "cuda_backward", "cuda_backward"):
            mutant = draw(getattr(texts[name], column), rng)
            assert mutant is not None
            drawn.append((name, column, mutant))
            items.append(Item(*SAMPLES[name], replace(texts[name], **{column: mutant.text})))
    verdicts = dict(verify_all(items, TIERS, processes=1, patience=5.0))
    missed = [drawn[place] for place, verdict in verdicts.items() if verdict.sound]
    different = [
        (name, column, mutant.operator, mutant.before, mutant.after)
        for name, column, mutant in missed
        if not is_equivalent(getattr(texts[name], column), mutant)
    ]
    print(*different, sep="\n")
    assert len(different) <= len(drawn) / 6


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
