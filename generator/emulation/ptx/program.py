"""What a PTX text says, as data."""

from __future__ import annotations

from dataclasses import dataclass, field


class PtxError(Exception):
    """The text is not PTX that can be read; one line that names the line."""


class Unsupported(Exception):
    """The machine has no such opcode or form: an honest answer instead of a wrong result."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(f"unsupported, {what}" + (f" (line {line} of the PTX)" if line else ""))
        self.what = what


@dataclass(frozen=True, slots=True)
class Register:
    """A register by name, or a special register such as ``%tid.x``."""

    name: str


@dataclass(frozen=True, slots=True)
class Immediate:
    """A whole number, or the bits of a float with its ``width``: equal ones are so to the bit, -0.0 is not 0.0."""

    value: int
    width: int = 0


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name of a variable, a label or a function, with an offset in bytes."""

    name: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Address:
    """``[base + offset]``; base is a register, a symbol or nothing."""

    base: Register | Symbol | None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Vector:
    """``{a, b, ...}``."""

    parts: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """``!%p``."""

    register: Register


@dataclass(frozen=True, slots=True)
class Pair:
    """``%a|%p``: two destinations."""

    first: Operand
    second: Operand


Operand = Register | Immediate | Symbol | Address | Vector | Not | Pair


@dataclass(slots=True)  # a frozen one takes three times as long to make, and a text has thousands
class Instruction:
    """One instruction: ``@guard name.modifiers operands``; ``line`` is that of the text, ``source`` that of `.loc`."""

    name: str
    modifiers: tuple[str, ...]
    operands: tuple[Operand, ...]
    guard: Register | Not | None
    line: int
    source: tuple[int, int] = (0, 0)

    @property
    def opcode(self) -> str:
        return ".".join((self.name, *self.modifiers))


@dataclass(frozen=True, slots=True)
class Label:
    """A place in a function's body."""

    name: str


@dataclass(frozen=True)
class Variable:
    """A variable of a state space: ``count`` elements of ``type`` (None: the size comes with the launch).

    ``references`` are addresses among its values: where they stand, of which variable, and how many bytes behind it.
    """

    name: str
    space: str
    type: str
    count: int | None
    align: int
    values: bytes | None = None
    references: tuple[tuple[int, str, int], ...] = ()

    @property
    def size(self) -> int:
        return type_size(self.type) * (self.count or 0)


@dataclass
class Function:
    """An entry or a device function; a block of more than ``most_threads`` can not be launched (0: any can)."""

    name: str
    entry: bool
    parameters: list[Variable]
    results: list[Variable]
    most_threads: int = 0
    registers: dict[str, str] = field(default_factory=dict)
    ranges: list[tuple[str, int, str]] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    body: list[Instruction | Label] = field(default_factory=list)
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def type_of(self, register: str) -> str | None:
        """The declared type of a register, e.g. "b32"; None for one that is not declared."""
        found = self.registers.get(register)
        if found is None:
            stem = register.rstrip("0123456789")
            for prefix, count, kind in self.ranges:
                if prefix == stem and stem != register and int(register[len(stem) :]) < count:
                    self.registers[register] = found = kind
                    break
        return found


@dataclass
class Module:
    """A PTX text: its target, functions and module variables, and the files that `.loc` names by number."""

    target: str
    functions: dict[str, Function]
    variables: dict[str, Variable]
    files: dict[int, str]


def type_size(kind: str) -> int:
    """Bytes of an element of a PTX type: 4 for "f32"."""
    if kind == "pred":
        return 1
    if kind.endswith("x2"):
        return 4
    return int(kind.lstrip("busfe").replace("f", "").split("x")[0]) // 8 if kind != "bf16" else 2
