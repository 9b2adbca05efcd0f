"""How many cells a grid has along its axes is told by one array throughout a kernel."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.statements import parts_of
from generator.syntax.value_text import value_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel


@pytest.mark.parametrize("name", ["grid_gray_scott", "grid_residual", "grid_pressure_sweep", "grid_heat_layers"])
def test_one_array_tells_all_axes(name: str) -> None:
    known, told = load_all()[name], 0
    for draw in range(12):
        key = f"{name}/{draw}"
        draft = draft_kernel(key, (chosen(known, choose_variant(Random(key), known)),), DEFAULT_POLICY)
        arrays: set[str] = set()
        for part in parts_of(draft.body):
            if part.operation == "subscript" and part.operands[0].operation == "attribute":
                array, axis = part.operands[0].operands[0], part.operands[1]
                slot = draft.signature.slots[array.operands[0]]
                if ":" in slot.shape[axis.operands[0]].entity:
                    arrays.add(slot.symbol)
        told += bool(arrays)
        assert len(arrays) < 2
    assert told


def test_relations_of_cells_lie_as_their_attributes_do() -> None:
    """A grid with two indices has no array in which its cells lie one after another."""
    known, square = load_all()["lbm_temperature"], replace(DEFAULT_POLICY, flat_grid=0.0)
    draft = draft_kernel("cells", (chosen(known, choose_variant(Random("cells"), known)),), square)
    walls = draft.signature.slots["@cell.wall"]
    assert [size.entity for size in walls.shape] == ["cell:0", "cell:1"]


def test_a_number_that_tells_how_many_records_there_are_is_the_bound() -> None:
    known, bounded = load_all()["band_ageing"], replace(DEFAULT_POLICY, bounds=1.0, count_on_device=1.0)
    for draw in range(8):
        draft = draft_kernel(f"bands/{draw}", (chosen(known, choose_variant(Random("bands"), known)),), bounded)
        assert not {"@band.count", "@band.counter"} & draft.signature.slots.keys()
        assert "@bands" in draft.signature.slots


def test_a_count_is_an_argument_or_a_shape_and_not_both() -> None:
    known = load_all()["fir_filter"]
    variant = {word: next(iter(values)) for word, values in known.variants.items()} | {
        "border": "wrap",
        "symmetric": True,
    }
    drawn = [draft_kernel(f"count/{draw}", (chosen(known, variant),), DEFAULT_POLICY) for draw in range(20)]
    for draft in drawn:
        texts = {value_text(part) for part in parts_of(draft.body)}
        assert "@sample.count" not in texts or not any(".shape[" in text and "sample" in text for text in texts)
    assert any("@sample.count" in draft.signature.slots for draft in drawn)
