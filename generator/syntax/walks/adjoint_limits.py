"""Constructs that Warp may differentiate wrongly, each by the name of its reproduction in `warp_bugs`.

A function that has one need not have a wrong adjoint. `docs/known_warp_issues.md` describes each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.syntax.modules import Constant, Function, Module
from generator.syntax.operations import BINARY, COMPARISONS, SUMS
from generator.syntax.statements import (
    LOOPS,
    Assign,
    Augment,
    Block,
    Call,
    For,
    If,
    Jump,
    Return,
    Statement,
    Store,
    While,
    blocks_of,
    walk,
)
from generator.syntax.types import Array
from generator.syntax.values import Value, array_of, last_word, root_of
from generator.syntax.walks.component_stores import sets_a_component_anew
from generator.syntax.walks.effects import draws_from, is_atomic
from generator.syntax.walks.loop_lengths import leaves_early, unrolled_steps
from generator.syntax.walks.names import followed

EXTREMES = ("atomic_min", "atomic_max")
"""Atomics whose adjoint also reaches elements that lost."""

ENDLESS = "loop_until_exchanged"
"""Name of the limit under which an adjoint is not run: it may never end."""

_READ_BY_ADJOINT = frozenset(
    "/ ** cbrt cw_div div_approx erfcinv erfinv exp inverse length normalize pow quat_slerp sqrt tanh".split()
)
"""Operators and calls whose adjoint reads their result."""

_LINEAR_CALLS = ("atomic_add", "atomic_sub", "float", "float32", "float64")
"""Calls whose value is linear in their arguments."""


def adjoint_limits(module: Module) -> set[str]:
    """Names of the limits that the module's functions have."""
    constants = {part.name: part.value for part in module.parts if isinstance(part, Constant)}
    return {name for function in module.functions for name in limits_of(function, constants)}


def limits_of(function: Function, constants: Mapping[str, Value]) -> Iterator[str]:
    """Names of the limits that one function has; ``constants`` are the module's."""
    parameters = {parameter.name for parameter in function.parameters}
    if sets_a_component_anew(function, constants):
        yield "component_replaced"
    for statement in walk(function.body):
        if isinstance(statement, LOOPS):
            if isinstance(statement, While) or unrolled_steps(statement, constants) is None:
                yield from _of_dynamic_loop(statement, function, parameters)
        elif isinstance(statement, Assign) and is_atomic(statement.value):
            yield "atomic_result_used"
        elif isinstance(statement, Store | Augment) and _is_made_of_itself(statement, parameters):
            yield "component_assigned_from_itself"
        for part in statement.parts:
            if part.operation == "call" and (found := _of_call(part)):
                yield found


def _of_call(value: Value) -> str:
    word = last_word(value.operands[0])
    if word == "frac":
        return "frac"
    if word in EXTREMES:
        return "atomic_max_start"
    if word == "where" and any("/" in side.kinds for side in value.operands[2:]):
        return "quotient_not_selected"
    return ""


def _is_made_of_itself(statement: Store | Augment, parameters: set[str]) -> bool:
    """Whether a statement computes a component of a local from that local, or multiplies or divides it."""
    target = statement.target
    if target.operation not in ("subscript", "attribute"):
        return False
    base = target.operands[0]
    if base.operation != "name" or base.operands[0] in parameters:
        return False
    if isinstance(statement, Store):
        return base.operands[0] in statement.value.names
    return statement.sign not in SUMS or base.operands[0] in _beyond_sums(statement.value)


def _of_dynamic_loop(loop: For | While, function: Function, parameters: set[str]) -> Iterator[str]:
    if leaves_early(loop.body) or Return in map(type, loop.inner):
        yield "break_in_dynamic_loop"
    if isinstance(loop, While) and _waits_for_an_atomic(loop):
        yield ENDLESS
    inside = {id(statement) for statement in (loop, *loop.inner)}
    outside = [statement for statement in walk(function.body) if id(statement) not in inside]
    before = {name for statement in outside for name in _changed(statement)} | parameters
    carried = {name for statement in loop.inner for name in _changed(statement) if name in before}
    carried = {name for name in carried if not _is_filled(loop, name, function)}
    sums = {name for name in carried if is_sum(loop, name)}
    if carried - sums:
        yield "while_loop" if isinstance(loop, While) else "mutated_in_dynamic_loop"
    if any(_starts_as_read(statement, sums) for statement in outside):
        yield "sum_from_quotient"
    if sums and not followed(sums, outside).isdisjoint(_used(outside)):
        yield "dynamic_loop_result_used"


