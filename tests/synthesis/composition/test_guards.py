"""Who a launch's guards let pass: the computation behind them knows no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.statements import Store, walk
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.completing import _is_stored, has_copies
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel
from generator.synthesis.storage.signature import symbol

COUNTED = replace(DEFAULT_POLICY, bounds=1.0, count_on_device=1.0)
"""Every kernel asks the device how many records there are."""


@pytest.mark.parametrize("name", ["sample_rank", "sample_gene"])
def test_the_device_counts_no_records_of_which_a_loop_goes_through_all(name: str) -> None:
    """multi_cond: ranks among all of an array, of which the guard let pass the first few alone."""
    computation = load_all()[name]
    for number in range(8):
        choice = chosen(computation, choose_variant(Random(f"guards/{name}/{number}"), computation))
        draft = draft_kernel(f"guards/{name}/{number}", (choice,), COUNTED)
        assert symbol(draft.record.name, "counter") not in draft.signature.slots


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


@pytest.mark.parametrize("name", ["coriolis_turn", "gaussian_conic", "truncate_particle_step velocity_from_positions"])
def test_who_is_left_out_keeps_old_values_in_new_arrays(name: str) -> None:
    """A launch that swaps both arrays found what the step before last had left."""
    masked = replace(DEFAULT_POLICY, bounds=0.0, mask=1.0, worlds_done=1.0)
    known = [load_all()[each] for each in name.split()]
    choices = tuple(chosen(each, choose_variant(Random("copies"), each)) for each in known)
    drafts = [draft_kernel(f"copies/{name}/{number}", choices, masked) for number in range(24)]
    apart = [each for each in drafts if has_copies(each.skipped)]
    assert apart
    for draft in apart:
        for target in {each.target for each in walk(draft.body) if isinstance(each, Store)}:
            assert _is_stored(draft.body, target)


def test_a_world_that_a_thread_handles_takes_part_as_any_record() -> None:
    """clamp_world_contacts: ``world_enabled`` was told as "whether it is done"."""
    computation, masked = load_all()["clamp_world_contacts"], replace(DEFAULT_POLICY, mask=1.0)
    choice = chosen(computation, choose_variant(Random("worlds"), computation))
    slots = draft_kernel("worlds", (choice,), masked).signature.slots
    (flag,) = [slot for slot in slots.values() if "enabled" in " ".join(slot.names)]
    assert "takes part" in flag.words and "done" not in flag.words
