"""Words of schemas become parts of sentences that people would write."""

from __future__ import annotations

import pytest

from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.schemas.phrases import (
    article,
    defined,
    earlier,
    later,
    listed,
    of_each,
    spoken,
    unowned,
)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (of_each("mass", "body"), "mass of each body"),
        (of_each("whether it sleeps", "body"), "for each body, whether it sleeps"),
        (of_each("force that is applied", "solver_row"), "for each solver row, force that is applied"),
        (of_each("deviation of its range", "landmark"), "for each landmark, deviation of its range"),
        (of_each("point on it", "face"), "for each face, point on it"),
        (of_each("number of contacts asked for", "world"), "for each world, number of contacts asked for"),
        (
            of_each("inverse inertia in the world's frame", "body"),
            "for each body, inverse inertia in the world's frame",
        ),
        (of_each("direction, in its own frame", "unit"), "for each unit, direction, in its own frame"),
        (later("mass of each body"), "new mass of each body"),
        (later("new value of each sample"), "new value of each sample"),
        (earlier("new value of each sample"), "former value of each sample"),
        (earlier("mass of each body"), "mass of each body"),
        (later("for each body, whether it sleeps"), "for each body, whether it sleeps (new)"),
        (unowned("mass of each body"), "mass"),
        (unowned("for each landmark, deviation of its range"), "deviation of its range"),
        (unowned("for each face, point on it"), "point on it"),
        (unowned("for each body, whether it sleeps"), ""),
        (defined("m", "mass"), "m is the mass"),
        (defined("yield_stress", "yield stress"), "yield_stress"),
        (defined("asleep", "whether it sleeps"), "asleep tells whether it sleeps"),
        (defined("q", "its charge"), "q is its charge"),
        (article("edge"), "an edge"),
        (article("unit"), "a unit"),
        (article("unknown"), "an unknown"),
        (listed(["a", "b", "c"]), "a, b and c"),
        (listed(["a"]), "a"),
        (listed([]), ""),
    ],
)
def test_phrase(said: str, expected: str) -> None:
    assert said == expected


def test_no_value_has_the_name_of_its_record() -> None:
    """Not ``length of the step of each step``."""
    schemas = {each.schema.name: each.schema for each in load_all().values()}
    entities = [entity for schema in schemas.values() for entity in schema.entities]
    told = [(of_each(of.words, entity.name), spoken(entity.name)) for entity in entities for of in entity.attributes]
    assert told and not [text for text, word in told if f" {text}".endswith(f" {word} of each {word}")]


def test_one_and_many_have_one_word() -> None:
    """Not ``degree of freedom`` of one and ``dofs`` of many."""
    schemas = {each.schema.name: each.schema for each in load_all().values()}
    entities = {entity for schema in schemas.values() for entity in schema.entities if entity.name != "foot"}
    for entity in entities:
        first, *_ = spoken(entity.name).split()
        assert any(word.startswith(first[:3]) for word in entity.plural.split()), entity.plural
        assert " of " not in entity.collection and "_of_" not in entity.collection
