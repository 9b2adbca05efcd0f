"""The same kernel in other words: arms, tests, sums, neighbours' places, names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from generator.syntax.printing import block_text
from generator.syntax.reading import read
from generator.syntax.statements import Assign, Block
from generator.syntax.types import FLOAT, Array, Vector
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, name
from generator.syntax.walks.rewriting import change_block, rename
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.arms import (
    spelled_choices,
    ternaries,
    with_arms,
    with_exits_alike,
    with_one_store,
    without_returns,
)
from generator.synthesis.shaping.border_steps import with_border_steps
from generator.synthesis.shaping.guard_forms import spelled_sums
from generator.synthesis.shaping.naming_values import Names, with_names
from generator.synthesis.shaping.one_name import without_aliases
from generator.synthesis.shaping.operands import commuted
from generator.synthesis.shaping.order import reordered, with_loads_together
from generator.synthesis.shaping.value_kinds import Habit

CERTAIN = 1.0


def block(text: str) -> Block:
    body = "\n".join(f"    {line}" for line in text.splitlines())
    (function,) = read(f"def f(x):\n{body}\n").functions
    return function.body


Shape = Callable[[Block, Random, float], Block]


def choices(block: Block, random: Random, chance: float) -> Block:
    return spelled_choices(block)


def exits(block: Block, random: Random, chance: float) -> Block:
    return with_exits_alike(block)


LEFT = "if {}:\n    x[i] = 0\n    return\n"


@pytest.mark.parametrize(
    ("shape", "before", "after"),
    [
        (
            with_one_store,
            "y = z[i]\nif a < 0:\n    x[i] = y\n    return\nb = a * y\nx[i] = b + y",
            "y = z[i]\nif a >= 0:\n    b = a * y\n    y = b + y\nx[i] = y",
        ),
        (with_one_store, "y = z[i]\nif a < 0:\n    x[i] = y\n    return\nx[j] = 1.0 + y", None),
        (with_one_store, "y = z[i]\nif a < 0:\n    x[i] = y\n    return\nif b < 0:\n    return\nx[i] = 1.0 + y", None),
        (with_one_store, "y = z[i]\ny += 1.0\nif a < 0:\n    x[i] = y\n    return\nx[i] = 1.0 + y", None),
        (ternaries, "if a < 0:\n    y = 1\nelse:\n    y = b", "y = 1 if a < 0 else b"),
        (ternaries, "if a < 0:\n    y = 1\nelse:\n    y = x[a]", None),
        (ternaries, "if a < 0:\n    y = 1\nelse:\n    z = 2", None),
        (choices, "y = 1 if a < 0 else b", "y = wp.where(a < 0, 1, b)"),
        (choices, "y = x[a] if a < 0 else b", None),
        (choices, "y = 1.0 / a if a > 0.0 else 0.0", None),
        (choices, "y = a / 2.0 if a > 0.0 else 0.0", "y = wp.where(a > 0.0, a / 2.0, 0.0)"),
        (spelled_sums, "y += 2", "y = y + 2"),
        (with_arms, "if a < 0:\n    x[0] = 1\n    return\ny = 2", "if a < 0:\n    x[0] = 1\nelse:\n    y = 2"),
        (with_arms, "if a < 0:\n    return\ny = 2", None),
        (
            exits,
            LEFT.format("i == 0 or b") + LEFT.format("z[i]") + "y = 2",
            LEFT.format("i == 0 or b or z[i]") + "y = 2",
        ),
        (exits, "if i == 0:\n    return\nif z[i]:\n    return", None),
    ],
)
def test_a_shape(shape: Shape, before: str, after: str | None) -> None:
    assert block_text(shape(block(before), Random("shape"), CERTAIN)) == (before if after is None else after)


def test_a_sum_is_short_where_it_is_not_in_full() -> None:
    assert block_text(spelled_sums(block("y = y + 2\nz = 2 + z"), Random("sums"), 0.0)) == "y += 2\nz = 2 + z"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if a < 0:\n    return\ny = 1\nif b:\n    x[0] = 1\n    return\nz = 2", 3),
        ("y = 1", 1),
        ("for k in range(3):\n    return", None),
        ("if a < 0:\n    if b < 0:\n        return\n    y = 1", None),
    ],
)
def test_a_return_becomes_an_arm(before: str, after: int | None) -> None:
    found = without_returns(block(before))
    assert (None if found is None else "return" in block_text(found)) == (None if after is None else False)


def test_places_of_neighbours_have_names() -> None:
    guard, first = "if i < 0:\n    return\n", "y = x[(i + 1) % n] + x[(i - 1) % n]\n"
    second = "z = x[(i + 1) % n] - x[(i - 1) % n] + x[(i + 2) % n]"
    marked = rename(block(guard + first + second), {"x": "@x", "n": "@n"})
    shaped = block_text(with_border_steps(marked, ("i",), Random("border"), {"i"})).splitlines()
    assert shaped[:2] == ["if i < 0:", "    return"]
    named = [line.partition(" = ")[2] for line in shaped if "% @n" in line]
    assert named == ["(i + 1) % @n", "(i - 1) % @n", "(i + 2) % @n"]


def named(block: Block, index: str, names: Names, taken: set[str], heads: bool = False) -> Block:
    return with_names(block, index, names, Habit(Random("names"), 0.0), taken, heads)


def marked(text: str, symbol: str) -> Block:
    """A block in which ``x`` is an array with that symbol."""
    array = Value("name", (symbol,), Array(FLOAT, 1))
    return change_block(
        rename(block(text), {"x": symbol}), lambda value: array if value.operands == (symbol,) else value
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if x[i] > 0:\n    y = x[i]\n    z = y + c", "y = x[i]\nif y > 0:\n    z = y + c"),
        ("if x[i] > 0:\n    y = x[i]\nz = y", "y = x[i]\nz = y"),
        ("if c:\n    y = x[i] * x[i]", "if c:\n    own = x[i]\n    y = own * own"),
        ("a = x[i]\nfor k in range(3):\n    s = s + x[i]", "a = x[i]\nfor k in range(3):\n    s = s + a"),
        ("a = x[i]\ny = a + x[j]", "a = x[i]\ny = a + x[j]"),
        ("for k in range(3):\n    y = x[i] + z[k]", "own = x[i]\nfor k in range(3):\n    y = own + z[k]"),
        ("for k in range(3):\n    y = x[0] + z[k]", "own = x[0]\nfor k in range(3):\n    y = own + z[k]"),
        ("# why\nfor k in range(3):\n    y = x[i] + z[k]", "own = x[i]\n# why\nfor k in range(3):\n    y = own + z[k]"),
        ("for k in range(3):\n    y = x[i]\n    z[k] = y", "y = x[i]\nfor k in range(3):\n    z[k] = y"),
        (
            "if c:\n    for k in range(3):\n        y[k] = x[i]",
            "if c:\n    own = x[i]\n    for k in range(3):\n        y[k] = own",
        ),
    ],
)
def test_what_is_read_twice_or_in_a_loop_has_one_name(before: str, after: str) -> None:
    shaped = named(marked(before, "@x"), "i", lambda element: "own", {"i"})
    assert block_text(rename(shaped, {"@x": "x"})) == after


def test_a_name_that_is_taken_has_its_record_before_it() -> None:
    twice = marked("y = x[i] + x[i]", "@row.type.in")
    shaped = named(twice, "i", lambda element: "type", {"type"})
    assert block_text(rename(shaped, {"@row.type.in": "x"})) == "row_type = x[i]\ny = row_type + row_type"


def test_elements_of_one_array_are_treated_alike() -> None:
    names = {"x[a]": "x_a", "x[b]": "x_b"}
    shaped = named(block("y = x[a] * x[a] + x[b]"), "", lambda v: names[text(v)], set())
    assert block_text(shaped) == "x_a = x[a]\nx_b = x[b]\ny = x_a * x_a + x_b"


def text(value: Value) -> str:
    return value_text(value)


@pytest.mark.parametrize(("row", "heads"), [("i", 2), ("j", 0)])
def test_the_ends_of_a_range_stand_before_all_loops_that_leave_them_alone(row: str, heads: int) -> None:
    loops = block(f"for k in range(9):\n    for n in range(x[{row}], x[{row} + 1]):\n        y[k] += n")
    ends = (word for word in ("start", "end"))
    known: dict[Value, str] = {}
    names = lambda end: known.get(end) or known.setdefault(end, next(ends, ""))  # noqa: E731
    text_ = block_text(named(rename(loops, {"x": "@x"}), "i", names, set(), heads=True))
    assert text_.partition("for k")[0].count("@x") == heads and "in range(start, end):" in text_


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("row = i\nx[row] = row", "x[i] = i"),
        ("sigma = SIGMA\nx[i] = sigma", "x[i] = SIGMA"),
        ("row = i\nrow = 2\nx[row] = row", None),
        ("t = x[i]\nt = t * t\ny = t\nx[0] = y * y", "t = x[i]\nt = t * t\nx[0] = t * t"),
        ("t = x[i]\ny = t\nt = t * t\nx[0] = y * t", None),
        ("t = x[i]\nif t > 0:\n    y = t\n    x[0] = y + t", "t = x[i]\nif t > 0:\n    x[0] = t + t"),
        ("t = x[i]\nif t > 0:\n    y = t\nx[0] = y", None),
    ],
)
def test_nothing_is_said_twice(before: str, after: str | None) -> None:
    assert block_text(without_aliases(block(before))) == (after or before)


def test_steps_alike_keep_their_order() -> None:
    body = block("a = x[3 * i]\nb = x[3 * i + 1]\nc = x[3 * i + 2]")
    for seed in range(20):
        assert reordered(body, Habit(Random(str(seed)), 0.5)) == body


def test_both_sides_have_their_steps_in_one_order() -> None:
    side = "if {0} >= 0:\n    x_{0} = x[{0}]\n    v_{0} = wp.sqrt(v[{0}])\n    m_{0} = -m[{0}]\n"
    body = block(side.format("a") + side.format("b"))
    orders = set()
    for seed in range(40):
        lines = block_text(reordered(body, Habit(Random(str(seed)), 0.5))).splitlines()
        first, second = ([line.strip()[0] for line in lines if f"_{word} =" in line] for word in "ab")
        assert first == second
        orders.add("".join(first))
    assert len(orders) > 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = x[i]\nb = 2.0 * a\nc = y[i]\nd = b + c", "a = x[i]\nc = y[i]\nb = 2.0 * a\nd = b + c"),
        ("a = x[i]\nb = a + 1\nc = y[b]", "a = x[i]\nb = a + 1\nc = y[b]"),
        ("a = x[i]\nx[j] = a\nc = x[i]", "a = x[i]\nx[j] = a\nc = x[i]"),
        ("a = x[i]\nif a > 0:\n    return\nc = y[i]", "a = x[i]\nif a > 0:\n    return\nc = y[i]"),
        ("b = f(i)\nc = y[i]", "b = f(i)\nc = y[i]"),
    ],
)
def test_loads_stand_together_where_nothing_between_makes_them(before: str, after: str) -> None:
    assert block_text(with_loads_together(block(before))) == after


def test_sums_of_one_form_are_turned_together() -> None:
    for seed in range(20):
        text = block_text(commuted(block("a = x[0] * f(y)\nb = x[1] * f(z)"), Habit(Random(str(seed)), 0.5), ()))
        assert text in ("a = x[0] * f(y)\nb = x[1] * f(z)", "a = f(y) * x[0]\nb = f(z) * x[1]")


@pytest.mark.parametrize(("share", "after"), [(CERTAIN, "y = x + v * h"), (0.0, "y = v * h + x")])
@pytest.mark.parametrize("before", ["y = v * h + x", "y = x + v * h"])
def test_operands_stand_in_the_order_of_people(share: float, after: str, before: str) -> None:
    assert block_text(commuted(block(before), Habit(Random("c"), 0.0), (("plain", "+", "product", share),))) == after


X = name("v", Vector(3, FLOAT))


def test_a_minus_stays_in_front() -> None:
    before = "y = -2.0 * a + x"
    assert block_text(commuted(block(before), Habit(Random("c"), 0.0), (("plain", "+", "product", CERTAIN),))) == before


@pytest.mark.parametrize("line", ["x = x + v * h", "x[i] = x[i] + v * h", "x = x + (y - h)"])
def test_what_is_added_to_stands_first(line: str) -> None:
    assert block_text(commuted(block(line), Habit(Random("c"), CERTAIN), (("plain", "+", "product", 0.0),))) == line


def shape_of_value(shape: Callable[[Block], Block], value: Value) -> str:
    return block_text(shape((Assign((name("y"),), value),)))


def test_a_product_in_brackets_stands_on_the_left() -> None:
    product = Value("*", (name("a", FLOAT), name("b", FLOAT)), FLOAT)
    turned = partial(commuted, habit=Habit(Random("c"), 0.0), orders=())
    assert shape_of_value(turned, Value("*", (X, product), X.type)) == "y = a * b * v"
