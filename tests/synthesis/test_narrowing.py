"""In an arm nothing is guarded against what its condition rules out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import COMPARISON, Expression, Unfit
from generator.synthesis.narrowing import narrowed
from tests.synthesis.kernels import draw
from tests.synthesis.reading import kernel_of


def interval(met: str, *missed: str) -> tuple[float, float]:
    """What is left of an ``x`` within [-1, 2]."""
    builder = Builder("narrowed", (("float64", 1.0),))
    x = builder.define("x", "F", -1.0, 2.0).expression
    builder.define("y", "F", -1.0, 2.0)
    conditions = [Expression(builder, text, "B", 0, 1, COMPARISON) for text in (met, *missed) if text]
    with narrowed(builder, conditions[0] if met else None, conditions[bool(met) :]):
        found = x.low, x.high
    assert (x.low, x.high) == (-1.0, 2.0)
    return found


@pytest.mark.parametrize(
    ("met", "missed", "expected"),
    [
        ("x >= 0.4", (), (0.4, 2.0)),
        ("x < wp.float64(0.4)", (), (-1.0, 0.4)),
        ("", ("x >= 0.4",), (-1.0, 0.4)),
        ("x < 1.0", ("x < -0.5",), (-0.5, 1.0)),
        ("y > 0.5 and x > 0.2", (), (0.2, 2.0)),
        ("y > 0.5 or x > 0.2", (), (-1.0, 2.0)),
        ("", ("y > 0.5 or x > 0.2",), (-1.0, 0.2)),
        ("", ("y > 0.5 and x > 0.2",), (-1.0, 2.0)),
        ("not (y > 0.5 and x > 0.2)", (), (-1.0, 2.0)),
        ("wp.abs(x - y) > 0.5", (), (-1.0, 2.0)),
        ("x > y", (), (-1.0, 2.0)),
    ],
)
def test_a_condition_narrows_the_variables_that_it_bounds(met, missed, expected):
    assert interval(met, *missed) == expected


def test_a_guard_is_written_where_no_condition_proves_it_idle():
    builder = Builder("guarded", (("float32", 1.0),))
    x = builder.define("x", "F", -1.0, 2.0).expression
    condition = Expression(builder, "x > 0.3", "B", 0, 1, COMPARISON)
    with narrowed(builder, condition, ()):
        assert call("log", x).text == "wp.log(x)"
    assert call("log", x).text != "wp.log(x)"


@pytest.mark.parametrize("key", range(60))
def test_an_arm_that_leaves_nothing_above_a_guard_is_no_error(key):
    builder = Builder(f"below {key}", (("float32", 1.0),))
    x = builder.define("x", "F", -9.0, 3.0).expression
    y = builder.define("y", "F", 1.0, 2.0).expression
    x.set_samples([0.5 + 0.1 * k for k in range(12)])
    with narrowed(builder, Expression(builder, "x < -3.0", "B", 0, 1, COMPARISON), ()):
        for build in (lambda: call("sqrt", 0.1 + x), lambda: call("log", x), lambda: y / x, lambda: call("asin", x)):
            with suppress(Unfit):
                value = build()
                assert value.low <= value.high


def bounded(kernel: ast.FunctionDef) -> Iterator[tuple[str, Sequence[ast.stmt]]]:
    """Names that an ``if`` bounds from below by what is positive, with its arm."""
    for node in [n for n in ast.walk(kernel) if isinstance(n, ast.If)]:
        test = ast.unparse(node.test)
        found = re.findall(
            r"(?:^|and )(\w+) >=? (?:wp\.float\d\d\()?0\.[1-9]", "" if " or " in test or "not " in test else test
        )
        yield from [(name, node.body) for name in found]


@pytest.mark.parametrize("category", ["conditional", "multi_cond"])
def test_no_arm_guards_what_its_condition_ensures(category, fresh_seed):
    seen = 0
    for candidate in draw(category, 300, fresh_seed):
        for name, body in bounded(kernel_of(candidate.source, candidate.kernel_name)):
            text = "\n".join(ast.unparse(line) for line in body)
            assert not re.search(rf"wp\.(log|log10|pow|sqrt)\(({name} \+ [\d.]+|wp\.abs\({name}\) .*)[,)]", text), text
            seen += 1
    assert seen > 20
