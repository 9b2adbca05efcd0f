"""What is struck, each by what it does; what is not; and what cannot be read."""

from __future__ import annotations

import pytest

from generator.launch import INOUT, OUTPUT, Argument, Launch
from generator.syntax.reading import read
from generator.syntax.statements import If
from generator.synthesis.screening.draws import draws_of
from generator.synthesis.screening.expressions import Arm
from generator.synthesis.screening.lanes.outcome import (
    CAST,
    DIVISION,
    ENDLESS,
    KINDS,
    NOT_FINITE,
    OUTSIDE,
    SILENT,
    UNMOVED,
    UNSEEN,
    NotScreened,
)
from generator.synthesis.screening.screen import Findings, arms_of, struck

SIZE = 24

NUMBERS = {
    "x": Argument("x", "array", "float32", 1, shape=(SIZE,)),
    "ids": Argument("ids", "array", "int32", 1, shape=(SIZE,), fill="index", low=-1.0, high=float(SIZE)),
    "count": Argument("count", "scalar", "int32", fill="value", value=20.0),
    "scale": Argument("scale", "scalar", "float32", low=0.5, high=1.0),
    "y": Argument("y", "array", "float32", 1, OUTPUT, (SIZE,)),
    "total": Argument("total", "array", "float32", 1, INOUT, (1,)),
    "slots": Argument("slots", "array", "int32", 1, OUTPUT, (SIZE + 1,), fill="zeros"),
}
KINDS_OF = {"x": "wp.array(dtype=float)", "ids": "wp.array(dtype=int)", "count": "int", "scale": "float"}
KINDS_OF |= {"y": "wp.array(dtype=float)", "total": "wp.array(dtype=float)", "slots": "wp.array(dtype=int)"}


def outcome(arguments: str, *lines: str) -> str:
    """The kind of what a kernel of these arguments and lines is struck for, or nothing."""
    names = arguments.split()
    signature = ", ".join(f"{name}: {KINDS_OF[name]}" for name in names)
    body = "\n".join(f"    {line}" for line in ("tid = wp.tid()", *lines))
    module = read(f"import warp as wp\n\n\n@wp.kernel\ndef k({signature}):\n{body}\n")
    reason = struck(module, module.kernels[0], Launch(tuple(NUMBERS[name] for name in names), (SIZE,)))
    return reason.kind if reason else ""


STRUCK = (
    (OUTSIDE, "x y", "y[tid] = x[tid + 1]"),
    (OUTSIDE, "x y", "y[tid] = x[-1] * x[tid]"),
    (DIVISION, "ids y", "y[tid] = float(tid / (ids[tid] + 1))"),
    (DIVISION, "ids y", "y[tid] = float(tid % (ids[tid] + 1))"),
    (CAST, "x y", "y[tid] = float(wp.uint32(x[tid] - 2.0))"),
    (CAST, "x y", "y[tid] = float(wp.vec2i(tid, int(x[tid] * 2147483648.0 + 2147483648.0))[1])"),
    (ENDLESS, "x y", "v = x[tid]", "while v < 2.0:", "    v = v * 0.5", "y[tid] = v"),
    (NOT_FINITE, "x y", "y[tid] = wp.sqrt(x[tid])"),
    (NOT_FINITE, "x y", "y[tid] = x[tid] // (x[tid] - x[tid])"),
    (SILENT, "x scale y", "v = x[tid] * scale", "y[tid] = v / scale"),
    (UNMOVED, "x y", "v = x[tid]", "if v > 2.0 * v * v + 8.0:", "    y[tid] = v"),
    (UNSEEN, "x y", "v = x[tid]", "y[tid] = v", "if v > 3.0:", "    y[tid] = 1.0 - v"),
)
"""Kernels of a fault, each behind its kind."""


@pytest.mark.parametrize("case", STRUCK, ids=lambda case: f"{case[0]}: {case[-1]}")
def test_a_fault_is_struck_as_what_it_is(case: tuple[str, ...]) -> None:
    assert outcome(*case[1:]) == case[0]


def test_each_kind_is_struck() -> None:
    assert {kind for kind, *_ in STRUCK} == {*KINDS}


