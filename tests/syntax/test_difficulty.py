"""The scale of difficulty: it grows with each measure, and the stream uses all of it."""

from __future__ import annotations

from textwrap import indent

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
    whole = module_features(features(kernel, functions), kernel, functions)
    assert constructs_of(whole) == [*["atomic", "branch", "dynamic_loop", "function", "indirection", "loop", "nesting"]]
    assert parts_of(whole, 3) | {"statements": 0} == {
        **{"statements": 0, "nesting": 2, "tests": 3, "loops": 1},
        **{"indirections": 1, "calls": 1, "atomics": 1, "arguments": 3},
    }


@pytest.mark.parametrize(
    ("text", "arguments", "found"),
    [
        ("if i < n:\n    return", "", {"guards": 1, "branches": 0, "tests": 1, "nesting": 0}),
        ("if i < n:\n    return i", "", {"guards": 0, "branches": 1, "tests": 1, "nesting": 1}),
        ("if i < n and j < n or k:\n    a[i] = 1", "", {"branches": 1, "tests": 3}),
        ("x = 1 if i else 2\ny = wp.where(i, 1, 2)", "", {"branches": 2, "tests": 2}),
        ("if i:\n    a()\nelif j:\n    b()\nelse:\n    c()", "", {"nesting": 1, "branches": 2}),
        ("if i:\n    a()\nelse:\n    if j:\n        b()\n    c()", "", {"nesting": 2}),
        ("for k in range(3):\n    a()", "", {"loops": 1, "dynamic_loops": 0, "nesting": 1}),
        ("for k in range(n):\n    a()", "", {"loops": 1, "dynamic_loops": 1}),
        ("while i:\n    a()", "", {"loops": 1, "dynamic_loops": 1}),
        ("x = a[b[i]]", "", {"indirections": 1}),
        ("j = b[i]\nx = a[j + 1]", "", {"indirections": 1}),
        ("wp.atomic_add(a, b[i], x)", "", {"indirections": 1, "atomics": 1}),
        ("wp.atomic_cas(a, i, b[j], x)", "", {"indirections": 0}),
        ("wp.atomic_add(a, i, b[j])", "", {"indirections": 0}),
        ("x = wp.sample_unit_disk(s)", "", {"random": True, "mathematical": False}),
        ("x = wp.poisson(s, y)", "", {"random": True}),
        ("x = wp.tanh(y)", "", {"mathematical": True, "transcendental": True, "random": False}),
        ("x = wp.sqrt(y)", "", {"mathematical": True, "transcendental": False}),
        ("x = wp.vec3()", "", {"vectors": True, "scalars": 0}),
        ("x = y", "v: wp.vec3, m: wp.mat33, a: wp.array(dtype=float)", {"vectors": True, "scalars": 2}),
        ("x = y", "m: wp.array(dtype=wp.quat)", {"vectors": False, "composites": True, "scalars": 0}),
    ],
)
def test_constructs_are_counted(text: str, arguments: str, found: dict[str, object]) -> None:
    source = f"@wp.kernel\ndef f({arguments}):\n{indent(text, '    ')}\n"
    one = features(read(source).functions[0])
    assert {name: getattr(one, name) for name in found} == found


@pytest.mark.parametrize(("statements", "level"), [(0, 1), (12, 1), (13, 2), (26, 2), (27, 3), (40, 3), (400, 3)])
def test_a_measure_counts_up_to_what_is_full(statements: int, level: int) -> None:
    assert difficulty_of(dict.fromkeys(PARTS, 0) | {"statements": statements}) == level
