"""Arms of a decision differ in more than an operand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations
from types import SimpleNamespace

import pytest

from generator.synthesis import branches, finish
from generator.synthesis.branches import alike
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, clamp
from generator.synthesis.expression import Unfit
from generator.synthesis.finish import store
from generator.synthesis.forms import either, form_of
from generator.synthesis.motifs.scalars import _hinge as hinge
from generator.synthesis.outcome import Outcome, arms_of
from generator.synthesis.samples import COUNT, spread
from tests.synthesis.kernels import draw
from tests.synthesis.reading import PRODUCT, is_number, kernel_of


def arms(kernel: ast.FunctionDef) -> Iterator[list[ast.AST]]:
    """The last values that each decision of a kernel gives one name."""
    for node in ast.walk(kernel):
        if isinstance(node, ast.IfExp):
            yield [node.body, node.orelse]
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "wp.where":
            yield node.args[1:]
        if isinstance(node, ast.If) and node.orelse:
            last = [node.body[-1], node.orelse[-1]]
            if all(isinstance(line, ast.Assign) for line in last):
                yield [line.value for line in last]


def factors(node: ast.AST, below: bool = False) -> list[str]:
    """Factors but for numbers, divisors marked as such."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, PRODUCT):
        return factors(node.left, below) + factors(node.right, below ^ isinstance(node.op, ast.Div))
    return [] if is_number(node) else ["/" * below + ast.unparse(node)]


def shared(one: ast.AST, other: ast.AST) -> bool:
    """Whether two products have a factor in common, or both are the same call."""
    ours, theirs = factors(one), factors(other)
    if len(ours) > 1 and len(theirs) > 1:
        return not set(ours).isdisjoint(theirs)
    return (
        isinstance(one, ast.Call) and isinstance(other, ast.Call) and ast.unparse(one.func) == ast.unparse(other.func)
    )


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("category", ["conditional", "multi_cond", "scalar_param"])
def test_arms_share_no_factor_and_no_call(category, fresh, fresh_seed):
    found = []
    for candidate in draw(category, 300, f"{fresh_seed}" if fresh else "arms"):
        for values in arms(kernel_of(candidate.source, candidate.kernel_name)):
            found += [candidate.source for pair in combinations(values, 2) if shared(*pair)]
    assert len(found) <= 2 * fresh, found[0]


def test_what_arms_share_is_seen():
    builder = Builder("arms", (("float32", 1.0),))
    x, y, z = (builder.define(name, "F", 0.5, 2.0).expression for name in ("x", "y", "z"))
    fall = 1.0 - call("exp", -z)
    for one, other in (
        (x * fall, y * fall),
        (x / z, y * y / z),
        (call("tanh", x), 0.5 * call("tanh", y)),
        (x + y, z - x),
    ):
        assert alike(form_of(one), form_of(other)), (one, other)
    for one, other in ((x, x * y), (x * y, z), (call("tanh", x), call("sin", x)), (x + 1.0, y + 1.0), (x / z, z * y)):
        assert not alike(form_of(one), form_of(other)), (one, other)


def test_what_is_nearly_a_number_is_neither_an_arm_nor_an_output(monkeypatch):
    """``0.8 * wp.cosh(x)`` of small values is 0.8."""
    found = []

    def noted(build):
        def build_and_note(builder, *rest, **options):
            value = build(builder, *rest, **options)
            known = rest[0] if build is store else value[0]
            if known.type == "F" and not builder.is_uniform(known):
                found.append(known.samples)
            return value

        return build_and_note

    monkeypatch.setattr(branches, "arm_value", noted(branches.arm_value))
    monkeypatch.setattr(finish, "store", noted(store))
    for category in ("multi_cond", "math"):
        assert list(draw(category, 200, "spread"))
    assert len(found) > 800
    assert not [samples for samples in found if spread(samples) < 0.03 * max(map(abs, samples))]


WP = SimpleNamespace(float64=float, max=max, clamp=lambda x, low, high: min(max(x, low), high))
ACTS = {
    clamp: lambda x, value: value != x,
    hinge: lambda x, value: value == 0.0,
}
"""Whether a bound does something to the least value that comes there."""


@pytest.mark.parametrize("bounded", ACTS)
def test_bounds_in_an_arm_act_on_those_that_come_there(bounded):
    """In an arm of threads from -0.2 up nothing has to do with those below."""
    found = 0
    for number in range(200):
        builder = Builder(f"arm/{number}", (("float64", 1.0),))
        samples = tuple(builder.random.uniform(-0.55, 0.55) for _ in range(COUNT))
        x = builder.define("x", "F", -0.55, 0.55, samples=samples).expression
        coming = [value for value in samples if value > -0.2]
        builder.arm([value in coming for value in samples])
        with suppress(Unfit), builder.block("if x > -0.2:"):
            text = bounded(x).text if bounded is clamp else bounded(builder, x).text
            least = min(coming)
            assert ACTS[bounded](least, eval(text, {"wp": WP, "x": least})), text
            found += 1
            builder.emit("pass")
    assert found > 20


@pytest.mark.parametrize(("name", "first"), [("min", 6), ("max", 6), ("clamp", COUNT - 2)])
def test_what_drops_all_that_an_arm_gives_is_not_written(name, first):
    builder = Builder("dropped", (("float32", 1.0),))
    low, high = [0.03 + 0.13 * k for k in range(6)], [5.03 + 0.13 * k for k in range(6)]
    value = builder.define("chosen", "F", -1.0, 9.0, samples=(*low, *high)).expression
    other = builder.define("x", "F", 1.0, 6.0, samples=tuple([1.0 + 0.1 * k for k in range(COUNT)])).expression
    build = partial(clamp, value) if name == "clamp" else partial(call, name, value, other)
    assert build().text
    builder.outcomes["chosen"] = [[(k < first) is taken for k in range(COUNT)] for taken in (True, False)]
    with pytest.raises(Unfit, match="comes to nothing"):
        build()


def test_an_update_is_told_of_the_default(fresh_seed):
    """Not of the arm before it; and what an update makes has no terms that gather."""
    told = [c.description for c in draw("multi_cond", 150, fresh_seed)]
    assert any("the default times" in text for text in told)
    assert not any(" that times " in text or " that plus " in text for text in told)


@pytest.mark.parametrize(("phrase", "told"), [("p less v times s", "(p less v times s)"), ("a sum of p", "a sum of p")])
def test_an_update_by_a_factor_that_is_a_sum_tells_it_as_one(phrase, told):
    """ "The default times p less v times s" is something else."""
    builder = Builder("factor", (("float32", 1.0),))
    p, v, s = (builder.define(name, "F", 0.5, 2.0).expression for name in "pvs")
    outcome = Outcome(builder, "value")
    outcome.begin(call("sin", p), "the sine of p", [True] * COUNT)
    outcome.update("*=", p - v * s, phrase, next(arms_of([(v, "v is large")], default=False)))
    assert outcome.told[-1] == f"the default times {told} if v is large"


@pytest.mark.parametrize("head", ["sqrt", "exp"])
def test_what_an_arm_gives_is_not_undone(head):
    """A root is not squared, an exponential not multiplied with another one, though only one arm gives it."""
    builder = Builder(f"undone/{head}", (("float32", 1.0),))
    x, y = (builder.define(name, "F", 0.5, 2.0).expression for name in "xy")
    value = builder.define("chosen", "F", 0.5, 2.0).expression
    value.form = either("chosen", [form_of(x), form_of(call(head, y))])
    with pytest.raises(Unfit):
        value * (value if head == "sqrt" else call("exp", -x))
    assert (value * x).text
