"""No world writes what another writes, or shares a state with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import BATCHED
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel
from generator.synthesis.storage.layout import SHARED
from generator.synthesis.storage.signature import STATE_GROUP, Size, symbol

WORLDS = replace(DEFAULT_POLICY, projects=((replace(BATCHED, batched=1.0), 1.0),))

ORDERS = ("mesh_weld_vertices", "broad_sweep_ranges")
"""Computations that store or read an order of all records."""


@pytest.mark.parametrize("name", [*ORDERS, *Random("worlds").sample(list(load_all()), 40)])
def test_worlds_share_no_state_and_no_output(name: str) -> None:
    known = load_all()[name]
    draft = draft_kernel(name, (chosen(known, choose_variant(Random(name), known)),), WORLDS)
    memory = draft.meanings.memory
    if memory.layout.batched:
        slots = [slot for slot in memory.signature.slots.values() if slot.shape]
        own = [slot for slot in slots if slot.writes or slot.group == STATE_GROUP]
        assert own and all(slot.shape[0].entity == "world" for slot in own)  # of a flat array: so many each
    assert memory.layout.batched == (memory.world is not None) and (memory.layout.batched or name not in ORDERS)


@pytest.mark.parametrize("name", ["mesh_angle_defect", "mask_weights", "linear_forward", "quantize_unit", "alias_pick"])
def test_whole_numbers_of_a_model_are_the_same_in_all_worlds(name: str) -> None:
    known = load_all()[name]
    every = [(entity.name, of) for entity in known.schema.entities for of in entity.attributes]
    whole = {symbol(entity, of.name, "in") for entity, of in every if of.is_structure}
    whole |= {symbol(*word, "in") for word in (("channel", "scale"), ("distribution", "threshold"))}
    other = found = 0
    for draw in range(20):
        draft = draft_kernel(f"{name}/{draw}", (chosen(known, choose_variant(Random(f"{draw}"), known)),), WORLDS)
        other += draft.meanings.memory.layout.model != SHARED
        shapes = [slot.shape for word, slot in draft.signature.slots.items() if word in whole]
        found += len(shapes)
        assert all(shape[0] != Size("world") for shape in shapes)
    assert other and found
