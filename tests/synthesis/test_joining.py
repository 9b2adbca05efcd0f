"""Kernels of several computations: nothing that they take is left unread, no name means two things."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest

from generator.syntax.reading import read
from generator.syntax.statements import Assign, walk
from generator.syntax.walks.names import definitions, uses
from generator.synthesis import Candidate, Rejected, synthesize
from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.index import computation_of, entries
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.companions import access_of, companions_of
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel

JOINING = replace(DEFAULT_POLICY, join=1.0, plumbing_extended=0.0, factored=0.0, factored_long=0.0)


def joined(category: str, seed: int) -> list[Candidate]:
    found = []
    for number in range(12):
        try:
            candidate = synthesize(category, f"join/{seed}/{number}", policy=JOINING)
        except Rejected:
            continue
        if candidate.made is not None and len(candidate.made.computations) > 1:
            found.append(candidate)
    return found


@pytest.mark.parametrize("category", list(FAMILIES)[::3])
def test_a_joined_kernel_reads_all_that_it_takes(category: str, fresh_seed: int) -> None:
    for candidate in joined(category, fresh_seed):
        (kernel,) = read(candidate.source).kernels
        parameters = {parameter.name for parameter in kernel.parameters}
        assert parameters <= set(uses(kernel.body)), candidate.source
        assert not parameters & set(definitions(kernel.body)), candidate.source
        for statement in walk(kernel.body):
            assert not isinstance(statement, Assign) or statement.value not in statement.targets, candidate.source


def test_families_do_join(fresh_seed: int) -> None:
    """So that the test above cannot pass for want of kernels."""
    assert sum(len(joined(category, fresh_seed)) for category in list(FAMILIES)[:12]) > 2


def test_a_companion_takes_what_the_first_makes() -> None:
    known = {name: computation_of(entries()[name]) for name in ("servo_control", "dc_motor_torque")}
    first, second = known.values()
    assert access_of("servo_control").stores & access_of("dc_motor_torque").takes == {"control"}
    assert companions_of(first, [second]) == [second]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("tetrahedron_force", "solve_tetrahedron_volume"),  # two ways of one thing
        ("solver_contact_impulse", "solver_prepare_contact"),  # what the first needs comes too late
        ("link_visibility", "link_range"),  # the same records, and no step of both
    ],
)
def test_two_without_a_common_purpose_stay_apart(first: str, second: str) -> None:
    known = [computation_of(entries()[name]) for name in (first, second)]
    for number in range(20):
        random = Random(f"apart/{number}")
        choices = tuple(chosen(each, choose_variant(random, each)) for each in known)
        assert len(draw_kernel(f"apart/{number}", choices, JOINING).choices) == 1


def test_a_speed_is_not_compared_with_the_limit_that_it_was_cut_to() -> None:
    """vector, standalone/1276992618: at the limit only rounding tells which side a speed is on."""
    step, rest = (
        inspect.signature(computation_of(entries()[name]).function) for name in ("lbm_site_step", "lbm_rest_steps")
    )
    assert step.parameters.keys() & rest.parameters.keys() == {"site"}
