"""The scale of difficulty: it grows with each measure, and the stream uses all of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dataset.kernel_filter import difficulty_and_features
from generator.syntax.reading import read
from generator.syntax.walks.difficulty import LEAST, MOST, PARTS, constructs_of, difficulty_of, parts_of
from generator.syntax.walks.features import features, module_features
from generator.synthesis import synthesize

COUNTS = st.fixed_dictionaries({name: st.integers(0, 60) for name in PARTS})


@given(COUNTS, st.sampled_from(PARTS))
def test_more_of_a_measure_is_no_easier(parts: dict[str, int], name: str) -> None:
    harder = parts | {name: parts[name] + 1}
    assert LEAST <= difficulty_of(parts) <= difficulty_of(harder) <= MOST


def test_ends_of_the_scale() -> None:
    assert difficulty_of(dict.fromkeys(PARTS, 0)) == LEAST
    assert difficulty_of(dict.fromkeys(PARTS, 1000)) == MOST


@pytest.mark.parametrize("category", ["arithmetic", "combined"])
def test_typical_kernels_lie_apart(category: str) -> None:
    found = [difficulty_and_features(synthesize(category, f"scale/{n}", screened=False))[0] for n in range(40)]
    mean = sum(found) / len(found)
    assert mean < 4 if category == "arithmetic" else mean > 4


def test_the_whole_scale_is_used() -> None:
    left, number = set(range(LEAST, MOST + 1)), 0
    while left and number < 1200:
        drawn = synthesize(("arithmetic", "nested", "combined")[number % 3], f"scale/{number}", screened=False)
        left -= {difficulty_and_features(drawn)[0]}
        number += 1
    assert not left, f"no kernel of {number} has difficulty {sorted(left)}"


def test_what_is_no_statement_counts_for_nothing() -> None:
    plain = "@wp.kernel\ndef k(a: wp.array(dtype=float)):\n    i = wp.tid()\n    a[i] = 2.0 * a[i]\n"
    told = plain.replace("    a[i] =", "\n    # twice as much\n    a[i] =")
    one, other = (features(read(text).functions[0]) for text in (plain, told))
    assert one == other and one.statements == 2


IN_A_FUNCTION = """import warp as wp


@wp.func
def nearest(xs: wp.array(dtype=float), x: float):
    best = int(-1)
    for j in range(xs.shape[0]):
        if best < 0 or wp.abs(xs[j] - x) < wp.abs(xs[best] - x):
            best = j
    if best < 0:
        return 0.0
    return xs[best]


@wp.kernel
def count_nearest(xs: wp.array(dtype=float), kinds: wp.array(dtype=int), counts: wp.array(dtype=float)):
    i = wp.tid()
    kind = kinds[i]
    wp.atomic_add(counts, kind, nearest(xs, xs[i]))
"""


def test_functions_of_a_row_count_and_so_do_the_places_of_atomics() -> None:
    functions = read(IN_A_FUNCTION).functions
    kernel = functions[-1]
    assert constructs_of(features(kernel, functions)) == ["atomic", "function", "indirection"]
    whole = module_features(kernel, functions)
    assert constructs_of(whole) == [*["atomic", "branch", "dynamic_loop", "function", "indirection", "loop", "nesting"]]
    assert parts_of(whole, 3) | {"statements": 0} == {
        **{"statements": 0, "nesting": 2, "tests": 3, "loops": 1},
        **{"indirections": 1, "calls": 1, "atomics": 1, "arguments": 3},
    }
