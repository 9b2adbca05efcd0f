"""A kernel is written in the habits of one project, and what its decorator says is true."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest

from generator.launch import Launch
from generator.syntax.modules import Function, Module
from generator.syntax.printing import module_text
from generator.syntax.reading import read
from generator.synthesis import Candidate, synthesize
from generator.synthesis.chance.habits import (
    BATCHED,
    BRACKETS,
    DTYPE,
    LEARNING,
    LIBRARY,
    NDIM,
    PROJECTS,
    Habits,
)
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.style.heads import kernel_mark
from generator.synthesis.style.spelling import Style

NEVER, ALWAYS = (0.0, 0.0), (1.0, 1.0)

PLAIN = replace(BATCHED, unique=NEVER, no_stride=NEVER, launch_bounds=0.0)
"""Habits that say nothing in a decorator."""


def drawn(habits: Habits, count: int = 12, category: str = "atomic") -> list[Candidate]:
    policy = replace(DEFAULT_POLICY, projects=((habits, 1.0),))
    return [synthesize(category, f"habits/{number}", policy=policy) for number in range(count)]


def marked(habits: Habits, key: str, body: str = "n = k", *, tiled: bool = False) -> str:
    (function,) = read(f"def f(x):\n    {body}\n").functions
    mark = kernel_mark(Random(key), habits, function.body, tiled=tiled)
    return module_text(Module((Function("f", (), (), (mark,)),))).splitlines()[0]


@pytest.mark.parametrize(
    ("arrays", "spelled", "others"),
    [
        (BRACKETS, ("wp.array[", "wp.array2d["), ("wp.array(", "wp.array2d(")),
        (DTYPE, ("wp.array(dtype=", "wp.array2d(dtype="), ("wp.array[", "wp.array2d[", "ndim=")),
        (NDIM, ("wp.array(dtype=", "ndim=2"), ("wp.array[", "wp.array2d")),
    ],
)
def test_arrays_are_spelled_alike(arrays: str, spelled: tuple[str, ...], others: tuple[str, ...]) -> None:
    texts = [each.source for each in drawn(replace(LIBRARY, arrays=((arrays, 1.0),), batched=1.0))]
    assert all(any(word in text for text in texts) for word in spelled)
    assert not any(word in text for text in texts for word in others)


def test_a_constant_is_wrapped_where_it_is_made_or_where_it_is_used() -> None:
    style = Style(Random("style"), replace(LIBRARY, wrapped_constants=1.0, static_constants=1.0))
    assert style.wrapped_constants and not style.static_constants


def test_no_kernel_switches_its_adjoint_off() -> None:
    found = [*drawn(LEARNING, category="topology"), *drawn(LEARNING, category="math")]
    assert {bool(each.launch.not_differentiable) for each in found} == {True, False}
    assert not any("enable_backward" in each.source for each in found)


def test_a_decorator_says_no_more_than_its_project_does() -> None:
    full = replace(PLAIN, unique=ALWAYS, no_stride=ALWAYS)
    bounds = replace(PLAIN, launch_bounds=1.0)
    assert marked(PLAIN, "key") == "@wp.kernel"
    everything = '@wp.kernel(module="unique", grid_stride=False)'
    assert marked(full, "key") == everything
    bounded = re.search(r"launch_bounds=(\d+)", marked(bounds, "key"))
    assert bounded and int(bounded[1]) >= Launch((), (1,)).block_dim  # or no launch of the row would go through
    assert marked(bounds, "key", tiled=True) == "@wp.kernel"


@pytest.mark.parametrize(
    ("body", "tiled", "chances"),
    [
        ("n = wp.static(WIDTH)", False, (1.0, 0.0)),
        ("n = k", True, (1.0, 0.0)),
        ("n = k", False, (0.0, 1.0)),
    ],
)
def test_a_mark_follows_what_a_kernel_is_made_for(body: str, tiled: bool, chances: tuple[float, float]) -> None:
    assert marked(replace(PLAIN, unique=chances), "key", body, tiled=tiled) == '@wp.kernel(module="unique")'
    assert marked(replace(PLAIN, unique=chances[::-1]), "key", body, tiled=tiled) == "@wp.kernel"


def test_chances_are_chances() -> None:
    for habits, weight in PROJECTS:
        assert weight > 0.0
        for field in fields(habits):
            value = getattr(habits, field.name)
            if isinstance(value, float):
                assert 0.0 <= value <= 1.0, field.name
            elif field.type == "Marking":
                assert all(0.0 <= chance <= 1.0 for chance in value), field.name
            elif isinstance(value, tuple):
                assert sum(share for _, share in value) == pytest.approx(1.0), field.name
