"""In an arm nothing is guarded against what its condition rules out."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from generator.synthesis import guards
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import COMPARISON, Expression, Unfit
from generator.synthesis.guards import Guard
from generator.synthesis.narrowing import narrowed
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from generator.verification.reference.builtins.table import BUILTINS
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
def test_no_arm_guards_what_its_condition_ensures(category, fresh_seed, monkeypatch):
    """A sum that is grown may look like a guard: ``wp.log(x + 2.0)``."""
    guarded: set[str] = set()

    def noting(inner: str, value: Expression) -> Guard:
        guarded.add(value.text)
        return Guard(inner, value)

    monkeypatch.setattr(guards, "Guard", noting)
    seen = noted = 0
    for candidate in draw(category, 300, fresh_seed):
        for name, body in bounded(kernel_of(candidate.source, candidate.kernel_name)):
            text = "\n".join(ast.unparse(line) for line in body)
            guard = rf"{name} \+ (?:[01]\.\d+|2\.[0-6]\d*)|wp\.abs\({name}\) .*"  # none adds more than 2.6
            found = re.search(rf"wp\.(?:log|log10|pow|sqrt)\(({guard})[,)]", text)
            assert not (found and found[1] in guarded), text
            seen += 1
        noted += len(guarded)
        guarded.clear()
    assert seen > 20 and noted > 20


def test_what_a_choice_computes_in_vain_is_defined_too(fresh_seed, monkeypatch):
    """``wp.where`` computes both values, and a gradient of no number is none, times zero or not."""
    undefined: list[str] = []

    def noting(name: str, builtin: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any) -> Any:
            value = builtin(*arguments)
            undefined.extend([name] if not np.isfinite(value) else [])
            return value

        return noted

    for name in ("sqrt", "log", "log2", "log10", "pow", "asin", "acos"):
        monkeypatch.setitem(BUILTINS, name, noting(name, BUILTINS[name]))
    chosen = 0
    for seed in (92, fresh_seed):
        for candidate in draw("conditional", 300, f"where/{seed}"):
            if "wp.where(" in candidate.source:
                reference = compile_reference(candidate.source)
                reference.run(candidate.launch, make_inputs(candidate.launch, "where"))
                assert not undefined, candidate.source
                chosen += 1
    assert chosen > 40
