"""The tree as Python text: printed once, when the kernel is whole."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from generator.syntax.line_breaks import INDENT, value_lines
from generator.syntax.modules import Call, Class, Constant, Field, Function, Import, Module, Parameter, Part
from generator.syntax.statements import (
    Assert,
    Assign,
    Augment,
    Blank,
    Block,
    Comment,
    For,
    If,
    Jump,
    Return,
    Store,
    While,
)
from generator.syntax.value_text import value_text
from generator.syntax.values import Value


def module_text(module: Module) -> str:
    """The module as Python, with a line break at its end. Two empty lines stand around functions and classes."""
    pieces = [_docstring(module.docstring, "")] if module.docstring is not None else []
    previous: Part | None = None
    for part in module.parts:
        before = "\n" * _gap(previous, part) if pieces else ""
        pieces.append(before + "\n".join(_part_lines(part)))
        previous = part
    return "\n".join(pieces) + "\n"


def block_text(block: Block) -> str:
    """Statements alone, without a line break at their end."""
    return "\n".join(_block_lines(block, 0))


def _gap(previous: Part | None, part: Part) -> int:
    """Empty lines between two parts."""
    if isinstance(previous, Function | Class | Call) or isinstance(part, Function | Class):
        return 2
    if isinstance(previous, Import) and isinstance(part, Import):
        return int(_is_standard(previous) and not _is_standard(part))
    return 0 if type(previous) is type(part) else 1


def _is_standard(part: Import) -> bool:
    """Whether an import is of Python's standard library; these stand apart from others."""
    return (part.module or part.names[0][0]) in sys.stdlib_module_names


def _part_lines(part: Part) -> Iterator[str]:
    match part:
        case Import():
            names = ", ".join(f"{name} as {own}" if own else name for name, own in part.names)
            yield f"from {part.module} import {names}" if part.module else f"import {names}"
        case Constant():
            yield _field_text(part)
        case Class():
            yield from _class_lines(part)
        case Function():
            yield from _function_lines(part)
        case Call():
            yield from value_lines("", part.value, "", 0)


def _class_lines(part: Class) -> Iterator[str]:
    for decorator in part.decorators:
        yield f"@{value_text(decorator)}"
    bases = ", ".join(value_text(base) for base in part.bases)
    yield f"class {part.name}({bases}):" if bases else f"class {part.name}:"
    if part.docstring is not None:
        yield _docstring(part.docstring, INDENT)
        if part.fields:
            yield ""
    for member in part.fields:
        yield INDENT + _field_text(member)
    if not part.fields and part.docstring is None:
        yield f"{INDENT}pass"


def _field_text(member: Field | Constant) -> str:
    value = "" if member.value is None else f" = {value_text(member.value)}"
    return f"{member.name}{_annotated(member.annotation)}{value}"


def _function_lines(function: Function) -> Iterator[str]:
    for decorator in function.decorators:
        yield f"@{value_text(decorator)}"
    returns = "" if function.returns is None else f" -> {value_text(function.returns)}"
    if function.one_line:
        inside = ", ".join(_parameter_text(parameter) for parameter in function.parameters)
        yield f"def {function.name}({inside}){returns}:"
    else:
        yield f"def {function.name}("
        for parameter in function.parameters:
            if parameter.heading:
                yield INDENT + _hash(parameter.heading)
            yield f"{INDENT}{_parameter_text(parameter)},"
        yield f"){returns}:"
    if function.docstring is not None:
        yield _docstring(function.docstring, INDENT)
    yield from _block_lines(function.body, 1)
    if function.docstring is None and all(isinstance(each, Comment | Blank) for each in function.body):
        yield f"{INDENT}pass"


def _parameter_text(parameter: Parameter) -> str:
    text = parameter.name + _annotated(parameter.annotation)
    if parameter.default is None:
        return text
    equals = " = " if parameter.annotation is not None else "="
    return f"{text}{equals}{value_text(parameter.default)}"


def _annotated(annotation: Value | None) -> str:
    return "" if annotation is None else f": {value_text(annotation)}"


def _block_lines(block: Block, depth: int) -> Iterator[str]:
    pad = INDENT * depth
    for statement in block:
        match statement:
            case Blank():
                yield from [""] * statement.lines
            case Comment():
                yield pad + _hash(statement.text)
            case If():
                yield from _if_lines(statement, depth)
            case For(target, iterable, body):
                yield from value_lines(f"{pad}for {value_text(target)} in ", iterable, ":", depth)
                yield from _block_lines(body, depth + 1)
            case While(condition, body):
                yield from value_lines(f"{pad}while ", condition, ":", depth)
                yield from _block_lines(body, depth + 1)
            case Assign(targets, value, annotation):
                names = f"{_annotated(annotation)} = ".join([*map(value_text, targets), ""])
                yield from value_lines(pad + names, value, "", depth)
            case Store(target, value):
                yield from value_lines(f"{pad}{value_text(target)} = ", value, "", depth)
            case Augment(target, sign, value):
                yield from value_lines(f"{pad}{value_text(target)} {sign}= ", value, "", depth)
            case Call(value):
                yield from value_lines(pad, value, "", depth)
            case Return(None):
                yield f"{pad}return"
            case Return(Value() as value):
                yield from value_lines(f"{pad}return ", value, "", depth)
            case Assert(condition, message):
                suffix = "" if message is None else f", {value_text(message)}"
                yield f"{pad}assert {value_text(condition)}{suffix}"
            case Jump(word):
                yield pad + word


def _if_lines(statement: If, depth: int, word: str = "if") -> Iterator[str]:
    pad = INDENT * depth
    yield from value_lines(f"{pad}{word} ", statement.condition, ":", depth)
    yield from _block_lines(statement.body, depth + 1)
    match statement.otherwise:
        case ():
            return
        case (If() as inner,):
            yield from _if_lines(inner, depth, "elif")
        case _:
            yield f"{pad}else:"
            yield from _block_lines(statement.otherwise, depth + 1)


def _hash(text: str) -> str:
    return f"# {text}" if text else "#"


def _docstring(text: str, pad: str) -> str:
    """A docstring as it stands between the quotes; raw where it holds a backslash, so that none has to be doubled."""
    if '"""' in text or text.endswith(('"', "\\")):
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'{pad}"""{escaped}"""'
    return f'{pad}{"r" if chr(92) in text else ""}"""{text}"""'
