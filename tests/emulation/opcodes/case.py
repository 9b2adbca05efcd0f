"""A form of an opcode with what PTX's document says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.emulation.opcodes.edges import lanes_of
from tests.emulation.opcodes.running import results
from tests.emulation.opcodes.values import Value, agrees, value_of

LANES = 640
"""Lanes of a run of a form."""


@dataclass(frozen=True)
class Case:
    """``kinds`` are the types of the result and the operands; ``expected`` is of a lane's values.

    ``ulps`` and ``absolute`` are the error that the document allows. ``expected`` gives None where it leaves a result
    open. ``tail`` are operands that are literals.
    """

    opcode: str
    kinds: str
    expected: Callable[..., Any]
    ulps: float = 0
    absolute: float = 0.0
    tail: str = ""

    @property
    def name(self) -> str:
        return f"{self.opcode} {self.kinds} {self.tail}".strip()

    @property
    def result(self) -> str:
        return self.kinds.split()[0]

    @property
    def operands(self) -> list[str]:
        return self.kinds.split()[1:]

    @property
    def instruction(self) -> str:
        parts = ["$d", *(f"${place}" for place in range(len(self.operands))), *filter(None, [self.tail])]
        return f"{self.opcode} {', '.join(parts)}"

    def wrong(self, lanes: list[list[int]], uniform: frozenset[int] = frozenset()) -> list[tuple[Any, ...]]:
        """The lanes whose result is another: their operands, the bits found, what was expected."""
        found = results(self.instruction, self.result, self.operands, lanes, uniform)
        bad = []
        for place, bits in enumerate(found):
            read = [each[0 if number in uniform else place] for number, each in enumerate(lanes)]
            values = [value_of(each, kind) for each, kind in zip(read, self.operands, strict=True)]
            expected: Value | None = self.expected(*values)
            if expected is not None and not agrees(bits, expected, self.result, self.ulps, self.absolute):
                bad.append(([hex(each) for each in read], values, hex(bits), expected))
        return bad

    def check(self) -> None:
        """All lanes at edges and at random, then the last operand the same in all lanes, then only that."""
        lanes = lanes_of(self.operands, LANES, 1)
        wrong = self.wrong(lanes)
        assert wrong == [], f"{self.name}: {len(wrong)} lanes, {wrong[:4]}"
        last = len(self.operands) - 1
        for number in {last, 0} if last else set():
            wrong = self.wrong([each[:128] for each in lanes_of(self.operands, 256, 2 + number)], frozenset({number}))
            assert wrong == [], f"{self.name}, operand {number} uniform: {len(wrong)} lanes, {wrong[:4]}"
        wrong = self.wrong([each[-1:] for each in lanes], frozenset(range(len(self.operands))))
        assert wrong == [], f"{self.name}, all uniform: {wrong}"
