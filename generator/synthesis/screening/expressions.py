"""Values of a tree over lanes: names, components, loads, operators."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from generator.syntax.operations import UNARIES
from generator.syntax.values import Value, dotted_name, last_word, name
from generator.synthesis.screening.lanes.arithmetic import BINARY, DIVISIONS, PLAIN, UNARY
from generator.synthesis.screening.lanes.outcome import DIVISION
from generator.synthesis.screening.lanes.values import Numbers, chosen, numbers
from generator.synthesis.screening.memory import Lanes, Rows
from generator.synthesis.screening.program import WARP_NUMBERS, Program, constant

Arm = tuple[int, str]
"""One side of a branch, a loop or a ternary: the id of the node, and which side."""


class Expressions(ABC):
    """Evaluates values in the lanes of ``mask``; what other lanes get is undefined."""

    def __init__(self, program: Program, lanes: Lanes, coordinates: Sequence[Numbers]) -> None:
        self.program = program
        self.lanes = lanes
        self.coordinates = coordinates
        self.everyone = lanes.everyone
        self.nobody = ~self.everyone
        self.mask = self.everyone
        self.names: dict[str, Any] = {}
        self.arms: dict[Arm, Value] = {}
        """Arms that lanes came to -> their conditions."""
        self.seen: set[Arm] = set()
        """Arms that a lane entered."""

    @abstractmethod
    def call(self, value: Value, wanted: bool = True) -> Any:
        """What a call gives."""

    def value(self, value: Value) -> Any:
        """What a value is in each lane."""
        operation, operands = value.operation, value.operands
        if operation == "name":
            return self.names[operands[0]] if operands[0] in self.names else self.outer(value)
        if operation == "literal":
            return constant(operands[0])
        if operation in BINARY:
            return self.operated(operation, self.value(operands[0]), self.value(operands[1]))
        return self.call(value) if operation == "call" else self.WAYS[operation](self, value)

    def truth(self, value: Value) -> Numbers:
        """Whether a condition holds, lane by lane."""
        found = self.value(value)
        if found.dtype.kind != "b":
            found = found != 0
        return found if found.size == self.lanes.count else np.broadcast_to(found, self.everyone.shape)

    def arm(self, node: object, which: str, condition: Value, mask: Numbers) -> bool:
        """Whether any lane enters this arm, which is noted."""
        arm = (id(node), which)
        self.arms[arm] = condition
        if mask[mask.argmax()]:  # several times as fast as ``any``
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
            return self.value(rows).part(word).load([*map(self.value, indices)], self.mask)
        root = dotted_name(value).partition(".")[0]
        if root and root not in self.names:
            return self.outer(value)
        held = self.value(owner)
        if isinstance(held, Rows) and word == "shape":
            return tuple(map(constant, held.extents))
        return held.fields[word]

    def subscript(self, value: Value) -> Any:
        """An element of an array, a component or a row of a value."""
        owner, *places = map(self.value, value.operands)
        if owner.__class__ is Rows:
            return owner.load(places, self.mask)
        if owner.__class__ is tuple:
            return owner[int(places[0][0])]
        found = numbers(owner)
        fixed: tuple[Any, ...] = (slice(None),)
        for place in places:
            fixed = (*fixed, place[0])
            if place.size > 1:
                break
        else:
            return found[fixed]
        lane = np.arange(self.lanes.count) if len(found) == self.lanes.count else np.zeros(1, np.int64)
        return found[(lane, *(np.where(self.mask, place, 0) for place in places))]

    def operated(self, sign: str, left: Any, right: Any) -> Any:
        """An operator of two operands; Struck where a whole number is divided by zero."""
        if sign in PLAIN and left.__class__ is right.__class__ is np.ndarray and left.ndim == right.ndim == 1:
            return PLAIN[sign](left, right)
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
            if not mask[mask.argmax()]:
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
        **dict.fromkeys(UNARIES, lambda self, value: UNARY[value.operation](self.value(value.operands[0]))),
        **dict.fromkeys(("and", "or"), boolean),
        "python": lambda self, value: self.outer(name(str(value.operands[0]))),
        "attribute": attribute,
        "subscript": subscript,
        "ternary": ternary,
        "tuple": lambda self, value: tuple(map(self.value, value.operands)),
    }
    """Operation -> its evaluator."""
