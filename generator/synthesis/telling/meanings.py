"""What values, conditions and loops of a kernel mean, where its schema has words for them."""

from __future__ import annotations

from generator.syntax.values import Value, array_of, literal, root_of
from generator.synthesis.schemas.phrases import listed
from generator.synthesis.storage.signature import Indices
from generator.synthesis.telling.elements import Elements
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.nouns import Meaning
from generator.synthesis.telling.recognisers.facts import NONE, ZERO, Facts

MOST_SOURCES = 5
"""Elements in a formula that are told beside it, at the most."""

MOST_ALIKE = 2
"""Elements of one array among them, at the most: of a stencil the formula says more."""

ORDERS: dict[str, dict[int | None, bool]] = {
    "<": {True: False},
    ">=": {True: True},
    "==": {-1: False},
    "!=": {-1: True},
    ">": {-1: True},
}
"""Comparison of an index, with zero (True) or with -1 -> whether there is a record where it holds."""

FLAGS = (*ZERO, literal(1))
"""Numbers that flags are compared with."""


class Meanings:
    """Those of one kernel, in one notation."""

    def __init__(self, facts: Facts, notation: Notation) -> None:
        self._facts, self._notation = facts, notation
        self._elements = Elements(facts, notation)
        self.of = self._elements.of
        self._untold = set(facts.slots)
        """Arrays of which no element was told beside a formula."""

    def told(self, value: Value) -> str:
        """A value: an element in words, with its code in brackets; a formula with what it is computed from."""
        code = self._notation.formula(value)
        if value.operation == "name":
            return code
        found = self.of(value) if value.operation == "subscript" or value.operation == "attribute" else None
        if found is None:
            return code + self._sources(value)
        known = root_of(value) not in self._untold
        self._untold.discard(root_of(value))
        if found.bare and not found.clause:
            return f"{found.whole} ({code})"
        return code if known else f"{code} ({found.whole})"

    def element(self, value: Value) -> str:
        """An element in words at the first time; any other value as its formula."""
        found = self.of(value) if value.operation == "subscript" and array_of(value) in self._untold else None
        return self.told(value) if found and found.bare and not found.clause else self._notation.formula(value)

    def _sources(self, value: Value) -> str:
        """What a formula is computed from: elements of arrays that were not told before."""
        if self._untold.isdisjoint(value.names):
            return ""
        found: dict[Value, Meaning] = {}
        self._look(value, found)
        arrays = [array_of(each) for each in found]
        told = [each for each in found.values() if each.own or (each.bare and not each.clause)]
        if not told or len(told) > MOST_SOURCES or max(map(arrays.count, arrays)) > MOST_ALIKE:
            return ""
        self._untold.difference_update(arrays)
        pairs = zip(told, (Meaning(""), *told), strict=False)
        words = [one.short if one.owner and one.owner == last.owner else one.whole for one, last in pairs]
        return f" (from {listed(list(dict.fromkeys(words)))})"

    def _look(self, value: Value, found: dict[Value, Meaning]) -> None:
        """Note the elements in a formula, without those that are only indices."""
        for part in value.children:
            if part.operation == "subscript" and (array := array_of(part)) in self._facts.slots:
                if array in self._untold and (meaning := self.of(part)) is not None:
                    found[part] = meaning
            elif part.operation != "name" and part.operation != "literal":
                self._look(part, found)

    def condition(self, value: Value) -> str:
        """A test of a flag, an index or a query: ``the body does not take part (`mask[b] == 0`)``; else empty."""
        if value.callee.endswith("_query_next"):
            return self._tested(f"the query gives another {self._notation.formula(value.operands[2])}", value)
        if led := self._facts.leads(value.operands[0]) if value.operation in ORDERS else None:
            so = ORDERS[value.operation].get(-1 if value.operands[1] in NONE else value.operands[1] in ZERO or None)
            found = self.of(self._facts.meant(value.operands[0])) if led[0].empty and so is not None else None
            return self._tested(found.exists(bool(so)) if found else "", value)
        test, so = (value.operands[0], False) if value.operation == "not" else (value, True)
        if (test.operation == "==" or test.operation == "!=") and test.operands[1] in FLAGS:
            so = (test.operation == "==") == (test.operands[1] == FLAGS[-1])
            test = test.operands[0]
        found = self.of(test) if test.operation == "subscript" or test.operation == "attribute" else None
        return self._tested(found.holds(so) if found else "", value)

    def _tested(self, said: str, value: Value) -> str:
        return f"{said} ({self._notation.formula(value)})" if said else ""

    def turns(self, iterable: Value) -> str:
        """What a loop goes over: ``the entries of the row``; empty where that is only numbers."""
        if iterable.callee == "wp.hash_grid_query":
            _, _, point, reach = map(self._notation.formula, iterable.operands)
            return f"what lies in cells of the hash grid within {reach} of {point}"
        if iterable.callee != "range" or len(iterable.operands) > 3:
            return ""
        *first, end = map(self._facts.meant, iterable.operands[1:])
        if not first:
            slot = self._facts.slots.get(array_of(end))
            counts = slot is not None and slot.symbol.endswith(".count")
            words = self._elements.related(slot, end.operands[-1]) if slot and counts else ""
            return f"the places of {words}" if words else self._elements.all_of(end)
        slot = self._facts.slots.get(array_of(first[0]))
        if slot is None or not slot.symbol.endswith(".start") or len(end.operands) < 2:
            return ""
        *row, place = first[0].operands
        after = Value("+", (place, literal(1)), place.type)
        many = self._facts.slots.get(array_of(self._facts.meant(end.operands[1])))
        counted = many is not None and many.symbol == slot.symbol.removesuffix("start") + "count"
        starts = end.operation == "+" and end.operands[0] in (first[0], iterable.operands[1])
        words = self._elements.related(slot, place) if end.operands == (*row, after) or (counted and starts) else ""
        in_list = type(slot.fill) is Indices and "*" in slot.fill.entity
        return f"the places in the list of {words}" if words and in_list else words
