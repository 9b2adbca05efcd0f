"""Kernels of several computations: nothing that they take is left unread, no name means two things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from generator.syntax.reading import read
from generator.syntax.statements import Assign, If, Return, Statement, Store, parts_of, walk
from generator.syntax.value_text import value_text
from generator.syntax.values import array_of
from generator.syntax.walks.names import definitions, uses
from generator.synthesis import Candidate, Rejected, synthesize
from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.index import computation_of, entries
from generator.synthesis.catalogue.pools import all_variants
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import (
    choose_variant,
    chosen,
    draft_kernel,
    draw_kernel,
)
from generator.synthesis.composition.steps import STEPS, steps, steps_of
from generator.synthesis.expansion.stencils import law_of
from tests.synthesis.computation_check import APART, PLAIN, differences_of
from tests.synthesis.leavers import TOLD

ENDED = (
    "mpm_deformation mpm_internal_force",
    "mpm_gather_step mpm_energy",
    "particle_contacts verlet_step",
    "fly_projectile bounce_projectile align_projectile",
    "project_gaussian_covariance gaussian_conic",
)

JOINING = replace(DEFAULT_POLICY, join=1.0, factored=0.0, factored_long=0.0)


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
    assert sum(len(joined(category, fresh_seed)) for category in FAMILIES) > 4


def test_what_has_another_meaning_before_is_called_after_what_it_is_read_from() -> None:
    chain = [computation_of(entries()[name]) for name in ("cast_ray_at_target", "continue_ray")]
    choices = tuple(chosen(each, choose_variant(Random("d"), each)) for each in chain)
    names = definitions(draw_kernel("d", choices, JOINING).kernel.body)
    assert {"d", "direction"} <= names.keys() and "d1" not in names


def test_a_name_that_has_another_meaning_before_is_counted() -> None:
    chain = [computation_of(entries()[name]) for name in ("turn_to_goal", "sees_goal")]
    choices = tuple(chosen(each, choose_variant(Random("e"), each)) for each in chain)
    names = definitions(draw_kernel("e", choices, JOINING).kernel.body)
    assert {"x", "x1"} <= names.keys()


def test_a_step_has_a_name_of_its_own_over_one_kind_of_record() -> None:
    assert len(steps()) == len(set(steps().values())) == len(STEPS.read_text().splitlines())
    assert not set(steps().values()) & set(entries())
    for step in steps():
        known = [computation_of(entries()[name]) for name in step]
        records = [chosen(each, choose_variant(Random("f"), each)).record for each in known]
        assert len({(each.schema.name, record.name) for each, record in zip(known, records, strict=True)}) == 1, step


def test_three_are_joined_only_where_two_of_them_are_a_step() -> None:
    assert any(len(step) == 3 for step in steps())
    assert all(step[:-1] in steps() for step in steps() if len(step) > 2)


def joined_of(step: tuple[str, ...], key: str) -> int:
    """How many of a step's computations a draft has."""
    random = Random(key)
    known = [computation_of(entries()[name]) for name in step]
    return len(draft_kernel(key, tuple(chosen(each, choose_variant(random, each)) for each in known), JOINING).choices)


def test_a_step_can_be_joined(fresh_seed: int) -> None:
    for step in Random(f"steps/{fresh_seed}").sample(tuple(steps()), 25):
        assert any(joined_of(step, f"step/{number}") == len(step) for number in range(240)), step


@pytest.mark.parametrize(
    "step",
    [
        "actuator_length actuator_affine_force transmit_actuator_force",  # each value is made once, whatever happens
        "integrate_particle ground_bounce",  # both may change place and speed, each in some arms
        "md_second_half md_andersen",  # one local goes on
        "md_remove_drift md_group_totals",  # one reads a sum that the other adds to
        "kick_body clamp_body_velocity drift_body",  # the second changes what the third takes
        "apply_particle_correction velocity_from_positions",  # what some arms leave alone stays
        "check_pair_boxes collide_spheres",  # a choice of numbers
        "cast_ray enqueue_rays",  # some leave both
        "home_projectile fly_projectile",  # a switch of another record lets none leave
        "lbm_moments lbm_collide",  # a loop in each
        "solver_test_convergence solver_step_length",  # the first changes what both ask
        "drive_joint_coord joint_friction_effort integrate_joint_coord",
    ],
)
def test_a_joined_kernel_computes_what_its_computations_do_in_turn(step: str) -> None:
    agree_in_turn(tuple(step.split()), 6)


def test_a_test_at_which_both_steps_leave_is_asked_once() -> None:
    """Two branches that asked whether a particle is active."""
    known = [computation_of(entries()[name]) for name in ("apply_particle_correction", "velocity_from_positions")]
    choices = tuple(chosen(each, dict.fromkeys(each.variants, False)) for each in known)
    body = draft_kernel("once", choices, JOINING).body
    asked = [each for each in walk(body) if isinstance(each, If) and "&" in each.condition.kinds]
    assert len(asked) == 1 and leaves(asked[0])


def test_any_step_computes_what_its_computations_do_in_turn(fresh_seed: int) -> None:
    for step in Random(f"in turn/{fresh_seed}").sample(tuple(steps()), 12):
        agree_in_turn(step, 2)


@pytest.mark.slow
def test_every_step_computes_what_its_computations_do_in_turn() -> None:
    for step in steps():
        agree_in_turn(step, 4)


