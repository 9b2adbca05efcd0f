"""What is told from a tree of a sum over a loop of run-time length that goes on to be used."""

from __future__ import annotations

from textwrap import indent

import pytest

from generator.syntax.reading import read
from generator.syntax.walks.adjoint_limits import adjoint_limits

_KERNEL = """
import warp as wp


@wp.kernel
def summed(values: wp.array(dtype=float), gains: wp.array(dtype=float), n: int, sums: wp.array(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    for k in range(n):
        total += values[k]
    gain = gains[i]
"""


@pytest.mark.parametrize(
    ("rest", "wrong"),
    [
        ("    sums[i] = total\n", False),
        ("    kept = total\n    sums[i] = kept\n", False),
        ("    kept = total\n    shifted = kept - gain\n    sums[i] = shifted\n", False),
        ("    sums[i] = gain * total\n", True),
        ("    kept = total\n    sums[i] = gain * kept\n", True),
        ("    kept = total\n    shifted = kept - gain\n    sums[i] = gain * shifted\n", True),
        ("    kept = total\n    gain = 2.0 * gain\n    sums[i] = gain + kept\n", False),
        ("    total /= gain\n    sums[i] = total\n", True),
        ("    total += gain\n    sums[i] = total\n", False),
        ("    gain += total\n    sums[i] = gain\n", False),
        ("    gain += total\n    sums[i] = gain * gain\n", True),
    ],
)
def test_a_sum_is_followed_through_the_locals_that_hold_it(rest: str, wrong: bool) -> None:
    assert ("dynamic_loop_result_used" in adjoint_limits(read(_KERNEL + rest))) == wrong


@pytest.mark.parametrize(
    ("start", "wrong"),
    [
        ("float(0.0)", False),
        ("gains[i]", False),
        ("gains[i] * gains[0]", False),
        ("float(gains[i] / gains[0])", False),
        ("gains[i] / gains[0]", True),
        ("gains[i] ** 2.0", True),
        ("wp.sqrt(gains[i])", True),
    ],
)
def test_a_sum_that_starts_from_what_an_adjoint_reads(start: str, wrong: bool) -> None:
    source = _KERNEL.replace("float(0.0)", start) + "    sums[i] = total\n"
    assert ("sum_from_quotient" in adjoint_limits(read(source))) == wrong


@pytest.mark.parametrize(
    ("change", "wrong"), [("*= gain", True), ("/= gain", True), ("+= gain", False), ("+= v[1] * v[1]", True)]
)
def test_a_component_that_is_scaled_in_place_is_made_of_itself(change: str, wrong: bool) -> None:
    source = _KERNEL + f"    v = wp.vec3(gain, 1.0, 2.0)\n    v[0] {change}\n    sums[i] = v[0]\n"
    assert ("component_assigned_from_itself" in adjoint_limits(read(source))) == wrong


@pytest.mark.parametrize(
    ("rest", "wrong"),
    [
        ("    v = points[i]\n    v[0] = gain\n", True),
        ("    v = points[i]\n    for k in range(3):\n        if gain > 0.0:\n            v[k] = gain\n", True),
        ("    v = points[i]\n    v[0] += gain\n", False),
        ("    v = wp.vec3(0.0)\n    for k in range(3):\n        v[k] = gain\n", False),
        ("    v = wp.vec3(0.0)\n    for k in range(3):\n        v[0] = gain\n", True),
        ("    v = wp.vec3(0.0)\n    v[0] = gain\n    v[0] = values[i]\n", True),
        ("    v = wp.vec3(0.0)\n    if gain > 0.0:\n        v[0] = gain\n    else:\n        v[0] = values[i]\n", False),
        ("    v = wp.vec3(0.0)\n    v[0] = 1.0\n    v[0] = gain\n", False),
        (
            "    v = wp.vec3(0.0)\n    if gain > 0.0:\n        i = 1\n    else:\n        v[0] = gain\n    v[0] = 1.0\n",
            True,
        ),
        ("    v = points[i]\n    v = wp.vec3(0.0)\n    v[0] = gain\n", False),
        ("    body = bodies[i]\n    body.mass = gain\n", False),
        ("    row = rows[i]\n    row[0] = gain\n", False),
    ],
)
def test_a_component_that_is_set_where_something_was(rest: str, wrong: bool) -> None:
    parameters = "points: wp.array(dtype=wp.vec3), rows: wp.array2d(dtype=float), bodies: wp.array(dtype=Body), n: int"
    source = _KERNEL.replace("n: int", parameters) + rest
    assert ("component_replaced" in adjoint_limits(read(source))) == wrong


