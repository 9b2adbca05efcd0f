"""What stands beside a kernel in its module: constants, enumerations, structs, functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.syntax.annotations import type_of
from generator.syntax.modules import Class, Constant, Field, Function, Module, Parameter
from generator.syntax.statements import Blank, Block, Comment, Return, walk
from generator.syntax.types import NAMED, Type
from generator.syntax.values import Value
from generator.syntax.walks.inference import type_of_value, types_of_locals
from generator.synthesis.schemas.phrases import listed
from generator.synthesis.telling.formulas import Notation, kind, plain
from generator.synthesis.telling.known_numbers import unwrapped
from generator.synthesis.telling.outline import bullets
from generator.synthesis.telling.steps import teller_of
from generator.synthesis.telling.substitution import substituted
from generator.synthesis.telling.wording import Wording


def surroundings(module: Module, notation: Notation, wording: Wording) -> Iterator[str]:
    """Lines for each part of the module but the kernel and its imports."""
    constants = [part for part in module.parts if isinstance(part, Constant)]
    if constants:
        values = [notation.quoted(f"{each.name} = {plain(unwrapped(each.value), {})}") for each in constants]
        yield f"Constants: {listed(values)}."
    for part in module.parts:
        if isinstance(part, Class):
            yield _class(part, notation)
        elif isinstance(part, Function) and not part.is_kernel:
            yield from function(part, notation, wording)


Why = Callable[[Function, Block], Mapping[int, str]]
"""Gives the reasons for what a function's body does."""


def function(law: Function, notation: Notation, wording: Wording, why: Why = lambda law, body: {}) -> Iterator[str]:
    """A function's signature, with its formula or its steps."""
    head = notation.quoted(_signature(law))
    told = substituted(law)
    reasons = why(law, told)
    note = reasons.get(id(law), "")
    body = [each for each in told if not isinstance(each, Comment | Blank)]
    match body:
        case [Return(Value() as value)]:
            yield f"{head} is {notation.formula(value)}{note}."
        case _:
            yield f"{head}{note}:"
            plain = Notation(notation.signs, False, notation.ticks)
            yield from bullets(teller_of(law, plain, wording, reasons).steps(told))


def _signature(law: Function) -> str:
    """A function's name, its arguments with their types, and the type that it gives."""
    arguments = [_typed(each) for each in law.parameters]
    gives = _inferred(law) if law.returns is None else kind(law.returns)
    return f"{law.name}({', '.join(arguments)})" + (f" -> {gives}" if gives else "")


def _typed(part: Parameter | Field) -> str:
    """A name with its type, where that is spelled."""
    return part.name if part.annotation is None else f"{part.name}: {kind(part.annotation)}"


def _inferred(law: Function) -> str:
    """The type that a function without an annotation gives, as it is spelled; empty where no value of it tells."""
    names = types_of_locals(law.body, {each.name: type_of(each.annotation) for each in law.parameters}, {})
    for statement in walk(law.body):
        if isinstance(statement, Return) and statement.value is not None:
            several = statement.value.operation == "tuple"
            values = statement.value.children if several else (statement.value,)
            spelled = [_SPELLED.get(type_of_value(value, names, {})) for value in values]
            words = [word for word in spelled if word is not None]
            if len(words) == len(spelled):
                return f"tuple[{', '.join(words)}]" if several else words[0]
    return ""


_SPELLED: dict[Type | None, str] = {
    found: name for name, found in sorted(NAMED.items(), key=lambda each: -len(each[0]))
}
"""Types -> the shortest of their names."""


def _class(part: Class, notation: Notation) -> str:
    members = [
        notation.quoted(_typed(each) if each.value is None else f"{each.name} = {plain(each.value, {})}")
        for each in part.fields
    ]
    title = "Struct" if part.is_record else "Integer enumeration"
    return f"{title} {notation.quoted(part.name)}: {listed(members)}."
