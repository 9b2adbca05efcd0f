"""No argument's name says the opposite of what its kernel does with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.launch import INPUT, OUTPUT
from generator.syntax.types import FLOAT, Array
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.schemas.domains import zero
from generator.synthesis.storage.signature import Signature, Slot
from generator.synthesis.style.spelling import FOR_INPUTS, FOR_OUTPUTS, Style, argument_names

COMPUTATIONS = list(load_all().values())

READ_ALONE = ("normalize_pixel", "adapt_taps", "move_pushed_part", "weigh_moved_hypothesis")
"""Computations that read what others make."""


def drawn(name: str, key: str) -> DrawnKernel:
    computation = load_all()[name]
    return draw_kernel(key, (chosen(computation, choose_variant(Random(key), computation)),), DEFAULT_POLICY)


def said_wrongly(kernel: DrawnKernel) -> list[str]:
    """Names of arrays that say ``out`` and are only read, or ``in`` and are only written."""
    wrong = {INPUT: ("_out", FOR_OUTPUTS), OUTPUT: ("_in", FOR_INPUTS)}
    arrays = {parameter.name for parameter in kernel.module.kernels[0].parameters if isinstance(parameter.type, Array)}
    return [
        each.name
        for each in kernel.launch.arguments
        if each.name in arrays and each.role in wrong
        if each.name.endswith(wrong[each.role][0]) or each.name in wrong[each.role][1]
    ]


@pytest.mark.parametrize("name", READ_ALONE)
def test_what_others_make_is_no_output_where_it_is_read(name: str) -> None:
    for draw in range(12):
        assert not said_wrongly(drawn(name, f"directions/{name}/{draw}"))


def test_no_name_says_the_opposite(fresh_seed: int) -> None:
    for computation in Random(f"directions/{fresh_seed}").sample(COMPUTATIONS, 120):
        assert not said_wrongly(drawn(computation.name, f"directions/{computation.name}/{fresh_seed}"))


def test_a_new_value_has_the_name_of_the_old_one() -> None:
    style = Style(Random("twins"), replace(LIBRARY, naming=(("short", 1.0),), directions=0.0))
    slots = [
        Slot(symbol, Array(FLOAT, 1), zero(), ("agent_speed", "speeds", "v"), reads=reads, stores=not reads)
        for symbol, reads in (("@agent.speed.in", True), ("@agent.speed.out", False))
    ]
    names = argument_names(style, Signature({slot.symbol: slot for slot in slots}), {"v"})
    assert list(names.values()) == ["agent_speed", f"agent_speed{style.out}"]