@pytest.mark.parametrize(
    ("turns", "leave", "dynamic"), [("3", "break", True), ("3", "return", False), ("n", "return", True)]
)
def test_a_loop_with_a_break_is_not_unrolled(turns: str, leave: str, dynamic: bool) -> None:
    loop = (
        f"    for k in range({turns}):\n        if values[k] > 1.0:\n            {leave}\n        sums[k] = gains[k]\n"
    )
    source = _KERNEL.partition("    total")[0] + loop
    assert ("break_in_dynamic_loop" in adjoint_limits(read(source))) == dynamic


HEAD = "i = wp.tid()\ntotal = float(0.0)\nv = wp.vec3(x[i], 0.0, 0.0)\n"


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("for k in range(3):\n    if k > i:\n        break\n    total += x[k]", {"break_in_dynamic_loop"}),
        ("for k in range(3):\n    if k > i:\n        return", set()),
        ("for k in range(i):\n    if k > i:\n        return", {"break_in_dynamic_loop"}),
        ("for k in range(3):\n    if k > i:\n        continue", set()),
        ("old = wp.atomic_add(y, 0, 1.0)", {"atomic_result_used"}),
        ("wp.atomic_max(y, 0, 1.0)", {"atomic_max_start"}),
        ("wp.atomic_min(y, 0, 1.0)", {"atomic_max_start"}),
        ("y[0] = wp.frac(x[i])", {"frac"}),
        ("y[0] = wp.where(i > 0, x[i] / x[0], 1.0)", {"quotient_not_selected"}),
        ("y[0] = wp.where(x[i] / x[0] > 0.0, 1.0, 2.0)", set()),
        ("while i < 9:\n    i += 1", {"while_loop"}),
        ("while i < 9:\n    total = 2.0 * total", {"while_loop"}),
        ("for k in range(i):\n    total = 2.0 * total", {"mutated_in_dynamic_loop"}),
        ("for k in range(i):\n    total = total + x[k]", set()),
        ("for k in range(i):\n    total = x[k] - total", {"mutated_in_dynamic_loop"}),
        ("for k in range(i):\n    total += x[k] * total", {"mutated_in_dynamic_loop"}),
        ("for k in range(i):\n    y[k] = x[k] * x[k]", set()),
        ("for k in range(i):\n    j = k + 1\n    y[j] = x[k]", set()),
        ("for k in range(i):\n    if k > 3:\n        y[k] = 0.0\n        continue\n    y[k] = x[k]", set()),
        ("for k in range(i):\n    if k > 3:\n        y[k] = 0.0\n    else:\n        y[k] = x[k]", set()),
        ("for k in range(i):\n    y[k] = x[k]\n    if k > 3:\n        y[k] = 0.0", {"mutated_in_dynamic_loop"}),
        (
            "for k in range(i):\n    for j in range(2):\n        continue\n    y[k] = 0.0\n    y[k] = x[k]",
            {"mutated_in_dynamic_loop"},
        ),
        (
            "s = wp.rand_init(7, i)\nfor k in range(i):\n    if wp.randf(s) < 0.5:\n        y[k] = x[k]",
            {"mutated_in_dynamic_loop"},
        ),
        ("for k in range(i):\n    s = wp.rand_init(7, k)\n    if wp.randf(s) < 0.5:\n        y[k] = x[k]", set()),
        ("for k in range(i):\n    y[k] = x[k] * sample_gain()", set()),
        ("for k in range(i):\n    y[0] = x[k]", {"mutated_in_dynamic_loop"}),
        ("for k in range(i):\n    y[k] = x[k]\ny[0] = x[i]", {"mutated_in_dynamic_loop"}),
        ("for k in range(i):\n    y[k] = x[k] + y[k + 1]", {"mutated_in_dynamic_loop"}),
        ("for k in range(i):\n    v[k] = x[k]", {"component_replaced", "mutated_in_dynamic_loop"}),
        ("while wp.atomic_cas(y, 0, 0, 1) == 1:\n    pass", {"loop_until_exchanged"}),
        ("while i < 9:\n    wp.atomic_add(y, 0, 1.0)\n    i += 1", {"while_loop"}),
        ("v[0] = v[1]", {"component_assigned_from_itself", "component_replaced"}),
        ("v[0] = 1.0", {"component_replaced"}),
    ],
)
def test_what_warp_does_not_differentiate_rightly(text: str, limits: set[str]) -> None:
    arguments = "x: wp.array(dtype=float), y: wp.array(dtype=float)"
    source = f"@wp.kernel\ndef f({arguments}):\n{indent(HEAD + text, '    ')}\n"
    assert adjoint_limits(read(source)) == limits
