"""Where a cell lies in an array of one dimension."""

from __future__ import annotations

import pytest

from generator.syntax.reading import read
from generator.syntax.statements import Assign
from generator.synthesis.storage.flat_places import is_own_cell


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
