"""What a mutation may make of a statement: tables of callees, and a function for each kind of change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.verification.mutation.statements import REVERSE, Body, Statement

Change = Callable[[Statement, Body], Iterator[str]]

SIBLINGS = (
    ("add", "sub"),
    ("mul", "div"),
    ("cw_mul", "cw_div"),
    ("min", "max"),
    ("sin", "cos", "tanh", "atan"),
    ("exp", "cosh", "sinh"),
    ("sqrt", "abs", "cbrt"),
    ("log", "log2", "log10"),
    ("length", "length_sq"),
    ("floor", "ceil", "round"),
    ("bit_and", "bit_or", "bit_xor"),
    ("lshift", "rshift"),
    ("atomic_add", "atomic_sub"),
    ("atomic_min", "atomic_max"),
)
"""Built-ins that take the same arguments, and so do most of their adjoints; what does not compile is no mutant."""

OTHERS = {
    "<": ("<=", ">=", ">"),
    "<=": ("<", ">"),
    ">": (">=", "<=", "<"),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
}
COMMUTATIVE = frozenset({"add", "mul", "min", "max", "dot", "cw_mul", "bit_and", "bit_or", "bit_xor"})
PLAIN = {"atomic_add": "add", "atomic_sub": "sub", "atomic_min": "min", "atomic_max": "max"}
"""Atomics, and what a load, this and a store do in their place."""


def _sibling(statement: Statement, body: Body) -> Iterator[str]:
    prefix, name = _named(statement.callee)
    for family in SIBLINGS:
        for other in family if name in family else ():
            if other != name:
                yield str(replace(statement, callee=prefix + other))


def _comparison(statement: Statement, body: Body) -> Iterator[str]:
    for other in OTHERS.get(statement.callee, ()):
        yield str(replace(statement, callee=other))


def _operands(statement: Statement, body: Body) -> Iterator[str]:
    """Two neighbouring arguments of one type in each other's place."""
    prefix, name = _named(statement.callee)
    if not prefix or (name in COMMUTATIVE and prefix == "wp::") or name in ("where", "assign"):
        return
    for place, (one, other) in enumerate(zip(statement.arguments, statement.arguments[1:], strict=False)):
        kind = body.types.get(one)
        if one != other and kind and kind == body.types.get(other) and one[:4] == other[:4]:
            before, after = statement.arguments[:place], statement.arguments[place + 2 :]
            yield str(statement.with_arguments(*before, other, one, *after))


def _further(statement: Statement, body: Body) -> Iterator[str]:
    """An index one too far."""
    for place in _indices(statement):
        yield str(statement.with_arguments(*_with(statement.arguments, place, f"{statement.arguments[place]} + 1")))


def _index(statement: Statement, body: Body) -> Iterator[str]:
    """Another whole number of those known by then in the place of an index."""
    known = [each.target for each in body.statements if each.line < statement.line and each.target]
    whole = [name for name in dict.fromkeys(known) if body.types.get(name) == "wp::int32"]
    for place in _indices(statement):
        for other in whole:
            if other != statement.arguments[place]:
                yield str(statement.with_arguments(*_with(statement.arguments, place, other)))


def _indices(statement: Statement) -> range:
    """Places of the indices of an access of an array."""
    prefix, name = _named(statement.callee)
    if not prefix or not (name in ("address", "array_store") or name.startswith("atomic_")):
        return range(0)
    adjoints = [place for place, each in enumerate(statement.arguments) if each.startswith("adj_")]
    end = adjoints[0] if adjoints else len(statement.arguments)
    return range(1, end if name == "address" else end - 1)


def _bound(statement: Statement, body: Body) -> Iterator[str]:
    """The limit of a loop, the guard of a launch, the condition of a branch."""
    if statement.callee == "wp::range":
        for place, each in enumerate(statement.arguments[:2]):
            yield str(statement.with_arguments(*_with(statement.arguments, place, f"{each} + 1")))
            yield str(statement.with_arguments(*_with(statement.arguments, place, f"{each} - 1")))
    if statement.callee == "guard <":
        yield str(replace(statement, callee="guard <="))
    if statement.callee == "if":
        condition = statement.arguments[0]
        yield str(statement.with_arguments(condition[1:] if condition.startswith("!") else f"!{condition}"))
        yield str(statement.with_arguments("true"))


def _plain(statement: Statement, body: Body) -> Iterator[str]:
    """An atomic as a load, a sum and a store."""
    prefix, name = _named(statement.callee)
    if prefix != "wp::" or name not in PLAIN or not statement.target:
        return
    array, *indices, value = statement.arguments
    place, target = ", ".join([array, *indices]), statement.target
    load = f"{target} = wp::load(wp::address({place}));"
    yield f"{statement.indent}{load} wp::array_store({place}, wp::{PLAIN[name]}({target}, {value}));"


def _dropped(statement: Statement, body: Body) -> Iterator[str]:
    """An assignment, a store or an atomic that is gone."""
    prefix, name = _named(statement.callee)
    effect = not statement.target or name.startswith("atomic_")
    if prefix == "wp::" and effect and "::" not in name:
        yield ""


def _constant(statement: Statement, body: Body) -> Iterator[str]:
    if statement.callee != "const":
        return
    (value,) = statement.arguments
    changed = {"true": "false", "false": "true"}.get(value) or _moved(value)
    if changed:
        yield str(statement.with_arguments(changed))


def _moved(value: str) -> str:
    """Another number close by; nothing for what is no number."""
    try:
        return str(int(value) + 1)
    except ValueError:
        pass
    try:
        return repr(float(value) * 1.1 + 0.05)
    except ValueError:
        return ""


def _adjoint(statement: Statement, body: Body) -> Iterator[str]:
    """An adjoint that is not added, or that replaces what was added before."""
    if statement.part != REVERSE:
        return
    if statement.callee == "+=":
        yield ""
        yield f"{statement.indent}{statement.target} = {statement.arguments[0]};"
    if "adj_" in statement.callee:
        yield ""


def _with(arguments: tuple[str, ...], place: int, argument: str) -> tuple[str, ...]:
    return (*arguments[:place], argument, *arguments[place + 1 :])


def _named(callee: str) -> tuple[str, str]:
    """A built-in's prefix, with that of adjoints, and its name; what is no built-in has no prefix."""
    for prefix in ("wp::adj_", "wp::"):
        if callee.startswith(prefix):
            return prefix, callee.removeprefix(prefix)
    return "", callee


CHANGES: dict[str, Change] = {
    "another built-in": _sibling,
    "another comparison": _comparison,
    "swapped operands": _operands,
    "index plus one": _further,
    "another index": _index,
    "changed bound": _bound,
    "plain atomic": _plain,
    "dropped statement": _dropped,
    "changed constant": _constant,
    "dropped adjoint": _adjoint,
}
"""Kinds of changes to the text of a column, a kind a line."""
