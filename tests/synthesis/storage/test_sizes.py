"""How many cells a grid has along an axis is told by one array throughout a kernel."""

from __future__ import annotations

import pytest

from generator.syntax.statements import parts_of
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel
from generator.synthesis.storage.signature import Size


@pytest.mark.parametrize("name", ["grid_gray_scott", "grid_residual", "grid_pressure_sweep", "grid_heat_layers"])
def test_one_array_tells_an_axis(name: str) -> None:
    known, told = load_all()[name], 0
    for draw in range(12):
        key = f"{name}/{draw}"
        draft = draft_kernel(key, (chosen(known, choose_variant(Random(key), known)),), DEFAULT_POLICY)
        by_axis: dict[Size, set[str]] = {}
        for part in parts_of(draft.body):
            if part.operation == "subscript" and part.operands[0].operation == "attribute":
                array, axis = part.operands[0].operands[0], part.operands[1]
                slot = draft.signature.slots[array.operands[0]]
                size = slot.shape[axis.operands[0]]
                if ":" in size.entity:
                    by_axis.setdefault(size, set()).add(slot.symbol)
        told += bool(by_axis)
        assert all(len(arrays) == 1 for arrays in by_axis.values())
    assert told
