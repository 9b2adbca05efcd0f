"""What a function that was taken out of a kernel is for: the results that it gives, or writes."""

from __future__ import annotations

from collections.abc import Iterator

from generator.syntax.modules import Function
from generator.syntax.statements import Assign, Call, Store, walk
from generator.syntax.values import Value, array_of
from generator.syntax.walks.effects import written_arrays
from generator.synthesis.composition.intent import capital
from generator.synthesis.schemas.phrases import article, listed, spoken
from generator.synthesis.storage.signature import Slot, parted
from generator.synthesis.telling.recognisers.facts import Facts

MOST_NAMED = 3
"""Results that are named, at the most."""


def purpose_of(function: Function, facts: Facts) -> str:
    """``Force of a contact.``, ``Add to the force of a node.``; empty where its results have no words."""
    for statement in walk(facts.drawn.kernel.body):
        match statement:
            case Call(value) if value.callee == function.name:
                changed = written_arrays(function)
                given = zip(function.parameters, value.operands[1:], strict=True)
                slots = [facts.slots[argument.operands[0]] for each, argument in given if each.name in changed]
                verb = "Write" if Store in map(type, walk(function.body)) else "Add to"
                words = _nouns(slots) or ("results" if slots else "")
                return f"{verb} the {words} of {_owner(slots)}." if words and _owner(slots) else ""
            case Assign((target,), value) if value.callee == function.name:
                return _values([*_stored(target, facts)])
            case Store(target, value) if value.callee == function.name:
                return _values([slot for slot in (facts.slots.get(array_of(target)),) if slot])
    return ""


def _values(slots: list[Slot]) -> str:
    words = _nouns(slots)
    return f"{capital(words)} of {_owner(slots)}." if words and _owner(slots) else ""


def _stored(given: Value, facts: Facts) -> Iterator[Slot]:
    """The arrays to which a kernel stores what a function gave it, as it is; nothing if it does not store all of it."""
    names = given.children if given.operation == "tuple" else (given,)
    stores = {each.value: each.target for each in walk(facts.drawn.kernel.body) if type(each) is Store}
    slots = [facts.slots.get(array_of(stores[name])) for name in names if name in stores]
    if len(slots) == len(names):
        yield from [slot for slot in slots if slot is not None]


def _owner(slots: list[Slot]) -> str:
    """``a body``, of elements of one entity; else empty."""
    owners = {parted(slot.symbol)[0] for slot in slots}
    return article(spoken(owners.pop())) if len(owners) == 1 else ""


def _nouns(slots: list[Slot]) -> str:
    """``force and torque``, of few elements with plain words; else empty."""
    nouns = list(dict.fromkeys(slot.noun for slot in slots))
    plain = all(nouns) and not any(slot.words.startswith("for each") or " of " in slot.noun for slot in slots)
    return listed(nouns) if nouns and plain and len(nouns) <= MOST_NAMED else ""
