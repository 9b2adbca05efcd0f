"""A value that gets or loses a name is the same where it is used: nothing that it is made of is set in between."""

from __future__ import annotations

import pytest

from generator.syntax.printing import block_text
from generator.syntax.reading import read
from generator.syntax.statements import Block
from generator.syntax.values import Value
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.inlining import without_names
from generator.synthesis.shaping.naming_values import with_names
from generator.synthesis.shaping.value_kinds import Habit


def block(text: str) -> Block:
    body = "\n".join(f"    {line}" for line in text.splitlines())
    (function,) = read(f"def f(x):\n{body}\n").functions
    return function.body


def short(value: Value) -> str:
    return "_".join(str(part.operands[0]) for part in value.walk() if part.is_name)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = 1 + k[i]\nx[0] = 2 * k[i]", "k_i = k[i]\ny = 1 + k_i\nx[0] = 2 * k_i"),
        ("y = 1 + k[i]\ni = 3\nx[0] = 2 * k[i]", "k_i = k[i]\ny = 1 + k_i\ni = 3\nx[0] = 2 * k[i]"),
        (
            "y = 1 + k[i]\nif y > 0:\n    i = 3\nx[0] = 2 * k[i]",
            "k_i = k[i]\ny = 1 + k_i\nif y > 0:\n    i = 3\nx[0] = 2 * k[i]",
        ),
    ],
)
def test_a_name_ends_where_its_index_is_set(before: str, after: str) -> None:
    assert block_text(with_names(block(before), Habit(Random("n"), 0.0), short, set())) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = k[i]\nx[0] = a", "x[0] = k[i]"),
        ("a = k[i]\ni = 3\nx[i] = a", None),
        ("a = k[i]\nif x[0] > 0:\n    i = 3\nx[i] = a", None),
    ],
)
def test_a_local_stands_in_line_where_it_is_the_same(before: str, after: str | None) -> None:
    assert block_text(without_names(block(before), Habit(Random("n"), 1.0), {"x"})) == (after or before)
