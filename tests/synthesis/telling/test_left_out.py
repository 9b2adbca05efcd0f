"""An intent says what becomes of records that a launch leaves out, and names no argument."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from generator.syntax.statements import If, Store, walk
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.storage.layout import CLAMP, LEAVE, WRAP

MASKED = replace(DEFAULT_POLICY, mask=0.5, worlds_done=0.5)


def drawn(name: str, draw: int) -> DrawnKernel:
    """A kernel of one computation, or of several whose names have spaces between."""
    steps = [load_all()[each] for each in name.split()]
    choices = tuple(chosen(each, choose_variant(Random(f"{name}/{draw}"), each)) for each in steps)
    return draw_kernel(f"left out/{name}/{draw}", choices, MASKED)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (LEAVE, "cells at the border"),
        (CLAMP, "clamped at the border"),
        (WRAP, "periodic"),
    ],
)
def test_an_intent_says_the_border_rule(rule: str, words: str) -> None:
    found = [drawn("grid_heat_step", draw) for draw in range(24)]
    assert any(kernel.layout.border == rule for kernel in found)
    assert all((words in kernel.purpose) == (kernel.layout.border == rule) for kernel in found)


def test_a_docstring_leaves_out_what_an_intent_does() -> None:
    found = [drawn("grid_heat_step", draw) for draw in range(24)]
    told = [kernel for kernel in found if kernel.kernel.docstring]
    assert {kernel.layout.border for kernel in told} == {LEAVE, CLAMP, WRAP}
    for kernel in told:
        assert " ".join((kernel.kernel.docstring or "").split()).lower() == f"{kernel.purpose}.".lower()


def test_ends_that_are_those_of_each_axis_are_named_once() -> None:
    found = [drawn("voxel_electric_step", draw) for draw in range(12)]
    assert any("voxels at the lower end of each axis" in kernel.purpose for kernel in found)
    assert not any("of the second axis" in kernel.purpose for kernel in found)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("count_mask_neighbours", "with zero for pixels at the border"),
        ("steepest_descent", "; grid points at the border get -1 and zero"),
        ("grid_mark_band", "; cells at the border get false"),
        ("image_gradient optical_flow_step", "are left as they are, and their other outputs are zero"),
    ],
)
def test_an_intent_says_what_is_stored_for_border_cells(name: str, words: str) -> None:
    assert any(drawn(name, draw).purpose.count(words) == 1 for draw in range(8))


def test_an_intent_says_once_what_several_results_get() -> None:
    """A gradient and its size: ``with zero and zero``."""
    assert not any("zero and zero" in drawn("image_gradient", draw).purpose for draw in range(24))


def test_an_intent_says_who_takes_no_part() -> None:
    found = [drawn("portfolio_value", draw) for draw in range(40)]
    assert {kernel.guards.mask for kernel in found} == {kernel.guards.worlds_done for kernel in found} == {True, False}
    for kernel in found:
        assert ("portfolios that do not take part" in kernel.purpose) == kernel.guards.mask
        assert ("worlds that are done" in kernel.purpose) == kernel.guards.worlds_done


def test_what_is_computed_for_unrelated_records_is_not_told_as_code() -> None:
    """The kinetic energy of an atom without a group."""
    assert not any("wp." in drawn("md_langevin md_group_totals", draw).purpose for draw in range(60))


def test_no_intent_names_an_argument() -> None:
    """``older than max_age`` of an argument that a style called ``page_timeout``."""
    for computation in load_all().values():
        words = {of.name for entity in computation.schema.entities for of in entity.attributes}
        words |= {number.name for number in computation.schema.numbers}
        said = [computation.intent, *(text for values in computation.variants.values() for text in values.values())]
        named = {word for text in said if isinstance(text, str) for word in re.findall(r"\w+_\w+", text)}
        assert not (named & words), computation.name


def test_what_all_steps_leave_out_is_no_part_of_the_last_clause() -> None:
    """What was ``take one Jacobi iteration, with pixels at the border left as they are`` of the gradient's pixels."""
    pair = [load_all()[name] for name in ("image_gradient", "optical_flow_step")]
    choices = tuple(chosen(each, choose_variant(Random(each.name), each)) for each in pair)
    for draw in range(8):
        kernel = draw_kernel(f"left out/steps/{draw}", choices, MASKED)
        said = {CLAMP: "indices are clamped at the border", WRAP: "the border is periodic"}
        assert f"; {said.get(kernel.layout.border, 'pixels at the border ')}" in kernel.purpose


def test_a_border_that_is_clamped_is_not_said_to_be_held() -> None:
    found = [drawn("thermal_erosion", draw) for draw in range(24)]
    assert {kernel.layout.border for kernel in found} == {LEAVE, CLAMP}
    for kernel in found:
        assert ("cells at the border" in kernel.purpose) == (kernel.layout.border == LEAVE)


def test_a_step_for_the_records_of_the_one_before_it_says_so_once() -> None:
    pair = [load_all()[name] for name in ("fire_projectile", "align_projectile")]
    choices = tuple(chosen(each, choose_variant(Random(each.name), each)) for each in pair)
    kernel = draw_kernel("left out/pair", choices, DEFAULT_POLICY)
    assert kernel.purpose.count("; then, where that was done, ") == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("merge_group_moments", "with zero where a group has no parent"),
        ("relative_pose", "with the identity where a pair has no first shape or no second shape"),
        ("update_geom_masks", "with zero where a geom has no shape"),
    ],
)
def test_what_records_without_a_related_one_get_is_said(name: str, said: str) -> None:
    """Only where a launch has such records, and the computation does not ask about them."""
    found = [drawn(name, draw) for draw in range(40)]
    assert 0 < sum(said in kernel.purpose for kernel in found) < 40
    for kernel in found:
        untested = kernel.draft.meanings.memory.untested.keys()
        branches = [each for each in walk(kernel.draft.body) if isinstance(each, If)]
        leaving = [each.body for each in branches if untested & set(each.condition.walk())]
        assert (said in kernel.purpose) == any(isinstance(each, Store) for body in leaving for each in body)


def test_a_record_that_keeps_its_value_without_a_related_one_gets_no_zero() -> None:
    found = [drawn("walker_absorption", draw) for draw in range(24)]
    assert any(kernel.draft.meanings.memory.untested for kernel in found)
    assert not any(" has no " in kernel.purpose for kernel in found)


@pytest.mark.parametrize(
    ("names", "first"), [(("option_greeks", "net_delta"), True), (("sph_density", "sph_density_excess"), False)]
)
def test_what_a_step_stores_without_a_related_record_is_said_of_it(names: tuple[str, str], first: bool) -> None:
    found = []
    for draw in range(40):
        choices = tuple(chosen(load_all()[each], choose_variant(Random(f"{draw}"), load_all()[each])) for each in names)
        found.append(draw_kernel(f"left out/unrelated/{draw}", choices, DEFAULT_POLICY).purpose)
    told = [purpose for purpose in found if "; then" in purpose and " has no " in purpose]
    assert told
    assert all((purpose.index(" has no ") < purpose.index("; then")) == first for purpose in told)
