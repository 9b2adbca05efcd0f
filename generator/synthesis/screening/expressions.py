"""Values of a tree over lanes: names, components, loads, operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from generator.syntax.operations import BINARY as BINARY_SIGNS
from generator.syntax.operations import COMPARISONS, UNARIES
from generator.syntax.values import Value, dotted_name, last_word, name
from generator.synthesis.screening.lanes.arithmetic import BINARY, DIVISIONS, UNARY, truth
from generator.synthesis.screening.lanes.outcome import DIVISION
from generator.synthesis.screening.lanes.values import Numbers, chosen, numbers
from generator.synthesis.screening.memory import Lanes, Rows
from generator.synthesis.screening.program import WARP_NUMBERS, Program, constant

Arm = tuple[int, str]
"""One side of a branch, a loop or a ternary: the id of the node, and which side."""


class Expressions:
    """Evaluates values in the lanes of ``mask``; what other lanes get is undefined."""

    def __init__(self, program: Program, lanes: Lanes, coordinates: Sequence[Numbers]) -> None:
        self.program = program
        self.lanes = lanes
        self.coordinates = coordinates
        self.nobody = np.zeros(lanes.count, np.bool_)
        self.everyone = ~self.nobody
        self.mask = self.everyone
        self.names: dict[str, Any] = {}
        self.arms: dict[Arm, Value] = {}
        """Arms that lanes came to -> their conditions."""
        self.seen: set[Arm] = set()
        """Arms that a lane entered."""

    def value(self, value: Value) -> Any:
        """What a value is in each lane."""
        operation = value.operation
        if operation == "name":
            found = self.names.get(value.operands[0])
            return self.outer(value) if found is None else found
        return self.WAYS[operation](self, value)

    def truth(self, value: Value) -> Numbers:
        """Whether a condition holds, lane by lane."""
        found = truth(self.value(value))
        return found if len(found) == self.lanes.count else np.broadcast_to(found, self.everyone.shape)

    def arm(self, node: object, which: str, condition: Value, mask: Numbers) -> bool:
        """Whether any lane enters this arm, which is noted."""
        arm = (id(node), which)
        self.arms[arm] = condition
        if np.count_nonzero(mask):  # several times as fast as ``any``
            self.seen.add(arm)
            return True
        return False

    def outer(self, value: Value) -> Any:
        """What stands outside of the function: a constant, a member of an enum, Warp's own."""
        word = dotted_name(value)
        if word in self.program.outer:
            names, mask = self.names, self.mask
            self.names, self.mask = {}, self.everyone
            found = self.value(self.program.outer[word])
            self.names, self.mask = names, mask
            return found
        return constant(WARP_NUMBERS[last_word(value)])

    def attribute(self, value: Value) -> Any:
        """A field of a record, the shape of an array, or what stands outside of the function."""
        owner, word = value.operands
        if owner.operation == "subscript":
            rows, *indices = owner.operands
            return self.value(rows).part(word).load(self.values(indices), self.mask)
        root = dotted_name(value).partition(".")[0]
        if root and root not in self.names:
            return self.outer(value)
        held = self.value(owner)
        if isinstance(held, Rows) and word == "shape":
            return tuple(constant(int(n)) for n in held.extents)
        return held.fields[word]

    def values(self, values: Sequence[Value]) -> list[Any]:
        return [self.value(value) for value in values]

    def subscript(self, value: Value) -> Any:
        """An element of an array, a component or a row of a value."""
        owner, *places = [self.value(each) for each in value.operands]
        if owner.__class__ is Rows:
            return owner.load(places, self.mask)
        if owner.__class__ is tuple:
            return owner[int(places[0][0])]
        found = numbers(owner)
        if max(map(len, places)) == 1:
            fixed: Any = (slice(None), *[int(place[0]) for place in places])
            return found[fixed]
        lane = np.arange(self.lanes.count) if len(found) == self.lanes.count else np.zeros(1, np.int64)
        return found[(lane, *(np.where(self.mask, place, 0) for place in places))]

    def binary(self, value: Value) -> Any:
        one, other = value.operands
        return self.operated(value.operation, self.value(one), self.value(other))

    def operated(self, sign: str, left: Any, right: Any) -> Any:
        """An operator of two operands; Struck where a whole number is divided by zero."""
        if sign in DIVISIONS:
            divisor = numbers(right)
            if divisor.dtype.kind in "iu" and not divisor.all():
                zero = (divisor == 0).reshape(len(divisor), -1).any(axis=1)
                self.lanes.report(zero & self.mask, DIVISION, sign)
        return BINARY[sign](left, right)

    def boolean(self, value: Value) -> Numbers:
        """``and`` and ``or``: an operand counts only in the lanes that the ones before leave open."""
        before, mask = self.mask, self.mask
        found = self.truth(value.operands[0])
        wants = value.operation == "and"
        for operand in value.operands[1:]:
            mask = mask & (found if wants else ~found)
            if not np.count_nonzero(mask):
                break
            self.mask = mask
            more = self.truth(operand)
            self.mask = before
            found = found & more if wants else found | more
        return found

    def ternary(self, value: Value) -> Any:
        yes, condition, no = value.operands
        before = self.mask
        test = self.truth(condition)
        found = None
        for word, arm, mask in (("yes", yes, before & test), ("no", no, before & ~test)):
            if self.arm(value, word, condition, mask):
                self.mask = mask
                made = self.value(arm)
                self.mask = before
                found = made if found is None else chosen(test, found, made)
        return self.value(yes) if found is None else found

    WAYS: ClassVar[dict[str, Callable[[Any, Value], Any]]] = {
        **dict.fromkeys((*BINARY_SIGNS, *COMPARISONS), binary),
        **dict.fromkeys(UNARIES, lambda self, value: UNARY[value.operation](self.value(value.operands[0]))),
        **dict.fromkeys(("and", "or"), boolean),
        "literal": lambda self, value: constant(value.operands[0]),
        "python": lambda self, value: self.outer(name(str(value.operands[0]))),
        "attribute": attribute,
        "subscript": subscript,
        "ternary": ternary,
        "tuple": lambda self, value: tuple(self.values(value.operands)),
        "call": lambda self, value: self.call(value),
    }
    """Operation -> its evaluator."""
