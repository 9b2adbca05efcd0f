"""A formula stands in the place of a local only where it means the same there."""

from __future__ import annotations

import pytest

from benchmarks.kernels import candidates
from generator.syntax.modules import Function
from generator.syntax.printing import block_text
from generator.syntax.reading import read
from generator.syntax.walks.names import definitions, uses
from generator.synthesis import CATEGORIES
from generator.synthesis.telling.substitution import substituted

HEAD = """import warp as wp


@wp.kernel
def k(a: wp.array[float], b: wp.array[float]):
"""


def body(*lines: str) -> str:
    module = read(HEAD + "".join(f"    {line}\n" for line in ("i = wp.tid()", *lines)))
    (kernel,) = module.kernels
    return block_text(substituted(kernel))


def test_what_is_read_once_stands_where_it_is_read() -> None:
    assert body("x = a[i]", "y = 2.0 * x", "b[i] = y + 1.0").endswith("b[i] = 2.0 * a[i] + 1.0")


def test_a_value_of_which_a_component_is_read_keeps_its_name() -> None:
    assert "v = wp.vec3(a[i], 1.0, 2.0)" in body("v = wp.vec3(a[i], 1.0, 2.0)", "b[i] = v[0]")
    assert body("row = c[i]", "b[i] = row[0]").endswith("b[i] = c[i][0]")


def test_the_thread_keeps_the_name_that_the_launch_gives_it() -> None:
    assert body("b[0] = a[i]").endswith("b[0] = a[i]")


@pytest.mark.parametrize(
    "lines",
    [
        ("x = b[i]", "b[i] = 1.0", "b[i + 1] = x"),
        ("x = a[i]", "b[i] = x", "b[i + 1] = x"),
        ("y = float(0.0)", "x = y + 1.0", "y += a[i]", "b[i] = x + y"),
        ("x = wp.atomic_add(b, 0, 1.0)", "a[i] = x"),
        ("s = wp.rand_init(7, i)", "x = wp.randf(s)", "y = wp.randf(s)", "b[i] = y - x"),
        ("box = int(0)", "while wp.bvh_query_next(query, box):", "    b[i] += 1.0", "b[i] *= 2.0"),
    ],
    ids=["array is written", "read twice", "name changes", "atomic", "random state", "what a query found"],
)
def test_what_may_change_keeps_its_name(lines: tuple[str, ...]) -> None:
    told = body(*lines)
    assert all(line in told for line in lines[:-1] if not line.startswith("s ="))


@pytest.mark.parametrize("category", CATEGORIES)
def test_no_name_is_read_that_nothing_sets(category: str) -> None:
    for _, (__, candidate) in zip(range(3), candidates(category, "substitution"), strict=False):
        for part in read(candidate.source).parts:
            if isinstance(part, Function):
                told = substituted(part)
                given = uses(part.body).keys() - definitions(part.body).keys()
                assert uses(told).keys() - definitions(told).keys() <= given, block_text(told)
                assert set(definitions(told)) <= set(definitions(part.body))
