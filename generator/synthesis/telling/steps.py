"""The steps of a kernel in sentences, one a statement, with what is inside a loop or a branch after it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.syntax.statements import (
    Assign,
    Augment,
    Blank,
    Block,
    Call,
    Comment,
    For,
    If,
    Jump,
    Return,
    Statement,
    Store,
    While,
)
from generator.syntax.values import Value, dotted_name
from generator.synthesis.telling.formulas import formula

_ATOMICS = {
    "atomic_add": "atomically add {value} to {place}",
    "atomic_sub": "atomically subtract {value} from {place}",
    "atomic_min": "atomically lower {place} to {value} where that is less",
    "atomic_max": "atomically raise {place} to {value} where that is more",
    "atomic_or": "atomically set the bits {value} in {place}",
    "atomic_and": "atomically keep only the bits {value} in {place}",
    "atomic_xor": "atomically flip the bits {value} in {place}",
    "atomic_exch": "atomically exchange {place} for {value}",
}
"""Atomic operations -> how they are said."""

_JUMPS = {"continue": "go on with the next one", "break": "end the loop", "pass": "do nothing"}


def steps(block: Block, depth: int = 0) -> Iterator[str]:
    """Lines, those of inner blocks further in."""
    pad = "  " * depth
    for statement in block:
        if isinstance(statement, Comment | Blank):
            continue
        match statement:
            case If(condition, body, otherwise):
                yield f"{pad}- If {formula(condition)}:" + _short(body)
                yield from () if _short(body) else steps(body, depth + 1)
                if otherwise:
                    yield f"{pad}- Otherwise:" + _short(otherwise)
                    yield from () if _short(otherwise) else steps(otherwise, depth + 1)
            case For(target, iterable, body):
                yield f"{pad}- For {target.operands[0]} in {_range(iterable)}:"
                yield from steps(body, depth + 1)
            case While(condition, body):
                yield f"{pad}- As long as {formula(condition)}:"
                yield from steps(body, depth + 1)
            case _:
                yield f"{pad}- {_sentence(statement)}."


def _short(block: Block) -> str:
    """A block of one plain statement, to stand in the line of its head."""
    plain = [s for s in block if not isinstance(s, Comment | Blank)]
    if len(plain) != 1 or isinstance(plain[0], If | For | While):
        return ""
    first = plain[0]
    text = _sentence(first)
    return f" {text[0].lower()}{text[1:]}."


def _sentence(statement: Statement) -> str:
    match statement:
        case Assign(targets, value):
            if value.operation == "call" and dotted_name(value.operands[0]) == "wp.tid":
                names = targets[0].operands if targets[0].operation == "tuple" else targets
                return f"The index of the thread is {', '.join(str(name.operands[0]) for name in names)}"
            if value.operation == "call" and (said := _atomic(value)):
                return f"{said[0].upper()}{said[1:]}, and call what stood there before {formula(targets[0])}"
            return f"Let {formula(targets[0])} be {formula(value)}"
        case Store(target, value):
            return f"Set {formula(target)} to {formula(value)}"
        case Augment(target, sign, value):
            words = {
                "+": "Add {v} to {t}",
                "-": "Subtract {v} from {t}",
                "*": "Multiply {t} by {v}",
                "/": "Divide {t} by {v}",
            }
            return words.get(sign, f"Replace {{t}} by {{t}} {sign} {{v}}").format(t=formula(target), v=formula(value))
        case Call(value):
            said = _atomic(value)
            return said[0].upper() + said[1:] if said else f"Call {formula(value)}"
        case Return(None):
            return "Nothing more is done"
        case Return(value):
            return f"The result is {formula(value)}" if value is not None else ""
        case Jump(word):
            return _JUMPS[word][0].upper() + _JUMPS[word][1:]
    raise TypeError(f"no sentence for {type(statement).__name__}")


def _atomic(value: Value) -> str:
    word = dotted_name(value.operands[0]).removeprefix("wp.")
    if word not in _ATOMICS:
        return ""
    array, *indices, amount = value.operands[1:]
    place = f"{formula(array)}[{', '.join(map(formula, indices))}]"
    return _ATOMICS[word].format(place=place, value=formula(amount))


def _range(iterable: Value) -> str:
    ends = [formula(each) for each in iterable.operands[1:]]
    if len(ends) == 1:
        return f"0 up to, without, {ends[0]}"
    return f"{ends[0]} up to, without, {ends[1]}" + (f", in steps of {ends[2]}" if len(ends) > 2 else "")