def _is_filled(loop: For | While, name: str, function: Function) -> bool:
    """Whether a function only stores to an array, at most one element a step of the loop, and each step another.

    Not where the steps draw random numbers from a state of before the loop: the replay finds the state of its end.
    """
    if not any(each.name == name and isinstance(each.type, Array) for each in function.parameters):
        return False
    moving = {word for each in (loop, *loop.inner) for word in each.sets}
    if any(draws_from(part) not in (None, *moving) for each in loop.inner for part in each.parts):
        return False
    stores = [each for each in loop.inner if name in _changed(each)]
    single = all(type(each) is Store and _is_element(each.target, moving) for each in stores)
    uses = sum([value.names.count(name) for each in walk(function.body) for value in each.values])
    return single and uses == len(stores) and _most_stores(loop.body, name)[0] == 1


def _is_element(target: Value, moving: set[str]) -> bool:
    """Whether a target is an element of an array, at an index that one of the names moves."""
    return array_of(target) != "" and any(not moving.isdisjoint(index.names) for index in target.operands[1:])


def _most_stores(block: Block, name: str) -> tuple[int, bool]:
    """Most stores to an array along one way through a block, and whether every way leaves it by a jump."""
    most = before = 0
    for statement in block:
        if type(statement) is Jump or type(statement) is Return:
            return max(most, before), True
        ways = [_most_stores(inner, name) for inner in blocks_of(statement)]
        ahead = [stores for stores, leaves in ways if not leaves or type(statement) is not If]
        most = max([most, *[before + stores for stores, _ in ways]])
        if ways and not ahead:
            return most, True
        before += max(ahead, default=int(name in _changed(statement)))
    return max(most, before), False


def _starts_as_read(statement: Statement, sums: set[str]) -> bool:
    """Whether a statement gives a sum its first value by an operation whose adjoint reads its result."""
    if not isinstance(statement, Assign) or sums.isdisjoint(_changed(statement)):
        return False
    value = statement.value
    operation = last_word(value.operands[0]) if value.operation == "call" else value.operation
    return operation in _READ_BY_ADJOINT


def _used(statements: Sequence[Statement]) -> set[str]:
    """Names that statements use in more than sums."""
    scaled = {root_of(each.target) for each in statements if isinstance(each, Augment) and each.sign not in SUMS}
    return scaled | {name for statement in statements for value in statement.values for name in _beyond_sums(value)}


def _changed(statement: Statement) -> Sequence[str]:
    """Names that a statement sets, as a whole or by component."""
    if type(statement) is Store or type(statement) is Augment:
        return (root_of(statement.target),)
    return statement.sets if type(statement) is Assign else ()


def is_sum(loop: For | While, name: str) -> bool:
    """Whether a loop only adds to a name and reads it nowhere else."""
    own = 0
    for statement in loop.inner:
        if name not in _changed(statement):
            continue
        if isinstance(statement, Augment) and statement.sign in SUMS:
            own += 1
        elif isinstance(statement, Assign) and _adds_to(statement.value, name):
            own += 2  # once where it is set, once where it is added to
        else:
            return False
    return 0 < own >= sum([value.names.count(name) for each in (loop, *loop.inner) for value in each.values])


def _adds_to(value: Value, name: str) -> bool:
    if value.operation not in SUMS:
        return False
    sides = value.operands if value.operation == "+" else value.operands[:1]
    return any((side.operation == "name" and side.operands[0] == name) or _adds_to(side, name) for side in sides)


_STRICT = frozenset((*BINARY, *COMPARISONS, "call", "subscript", "neg", "ternary", "and", "or", "not"))
"""Operations that are more than a name, a constant or a field."""


def _beyond_sums(value: Value) -> set[str]:
    """Names that enter a product, a quotient, a call, a comparison or an index."""
    found: set[str] = set()
    for part in value.walk():
        if part.operation in _STRICT and not _only_passes_on(part):
            found.update(part.names)
    return found


def _only_passes_on(value: Value) -> bool:
    """Whether a value is linear in its operands, with constant factors."""
    if value.operation in SUMS:
        return not any(side.operation in (*BINARY, "call", "subscript") for side in value.operands)
    if value.operation == "call":
        return last_word(value.operands[0]) in _LINEAR_CALLS
    if value.operation == "subscript":
        return not any(index.names for index in value.operands[1:])
    return value.operation in ("neg", "not")


def _waits_for_an_atomic(loop: While) -> bool:
    """Whether a loop uses what an atomic returns."""
    lines = (loop, *loop.inner)
    return any(is_atomic(part) for each in lines for part in (each.parts[1:] if type(each) is Call else each.parts))
