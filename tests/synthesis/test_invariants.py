"""What a loop adds needs its counter: factors and terms that no round changes, and loads of theirs, stand outside."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import Expression
from generator.synthesis.mixing import drawn_out
from tests.synthesis.kernels import draw
from tests.synthesis.reading import PRODUCT, SUM, is_number, kernel_of, names, parts


def invariant(source: str, kernel_name: str) -> Iterator[str]:
    """What of a kernel's sums, and which loads, no round of a loop around them changes."""
    kernel = kernel_of(source, kernel_name)
    arrays = {a.arg for a in kernel.args.args if "array" in ast.unparse(a.annotation)}
    for loop in [n for n in ast.walk(kernel) if isinstance(n, ast.For)]:
        inside = [n for line in loop.body for n in ast.walk(line)]
        summed = names(*[n.target for n in inside if isinstance(n, ast.AugAssign)])
        local = {n.targets[0].id: n.value for n in inside if isinstance(n, ast.Assign)}
        local = {name: value for name, value in local.items() if name not in summed}
        deeper = {n for inner in inside if isinstance(inner, ast.For) for n in ast.walk(inner)}
        sums = [n for n in inside if isinstance(n, ast.AugAssign) and isinstance(n.op, SUM) and n not in deeper]
        changed = names(loop.target, *[n.target for n in inside if isinstance(n, ast.For)]) | summed | set(local)
        for line in sums:
            if line.target.id in names(line.value):
                continue  # an iteration
            factors, terms = (parts(line.value, joined, local) for joined in (PRODUCT, SUM))
            fixed = [f for f in factors if not names(f) & changed and ast.unparse(f) != "1.0"]
            fixed += [t for t in terms if not is_number(t) and not names(t) & changed]
            if fixed and len(factors) + len(terms) > 2:
                yield ast.unparse(line)
        for node in inside:
            if isinstance(node, ast.Subscript) and names(node.value) & arrays and not names(node.slice) & changed:
                yield ast.unparse(node)


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("category", ["loop", "nested", "combined"])
def test_nothing_in_a_loop_could_stand_outside(category, fresh, fresh_seed):
    drawn = draw(category, 200, f"{fresh_seed}" if fresh else "invariant")
    found = [(line, c.source) for c in drawn for line in invariant(c.source, c.kernel_name)]
    assert len(found) <= 2 * fresh, found[0]


def test_what_can_be_drawn_out_of_a_sum_is_seen():
    builder = Builder("drawn", (("float32", 1.0),))
    t, u = (builder.define(name, "F", 0.5, 2.0).expression for name in ("t", "u"))
    x = Expression(builder, "table[j]", "F", 0.2, 1.5)
    y = builder.assign(("wave",), call("sin", x * t)).expression
    scaled = builder.assign(("multiple",), 0.35 * y).expression
    factors = (t * x, y / t, t / (x + u), x * (t - u))
    numbers = (0.5 * y, y * 2.0, scaled, 1.5 / (x + t), scaled * x, x * (y / 2.5))
    calls = (call("exp", t + x), call("sqrt", t * x), call("pow", x / t, builder.number(1.5)))
    for value in (*factors, *numbers, *calls, t + y):
        assert drawn_out(value, {"j"}), value.text
    calls = (call("cos", 2.0 * x + u), call("sqrt", x + t), call("exp", x * t))
    for value in (x, y, x * y, x + t * y, x / (u + x), 1.0 / (x + t), 1.0 - y, *calls):
        assert not drawn_out(value, {"j"}), value.text
    assert drawn_out(x + y, {"k"}, {"j"})
