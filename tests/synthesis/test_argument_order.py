"""Arguments stand in groups; each order that chance gives holds the same arguments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.types import FLOAT, Array
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.argument_order import ORDERS, arguments_in_order
from generator.synthesis.schemas.domains import zero
from generator.synthesis.schemas.entities import Attribute, Entity, attribute
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.storage.signature import (
    MODEL_GROUP,
    NUMBER_GROUP,
    STATE_GROUP,
    Signature,
    Size,
    Slot,
)


def slot(symbol: str, group: int, *, stores: bool = False) -> Slot:
    return Slot(symbol, Array(FLOAT, 1), zero(), (symbol[1:],), group=group, reads=not stores, stores=stores)


def attribute_of(name: str) -> Attribute:
    return attribute(name, "float", zero(), "", name, f"{name} {name} {name}")


SIGNATURE = Signature(
    {
        each.symbol: each
        for each in (
            slot("@spring.force", STATE_GROUP, stores=True),
            slot("@node.position", STATE_GROUP),
            slot("@spring.stiffness", MODEL_GROUP),
            slot("@dt", NUMBER_GROUP),
            slot("@node.mass", MODEL_GROUP),
            slot("@spring.rest", MODEL_GROUP),
            replace(slot("@node.flags", MODEL_GROUP), reads=False),
        )
    }
)


SCHEMA = Schema(
    "springs",
    (
        Entity("spring", "springs", tuple(map(attribute_of, ("rest", "stiffness", "force")))),
        Entity("node", "nodes", tuple(map(attribute_of, ("mass", "position", "flags")))),
    ),
)


def orders(groups: str, within: str, *, headed: bool = False) -> set[tuple[str, ...]]:
    habits = replace(LIBRARY, argument_groups=((groups, 1.0),), argument_order=((within, 1.0),))
    drawn = (
        arguments_in_order(SIGNATURE, SCHEMA, Random(f"order/{number}"), habits, headed=headed) for number in range(60)
    )
    return {tuple(each.symbol for each in slots) for slots in drawn}


@pytest.mark.parametrize("groups", ORDERS)
@pytest.mark.parametrize("within", ["as needed", "entities", "declared"])
@pytest.mark.parametrize("headed", [False, True])
def test_outputs_follow_inputs_and_nothing_unused_stands_at_all(groups: str, within: str, headed: bool) -> None:
    for found in orders(groups, within, headed=headed):
        after = found[found.index("@spring.force") + 1 :]
        assert after == (("@dt",) if groups == "arrays first" and not headed else ())
        assert sorted(found) == sorted(set(SIGNATURE.slots) - {"@node.flags"})


def test_numbers_stand_where_their_order_says() -> None:
    assert {found.index("@dt") for found in orders("first", "declared")} == {0}
    assert {found.index("@dt") for found in orders("last", "declared")} == {4}


def test_an_entity_stays_together() -> None:
    assert orders("last", "as needed") == {
        ("@spring.stiffness", "@spring.rest", "@node.mass", "@node.position", "@dt", "@spring.force")
    }
    assert len(orders("last", "entities")) == 2
    declared = orders("last", "declared")
    assert len(declared) == 2
    assert all(found.index("@spring.rest") + 1 == found.index("@spring.stiffness") for found in declared)


def test_sides_of_a_grid_stand_together_in_the_order_of_its_axes() -> None:
    sides = [replace(slot(f"@cell.{axis}", NUMBER_GROUP), fill=Size(f"cell:{k}")) for k, axis in enumerate("xy")]
    slots = (sides[1], slot("@dt", NUMBER_GROUP), sides[0])
    signature = Signature({each.symbol: each for each in slots})
    habits = replace(LIBRARY, argument_order=(("as needed", 1.0),))
    found = arguments_in_order(signature, SCHEMA, Random("sides"), habits, headed=False)
    assert [each.symbol for each in found] == ["@cell.x", "@cell.y", "@dt"]
