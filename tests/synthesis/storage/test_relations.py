"""Which relations lie by world in batched launches: those that follow the state."""

from __future__ import annotations

import pytest

from generator.syntax.types import INT
from generator.syntax.values import literal, name
from generator.synthesis.schemas.attention import ATTENTION
from generator.synthesis.schemas.contact import CONTACTS
from generator.synthesis.schemas.entities import NEAR
from generator.synthesis.schemas.meshes import MESHES
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.storage.layout import Layout
from generator.synthesis.storage.memory import WORLD, Memory, RecordAt
from generator.synthesis.storage.relations import fixed, one, span
from generator.synthesis.storage.signature import Signature, Size


@pytest.mark.parametrize(
    ("schema", "owner", "word", "by_world"),
    [
        (CONTACTS, "contact", "a", True),  # contacts come and go
        (CONTACTS, "shape", "body", False),
        (MOLECULAR_DYNAMICS, "atom", "neighbours", True),  # who is near changes as they move
        (MOLECULAR_DYNAMICS, "atom", "bonds", False),
        (MESHES, "triangle", "nodes", False),
    ],
)
def test_relations_that_follow_the_state_have_an_index_of_the_world(
    schema: Schema, owner: str, word: str, by_world: bool
) -> None:
    entity = schema.entity(owner)
    relation = entity.relation(word) if entity is not None else None
    assert entity is not None and relation is not None
    memory = Memory(schema, Layout(batched=True), Signature(), name("w", INT))
    at = RecordAt(entity, (name("i", INT),))
    if relation.kind == NEAR:
        read, _, _ = span(memory, at, relation, counted=False)
    else:
        read = fixed(memory, at, relation, literal(0)) if relation.count else one(memory, at, relation)
    assert (name("w", INT) in read.operands) == by_world
    assert {slot.shape[0] == Size(WORLD) for slot in memory.signature.slots.values()} == {by_world}


def test_cumulative_lengths_are_a_name_of_offsets_alone() -> None:
    entity = ATTENTION.entity("sequence")
    assert entity is not None
    tokens = entity.relation("tokens")
    assert tokens is not None
    named = {}
    for counted in (True, False):
        memory = Memory(ATTENTION, Layout(), Signature())
        span(memory, RecordAt(entity, (name("i", INT),)), tokens, counted)
        named[counted] = {each for slot in memory.signature.slots.values() for each in slot.names}
    assert "cu_seqlens" in named[False] and not any("cu_seqlens" in each for each in named[True])
