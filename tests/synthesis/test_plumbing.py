"""Plumbing is made where a schema says that it means something, and does what its sentence says."""

from __future__ import annotations

import numpy as np
import pytest

from generator.launch import INPUT
from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.computations.language import Computation
from generator.synthesis.schemas.entities import ONE
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from tests.synthesis.computation_check import PLAIN, variants_of

PLUMBING = [each for each in load_all().values() if each.plumbing]


def of_kind(kind: str) -> list[Computation]:
    return [each for each in PLUMBING if each.plumbing == kind]


@pytest.mark.parametrize("computation", of_kind("sum_by_owner"), ids=lambda each: each.name)
def test_only_additive_values_are_added_up(computation: Computation) -> None:
    for variant in variants_of(computation):
        entity = chosen(computation, variant).record
        relation = entity.relation(variant["relation"])
        assert relation is not None and relation.kind == ONE and relation.target != entity.name
        found = [entity.attribute(word) for word in variant["attributes"]]
        assert all(of is not None and of.additive for of in found)


@pytest.mark.parametrize("computation", of_kind("extremes_by_owner"), ids=lambda each: each.name)
def test_a_mark_in_place_of_a_value_is_no_extreme(computation: Computation) -> None:
    for variant in variants_of(computation):
        found = [chosen(computation, variant).record.attribute(word) for word in variant["attributes"]]
        assert not any(of is None or of.marked for of in found)


def test_nothing_that_ascends_is_gathered() -> None:
    """Through a map it would not, and its words and its domain say that it does."""
    for computation in of_kind("gather"):
        record = computation.schema.entity(computation.name.partition("_of_")[0].removeprefix("gather_"))
        assert record is not None
        gathered = {name for names in computation.variants["attributes"] for name in names}
        assert not [of.name for of in record.attributes if of.name in gathered and of.domain.fill == "sorted"]


@pytest.mark.parametrize("computation", of_kind("count_by_owner")[::12], ids=lambda each: each.name)
def test_records_are_counted_at_their_owner(computation: Computation) -> None:
    for variant in variants_of(computation):
        drawn = draw_kernel("count", (chosen(computation, variant),), PLAIN, plain=True)
        inputs = make_inputs(drawn.launch, "count", {})
        found = compile_reference(module_text(drawn.module)).run(drawn.launch, inputs)
        owners = next(inputs[each.name] for each in drawn.launch.arguments if each.role == INPUT)
        (counted,) = (each.name for each in drawn.launch.arguments if each.role != INPUT)
        owners = owners.ravel() if owners.ndim == 1 else owners[:, 0]
        expected = np.bincount(owners[owners >= 0], minlength=len(inputs[counted]))
        assert np.array_equal(found[counted] - inputs[counted], expected), module_text(drawn.module)


@pytest.mark.parametrize("kind", sorted({each.plumbing for each in PLUMBING}))
def test_a_kernel_is_named_for_what_it_does(kind: str) -> None:
    for computation in of_kind(kind)[::20]:
        drawn = draw_kernel(
            "name", (chosen(computation, choose_variant(Random(kind), computation)),), PLAIN, plain=True
        )
        words = drawn.name.strip("_").removesuffix("_kernel").split("_")
        assert len(words) > 1 and all(word.isalnum() for word in words), drawn.name
        assert "{" not in drawn.intent