SOUND = {
    "a guard against zero that never fires": ("x y", "v = x[tid]", "y[tid] = v", "if v < 1.0e-9:", "    y[tid] = 1.0"),
    "a guard against more threads than records": ("x count y", "if tid >= count:", "    return", "y[tid] = x[tid]"),
    "a constant of 32 bits without a sign": ("x y", "y[tid] = x[tid] * float(wp.uint32(2654435769) >> wp.uint32(30))"),
    "a fraction below zero that is dropped": ("x y", "y[tid] = x[tid] + float(wp.uint32(x[tid] * 0.99))"),
    "a cast that only the lanes behind a test do": (
        "x y",
        "v = x[tid]",
        "if v > 0.0:",
        "    y[tid] = v + float(wp.uint8(v * 255.0))",
    ),
    "a reference to nothing": ("ids x y", "i = ids[tid]", "if i >= 0:", "    y[tid] = x[i]"),
    "an index that only the lanes behind a test use": (
        "x y",
        "if tid > 0 and x[tid - 1] > 0.0:",
        "    y[tid] = x[tid]",
    ),
    "a zero that only a guard sees": ("x y", "if x[tid] == 0.0:", "    return", "y[tid] = 1.0 / x[tid]"),
    "a sum of all lanes": ("x total", "wp.atomic_add(total, 0, x[tid])"),
    "slots": ("x slots", "if x[tid] > 0.0:", "    slots[wp.atomic_add(slots, 0, 1) + 1] = tid"),
    "a loop with a break": (
        "ids x y",
        "v = float(0.0)",
        "for k in range(tid):",
        "    if ids[k] == tid:",
        "        break",
        "    v += x[k]",
        "y[tid] = v",
    ),
}


@pytest.mark.parametrize("what", SOUND)
def test_what_is_sound_passes(what: str) -> None:
    assert outcome(*SOUND[what]) == ""


def test_what_has_no_definition_is_said() -> None:
    with pytest.raises(NotScreened, match="tile_load"):
        outcome("x y", "t = wp.tile_load(x, shape=8)", "wp.tile_store(y, t)")


def test_a_draw_that_leaves_an_array_shows_no_effect() -> None:
    """``count`` only says how long the array is: another value leads outside, where nothing is known."""
    module = read(
        "import warp as wp\n\n\n@wp.kernel\ndef k(x: wp.array(dtype=float), count: int, y: wp.array(dtype=float)):\n"
        "    tid = wp.tid()\n    y[tid] = x[wp.max(tid - 24 // count, 0) - wp.min(24 // count - 1, 1) * 24]\n"
    )
    whole = Argument("count", "scalar", "int32", fill="value", value=float(SIZE))
    launch = Launch((NUMBERS["x"], whole, NUMBERS["y"]), (SIZE,))
    reason = struck(module, module.kernels[0], launch)
    assert reason is not None and (reason.kind, reason.where) == (SILENT, "count")


GUARDED = """def f(a: float):
    if a < 1.0e-6:
        return
    if a > 2.0:
        b = a
    else:
        b = 1.0
"""


def test_draws_that_show_arms_alone_end_with_the_arms() -> None:
    """A further setting has them for an arm that no lane was in; a guard against zero needs none."""
    launch = Launch((NUMBERS["x"], NUMBERS["scale"], NUMBERS["y"]), (SIZE,))
    assert len([*draws_of(launch, ["x"], "k", [1])]) == len([*draws_of(launch, ["x"], "k", [1], arms=False)]) + 2

    module = read(GUARDED)
    function = module.functions[0]
    guard, branch = function.body
    assert isinstance(guard, If) and isinstance(branch, If)
    of_guard, yes, no = (id(guard), "if"), (id(branch), "if"), (id(branch), "else")
    assert set(arms_of([function])) == {of_guard, yes, no}

    def shows_all(*seen: Arm) -> bool:
        conditions = {of_guard: guard.condition, yes: branch.condition, no: branch.condition}
        return Findings(module, function, {}, arms=conditions, seen=set(seen)).shows_all(arms_of([function]))

    assert shows_all(of_guard, yes, no) and shows_all(yes, no)
    assert not shows_all(of_guard, yes)
    assert not Findings(module, function, {}).shows_all(arms_of([function]))


def test_only_arrays_of_optional_indices_have_a_draw_of_nothing() -> None:
    """For others it would be like the first."""
    launch = Launch((NUMBERS["x"], NUMBERS["y"]), (SIZE,))
    with_ids = Launch((NUMBERS["ids"], NUMBERS["y"]), (SIZE,))
    assert [draw.checked for draw in draws_of(launch, [], "k", [0]) if draw.empty] == [False, False]
    assert [draw.checked for draw in draws_of(with_ids, [], "k", [0]) if draw.empty] == [True, False, False]
