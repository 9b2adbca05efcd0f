"""Which computations may go together with one: those that take what it makes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from generator.syntax.statements import Augment, Store, values_of, walk
from generator.syntax.values import Value, dotted_name
from generator.synthesis.computations.language import REGISTRY, Computation
from generator.synthesis.expansion.stencils import stencil_of

NEXT = ("next_{}", "{}_next", "new_{}", "{}_new")
"""What schemas call the next value of an attribute: a second computation would read the one before."""

OWNERS = ("wp", "v")
"""Names whose attributes are those of no record."""


@dataclass(frozen=True)
class Access:
    """Names of attributes: those that are read of the record itself, read of any, stored of the record, added to."""

    takes: frozenset[str]
    reads: frozenset[str]
    stores: frozenset[str]
    adds: frozenset[str]


def companions_of(first: Computation, others: Iterable[Computation]) -> list[Computation]:
    """Those of the others that take what the first makes, and make nothing that it makes or needs."""
    return [other for other in others if _follows(access_of(first.name), access_of(other.name))]


def _follows(mine: Access, other: Access) -> bool:
    if (mine.stores | mine.adds) & (other.stores | other.adds) or mine.reads & (other.stores | other.adds):
        return False
    before = {form.format(word) for word in other.reads for form in NEXT}
    return bool(mine.stores & other.takes) and not mine.stores & before


@cache
def access_of(name: str) -> Access:
    """What a computation does to attributes, in any of its variants."""
    computation = REGISTRY[name]
    function = stencil_of(computation, {}).function
    own = function.parameters[0].name
    takes, reads, stores, adds = set(), set(), set(), set()
    for statement in walk(function.body):
        target = statement.target if isinstance(statement, Store | Augment) else None
        for value in values_of(statement):
            if value is not target:
                takes |= {part.operands[1] for part in value.walk() if _is_of(part, own)}
                reads |= {part.operands[1] for part in value.walk() if _is_read(part)}
        if target is not None:
            place = target.operands[0] if target.operation == "subscript" else target
            if isinstance(statement, Augment) and place.operation == "attribute":
                adds.add(place.operands[1])
            elif _is_of(place, own):
                stores.add(place.operands[1])
    return Access(frozenset(takes), frozenset(reads), frozenset(stores), frozenset(adds))


def _is_of(value: Value, record: str) -> bool:
    return value.operation == "attribute" and value.operands[0].is_name and value.operands[0].operands[0] == record


def _is_read(value: Value) -> bool:
    """Whether a value is an attribute of a record, and not one of Warp's names."""
    return value.operation == "attribute" and dotted_name(value.operands[0]) not in OWNERS
