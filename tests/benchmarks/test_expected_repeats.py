"""Pairs within groups, scaled to a number of rows."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.diversity import statements
from benchmarks.expected_repeats import Kernel, Pairs, jaccard


def kernel(skeleton: str, taken: float = 1.0, size: int = 5) -> Kernel:
    return Kernel(size, taken, skeleton, np.array([len(skeleton), 99], np.uint32))


def test_rows_of_one_skeleton_are_all_pairs() -> None:
    found = Pairs()
    found.add("copy", 1.0, 1.0, [kernel("a")] * 4)
    assert [found.alike[5], found.near[5], found.rows[5]] == pytest.approx([1.0, 1.0, 1.0])


def test_a_group_counts_by_the_square_of_its_share() -> None:
    found = Pairs()
    found.add("copy", 0.5, 0.5, [kernel("a"), kernel("a")])
    found.add("spring", 0.25, 0.5, [kernel("b"), kernel("bb")])
    assert found.alike[5] == pytest.approx(0.25) and found.rows[5] == pytest.approx(1.0)


def test_what_is_seldom_taken_counts_less() -> None:
    found = Pairs()
    found.add("copy", 1.0, 1.0, [kernel("a", 0.5), kernel("a", 0.5)])
    assert found.alike[5] == pytest.approx(0.25) and found.rows[5] == pytest.approx(0.5)


def test_the_jaccard_index_is_of_sets() -> None:
    assert jaccard(np.array([1, 2, 3], np.uint32), np.array([2, 3, 4], np.uint32)) == pytest.approx(0.5)


def test_statements_leave_the_docstring_and_other_functions_out() -> None:
    source = """
def other(): return 1

def kernel(a):
    \"\"\"Words.\"\"\"
    i = wp.tid()
    if i > 0:
        a[i] = 1.0
"""
    assert statements(source, "kernel") == 3
