"""A ring of which a step stores one value is read and stored in one array."""

from __future__ import annotations

import pytest

from generator.syntax.reading.module_reader import read
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel
from generator.synthesis.storage.draw_layout import Needs


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("sensor.ring[head] = x", ["ring"]),
        ("sensor.ring[step % 8] = x", ["ring"]),
        ("sensor.ring[0] = x", []),
        ("sensor.ring[DEPTH - 1] = x", []),
        ("sensor.level = x", []),
        ("for k in range(8):\n        sensor.ring[k] = x", []),
        ("for k in range(4):\n        a = 2 * k\n        sensor.ring[a] = x", []),
        ("n = 0\n    if x > 0.0:\n        sensor.ring[n] = x\n        n += 1", []),
    ],
)
def test_a_place_of_its_own(body: str, found: list[str]) -> None:
    (function,) = read(f"def step(sensor, x, head, step):\n    {body}\n").functions
    assert Needs(function).rings == {*found}


@pytest.mark.parametrize(("name", "ring"), [("delay_line", "channel.ring"), ("delay_action", "joint.buffer")])
def test_one_array(name: str, ring: str) -> None:
    known = load_all()[name]
    for draw in range(12):
        key = f"{name}/{draw}"
        draft = draft_kernel(key, (chosen(known, choose_variant(Random(key), known)),), DEFAULT_POLICY)
        (slot,) = [slot for symbol, slot in draft.signature.slots.items() if ring in symbol]
        assert slot.reads and slot.stores
