"""Where a cell lies in an array of one dimension."""

from __future__ import annotations

import pytest

from generator.syntax.printing import block_text
from generator.syntax.reading import read
from generator.syntax.statements import Assign
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, literal, name
from generator.synthesis.storage.flat_places import flat_place, is_own_cell, with_named_strides


@pytest.mark.parametrize(
    ("place", "own"),
    [
        ("i * ny + j", True),
        ("(i * ny + j) * nz + k", True),
        ("below * ny + j", False),
        ("i * ny + (j + 1) % ny", False),
        ("(i - 1) * ny + j", False),
        ("i", False),
    ],
)
def test_a_cell_beside_the_threads_own_is_another(place: str, own: bool) -> None:
    """The substrate of a neighbour was called ``substrate``."""
    (function,) = read(f"def f(x):\n    place = {place}\n").functions
    (statement,) = function.body
    assert isinstance(statement, Assign)
    assert is_own_cell(statement.value, ("i", "j", "k")) is own


def test_the_first_record_has_no_row_before_it() -> None:
    row = Value("*", (literal(0), literal(12)))
    assert value_text(flat_place(row, name("k"))) == "k"
    assert value_text(flat_place(row, literal(0))) == "0"


def test_the_cell_before_in_a_row_needs_no_brackets() -> None:
    before = Value("-", (name("j"), literal(1)))
    assert value_text(flat_place(Value("*", (name("i"), name("n"))), before)) == "i * n + j - 1"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[i * 8 + n % DEPTH] = y[i * 8]", "x[i * DEPTH + n % DEPTH] = y[i * 8]"),
        ("t = x[i * 8]\nfor k in range(DEPTH):\n    x[i * 8 + k] = t", None),
        (
            "for k in range(DEPTH):\n    wp.atomic_add(x, i * 8 + k, y[i * 8])",
            "for k in range(DEPTH):\n    wp.atomic_add(x, i * DEPTH + k, y[i * 8])",
        ),
        ("for k in range(DEPTH - 1):\n    j = k + 1\n    x[i * 8 + j] = 1", None),
        ("tail = head - y[i]\nif tail < 0:\n    tail += DEPTH\nx[i * 8 + tail] = 1", None),
        ("for k in range(DEPTH):\n    x[8 * i + k] = 1", "for k in range(DEPTH):\n    x[DEPTH * i + k] = 1"),
        ("x[i * 4 + n % DEPTH] = 1", "x[i * 4 + n % DEPTH] = 1"),
        ("x[i * 8 + k] = DEPTH", "x[i * 8 + k] = DEPTH"),
    ],
)
def test_a_row_is_as_long_as_the_constant_that_its_places_know(before: str, after: str | None) -> None:
    (function,) = read("def f(x):\n" + "".join(f"    {line}\n" for line in before.splitlines())).functions
    found = block_text(with_named_strides(function.body, {"DEPTH": literal(8), "LOST": literal(4)}))
    assert found == (after or before.replace("* 8", "* DEPTH"))
