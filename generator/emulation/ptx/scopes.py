"""Scopes of names: braces in a function, of inline assembly and calls, have own registers, labels and variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.emulation.ptx.program import (
    Address,
    Function,
    Instruction,
    Label,
    Not,
    Operand,
    Pair,
    Register,
    Symbol,
    Vector,
)


@dataclass
class Scope:
    """Braces in a function: their start in its body, and the function-wide names of what they declare."""

    start: int = 0
    suffix: str = ""
    names: dict[str, Register | Symbol] = field(default_factory=dict)

    def register(self, name: str) -> str:
        """The function-wide name of a register that is declared here."""
        # An operand without "%" was read as a variable: `close` makes it a register.
        if self.suffix or not name.startswith("%"):
            self.names[name] = Register(name + self.suffix)
        return name + self.suffix

    def symbol(self, name: str) -> str:
        """The function-wide name of a label or variable that is declared here."""
        if self.suffix:
            self.names[name] = Symbol(name + self.suffix)
        return name + self.suffix

    def close(self, function: Function) -> None:
        """Renames what was declared here to its function-wide name, in the instructions since ``start``."""
        if not self.names:
            return
        for place in range(self.start, len(function.body)):
            item = function.body[place]
            if not isinstance(item, Label):
                function.body[place] = _named(item, self.names)


def _named(item: Instruction, names: Mapping[str, Register | Symbol]) -> Instruction:
    operands = tuple(_operand(each, names) for each in item.operands)
    guard: Any = _operand(item.guard, names) if item.guard is not None else None
    return replace(item, operands=operands, guard=guard)


def _operand(operand: Operand, names: Mapping[str, Register | Symbol]) -> Operand:
    match operand:
        case Register(name):
            return names.get(name, operand)
        case Symbol(name, offset):
            found = names.get(name)
            return Symbol(found.name, offset) if isinstance(found, Symbol) else found or operand
        case Address(base, offset) if base is not None:
            return Address(_operand(base, names), offset)  # type: ignore[arg-type]
        case Vector(parts):
            return Vector(tuple(_operand(each, names) for each in parts))
        case Not(register):
            return Not(_operand(register, names))  # type: ignore[arg-type]
        case Pair(first, second):
            return Pair(_operand(first, names), _operand(second, names))
    return operand
