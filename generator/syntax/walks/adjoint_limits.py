"""What in a function Warp does not differentiate rightly, each by the name of its reproduction in `warp_bugs`.

That a function holds such a thing does not make its adjoint wrong. `docs/known_warp_issues.md` describes each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.syntax.modules import Function, Module
from generator.syntax.operations import BINARY, COMPARISONS
from generator.syntax.statements import (
    LOOPS,
    Assign,
    Augment,
    Call,
    For,
    Jump,
    Return,
    Statement,
    Store,
    While,
    values_of,
    walk,
)
from generator.syntax.values import Value, dotted_name

MOST_UNROLLED = 16
"""Steps of a loop of constant length up to which Warp writes it out (``max_unroll``)."""

EXTREMES = ("atomic_min", "atomic_max")
"""Atomics whose adjoint also reaches elements that lost."""

ENDLESS = "loop_until_exchanged"
"""Name of a trait that is looked for before an adjoint is run: it may never end."""

_LINEAR_CALLS = ("atomic_add", "atomic_sub", "float", "float32", "float64")
"""Calls whose value is linear in their arguments."""


def adjoint_limits(module: Module) -> set[str]:
    """Names of the reproductions whose trait one of the module's functions has."""
    constants = {part.name: part.value for part in module.parts if hasattr(part, "value") and hasattr(part, "name")}
    return {name for function in module.functions for name in limits_of(function, constants)}


def limits_of(function: Function, constants: Mapping[str, Value]) -> Iterator[str]:
    """The same of one function; ``constants`` are the module's."""
    parameters = {parameter.name for parameter in function.parameters}
    for statement in walk(function.body):
        if isinstance(statement, LOOPS) and not _is_written_out(statement, constants):
            yield from _of_dynamic_loop(statement, function, parameters)
        elif isinstance(statement, For) and _leaves_early(statement):
            yield "break_in_unrolled_loop"
        yield from _of_statement(statement, parameters)
        for part in statement.parts:
            if part.operation == "call":
                yield from _of_call(part)


def _of_call(value: Value) -> Iterator[str]:
    word = _word(value)
    if word == "frac":
        yield "frac"
    elif word in EXTREMES:
        yield "atomic_max_start"
    elif word == "where" and any(part.operation == "/" for side in value.operands[2:] for part in side.walk()):
        yield "quotient_not_selected"


def _of_statement(statement: Statement, parameters: set[str]) -> Iterator[str]:
    if (
        isinstance(statement, Assign)
        and statement.value.operation == "call"
        and _word(statement.value).startswith("atomic_")
    ):
        yield "atomic_result_used"
    if isinstance(statement, Store) and statement.target.operation == "subscript":
        base = statement.target.operands[0]
        if base.is_name and base.operands[0] not in parameters and _holds(statement.value, base.operands[0]):
            yield "component_assigned_from_itself"


def _of_dynamic_loop(loop: For | While, function: Function, parameters: set[str]) -> Iterator[str]:
    if _leaves_early(loop):
        yield "break_in_dynamic_loop"
    if isinstance(loop, While) and _waits_for_an_atomic(loop):
        yield ENDLESS
    inside = {id(statement) for statement in walk((loop,))}
    outside = [statement for statement in walk(function.body) if id(statement) not in inside]
    before = {name for statement in outside for name in _changed(statement)} | parameters
    carried = {name for statement in walk(loop.body) for name in _changed(statement) if name in before}
    sums = {name for name in carried if _is_sum(loop, name)}
    if carried - sums:
        yield "while_loop" if isinstance(loop, While) else "mutated_in_dynamic_loop"
    used = {name for statement in outside for value in values_of(statement) for name in _beyond_sums(value)}
    if used & _followed(sums, outside):
        yield "dynamic_loop_result_used"


def _followed(names: set[str], statements: Sequence[Statement]) -> set[str]:
    """Names, and the locals that are set from them, from those, and so on."""
    found, before = set(names), -1
    while len(found) != before:
        before = len(found)
        for statement in statements:
            if isinstance(statement, Assign) and any(_holds(statement.value, name) for name in found):
                found |= set(_changed(statement))
    return found


def _changed(statement: Statement) -> Iterator[str]:
    """Names of locals that a statement sets, also by component."""
    match statement:
        case Assign(targets):
            for target in targets:
                for part in target.operands if target.operation == "tuple" else (target,):
                    yield _root(part)
        case Store(target) | Augment(target):
            yield _root(target)


