"""The form of an instruction: its opcode, and the modifiers that give its type and variant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.emulation.opcodes.types import FLOATS, Lanes, types_of

Evaluate = Callable[..., Lanes]

__all__ = ["Evaluate", "Form", "Lanes"]


@dataclass(frozen=True)
class Form:
    """An opcode with its modifiers."""

    name: str
    modifiers: tuple[str, ...]

    @property
    def types(self) -> tuple[str, ...]:
        return types_of(self.modifiers)

    @property
    def type(self) -> str:
        """The first type; "b32" for an opcode without one."""
        return self.types[0] if self.types else "b32"

    @property
    def is_float(self) -> bool:
        return self.type in FLOATS

    def has(self, modifier: str) -> bool:
        """Whether the form has a modifier."""
        return modifier in self.modifiers

    def first(self, *names: str) -> str | None:
        """The first modifier that is one of the names."""
        return next((each for each in self.modifiers if each in names), None)
