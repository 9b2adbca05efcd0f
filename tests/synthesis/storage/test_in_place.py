"""What a thread reads and stores may be one array, where no derivative is needed or old values only enter sums."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.printing import block_text
from generator.syntax.reading.module_reader import read
from generator.syntax.walks.addends import enters_sums_alone
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel, draw_kernel
from generator.synthesis.composition.spare_stores import without_spare_stores

IN_PLACE = replace(DEFAULT_POLICY, in_place=1.0, projects=((replace(LIBRARY, directions=1.0), 1.0),))

BEGINNING = """
import warp as wp

@wp.kernel
def k(x: wp.array[float], on: wp.array[int], poses: wp.array[wp.transform], at: wp.array[wp.vec3]):
    i = wp.tid()
    pose = poses[i]
    wp.transform_set_translation(pose, at[i])
    poses[i] = pose
    point = at[i]
    point[0] = 1.0
    at[i] = point
    a = x[i]
"""

SPARE = """
    if on[i] == 0:
        x[i] = a
        return
    if on[i] == 1:
        x[i] = x[i]
    else:
        a = a + 1.0
        x[i] = a
    x[i] = a
"""

KEPT = """
    if on[i] == 0:
        return
    if on[i] != 1:
        a = a + 1.0
        x[i] = a
    x[i] = a
"""


def test_an_old_value_is_not_written_back() -> None:
    (kernel,), (expected,) = (read(BEGINNING + rest.lstrip("\n")).kernels for rest in (SPARE, KEPT))
    left = without_spare_stores(kernel.body, {"x", "poses", "at"})
    assert block_text(left) == block_text(expected.body)


@pytest.mark.parametrize(
    ("name", "kept"), [("mpm_deformation", False), ("smooth_reading", False), ("joint_friction_effort", True)]
)
def test_with_a_derivative_only_where_old_values_are_added_to(name: str, kept: bool) -> None:
    known, drawn, with_derivative = load_all()[name], [], 0
    for draw in range(8):
        choice = chosen(known, choose_variant(Random(f"{name}/{draw}"), known))
        needed = draft_kernel(f"{name}/{draw}", (choice,), IN_PLACE.with_derivative)
        with_derivative += any(slot.reads and slot.stores for slot in needed.signature.slots.values())
        assert not needed.not_differentiable
        drawn.append(draw_kernel(f"{name}/{draw}", (choice,), IN_PLACE))
    assert (with_derivative > 0) == kept
    one = [each.names[slot.symbol] for each in drawn for slot in each.slots if slot.reads and slot.stores]
    assert len(one) >= len(drawn)
    assert not any(word.endswith(("_in", "_out")) for word in one)  # it is both


SUMS = {
    "x[i] = x[i] + v[i] * dt": True,
    "a = x[i]; a += v[i]; x[i] = a": True,
    "x[i] = -x[i] if v[i] > 0.0 else x[i] - dt": True,
    "a = x[i] + v[i]; x[i] = a; v[i] = a * a": False,
    "if i < x.shape[0]: x[i] = x[i] + dt": True,
    "x[i] = x[i] * dt": False,
    "a = x[i]; a *= dt; x[i] = a": False,
    "x[i] = -x[i] if x[i] > 0.0 else x[i] - dt": False,
    "v[int(x[i])] = dt": False,
    "a = dt; a += x[i]; x[i] = wp.sin(a)": False,
    "if x[i] > dt: v[i] = dt": False,
}


@pytest.mark.parametrize("lines", SUMS)
def test_an_old_value_that_only_enters_sums(lines: str) -> None:
    body = "".join(f"    {line}\n" for line in ("i = wp.tid()", *lines.split("; ")))
    arguments = "x: wp.array[float], v: wp.array[float], dt: float"
    kernel = read(f"import warp as wp\n\n\n@wp.kernel\ndef k({arguments}):\n{body}").kernels[0]
    assert enters_sums_alone(kernel.body, "x") == SUMS[lines]
