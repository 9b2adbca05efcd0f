"""Reads PTX text: statements first, then what each declares or does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from generator.emulation.ptx.declarations import Declaration, declaration, parameters, register_names
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
    Vector,
)

_LINKAGE = (".visible", ".extern", ".weak", ".common")
_IGNORED = (".pragma", ".maxntid", ".minnctapersm", ".reqntid", ".maxnreg", ".noreturn", ".alias", ".explicitcluster",
            ".reqnctapercluster", ".maxclusterrank", ".version", ".address_size")  # fmt: skip


def read(text: str) -> Module:
    """The module of a PTX text; PtxError names the line of what can not be read."""
    module = Module("", {}, {}, {})
    statements = _statements(text)
    for line, statement in statements:
        try:
            _top(module, statement, line, statements)
        except PtxError as error:
            raise PtxError(f"line {line}: {error}") from None
        except (ValueError, IndexError) as error:
            raise PtxError(f"line {line}: can not be read: {statement[:80]!r} ({error})") from None
    return module


def _top(module: Module, statement: str, line: int, statements: Iterator[tuple[int, str]]) -> None:
    word = statement.split(None, 1)[0]
    while word in _LINKAGE:
        statement = statement[len(word) :].strip()
        word = statement.split(None, 1)[0]
    if word == ".target":
        module.target = statement.split()[1].rstrip(",")
    elif word == ".file":
        number, name = statement.split(None, 2)[1:3]
        module.files[int(number)] = name.split('"')[1]
    elif word in (".entry", ".func"):
        function, has_body = _head(statement, word == ".entry")
        if has_body:
            _body(function, statements)
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
    function = Function(name.split()[0], entry, parameters(arguments.rpartition(")")[0]), parameters(results))
    return function, has_body


def _body(function: Function, statements: Iterator[tuple[int, str]]) -> None:
    depth, source = 1, (0, 0)
    for line, statement in statements:
        try:
            if statement == "{":
                depth += 1
            elif statement == "}":
                depth -= 1
                if depth == 0:
                    return
            elif statement[-1] == ":":
                function.body.append(Label(statement[:-1].strip()))
            elif statement[0] != ".":
                function.body.append(_instruction(statement, line, source))
            elif statement.startswith((".loc ", ".loc\t")):
                source = (int(statement.split()[1]), int(statement.split()[2]))
            elif statement.startswith(".reg"):
                _registers(function, statement)
            elif statement.startswith((".branchtargets", ".calltargets")):
                _table(function, statement)
            elif not statement.startswith((".pragma", ".callprototype")):
                found: Declaration = declaration(statement)
                function.variables.append(found.variable)
        except PtxError as error:
            raise PtxError(f"{error} (line {line})") from None
    raise PtxError(f"the body of {function.name} has no end")


def _table(function: Function, statement: str) -> None:
    label = function.body[-1]
    if isinstance(label, Label):
        function.tables[label.name] = tuple(split(statement.split(None, 1)[1]))


def _registers(function: Function, statement: str) -> None:
    kind, names = statement.split(None, 2)[1:]
    for name, count in register_names(names):
        if count is None:
            function.registers[name] = kind.lstrip(".")
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
    """``ld.global.f32`` as its name and its modifiers."""
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


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Statements with the line on which each begins: up to ``;``, a label's ``:``, a brace, or a line of `.loc`."""
    if "/*" in text:
        text = _without_block_comments(text)
    pending, began, in_section = "", 0, False
    for number, line in enumerate(text.split("\n"), 1):
        # Sections hold tables of debuggers, whose lines are no statements.
        if in_section or (line.lstrip().startswith(".section") and not pending):
            in_section = line.strip() != "}"
            continue
        rest = line.partition("//")[0].strip() if "//" in line else line.strip()
        while rest:
            if not pending:
                began = number
                if rest[0] in "{}":
                    yield number, rest[0]
                    rest = rest[1:].strip()
                    continue
                if rest.startswith((".loc ", ".loc\t", ".file", ".version", ".target", ".address_size")):
                    yield number, rest.rstrip(";")
                    break
            if rest[-1] == ";" and rest.find(";") == len(rest) - 1:
                yield began, f"{pending} {rest[:-1]}".strip() if pending else rest[:-1].strip()
                pending, rest = "", ""
                continue
            end, rest = _cut(pending, rest)
            pending = f"{pending} {end}".strip()
            if pending.endswith(";") or _is_label(pending) or (pending.endswith("{") and _is_head(pending)):
                yield began, pending.rstrip(";").strip()
                pending = ""
    if pending:
        raise PtxError(f"line {began}: a statement without its end: {pending[:60]!r}")


def _is_label(text: str) -> bool:
    return text.endswith(":") and not text.startswith(".")


def _is_head(text: str) -> bool:
    return any(word in (".entry", ".func") for word in text.split("(")[0].split())


def _cut(pending: str, rest: str) -> tuple[str, str]:
    """The text up to the end of a statement, if it ends in ``rest``, and what follows."""
    head = _is_head(pending or rest)
    for place, letter in enumerate(rest):
        if letter == ";" or (letter == "{" and head):
            return rest[: place + 1], rest[place + 1 :].strip()
        if letter == ":" and not pending and rest[:place].replace("_", "").replace("$", "").replace(".", "").isalnum():
            if rest[place + 1 : place + 2] != ":" and not rest.startswith("."):
                return rest[: place + 1], rest[place + 1 :].strip()
            if rest[place + 1 : place + 2] == ":":
                return rest, ""
    return rest, ""


def _without_block_comments(text: str) -> str:
    parts, place = [], 0
    while (start := text.find("/*", place)) >= 0:
        end = text.find("*/", start)
        end = len(text) if end < 0 else end + 2
        parts += [text[place:start], "\n" * text.count("\n", start, end)]
        place = end
    return "".join([*parts, text[place:]])