def _root(target: Value) -> str:
    while target.operation in ("attribute", "subscript"):
        target = target.operands[0]
    return str(target.operands[0])


def _is_sum(loop: For | While, name: str) -> bool:
    """Whether a loop only adds to a name and does not look at it otherwise."""
    own = 0
    for statement in walk(loop.body):
        if name not in _changed(statement):
            continue
        if isinstance(statement, Augment) and statement.sign in "+-":
            own += 1
        elif isinstance(statement, Assign) and _adds_to(statement.value, name):
            own += 2  # once where it is set, once where it is added to
        else:
            return False
    seen = sum(
        part.operation == "name" and part.operands[0] == name
        for statement in (loop, *walk(loop.body))
        for part in statement.parts
    )
    return seen <= own


def _adds_to(value: Value, name: str) -> bool:
    if value.operation not in ("+", "-"):
        return False
    sides = value.operands if value.operation == "+" else value.operands[:1]
    return any((side.operation == "name" and side.operands[0] == name) or _adds_to(side, name) for side in sides)


def _beyond_sums(value: Value) -> set[str]:
    """Names that enter a product, a quotient, a call, a comparison or an index."""
    strict = {*BINARY, *COMPARISONS, "call", "subscript", "neg", "ternary", "and", "or", "not"}
    found: set[str] = set()
    for part in value.walk():
        if part.operation in strict and not _only_passes_on(part):
            found |= {inner.operands[0] for inner in part.walk() if inner.operation == "name"}
    return found


def _only_passes_on(value: Value) -> bool:
    """Whether a value is linear in its operands, with constant factors."""
    if value.operation in ("+", "-"):
        return not any(side.operation in (*BINARY, "call", "subscript") for side in value.operands)
    if value.operation == "call":
        return _word(value) in _LINEAR_CALLS
    if value.operation == "subscript":
        return not any(inner.operation == "name" for index in value.operands[1:] for inner in index.walk())
    return value.operation in ("neg", "not")


def _leaves_early(loop: For | While) -> bool:
    return any(
        isinstance(statement, Return) or (isinstance(statement, Jump) and statement.word == "break")
        for statement in walk(loop.body)
    )


def _is_written_out(loop: For | While, constants: Mapping[str, Value]) -> bool:
    return isinstance(loop, For) and unrolled_steps(loop, constants) is not None


def unrolled_steps(loop: For, constants: Mapping[str, Value]) -> int | None:
    """Steps of a loop that Warp writes out; None for one that it keeps."""
    if loop.iterable.operation != "call":
        return None
    bounds = [bound for argument in loop.iterable.operands[1:] if (bound := _whole(argument, constants)) is not None]
    if len(bounds) < len(loop.iterable.operands) - 1:
        return None
    steps = len(range(*bounds))
    return steps if steps <= MOST_UNROLLED else None


def _waits_for_an_atomic(loop: While) -> bool:
    """Whether a loop uses what an atomic returns."""
    inner = [(statement, value) for statement in walk((loop,)) for value in values_of(statement)]
    return any(
        part.operation == "call" and _word(part).startswith("atomic_")
        for statement, value in inner
        for part in (value.walk() if not isinstance(statement, Call) else value.operands[-1].walk())
    )


def _whole(value: Value, constants: Mapping[str, Value]) -> int | None:
    """A whole number that is written out, or named by the module."""
    if value.operation == "name":
        named = constants.get(value.operands[0])
        return None if named is None or named is value else _whole(named, {})
    if value.operation == "neg":
        inner = _whole(value.operands[0], constants)
        return None if inner is None else -inner
    if value.operation == "call" and len(value.operands) == 2:  # wp.static(3), wp.constant(3)
        return _whole(value.operands[1], constants)
    if value.operation == "python":
        text = str(value.operands[0])
        return int(text) if text.isdigit() else _whole(Value("name", (text,)), constants)
    number = value.operands[0] if value.operation == "literal" else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _holds(value: Value, name: str) -> bool:
    return any(part.operation == "name" and part.operands[0] == name for part in value.walk())


def _word(call: Value) -> str:
    return dotted_name(call.operands[0]).rpartition(".")[2]
