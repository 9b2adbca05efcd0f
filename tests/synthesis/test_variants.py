"""Variants of a computation: each is a kernel of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Any

from generator.syntax.statements import parts_of
from generator.synthesis.catalogue.index import computation_of, entries
from generator.synthesis.catalogue.pools import all_variants, recipe_of
from generator.synthesis.composition.drawing import Choice
from generator.synthesis.expansion.stencils import law_of
from generator.synthesis.expansion.variants import settled


def _settled(choice: Choice) -> Hashable:
    """What a variant leaves of a computation, and of the laws that it calls."""
    bodies = {"": choice.function.body}
    waiting = [(choice.function.body, choice.stencil.laws)]
    while waiting:
        block, laws = waiting.pop()
        called = {name for part in parts_of(block) for name in part.names} & laws.keys()
        for word in sorted(called - bodies.keys()):
            law = law_of(laws[word])
            bodies[word] = settled(law.function.body, choice.variant)
            waiting.append((bodies[word], law.laws))
    return tuple(bodies.items())


def _alike(name: str) -> list[list[str]]:
    """Recipes that say different things of the same kernel."""
    computation = computation_of(entries()[name])
    found: dict[Hashable, list[Mapping[str, Any]]] = defaultdict(list)
    for variant in all_variants(computation):
        found[_settled(Choice(computation, variant))].append(variant)
    return [[recipe_of(name, each) for each in same] for same in found.values() if len(same) > 1]


def test_no_two_variants_are_the_same_kernel() -> None:
    """One of them would be told by words that its kernel does not keep."""
    assert [alike for name in entries() for alike in _alike(name)] == []
