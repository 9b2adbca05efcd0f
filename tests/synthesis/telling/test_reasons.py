"""Each reason is given where it holds, and not where a kernel only looks like that."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from generator.syntax.modules import Constant
from generator.syntax.reading import read
from generator.syntax.types import FLOAT, INT, Array, Type
from generator.synthesis.control.guards import Guards
from generator.synthesis.schemas.domains import Domain, between, permutation, whole
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.storage.layout import LEAVE, Layout
from generator.synthesis.storage.signature import Indices, Size, Slot
from generator.synthesis.telling.reasons import Found, _inside, _look
from generator.synthesis.telling.recognisers.facts import facts_of
from generator.synthesis.telling.recognisers.wording import WORDINGS

BONDS = (Size("bond"),)


def slot(symbol: str, fill: Domain | Indices | Size, kind: Type = FLOAT, shape: tuple[Size, ...] = BONDS) -> Slot:
    made = Slot(f"@{symbol}", Array(kind, len(shape)) if shape else kind, fill, (), shape, reads=True)
    made.stores = symbol.endswith(".out")
    made.shared = symbol == "bond.x.in"
    return made


SLOTS = {
    "end": slot("bond.end", Indices("body", empty=True), INT),
    "other": slot("bond.other", Indices("bond"), INT),
    "start": slot("bond.start", Indices("bond", ascending=True), INT),
    "place": slot("bond.place", permutation(), INT),
    "x": slot("bond.x.in", between(-1.0, 1.0)),
    "x_next": slot("bond.x.out", between(-1.0, 1.0)),
    "y": slot("bond.y", between(-1.0, 1.0)),
    "force": slot("body.force.add", between(-1.0, 1.0), shape=(Size("body"),)),
    "count": slot("body.count", whole(0, 5), INT, (Size("body"),)),
    "soft": slot("soft", between(0.1, 0.5), shape=()),
    "rate": slot("rate", between(0.0, 0.5), shape=()),
    "step": slot("step", whole(0, 9), INT, ()),
    "seed": slot("seed", whole(0, 9), INT, ()),
    "n": slot("bond.count", Size("bond"), INT, ()),
    "active": slot("bond.active", whole(0, 2), INT),
    "done": slot("world.done", whole(0, 2), INT, (Size("world"),)),
}
SLOTS["x_next"].reads = False
SLOTS["bonds"] = replace(slot("bond.struct", whole(0, 2)), record="bond")


def found(body: str, border: str = "", worlds: bool = False, helper: str = "") -> Found:
    """The reasons of a kernel over bonds, or over cells where it has a ``border``."""
    indent = "".join(f"    {line}\n" for line in body.split("\n"))
    module = read(f"EPS = 1e-6\nWIDTH = 8\n{helper}@wp.kernel\ndef k({', '.join(SLOTS)}):\n{indent}")
    kernel = module.functions[-1]
    index = ("i", "j") if border else ("w", "i") if worlds else ("i",)
    record = Entity("bond", "bonds", (), dimensions=2 if border else 1)
    memory = SimpleNamespace(reach={(0, 1): 1} if border else {})
    drawn: Any = SimpleNamespace(
        kernel=kernel,
        module=module,
        slots=list(SLOTS.values()),
        names={each.symbol: word for word, each in SLOTS.items()},
        layout=Layout(batched=worlds, index=index, border=border),
        launch=SimpleNamespace(tiled=False, dim=(9, 9)),
        features=SimpleNamespace(built_ins=()),
        guards=Guards(True, False, True, True),
        draft=SimpleNamespace(record=record, meanings=SimpleNamespace(memory=memory)),
    )
    constants = {part.name: part.value for part in module.parts if isinstance(part, Constant)}
    told: Found = {}
    _look(kernel.body, facts_of(drawn, constants, kernel, kernel.body), told)
    return told


GUARD = "if d {sign} {bound}:\n    return\ny[i] = 1.0 / d"
LOOP = "t = float(0.0)\nfor k in range({end}):\n    t += x[k]\ny[i] = t"
SEARCH = "best = int(-1)\nfor k in range(n):\n    if x[k] > 0.0:\n        best = {found}\ncount[i] = best"

FOUND = "for k in range(n):\n    if x[k] > 0.0:\n        {first}\n        break"
ATOMIC = "wp.atomic_add(force, end[i], 1.0)\n"

CASES = [
    ("same target", "a = end[i]\nwp.atomic_add(force, a, 1.0)", "wp.atomic_add(x_next, i, 1.0)"),
    ("same target", "force[end[i]] += 1.0\nwp.atomic_sub(force, end[i], 1.0)", "force[end[i]] += 1.0"),
    (
        "same target",
        "a = end[i] * 3\nwp.atomic_add(force, a + 1, 1.0)",
        "k = wp.atomic_add(count, 0, 1)\nwp.atomic_add(force, end[i] * n + k, 1.0)",
    ),
    (
        "same target",
        "a = end[i]\na = end[i + 1]\nwp.atomic_add(force, a, 1.0)",
        "a = i\na = i + 1\nwp.atomic_add(force, a, 1.0)",
    ),
    ("same end", "wp.atomic_add(x_next, other[i], 1.0)", "wp.atomic_add(x_next, i, 1.0)"),
    ("same end", "wp.atomic_add(force, end[other[n - 1]], 1.0)", "wp.atomic_add(force, start[i], 1.0)"),
    ("one place", "wp.atomic_add(count, 0, 1)", "t = int(0)\nif x[i] > 0.0:\n    t += 1\nwp.atomic_add(count, t, 1)"),
    ("slot", "k = wp.atomic_add(count, 0, 1)\nx_next[k] = x[i]", "k = wp.atomic_add(count, 0, step)\nx_next[k] = x[i]"),
    ("no room", "k = wp.atomic_add(count, 0, 1)\nif k >= n:\n    return", "k = step + i\nif k >= step:\n    return"),
    ("own element", f"{ATOMIC}y[i] = 1.0", "y[i] = 1.0"),
    ("own element", f"{ATOMIC}y[i] = 1.0", f"{ATOMIC}y[other[i]] = 1.0"),
    (
        "own element",
        f"{ATOMIC}for k in range(3):\n    y[i * 3 + k] = 1.0",
        f"{ATOMIC}for k in range(4):\n    y[i * 3 + k] = 1.0",
    ),
    (
        "own element",
        f"{ATOMIC}for k in range(WIDTH):\n    y[i * 8 + k] = 1.0",
        f"{ATOMIC}for k in range(-1, 3):\n    y[i * 8 + k] = 1.0",
    ),
    ("own element", f"{ATOMIC}y[i] = 1.0", f"{ATOMIC}i = i // 2\ny[i] = 1.0"),
    ("same number", "force[end[i]] = 1.0", "force[end[i]] = x[i]"),
    ("same number", "wp.atomic_max(count, end[i], 1)", "wp.atomic_max(count, end[i], step)"),
    ("in place", "y[i] = y[i] + 1.0", "y[i] = y[i + 1] + 1.0"),
    ("in place", "y[i] = y[i] + 1.0", "y[i] = law(y, i)"),
    ("old values", "x_next[i] = x[other[i]]", "x_next[i] = x[i]"),
    ("old values", "x_next[i] = x[i] - x[other[i]]", "y[i] = x[other[i]]\nx_next[i] = x[i]"),
    ("none", "a = end[i]\nif a >= 0:\n    force[a] = 1.0", "a = other[i]\nif a >= 0:\n    force[a] = 1.0"),
    ("none", "if end[i] == -1:\n    return", "if step == -1:\n    return"),
    ("none", "if end[i] == -1:\n    return", "if end[i] == -1 or x[i] > 0.0:\n    return"),
    ("bounds", "if i >= n:\n    return", "if i >= step:\n    return"),
    (
        "divisor",
        "d = x[i]\n" + GUARD.format(sign="<=", bound="0.0"),
        "d = x[i]\n" + GUARD.format(sign=">=", bound="1.0"),
    ),
    (
        "divisor",
        "d = x[i]\n" + GUARD.format(sign="<", bound="EPS"),
        "d = x[i]\n" + GUARD.format(sign="<", bound="rate"),
    ),
    ("divisor", "d = x[i]\ny[i] = 1.0 / d if d > 0.0 else 0.0", "d = x[i]\ny[i] = d if d > 0.0 else 1.0 / d"),
    ("floor", "y[i] = 1.0 / (wp.abs(x[i]) + soft)", "y[i] = 1.0 / (x[i] + soft)"),
    ("floor", "d = wp.max(x[i], EPS)\ny[i] = 1.0 / d", "d = wp.max(x[i], rate)\ny[i] = 1.0 / d"),
    ("state", "s = wp.rand_init(seed, i)", "s = wp.rand_init(seed, end[i])"),
    ("stepped", "s = wp.rand_init(seed, step * n + i)", "s = wp.rand_init(seed, step + i)"),
    ("found none", SEARCH.format(found="k"), SEARCH.format(found="1")),
    ("found none", SEARCH.format(found="k"), "a = int(-1)\nif end[i] >= 0:\n    a = end[i]\ncount[i] = a"),
    ("search", FOUND.format(first="a = k"), FOUND.format(first="pass")),
    ("cast", LOOP.format(end="n"), LOOP.format(end="4")),
]


@pytest.mark.parametrize(("reason", "so", "near"), CASES)
def test_a_reason_is_given_where_it_holds_and_not_near_it(reason: str, so: str, near: str) -> None:
    assert reason in found(f"i = wp.tid()\n{so}")
    assert reason not in found(f"i = wp.tid()\n{near}")


ON_GRIDS = [
    ("border", LEAVE, "if i == 0 or j >= n - 1:\n    return", "if i == j:\n    return"),
]


@pytest.mark.parametrize(("reason", "border", "so", "near"), ON_GRIDS)
def test_a_grid_says_what_its_border_does(reason: str, border: str, so: str, near: str) -> None:
    assert reason in found(f"i, j = wp.tid()\n{so}", border)
    assert reason not in found(f"i, j = wp.tid()\n{near}", border)


OF_WORLDS = [
    ("one a world", "wp.atomic_add(force, w, 1.0)", "wp.atomic_add(force, step, 1.0)"),
    ("in turn", "a = x[w % x.shape[0]]", "a = x[w % 2]"),
]


@pytest.mark.parametrize(("reason", "so", "near"), OF_WORLDS)
def test_worlds_have_reasons_of_their_own(reason: str, so: str, near: str) -> None:
    assert reason in found(f"w, i = wp.tid()\n{so}", worlds=True)
    assert reason not in found(f"w, i = wp.tid()\n{near}", worlds=True)


def test_no_element_is_a_threads_own_where_a_function_writes() -> None:
    helper = "@wp.func\ndef mark(x: wp.array(dtype=float), i: int):\n    x[i] = 1.0\n\n\n"
    body = f"i = wp.tid()\n{ATOMIC}d = y[i]\nif d > 0.0:\n    y[i] = 1.0 / d"
    assert {"own element", "divisor"} <= found(body).keys()
    assert "own element" not in found(f"{body}\nmark(y, i + 1)", helper=helper)


def test_names_keep_their_capital_in_an_aside() -> None:
    said = "Velocity of a point.", "Huber's cost.", "GGX density.", "Polak-Ribiere factor.", "Hann window."
    assert [_inside(each)[:1] for each in said] == ["v", "H", "G", "P", "H"]


def test_every_reason_has_a_case() -> None:
    assert {case[0] for case in (*CASES, *ON_GRIDS, *OF_WORLDS)} == set(WORDINGS)
