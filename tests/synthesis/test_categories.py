"""What a category's name promises holds for every kernel of it, and splits share no recipe."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from benchmarks.expected_repeats import shares_by_computation
from generator.launch import Launch
from generator.syntax.annotations import type_of
from generator.syntax.modules import Function, Module
from generator.syntax.reading import read
from generator.syntax.statements import Call
from generator.syntax.values import dotted_name
from generator.syntax.walks.features import features, module_features
from generator.synthesis import CATEGORIES, Candidate, Rejected, synthesize
from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.index import computation_of, entries
from generator.synthesis.catalogue.pools import TEST, TRAIN, VALIDATION, split_of_recipe, variants_of
from generator.synthesis.catalogue.strata import ALIKE, STRATA
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.making import table_of

SPLITS = (TRAIN, VALIDATION, TEST)


def drawn(category: str, label: object, split: str = TRAIN, count: int = 6) -> list[Candidate]:
    found = []
    for attempt in range(40):
        try:
            found.append(synthesize(category, f"{label}/{attempt}", split))
        except Rejected:
            continue
        if len(found) == count:
            return found
    raise AssertionError(f"{category} gave {len(found)} kernels in 40 keys")


def instance(module: Module) -> Function:
    """The kernel of a module with the types that ``wp.overload`` gives its arguments, where it is generic."""
    kernel = module.kernels[0]
    for part in module.parts:
        if isinstance(part, Call) and dotted_name(part.value.operands[0]) == "wp.overload":
            kinds = part.value.operands[2].operands
            parameters = [
                replace(each, annotation=kind, type=type_of(kind))
                for each, kind in zip(kernel.parameters, kinds, strict=True)
            ]
            return replace(kernel, parameters=tuple(parameters))
    return kernel


@pytest.mark.parametrize("category", STRATA)
def test_a_default_kernel_keeps_its_promise(category: str, fresh_seed: int) -> None:
    """Asked of the text that a reader has, read again."""
    for candidate in drawn(category, fresh_seed):
        module = read(candidate.source)
        parts = (instance(module), module.functions)
        assert STRATA[category].holds(features(*parts), module_features(features(*parts), *parts)), candidate.source
        assert "known Warp issue" not in candidate.launch.not_differentiable


@pytest.mark.parametrize("category", FAMILIES)
def test_an_extended_kernel_is_of_its_fields(category: str, fresh_seed: int) -> None:
    for candidate in drawn(category, fresh_seed, count=3):
        assert candidate.made is not None and candidate.made.field in FAMILIES[category]
        ast.parse(candidate.source)


@pytest.mark.parametrize("category", ["vector", "loop", "random_math", "topology"])
def test_a_kernel_follows_from_its_strings_alone(category: str, fresh_seed: int) -> None:
    first, again = drawn(category, fresh_seed, count=3), drawn(category, fresh_seed, count=3)
    assert [(c.source, c.launch, c.specification, c.made) for c in first] == [
        (c.source, c.launch, c.specification, c.made) for c in again
    ]


def test_every_category_is_of_one_group() -> None:
    assert len(CATEGORIES) == len(STRATA) + len(FAMILIES)
    assert [name for name, group in CATEGORIES.items() if group == "default"] == sorted(STRATA)


@pytest.mark.parametrize("category", ["arithmetic", "atomic", "nested"])
def test_no_recipe_is_in_two_splits(category: str, fresh_seed: int) -> None:
    for split in SPLITS:
        for candidate in drawn(category, fresh_seed, split):
            assert candidate.made is not None
            for name, recipe in zip(candidate.made.computations, candidate.made.recipe.split("+"), strict=True):
                owner = entries()[name].owner
                assert (owner or split_of_recipe(recipe)) == split


def test_variants_of_a_computation_are_shared_out() -> None:
    shared = [entry for entry in entries().values() if not entry.owner][:60]
    for entry in shared:
        computation = computation_of(entry)
        parts = [variants_of(computation, split, "") for split in SPLITS]
        every = [tuple(sorted(map(str, variant.items()))) for part in parts for variant in part]
        assert len(every) == len(set(every)) and parts[0]


def test_held_out_splits_have_computations_of_their_own(fresh_seed: int) -> None:
    for category in CATEGORIES:
        for split in (VALIDATION, TEST):
            own = table_of(category, split, DEFAULT_POLICY)
            assert len(own) > 1, f"{split} has hardly a computation of its own in {category}"
    novel = [c.made.novel for c in drawn("vector", fresh_seed, TEST, 30) if c.made]
    assert 0 < sum(novel) < len(novel)


def test_a_computation_whose_kernels_are_alike_comes_less_often() -> None:
    one, other = (replace(DEFAULT_POLICY, alike=alike) for alike in (0.0, 200.0))
    shares = []
    for policy in (one, other):
        table = list(table_of("vector", "", policy))
        alike = sum(weight for entry, weight in table if entry.strata.get(ALIKE, 0.0) > 0.1)
        shares.append(alike / sum(weight for _, weight in table))
    assert shares[1] < 0.6 * shares[0]


def test_no_computation_is_more_than_a_hundredth_of_the_default_rows() -> None:
    shares = {name: sum(members.values()) for name, members in shares_by_computation().items()}
    assert sum(shares.values()) > 0.9 and max(shares.values()) < 0.01


def test_a_launch_survives_json(fresh_seed: int) -> None:
    for candidate in drawn("combined", fresh_seed):
        assert Launch.from_json(candidate.launch.to_json()) == candidate.launch