def agree_in_turn(step: tuple[str, ...], kernels: int) -> None:
    """Compare some kernels of a step, every other with optional relations that lead nowhere."""
    known = [computation_of(entries()[name]) for name in step]
    compared = 0
    for number in range(240):
        random = Random(f"in turn/{' '.join(step)}/{number}")
        parts = [(each, choose_variant(random, each)) for each in known]
        problems = differences_of(parts, "7", replace(PLAIN, empty=float(number % 2)))
        if problems != [APART]:
            compared += 1
            assert not problems, (step, [variant for _, variant in parts])
        if compared == kernels:
            break
    assert compared, step


def test_only_of_steps_it_is_told_who_leaves() -> None:
    assert set(TOLD) <= {" ".join(pair) for step in steps() for pair in pairwise(step)}


def test_an_old_value_that_nobody_takes_is_not_read() -> None:
    """It was for threads that leave, which need not store it again where it lies in place."""
    known = computation_of(entries()["hold_pins"])
    choices = (chosen(known, {"hold": "snap", "velocity": False, "mark": False}),)
    drafts = [draft_kernel(f"old/{number}", choices, replace(JOINING, empty=1.0)) for number in range(24)]
    slots = [slot for each in drafts if (slot := each.signature.slots.get("@vertex.position.in")) and slot.stores]
    assert slots and all(slot.keeps and not slot.reads for slot in slots)


def test_what_both_store_is_stored_once_and_by_the_second() -> None:
    known = [computation_of(entries()[name]) for name in ("drive_joint_coord", "joint_friction_effort")]
    choices = tuple(chosen(each, all_variants(each)[0]) for each in known)
    drawn = draw_kernel("once", choices, JOINING, plain=True)
    stores = [each for each in walk(drawn.kernel.body) if isinstance(each, Store)]
    assert len(drawn.choices) == 2
    assert [str(store.target.operands[0].operands[0]) for store in stores] == [drawn.names["@coord.effort.out"]]


@pytest.mark.parametrize(
    ("step", "made"),
    [
        ("option_greeks net_delta", "@option.delta.out"),
        ("shade_hit accumulate_paths", "@hit.radiance.out"),
        ("row_jacobian_product row_line_cost", "@row.residual.out"),
    ],
)
def test_who_leaves_the_first_step_without_what_the_second_takes_leaves_both(step: str, made: str) -> None:
    """The one answer is for all results of the record."""
    known = [computation_of(entries()[name]) for name in step.split()]
    left = 0
    for number in range(40):
        random = Random(f"leaves/{step}/{number}")
        choices = tuple(chosen(each, choose_variant(random, each)) for each in known)
        draft = draft_kernel(f"leaves/{step}/{number}", choices, PLAIN, plain=True)
        if len(draft.choices) < 2:
            continue
        place = next(place for place, each in enumerate(draft.body) if stored((each,)) >= {made} and not leaves(each))
        for branch in filter(leaves, draft.body[:place]):
            left += 1
            assert stored(branch.inner) in (set(), stored(draft.body)), draft.body
    assert left


@pytest.mark.parametrize("step", ENDED)
def test_whose_state_is_left_alone_leaves_a_step_that_ends_there(step: str) -> None:
    """Else it goes on with what it held: particles that are not active gave forces, and fixed ones moved."""
    known = [computation_of(entries()[name]) for name in step.split()]
    guards = 0
    for number in range(40):
        random = Random(f"ends/{step}/{number}")
        choices = tuple(chosen(each, choose_variant(random, each)) for each in known)
        both, first = (draft_kernel("ends", taken, PLAIN, plain=True) for taken in (choices, choices[:1]))
        if len(both.choices) == len(known):
            asked = {each.condition for each in first.body if leaves(each)}
            guards += len(asked)
            assert asked <= {each.condition for each in both.body if leaves(each)}, both.body
    assert guards


def leaves(statement: Statement) -> bool:
    return isinstance(statement, If) and statement.body[-1:] == (Return(),)


def stored(block: Iterable[Statement]) -> set[str]:
    return {array_of(each.target) for each in walk(tuple(block)) if isinstance(each, Store)}


def test_a_joined_kernel_has_the_name_of_its_step(fresh_seed: int) -> None:
    found = [each for category in list(FAMILIES)[1::3] for each in joined(category, fresh_seed)]
    assert found
    for candidate in found:
        assert candidate.made is not None
        step = candidate.made.computations
        assert step in steps_of(step[0]) and steps()[step] in candidate.kernel_name


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("tetrahedron_force", "solve_tetrahedron_volume"),  # two ways of one thing
        ("gradient_products", "corner_response"),  # the tensors of neighbours are not made yet
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
    known = [computation_of(entries()[name]) for name in ("lbm_site_step", "lbm_rest_steps")]
    step, rest = ({each.name for each in law_of(one.function).function.parameters} for one in known)
    assert step & rest == {"site"}


def test_a_second_step_promises_nothing_to_those_whom_the_first_lets_leave() -> None:
    known = [computation_of(entries()[name]) for name in ("fem_nonlinear_force", "fem_equivalent_stress")]
    for number in range(20):
        random = Random(f"promise/{number}")
        choices = tuple(chosen(each, choose_variant(random, each) | {"active": True}) for each in known)
        assert "zero" not in draw_kernel(f"promise/{number}", choices, JOINING).purpose


@pytest.mark.parametrize("step", ["project_gaussian_center gaussian_tiles", "mpm_metal_yield mpm_energy"])
def test_equal_elements_of_two_steps_are_one(step: str) -> None:
    parts = [computation_of(entries()[name]) for name in step.split()]
    choices = tuple(chosen(each, choose_variant(Random("t"), each)) for each in parts)
    elements = {part for part in parts_of(draft_kernel("t", choices, JOINING).body) if array_of(part)}
    assert len(elements) == len(set(map(value_text, elements)))
