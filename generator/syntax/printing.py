"""The tree as Python text: printed once, when the kernel is whole."""

from __future__ import annotations

import sys

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


def _part_lines(part: Part) -> list[str]:
    match part:
        case Import():
            names = ", ".join([f"{name} as {own}" if own else name for name, own in part.names])
            return [f"from {part.module} import {names}" if part.module else f"import {names}"]
        case Constant():
            return [_field_text(part)]
        case Class():
            return _class_lines(part)
        case Function():
            return _function_lines(part)
        case Call():
            return value_lines("", part.value, "", 0)


def _class_lines(part: Class) -> list[str]:
    bases = ", ".join([value_text(base) for base in part.bases])
    head = f"class {part.name}({bases}):" if bases else f"class {part.name}:"
    found = [*[f"@{value_text(decorator)}" for decorator in part.decorators], head]
    if part.docstring is not None:
        found += [_docstring(part.docstring, INDENT), *([""] if part.fields else [])]
    elif not part.fields:
        found += [f"{INDENT}pass"]
    return found + [INDENT + _field_text(member) for member in part.fields]


def _field_text(member: Field | Constant) -> str:
    value = "" if member.value is None else f" = {value_text(member.value)}"
    return f"{member.name}{_annotated(member.annotation)}{value}"


def _function_lines(function: Function) -> list[str]:
    found = [f"@{value_text(decorator)}" for decorator in function.decorators]
    returns = "" if function.returns is None else f" -> {value_text(function.returns)}"
    if function.one_line:
        inside = ", ".join([_parameter_text(parameter) for parameter in function.parameters])
        found += [f"def {function.name}({inside}){returns}:"]
    else:
        found += [f"def {function.name}("]
        for parameter in function.parameters:
            found += [INDENT + _hash(parameter.heading)] if parameter.heading else []
            found += [f"{INDENT}{_parameter_text(parameter)},"]
        found += [f"){returns}:"]
    if function.docstring is not None:
        found += [_docstring(function.docstring, INDENT)]
    elif all(isinstance(each, Comment | Blank) for each in function.body):
        return [*found, *_block_lines(function.body, 1), f"{INDENT}pass"]
    return found + _block_lines(function.body, 1)


def _parameter_text(parameter: Parameter) -> str:
    text = parameter.name + _annotated(parameter.annotation)
    if parameter.default is None:
        return text
    equals = " = " if parameter.annotation is not None else "="
    return f"{text}{equals}{value_text(parameter.default)}"


def _annotated(annotation: Value | None) -> str:
    return "" if annotation is None else f": {value_text(annotation)}"


def _block_lines(block: Block, depth: int) -> list[str]:
    pad = INDENT * depth
    found: list[str] = []
    for statement in block:
        match statement:
            case Assign(targets, value, annotation):
                mark = "" if annotation is None else _annotated(annotation)
                found += value_lines(
                    pad + "".join([f"{value_text(each)}{mark} = " for each in targets]), value, "", depth
                )
            case Store(target, value):
                found += value_lines(f"{pad}{value_text(target)} = ", value, "", depth)
            case If():
                found += _if_lines(statement, depth)
            case Augment(target, sign, value):
                found += value_lines(f"{pad}{value_text(target)} {sign}= ", value, "", depth)
            case Comment():
                found += [pad + _hash(statement.text)]
            case Call(value):
                found += value_lines(pad, value, "", depth)
            case For(target, iterable, body):
                found += value_lines(f"{pad}for {value_text(target)} in ", iterable, ":", depth)
                found += _block_lines(body, depth + 1)
            case Return(None):
                found += [f"{pad}return"]
            case Return(Value() as value):
                found += value_lines(f"{pad}return ", value, "", depth)
            case While(condition, body):
                found += value_lines(f"{pad}while ", condition, ":", depth)
                found += _block_lines(body, depth + 1)
            case Blank():
                found += [""] * statement.lines
            case Jump(word):
                found += [pad + word]
            case Assert(condition, message):
                suffix = "" if message is None else f", {value_text(message)}"
                found += [f"{pad}assert {value_text(condition)}{suffix}"]
    return found


def _if_lines(statement: If, depth: int, word: str = "if") -> list[str]:
    pad = INDENT * depth
    found = value_lines(f"{pad}{word} ", statement.condition, ":", depth) + _block_lines(statement.body, depth + 1)
    match statement.otherwise:
        case ():
            return found
        case (If() as inner,):
            return found + _if_lines(inner, depth, "elif")
    return [*found, f"{pad}else:", *_block_lines(statement.otherwise, depth + 1)]


def _hash(text: str) -> str:
    return f"# {text}" if text else "#"


def _docstring(text: str, pad: str) -> str:
    """A docstring as it stands between the quotes; raw where it holds a backslash, so that none has to be doubled."""
    if '"""' in text or text.endswith(('"', "\\")):
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'{pad}"""{escaped}"""'
    return f'{pad}{"r" if chr(92) in text else ""}"""{text}"""'
