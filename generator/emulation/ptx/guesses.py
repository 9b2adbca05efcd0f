"""Loads before a compare-and-swap loop: their value is only a guess, which the swap checks."""

from __future__ import annotations

from collections.abc import Iterable

from generator.emulation.ptx.program import Address, Immediate, Instruction, Label, Operand, Register


def guesses(body: Iterable[Instruction | Label]) -> frozenset[int]:
    """Lines of loads whose value an `atom.cas` of the same address compares with; `find_races` takes them as atomic."""
    items = [item for item in body if isinstance(item, Instruction)]
    swaps = [item for item in items if item.name == "atom" and "cas" in item.modifiers]
    if not swaps:
        return frozenset()
    copies = _Copies(items)
    tried = {(copies.place(item.operands[1]), copies.root(item.operands[2])) for item in swaps}
    loads = (item for item in items if item.name == "ld" and isinstance(item.operands[0], Register))
    return frozenset(
        item.line for item in loads if (copies.place(item.operands[1]), copies.root(item.operands[0])) in tried
    )


class _Copies:
    """Classes of registers that `mov` copies to one another, and registers that are another one plus a constant."""

    def __init__(self, items: list[Instruction]) -> None:
        self.parents: dict[str, str] = {}
        self.beyond: dict[str, tuple[Operand, int]] = {}
        for item in items:
            match item.name, item.operands:
                case "mov", (Register() as target, Register() as source):
                    self.parents[self.root(target)] = self.root(source)
                case "add", (Register(name), Register(other) as source, Immediate(offset, 0)) if name != other:
                    self.beyond[name] = (source, offset)

    def root(self, operand: Operand) -> str:
        """The representative of a register's class of copies; other operands represent themselves."""
        name = operand.name if isinstance(operand, Register) else str(operand)
        while name in self.parents and self.parents[name] != name:
            name = self.parents[name]
        return name

    def place(self, operand: Operand) -> tuple[str, int]:
        """An address as the representative of its register, and the offset from it."""
        if not isinstance(operand, Address) or not isinstance(operand.base, Register):
            return str(operand), 0
        base: Operand = operand.base
        source, offset = self.beyond.get(operand.base.name, (base, 0))
        return self.root(source), operand.offset + offset
