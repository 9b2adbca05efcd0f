"""What a thread reads and stores may be one array, where no derivative is asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.printing import block_text
from generator.syntax.reading.module_reader import read
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.beginning import without_spare_stores
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel, draw_kernel

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


@pytest.mark.parametrize("name", ["mpm_deformation", "kick_body", "smooth_reading"])
def test_only_where_no_derivative_is_asked_for(name: str) -> None:
    known, drawn = load_all()[name], []
    for draw in range(8):
        choice = chosen(known, choose_variant(Random(f"{name}/{draw}"), known))
        apart = draft_kernel(f"{name}/{draw}", (choice,), IN_PLACE.out_of_place)
        assert not any(slot.reads and slot.stores for slot in apart.signature.slots.values())
        drawn.append(draw_kernel(f"{name}/{draw}", (choice,), IN_PLACE))
    one = [each.names[slot.symbol] for each in drawn for slot in each.slots if slot.reads and slot.stores]
    assert len(one) >= len(drawn)
    assert not any(word.endswith(("_in", "_out")) for word in one)  # it is both
