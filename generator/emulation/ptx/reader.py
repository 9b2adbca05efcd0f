"""Reads PTX text: statements first, then what each declares or does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import prod

from generator.emulation.ptx.declarations import declaration, parameters, register_names
from generator.emulation.ptx.operands import operand, split
from generator.emulation.ptx.program import (
    Function,
    Instruction,
    Label,
    Module,
    Not,
    Operand,
    PtxError,
    Register,
    Unsupported,
    Vector,
)
from generator.emulation.ptx.scopes import Scope
from generator.emulation.ptx.statements import statements

_BLOCK_SIZES = re.compile(r"\.(?:max|req)ntid\s+([\w\s,]+)")
_KINDS = re.compile(r"\.(?:pred|[bus](?:8|16|32|64)|f(?:16|32|64)|bf16|(?:b?f|[us])16x2)")
"""Types of registers that the machine keeps."""
_LINKAGE = (".visible", ".extern", ".weak", ".common")
_IGNORED = (".pragma", ".maxntid", ".minnctapersm", ".reqntid", ".maxnreg", ".noreturn", ".alias", ".explicitcluster",
            ".reqnctapercluster", ".maxclusterrank", ".version", ".address_size")  # fmt: skip


def read(text: str) -> Module:
    """The module of a PTX text; PtxError names the line that can not be read."""
    module = Module("", {}, {}, {})
    found = statements(text)
    for line, statement in found:
        try:
            _top(module, statement, found)
        except (PtxError, ValueError, IndexError) as error:
            raise _at(line, statement, error) from None
    return module


def _at(line: int, statement: str, error: Exception) -> PtxError:
    """The error with its line added, unless its text begins with one."""
    if not isinstance(error, PtxError):
        return PtxError(f"line {line}: can not be read: {statement[:80]!r} ({error})")
    return error if str(error).startswith("line ") else PtxError(f"line {line}: {error}")


def _top(module: Module, statement: str, following: Iterator[tuple[int, str]]) -> None:
    word = statement.split(None, 1)[0]
    while word in _LINKAGE:
        statement = statement[len(word) :].strip()
        word = statement.split(None, 1)[0]
    if word == ".target":
        module.target = statement.split()[1].rstrip(",")
    elif word == ".file":
        number, path = statement.split(None, 2)[1:3]
        # Without the folder, which is one of the machine that compiled.
        module.files[int(number)] = re.split(r"[/\\]", path.split('"')[1])[-1]
    elif word in (".entry", ".func"):
        function, has_body = _head(statement, word == ".entry")
        if has_body:
            _body(function, following)
            module.functions[function.name] = function
        else:
            module.functions.setdefault(function.name, function)
    elif word not in _IGNORED:
        found = declaration(statement)
        module.variables[found.variable.name] = found.variable


def _head(statement: str, entry: bool) -> tuple[Function, bool]:
    has_body = statement.endswith("{")
    rest = statement.removesuffix("{").split(None, 1)[1].strip()
    results: str = ""
    if not entry and rest.startswith("("):
        results, _, rest = rest[1:].partition(")")
    name, _, arguments = rest.strip().partition("(")
    listed = arguments.rpartition(")")[0]
    function = Function(name.split()[0], entry, parameters(listed), parameters(results), _most_threads(rest))
    return function, has_body


def _most_threads(head: str) -> int:
    """Most threads of a block by the directives after an entry's parameters; 0 without them."""
    found = [prod(int(size, 0) for size in each[1].split(",")) for each in _BLOCK_SIZES.finditer(head)]
    return min(found, default=0)


def _body(function: Function, following: Iterator[tuple[int, str]]) -> None:
    scopes, count, source = [Scope()], 0, (0, 0)
    for line, statement in following:
        scope = scopes[-1]
        try:
            if statement[-1] == ":":
                function.body.append(Label(scope.symbol(statement[:-1].strip())))
            elif statement[0] not in ".{}":
                function.body.append(_instruction(statement, line, source))
            elif statement == "{":
                count += 1
                scopes.append(Scope(len(function.body), f"#{count}"))
            elif statement == "}":
                scopes.pop().close(function)
                if not scopes:
                    return
            elif statement.startswith((".loc ", ".loc\t")):
                source = (int(statement.split()[1]), int(statement.split()[2]))
            elif statement.startswith(".reg"):
                _registers(function, scope, statement)
            elif statement.startswith((".branchtargets", ".calltargets")):
                _table(function, scope, statement)
            elif not statement.startswith((".pragma", ".callprototype")):
                variable = declaration(statement).variable
                function.variables.append(replace(variable, name=scope.symbol(variable.name)))
        except (PtxError, ValueError, IndexError) as error:
            raise _at(line, statement, error) from None
    raise PtxError(f"the body of {function.name} has no end")


def _table(function: Function, scope: Scope, statement: str) -> None:
    label = function.body[-1]
    if scope.suffix:
        raise PtxError("a table of branches within braces is not read")
    if isinstance(label, Label):
        function.tables[label.name] = tuple(split(statement.split(None, 1)[1]))


def _registers(function: Function, scope: Scope, statement: str) -> None:
    kind, names = statement.removeprefix(".reg").split(None, 1)
    if not _KINDS.fullmatch(kind):
        raise Unsupported(f".reg {kind[:20]}")
    for name, count in register_names(names):
        if count is None:
            function.registers[scope.register(name)] = kind.lstrip(".")
        else:
            function.ranges.append((name, count, kind.lstrip(".")))


def _instruction(statement: str, line: int, source: tuple[int, int]) -> Instruction:
    guard: Register | Not | None = None
    if statement[0] == "@":
        word, statement = statement[1:].split(None, 1)
        guard = Not(Register(word[1:])) if word[0] == "!" else Register(word)
    opcode, _, rest = statement.partition(" ") if "\t" not in statement else statement.replace("\t", " ").partition(" ")
    name, modifiers = _opcode(opcode)
    if name == "call":
        return Instruction(name, modifiers, _call_operands(rest.strip()), guard, line, source)
    return Instruction(name, modifiers, tuple(map(operand, split(rest))), guard, line, source)


@lru_cache(maxsize=4096)
def _opcode(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the modifiers of an opcode such as ``ld.global.f32``."""
    name, *modifiers = text.split(".")
    return name, tuple(each.replace("::", "_") for each in modifiers)


def _call_operands(text: str) -> tuple[Operand, ...]:
    parts = split(text)
    results: tuple[Operand, ...] = ()
    if parts[0].startswith("("):
        results = tuple(map(operand, split(parts.pop(0)[1:-1])))
    target = operand(parts.pop(0))
    arguments: tuple[Operand, ...] = ()
    if parts and parts[0].startswith("("):
        arguments = tuple(map(operand, split(parts[0][1:-1])))
    return (target, Vector(results), Vector(arguments))
