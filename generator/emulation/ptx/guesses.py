"""Loads that begin a loop of compare-and-swap: what they give is only a guess, which the swap tries."""

from __future__ import annotations

from collections.abc import Iterable

from generator.emulation.ptx.program import Address, Instruction, Label, Operand, Register


def guesses(body: Iterable[Instruction | Label]) -> frozenset[int]:
    """Lines of the loads whose value an `atom.cas` of the same address compares with: races count them as atomic."""
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
    """Registers that `mov` copies to one another, in one way or the other."""

    def __init__(self, items: list[Instruction]) -> None:
        self.parents: dict[str, str] = {}
        for item in items:
            if item.name == "mov" and all(isinstance(each, Register) for each in item.operands):
                one, other = map(self.root, item.operands)
                self.parents[one] = other

    def root(self, operand: Operand) -> str:
        """The register that stands for all copies; what is none stands for itself."""
        name = operand.name if isinstance(operand, Register) else str(operand)
        while name in self.parents and self.parents[name] != name:
            name = self.parents[name]
        return name

    def place(self, operand: Operand) -> tuple[str, int]:
        """An address by its register and offset."""
        if isinstance(operand, Address) and isinstance(operand.base, Register):
            return self.root(operand.base), operand.offset
        return str(operand), 0
