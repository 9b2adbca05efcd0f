"""No world writes what another writes, or shares a state with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import BATCHED
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel
from generator.synthesis.storage.signature import STATE_GROUP, Size
from generator.synthesis.storage.worlds import has_own_state, varies_by_world

WORLDS = replace(DEFAULT_POLICY, projects=((replace(BATCHED, batched=1.0), 1.0),))

ORDERS = ("mesh_weld_vertices", "broad_sweep_ranges")
"""Computations that store or read an order of all records."""


@pytest.mark.parametrize("name", [*ORDERS, *Random("worlds").sample(list(load_all()), 40)])
def test_worlds_share_no_state_and_no_output(name: str) -> None:
    known = load_all()[name]
    draft = draft_kernel(name, (chosen(known, choose_variant(Random(name), known)),), WORLDS)
    memory = draft.meanings.memory
    if memory.layout.batched:
        assert varies_by_world(memory) and has_own_state(memory)
        slots = [slot for slot in memory.signature.slots.values() if slot.shape]
        own = [slot for slot in slots if slot.writes or slot.group == STATE_GROUP]
        assert own and all(slot.shape[0] == Size("world") for slot in own)
    else:
        assert draft.meanings.memory.world is None
    assert not (name in ORDERS and memory.layout.batched)
