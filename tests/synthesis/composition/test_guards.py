"""Who a launch's guards let pass: the computation behind them knows no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.statements import parts_of
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel
from generator.synthesis.storage.signature import symbol

COUNTED = replace(DEFAULT_POLICY, bounds=1.0, count_on_device=1.0)
"""Every kernel asks the device how many records there are."""


@pytest.mark.parametrize("name", ["sample_rank", "upsample", "sample_gene"])
def test_a_number_of_records_that_the_device_knows_ends_loops_too(name: str) -> None:
    """multi_cond: ranks among all of an array, of which the guard let pass the first few alone."""
    computation = load_all()[name]
    for number in range(8):
        random = Random(f"guards/{name}/{number}")
        choice = chosen(computation, choose_variant(random, computation))
        draft = draft_kernel(f"guards/{name}/{number}", (choice,), COUNTED)
        assert symbol(draft.record.name, "counter") in draft.signature.slots
        assert symbol(draft.record.name, "count") not in draft.signature.slots
        parts = parts_of(draft.body)
        turns = [part.operands[1] for part in parts if part.operation == "%"]  # worlds that take rows in turn
        sums = [part.operands[0] for part in parts if part.operation == "+"]
        turns += [part.operands[1] for part in sums if part.operation == "*"]  # or streams at each step
        lengths = [part for part in parts if part.operation == "subscript" and part not in turns]
        assert not [part for part in lengths if "shape" in part.operands[0].operands]


@pytest.mark.parametrize("name", ["grad_square_sum", "species_production", "blocked_reactions"])
def test_no_mask_stands_beside_a_flag(name: str) -> None:
    """A parameter that is frozen takes no part: a mask would say that twice."""
    computation, masked = load_all()[name], replace(DEFAULT_POLICY, mask=1.0)
    for number in range(8):
        choice = chosen(computation, choose_variant(Random(f"flags/{number}"), computation))
        slots = draft_kernel(f"flags/{name}/{number}", (choice,), masked).signature.slots
        own = {word for word in slots if word.startswith(f"@{choice.record.name}.")}
        flags = {"frozen", "enabled"} & {word.removesuffix(".in").partition(".")[2] for word in own}
        masks = {f"@{choice.record.name}.{word}" for word in ("active", "mask", "takes_part")}
        assert not (flags and masks & own)


def test_a_world_that_a_thread_handles_takes_part_as_any_record() -> None:
    """clamp_world_contacts: ``world_enabled`` was told as "whether it is done"."""
    computation, masked = load_all()["clamp_world_contacts"], replace(DEFAULT_POLICY, mask=1.0)
    choice = chosen(computation, choose_variant(Random("worlds"), computation))
    slots = draft_kernel("worlds", (choice,), masked).signature.slots
    (flag,) = [slot for slot in slots.values() if "enabled" in " ".join(slot.names)]
    assert "takes part" in flag.words and "done" not in flag.words
