"""What people call the elements that a block reads and stores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from string import digits

from generator.syntax.nodes import remembered
from generator.syntax.statements import Block, parts_of
from generator.syntax.types import INT
from generator.syntax.values import Value, array_of, dotted_name
from generator.syntax.walks.names import RESERVED
from generator.synthesis.storage.flat_places import is_own_cell
from generator.synthesis.storage.signature import NUMBER_GROUP, Indices, Signature, parted, twin

ENDS = (("start", "end"), ("begin", "end"), ("beg", "end"), ("first", "stop"))
"""What people call where a range begins and where it ends."""

COUNTS = ("n", "count", "num")
"""What people call how many turns a loop makes."""

LEAST_WORD = 3
"""Fewest letters of an index that is a word: ``planet``, not ``p1``."""

LONGEST_SYMBOL = 2
"""Most letters of a symbol for a quantity: ``x``, ``ke``."""

SAME_IN_PLURAL = ("species", "series", "ss", "us", "is", "as")
"""Words that one and many are called by, and endings of words for one."""


@dataclass(eq=False)
class ElementWords:
    """Words for the elements of a block, in a style of ``naming``; ``taken`` are its names, ``index`` the thread's."""

    block: Block
    index: Collection[str]
    signature: Signature
    naming: str
    ends: tuple[str, str, str]
    """Where a range begins, where it ends, and how many turns a loop makes."""
    taken: Collection[str]

    @remembered
    def places(self) -> Mapping[str, set[str]]:
        """Attribute, or entity of a struct -> the other indices than the thread's own at which it is read."""
        found = defaultdict[str, set[str]](set)
        for element in parts_of(self.block):
            if element.operation == "subscript":
                owner, word = parted(array_of(element))
                found[owner if word == "struct" else word].add("_".join(self._others(element)))
        return found

    def _others(self, element: Value) -> list[str]:
        """The indices of an element that are not the thread's own; empty for one that has no word."""
        words: list[str] = []
        for place in element.operands[1:]:
            place = place.operands[0] if place.operation == "%" else place
            word = place.operands[0] if place.operation == "name" else ""
            if word not in self.index and not (place.operation == "+" and is_own_cell(place, self.index)):
                words.append(word)
        return words

    def of_read(self, element: Value) -> str:
        """What people call an element that is read: ``stiffness``, and ``planet_radius`` of another record.

        A word for several elements, or one that is taken, is told apart by the index: ``mass_a``, ``m_a``, ``time1``.
        """
        symbol = element.operands[0].operands[0]
        slot = self.signature.slots.get(symbol)
        if slot is None or slot.writes or not slot.shape or symbol.endswith(".list"):
            return ""
        if symbol.endswith((".start", ".count")):
            return self.ends[2 if symbol.endswith(".count") else element.operands[-1].operation == "+"]
        others = [] if slot.group == NUMBER_GROUP else self._others(element)
        if not all(others):  # one of several components, or a place that has no word
            return ""
        attribute = slot.record or parted(symbol)[1]
        word, apart = attribute or slot.names[0], bool(others) and len(self.places[attribute]) > 1
        if others and ((isinstance(slot.fill, Indices) and element.type == INT) or not slot.shape[-1].entity):
            word = _of_many(word)  # ``side`` of ``sides[i, k]``
        if slot.record in (*self.index, *others):  # ``planet`` is the place of one
            return f"{slot.record}_params"
        if len(others) == 1 and len(others[0]) >= LEAST_WORD and (slot.shared or (slot.record and apart)):
            word = f"{others[0]}_{word}"
        elif others and (slot.shared or slot.record) and (apart or word in self.taken or word in RESERVED):
            word = slot.names[-1] if len(slot.names[-1]) <= LONGEST_SYMBOL and self.naming != "owner" else word
            places_word = "_".join(others)
            number = places_word.removeprefix(places_word.rstrip(digits))
            counted = number and len({place.rstrip(digits) for place in self.places[attribute] if place}) == 1
            word = f"{word}{number}" if counted else f"{word}_{places_word}"
        return word if word.isidentifier() and word not in ("in", "out") else ""

    def of_stored(self, element: Value) -> str:
        """What people call a value before it is stored: ``new_velocity``; none for one of several parts."""
        symbol = dotted_name(element.operands[0])
        slot = self.signature.slots.get(symbol)
        if slot is None or "." not in symbol or any(place.operation == "literal" for place in element.operands[1:]):
            return ""
        _, word = parted(symbol)
        if slot.shape and (not slot.shape[-1].entity or slot.shape[-1].number or slot.shape[-1].times > 1):
            word = _of_many(word)  # ``key`` of ``keys[i, k]``
        return f"new_{word}" if twin(symbol) in self.signature.slots else word


def _of_many(word: str) -> str:
    """The word for one of several values."""
    one = f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
    return word if word.endswith(SAME_IN_PLURAL) else one
