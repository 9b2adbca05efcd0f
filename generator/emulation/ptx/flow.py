"""A kernel as one flat body: device functions are inlined at their calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any

from generator.emulation.ptx.program import (
    Address,
    Function,
    Instruction,
    Label,
    Module,
    Not,
    Operand,
    Pair,
    PtxError,
    Register,
    Symbol,
    Unsupported,
    Variable,
    Vector,
)
from generator.emulation.ptx.uses import Uses, uses_of

MOST_INSTRUCTIONS = 400_000
"""Most instructions of a kernel with its device functions inlined."""

EXTERNAL = frozenset({"vprintf", "__assertfail", "malloc", "free"})
"""Device functions without a body: the machine runs them itself, or names them as unsupported."""


@dataclass
class Flat:
    """A kernel without calls: instructions and labels, types of registers, local and parameter variables.

    ``uses``: the registers that each item of ``body`` reads and sets.
    """

    kernel: Function
    body: list[Instruction | Label] = field(default_factory=list)
    uses: list[Uses] = field(default_factory=list)
    types: dict[str, str] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def add(self, item: Instruction | Label, uses: Uses | None = None) -> None:
        """Appends an item, with its uses where they are known."""
        self.body.append(item)
        self.uses.append(uses or (([], []) if isinstance(item, Label) else uses_of(item)))


def flatten(module: Module, kernel: Function) -> Flat:
    """The kernel with every call inlined; recursion is unsupported."""
    flat = Flat(kernel)
    numbers = count(1)
    _append(module, kernel, flat, "", numbers, ())
    return flat


def _append(
    module: Module, function: Function, flat: Flat, prefix: str, numbers: count[int], within: tuple[str, ...]
) -> None:
    if function.name in within:
        raise Unsupported(f"recursion of {function.name}")
    own = {variable.name for variable in function.variables}
    if within:
        own |= {variable.name for variable in (*function.parameters, *function.results)}
        flat.variables += [replace(each, name=prefix + each.name) for each in (*function.parameters, *function.results)]
    flat.variables += [replace(each, name=prefix + each.name) for each in function.variables]
    labels = {item.name for item in function.body if isinstance(item, Label)}
    names = _Names(function, flat, prefix, own | labels)
    flat.tables.update(
        {prefix + key: tuple(prefix + each for each in names_) for key, names_ in function.tables.items()}
    )
    end = f"{prefix}end"
    for item in function.body:
        if isinstance(item, Label):
            flat.add(Label(prefix + item.name) if prefix else item)
            continue
        found = names.instruction(item) if prefix else item
        if item.name == "call":
            _call(module, found, flat, numbers, (*within, function.name))
        elif item.name == "ret" and within:
            flat.add(replace(found, name="bra", modifiers=(), operands=(Symbol(end),)))
        else:
            flat.add(found, uses_of(found))
        if len(flat.body) > MOST_INSTRUCTIONS:
            raise Unsupported(f"a kernel of more than {MOST_INSTRUCTIONS:,} instructions")
    if within:
        flat.add(Label(end))
    else:
        names.note(flat.uses)


def _call(module: Module, call: Instruction, flat: Flat, numbers: count[int], within: tuple[str, ...]) -> None:
    target, results, arguments = call.operands
    if not isinstance(target, Symbol) or not isinstance(results, Vector) or not isinstance(arguments, Vector):
        raise Unsupported("indirect call", call.line)
    function = module.functions.get(target.name)
    if function is None or not function.body:
        if target.name not in EXTERNAL:
            raise Unsupported(f"call of {target.name}", call.line)
        flat.add(call)
        return
    if len(arguments.parts) != len(function.parameters) or len(results.parts) != len(function.results):
        raise PtxError(f"line {call.line}: a call of {target.name} with other arguments or results than it has")
    prefix = f"{target.name}@{next(numbers)}:"
    skip = f"{prefix}after"
    if call.guard is not None:
        other = call.guard.register if isinstance(call.guard, Not) else Not(call.guard)
        flat.add(replace(call, name="bra", modifiers=(), operands=(Symbol(skip),), guard=other))
    for variable, operand in zip(function.parameters, arguments.parts, strict=True):
        flat.add(_copy(call, prefix + variable.name, operand, variable))
    _append(module, function, flat, prefix, numbers, within)
    for variable, operand in zip(function.results, results.parts, strict=True):
        flat.add(_copy(call, operand, prefix + variable.name, variable))
    flat.add(Label(skip))


def _copy(call: Instruction, target: str | Operand, source: str | Operand, variable: Variable) -> Instruction:
    """The machine's own `_param`: a copy from one parameter variable to another."""
    to = Symbol(target) if isinstance(target, str) else target
    of = Symbol(source) if isinstance(source, str) else source
    return Instruction("_param", (variable.type,), (to, of), None, call.line, call.source)


class _Names:
    """Adds the prefix of a call to the names of the called function's registers, labels and variables."""

    def __init__(self, function: Function, flat: Flat, prefix: str, own: set[str]) -> None:
        self._function, self._flat, self._prefix, self._own = function, flat, prefix, own

    def note(self, uses: Sequence[Uses]) -> None:
        """Keeps the types of the kernel's own registers, whose names get no prefix."""
        types = self._flat.types
        for name in dict.fromkeys(chain.from_iterable(chain.from_iterable(uses))):
            if name not in types and (declared := self._function.type_of(name)) is not None:
                types[name] = declared

    def instruction(self, item: Instruction) -> Instruction:
        operands = tuple(self._operand(each) for each in item.operands)
        guard: Any = self._operand(item.guard) if item.guard is not None else None
        return replace(item, operands=operands, guard=guard)

    def _operand(self, operand: Operand) -> Operand:
        match operand:
            case Register(name):
                kind = self._function.type_of(name)
                if kind is None:
                    return operand
                self._flat.types[self._prefix + name] = kind
                return Register(self._prefix + name)
            case Symbol(name, offset):
                return Symbol(self._prefix + name, offset) if name in self._own else operand
            case Address(base, offset) if base is not None:
                return Address(self._operand(base), offset)  # type: ignore[arg-type]
            case Vector(parts):
                return Vector(tuple(map(self._operand, parts)))
            case Not(register):
                return Not(self._operand(register))  # type: ignore[arg-type]
            case Pair(first, second):
                return Pair(self._operand(first), self._operand(second))
        return operand
