"""The parsed form of a PTX text: operands, instructions, variables, functions, module."""

from __future__ import annotations

from dataclasses import dataclass, field


class PtxError(Exception):
    """The text can not be read as PTX; the message is one line, with the line of the text where it is known."""


class Unsupported(Exception):
    """The machine lacks an opcode or a form of it: it refuses rather than give a wrong result."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(f"unsupported, {what}" + (f" (line {line} of the PTX)" if line else ""))
        self.what = what


@dataclass(frozen=True, slots=True)
class Register:
    """A register by name, or a special register such as ``%tid.x``."""

    name: str


@dataclass(frozen=True, slots=True)
class Immediate:
    """An integer (``width`` 0), or the bits of a float of ``width`` bits: equality is of bits, so -0.0 is not 0.0."""

    value: int
    width: int = 0


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name of a variable, a label or a function, with an offset in bytes."""

    name: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Address:
    """``[base + offset]``; ``base`` is a register, a symbol or None."""

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


@dataclass(slots=True)  # not frozen, which takes three times as long to make: a text has thousands
class Instruction:
    """``@guard name.modifiers operands``; ``line`` is the line of the text, ``source`` the file and line of `.loc`."""

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
    """A variable of a state space: ``count`` elements of ``type`` (None: the launch gives the size).

    ``references``: addresses among its values, each as the place in bytes, a variable's name, and an offset from it.
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
    """An entry or a device function; ``most_threads`` limits the threads of a block (0: no limit)."""

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
    """A PTX text: its target, functions and module variables, and the files of `.loc` by number."""

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
