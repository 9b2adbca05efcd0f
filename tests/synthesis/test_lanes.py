"""Blocks whose threads ask for their place in it: how they are launched, told, and run."""

from __future__ import annotations

import pytest

from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import DrawnKernel, choose_variant, chosen, draw_kernel
from generator.synthesis.storage.draw_layout import goes_with
from generator.synthesis.telling.specification import specification_of
from generator.verification.tiers.tiers import Item, verify

KNOWN = load_all()


def drawn(name: str, key: str) -> DrawnKernel:
    return draw_kernel(key, (chosen(KNOWN[name], choose_variant(Random(key), KNOWN[name])),), DEFAULT_POLICY)


@pytest.mark.parametrize("number", range(4))
def test_the_last_result_of_tid_is_the_lane(number: int) -> None:
    found = drawn("lanes_sum", f"lanes {number}")
    lane = found.layout.lane
    assert f", {lane} = wp.tid()" in module_text(found.module) and found.launch.tiled
    assert len(found.launch.dim) == len(found.layout.index)
    assert "is a thread's number in its block" in specification_of(found, Random("told"))


def test_single_threads_and_blocks_are_not_joined() -> None:
    block, single = KNOWN["block_boxes_in_box"], KNOWN["boxes_in_sphere"]
    layouts = [drawn(each.name, "joined").layout for each in (block, single)]
    others = [chosen(each, choose_variant(Random("joined"), each)) for each in (block, single)]
    fits = [goes_with(layout, block.schema, each.record, each.needs) for layout in layouts for each in others]
    assert fits == [True, False, False, True]


@pytest.mark.parametrize("name", ["lanes_histogram", "lanes_loud_places", "lanes_stacked_sum"])
def test_any_number_of_lanes_gives_the_same(name: str) -> None:
    """One on the CPU, the 256 of the row's text on the emulator."""
    found = drawn(name, "any")
    (verdict,) = verify(
        [Item(module_text(found.module), found.launch)], ("codegen", "execute", "device"), backward=False
    )
    assert verdict.passed == ("codegen", "execute", "device"), verdict.failed
