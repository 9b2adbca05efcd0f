"""Where a cell lies in an array of one dimension."""

from __future__ import annotations

import pytest

from generator.syntax.reading import read
from generator.syntax.statements import Assign
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, literal, name
from generator.synthesis.storage.flat_places import flat_place, is_own_cell


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
