"""What a kernel compares its elements with is found in its syntax tree, and inputs with ties hold it."""

from __future__ import annotations

import numpy as np
import pytest

from generator.launch import INOUT, OUTPUT, TIES, Argument, Launch
from generator.launch.numbers import Element, Numbers, seed_of
from generator.launch.thresholds import ties_of, with_ties
from generator.launch.ties import draw

N = 400
BEFORE = """import warp as wp

LIMIT = wp.constant(0.5)
FLOOR = -0.25


@wp.struct
class Body:
    mass: float
    kind: int


@wp.func
def above(value: float, least: float):
    return value > least


"""


def array(name: str, dtype: str = "float32", **more: object) -> Argument:
    return Argument(name, "array", dtype, 1, shape=(N,), **more)  # type: ignore[arg-type]


ARGUMENTS = (
    array("x"),
    array("z"),
    array("n", "int32", low=0.0, high=5.0),
    array("v", "vec3"),
    array("order", "int32", fill="permutation"),
    array("bodies", "Body", fields=(Argument("mass", "scalar", "float32"), Argument("kind", "scalar", "int32"))),
    Argument("k", "scalar", "float32", fill="value", value=0.75),
    array("y", role=OUTPUT),
)
FOUND = {
    "x[i] < 0.25": {"x": (0.25,)},
    "0.25 >= x[i]": {"x": (0.25,)},
    "-1.0 < x[i] <= LIMIT": {"x": (-1.0, 0.5)},
    "x[i] > FLOOR and z[i] != 0.0": {"x": (-0.25,), "z": (0.0,)},
    "x[i] < k": {"x": ("k",)},
    "k < x[i]": {"x": ("k",)},
    "x[i] < z[i + 1]": {"x": ("z",)},
    "x[i] < x[0]": {"x": ("x",)},
    "wp.abs(x[i]) < 0.5": {"x": (0.5,)},
    "n[i] > 3": {"n": (3.0,)},
    "float(n[i]) > 3.0": {"n": (3.0,)},
    "v[i][1] < 0.5 or v[i].x > z[i]": {"v": (0.5, "z")},
    "bodies[i].mass > 0.5": {"bodies.mass": (0.5,)},
    "above(x[i], 0.125)": {"x": (0.125,)},
    # what is computed, or never drawn, has no tie
    "2.0 * x[i] < 0.25": {},
    "x[i] < 2.0": {},
    "n[i] > 5": {},
    "k < 0.5": {},
}


@pytest.mark.parametrize("condition", FOUND)
@pytest.mark.parametrize("named", [False, True])
def test_ties_are_what_elements_are_compared_with(condition: str, named: bool) -> None:
    signature = ", ".join(a.name for a in ARGUMENTS)
    lines = ["i = wp.tid()"]
    if named and condition.startswith("x[i] <"):
        lines, condition_text = [*lines, "a = x[i]"], condition.replace("x[i]", "a", 1)
    else:
        condition_text = condition
    lines += [f"if {condition_text}:", "    y[i] = 1.0"]
    source = BEFORE + f"@wp.kernel\ndef k0({signature}):\n" + "".join(f"    {line}\n" for line in lines)
    assert ties_of(Launch(ARGUMENTS, (N,)), source) == FOUND[condition]


def test_a_launch_with_ties_survives_its_text() -> None:
    source = BEFORE + "@wp.kernel\ndef k0(x, y):\n    if x[0] < 0.25 or x[1] > y[0]:\n        y[0] = 1.0\n"
    launch = with_ties(Launch((array("x"), array("y", role=INOUT)), (N,)), source)
    assert launch.arguments[0].ties == (0.25, "y")
    assert Launch.from_json(launch.to_json()) == launch
    assert with_ties(launch, "") is launch
    assert "ties" not in Launch((array("x"),), (N,)).to_json()


def drawn(*arguments: Argument, variant: str) -> dict[str, np.ndarray]:
    every = [
        Numbers(a.name, a, Element(a.dtype), a.shape if a.kind == "array" else (), seed_of("s", a.name))
        for a in arguments
    ]
    return draw(Launch(arguments, (N,), variant=variant), every)


def test_a_quarter_of_the_elements_is_tied() -> None:
    x = array("x", ties=(0.25, "z", "k", 7.0))
    z, k = array("z", low=-3.0, high=3.0), Argument("k", "scalar", "float32", fill="value", value=0.75)
    plain, tied = (drawn(x, z, k, variant=variant) for variant in ("", TIES))
    changed = tied["x"] != plain["x"]
    inside = (z.low <= tied["x"]) & (tied["x"] <= z.high)
    assert inside.all() and np.abs(tied["x"]).max() <= 1.0  # 7 is outside, and so are most elements of z
    kinds = [tied["x"] == 0.25, tied["x"] == tied["z"], tied["x"] == 0.75]
    assert all(kind.sum() > 5 for kind in kinds)
    assert (changed == np.any(kinds, axis=0)).all()
    assert 0.08 * N < changed.sum() < 0.25 * N
    np.testing.assert_array_equal(tied["z"], plain["z"])


def test_an_element_equals_the_one_before() -> None:
    tied = drawn(array("x", ties=("x",)), variant=TIES)["x"]
    assert 0.1 * N < (tied[1:] == tied[:-1]).sum() < 0.4 * N


def test_orders_and_lengths_are_not_tied() -> None:
    for fill in ("permutation", "sorted", "unit", "arange"):
        x = array("x", fill=fill, ties=(0.5,))
        np.testing.assert_array_equal(drawn(x, variant=TIES)["x"], drawn(x, variant="")["x"])
