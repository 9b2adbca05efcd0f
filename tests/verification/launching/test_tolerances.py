"""When two arrays count as the same, as different, and as nothing that could be compared: on a few numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from generator.launch import INOUT, INPUT, OUTPUT, Argument, Launch
from generator.verification.launching.inputs import START, WHOLE_START, beside_ties, nudge, started
from generator.verification.launching.outputs import differs
from generator.verification.launching.tolerances import agrees, near, relative_error
from generator.verification.tiers.execute_tier import constant, threads_apart, unusable

NAN, INF = float("nan"), float("inf")


def array(values: Any, kind: str = "float32") -> np.ndarray:
    return np.array(values, kind)


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        (array([1.0, 100.0]), array([1.0, 100.0]), True),
        (array([1.0, 100.001]), array([1.0, 100.0]), True),
        (array([1.0, 100.003]), array([1.0, 100.0]), False),
        # A small number may carry the rounding of a tenth of the largest one.
        (array([1.0001, 100.0]), array([1.0, 100.0]), True),
        (array([1.0003, 100.0]), array([1.0, 100.0]), False),
        (array([1.0001, INF]), array([1.0, INF]), False),
        (array([1.0, 0.0]), array([1.0, 1e-7]), True),
        (array([0.0]), array([1e-30]), False),
        (array([NAN]), array([NAN]), True),
        (array([NAN]), array([1.0]), False),
        (array([1.0]), array([NAN]), False),
        (array([INF]), array([INF]), True),
        (array([-INF]), array([INF]), False),
        (array([3e38]), array([INF]), False),
        (array([1.0]), array([1.0, 1.0]), False),
        (array([], "float32"), array([], "float32"), True),
        (array([3], "int32"), array([3], "int32"), True),
        (array([3], "int32"), array([4], "int32"), False),
        (array([True]), array([False], "bool"), False),
        (array([1.0 + 1e-9], "float64"), array([1.0], "float64"), False),
        (array([1.0 + 1e-13], "float64"), array([1.0], "float64"), True),
        (array([1.03], "float16"), array([1.0], "float16"), True),
        (array([1.05], "float16"), array([1.0], "float16"), False),
    ],
)
def test_two_arrays_agree_within_the_tolerance_of_their_type(
    found: np.ndarray, expected: np.ndarray, same: bool
) -> None:
    assert agrees(found, expected) == same
    if found.shape == expected.shape:
        assert bool(near(found, expected).all()) == same


def test_what_was_there_before_is_no_size_of_a_result() -> None:
    before, expected = array([1e6, 0.0]), array([1e6, 1.0])
    off = array([1e6, 1.5])
    assert agrees(off, expected) and not agrees(off, expected, before)
    assert relative_error(off, expected, before) == 0.5 and relative_error(expected, expected, before) == 0.0


@pytest.mark.parametrize(
    ("before", "after", "apart"),
    [
        (array([1.0, 2.0]), array([1.0, 2.0]), False),
        (array([1.0, 2.0]), array([1.0, 2.000001]), False),
        (array([1.0, 2.0]), array([1.0, 2.00001]), True),
        (array([1e6, 2.0]), array([1e6, 2.00001]), True),
        (array([NAN]), array([NAN]), False),
        (array([NAN]), array([1.0]), True),
        (array([1], "int32"), array([2], "int32"), True),
        (array([1.0]), array([1.0, 1.0]), True),
    ],
)
def test_an_effect_is_what_moves_an_output_beyond_rounding(before: np.ndarray, after: np.ndarray, apart: bool) -> None:
    assert differs({"a": before}, {"a": after}) == apart
    assert not differs({}, {"a": after})


@pytest.mark.parametrize(
    ("values", "dimensions", "same"),
    [
        (array([1.0, 1.0]), 1, True),
        (array([1.0, 1.000001]), 1, True),
        (array([1.0, 1.001]), 1, False),
        (array([[1.0, 2.0], [1.0, 2.0]]), 1, True),
        (array([[1.0, 2.0], [1.0, 2.0]]), 2, False),
        (array([[1.0, 2.0], [1.0, 3.0]]), 1, False),
        (array([5], "int32"), 1, False),
        (array([[5, 5]], "int32"), 1, True),
        (array([5, 6], "int32"), 1, False),
    ],
)
def test_an_output_is_constant_component_by_component(values: np.ndarray, dimensions: int, same: bool) -> None:
    assert constant(values, dimensions) == same


LAUNCH = Launch(
    (
        Argument("x", "array", "float32", 1, INPUT, (2,)),
        Argument("y", "array", "float32", 1, OUTPUT, (2,)),
        Argument("n", "array", "int32", 1, OUTPUT, (2,), "index", 0.0, 1.0),
        Argument("m", "array", "int32", 1, OUTPUT, (2,), "index", 0.0, 2.0),
        Argument("sum", "array", "float32", 1, INOUT, (2,)),
    ),
    (2,),
)
INPUTS = {name: array([0, 0], "int32" if name in "nm" else "float32") for name in ("x", "y", "n", "m", "sum")}


@pytest.mark.parametrize(
    ("outputs", "problem"),
    [
        ({}, "no output"),
        ({"y": array([1.0, 2.0])}, ""),
        ({"y": array([1.0, INF])}, "not finite: y"),
        ({"y": array([0.0, 0.0])}, "unchanged: y"),
        ({"y": array([1.0, 1.0])}, "constant: y"),
        ({"y": array([1.0, 2.0]), "n": array([3, 3], "int32")}, "constant: n"),
    ],
)
def test_what_makes_outputs_worthless(outputs: dict[str, np.ndarray], problem: str) -> None:
    assert unusable(LAUNCH, INPUTS, outputs) == problem
    settled = problem if not problem.startswith("constant") else ""
    assert unusable(LAUNCH, INPUTS, outputs, settled=lambda: {"y", "n"}) == settled


def test_plain_outputs_start_from_a_number_that_no_launch_gives() -> None:
    found = {name: values.tolist() for name, values in started(LAUNCH, INPUTS).items()}
    zeros = [0, 0]
    assert found == {"x": zeros, "y": [START] * 2, "n": [WHOLE_START] * 2, "m": zeros, "sum": zeros}


def test_floats_are_nudged_by_units_in_the_last_place_and_ties_stay() -> None:
    inputs = {"a": array([1.0, 2.0, 3.0] * 50), "body": {"b": array([1.0] * 50), "k": array([7], "int32")}}
    moved = nudge(inputs, np.random.default_rng(1))
    units = (moved["a"] - inputs["a"]) / np.spacing(inputs["a"])
    assert set(units.tolist()) == set(range(-4, 5)) and moved["body"]["k"] is inputs["body"]["k"]
    untied = {"a": array([1.0, 9.0, 3.0] * 50), "body": inputs["body"]}
    kept = beside_ties(moved, inputs, untied, {"body.b"})
    tied = inputs["a"] != untied["a"]
    assert (kept["a"][tied] == 2.0).all() and (kept["a"][~tied] == moved["a"][~tied]).all()
    assert kept["body"]["b"] is inputs["body"]["b"]


@pytest.mark.parametrize(
    ("body", "apart"),
    [
        ("y[i] = x[i]", True),
        ("y[i] = x[0]", True),
        ("y[0] = x[i]", False),
        ("y[i] = y[i] + x[i]", False),
        ("y[i] = 1.0\n    y[i + 1] = x[i]", False),
        ("if x[i] > 0.0:\n        y[i] = x[i]", True),
        ("wp.atomic_add(y, i, x[i])", False),
    ],
)
def test_threads_are_apart_where_each_writes_its_own_element(body: str, apart: bool) -> None:
    source = f"def k(x: wp.array(dtype=float), y: wp.array(dtype=float)):\n    i = wp.tid()\n    {body}\n"
    launch = Launch(LAUNCH.arguments[:2], (2,))
    assert threads_apart(source, launch) == apart
    assert not threads_apart(source.replace("i = wp.tid()", "i = 0"), launch)
    assert not threads_apart(source, LAUNCH)
    both = replace(launch, arguments=tuple(replace(each, role=INOUT) for each in launch.arguments))
    assert not threads_apart(source, both)
