"""Forms of guards: one test or several, an early exit or a block around the rest, tests for an index that is none."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import LOOPS, Assign, Augment, Block, If, Jump, Return, Statement, walk
from generator.syntax.values import Value, literal, root_of
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_block, change_inner, change_statements
from generator.synthesis.chance.randomness import Random
from generator.synthesis.storage.flat_places import is_own_cell

AUGMENTED = ("+", "-", "*")
"""Operations that people write as ``x += y``."""

LEAVING: tuple[Block, ...] = ((Return(),), (Jump("continue"),))
"""Bodies of guards."""

SENTINELS = (
    ((("<", 0), (">=", 0)), 204),
    ((("==", -1), (">=", 0)), 45),
    ((("==", -1), ("!=", -1)), 8),
    ((("<", 0), ("!=", -1)), 4),
    ((("<", 0), (">", -1)), 2),
)
"""Spellings of the test that an index is none, and of the test that it is not, and in how many of people's kernels that
have both they stand side by side."""

ASKING = frozenset(("<", ">="))
"""Comparisons with zero in which such tests are drafted."""


def spelled_sentinels(block: Block, random: Random, relations: Collection[str]) -> Block:
    """One spelling in the whole kernel of the test that an index is none.

    ``relations`` are the arrays of such indices: other whole numbers may be negative and not -1.
    """
    indices = _locals_of(block, relations)
    empty, found = random.weighted(SENTINELS)

    def change(value: Value) -> Value:
        asks = value.operation in ASKING and value.operands[1] == literal(0)
        if not asks or not _leads(value.operands[0], relations, indices):
            return value
        sign, number = empty if value.operation == "<" else found
        return Value(sign, (value.operands[0], literal(number)))

    return change_block(block, change, ASKING)


def _leads(value: Value, relations: Collection[str], indices: Collection[str]) -> bool:
    """Whether a value is an element of an array of such indices, or a local for one."""
    if value.is_name:
        return value.operands[0] in indices
    return value.operation == "subscript" and root_of(value) in relations


def _locals_of(block: Block, relations: Collection[str]) -> set[str]:
    """Locals that are set to elements of arrays of indices, and to nothing else."""
    leading: set[str] = set()
    others: set[str] = set()
    for statement in walk(block):
        leads = type(statement) is Assign and _leads(statement.value, relations, ())
        (leading if leads else others).update(statement.sets)
    return leading - others


def joined_exits(block: Block, index: Collection[str]) -> Block:
    """The block with consecutive exits that store the same as one, where the later test reads own elements alone.

    So does what is loaded between them: the thread's own index is valid, whatever the first test says.
    """
    found: list[Statement] = []
    for statement in block:
        statement = change_inner(statement, lambda inner: joined_exits(inner, index))
        place = len(found)
        while place and isinstance(load := found[place - 1], Assign) and load.local and _is_safe(load.value, index):
            place -= 1
        loads = found[place:]
        match found[place - 1 : place], statement:
            case [If(first, (_, *_, Return()) as body, ()) as before], If(second, other, ()) if (
                body == other
                and _is_safe(second, index)
                and uses((before,)).keys().isdisjoint(definitions(tuple(loads)))
            ):
                found[place - 1 :] = [*loads, If(_joined("or", first, second), body)]
            case _:
                found.append(statement)
    return tuple(found)


def _is_safe(value: Value, index: Collection[str]) -> bool:
    """Whether a value can be had at once: no call, no quotient, and elements at fixed and the thread's own places."""
    for part in value.walk():
        if part.operation in ("call", "/", "//") or (part.operation == "%" and not _is_size(part.operands[1])):
            return False
        if part.operation == "subscript" and not all(_is_own(place, index) for place in part.operands[1:]):
            return False
    return True


def _is_own(place: Value, index: Collection[str]) -> bool:
    """Whether a place is fixed, the thread's, or its world's in an array that fewer worlds share."""
    if place.operation == "%":
        place = place.operands[0]
    return place.operation == "literal" or (place.is_name and place.operands[0] in index) or is_own_cell(place, index)


def joined_tests(block: Block, random: Random, chance: float) -> Block:
    """Consecutive guards joined by ``or``, and nested tests by ``and``, with a chance.

    The second test reads no array, since the first may guard its index.
    """
    found: list[Statement] = []
    for statement in block:
        statement = change_inner(statement, lambda inner: joined_tests(inner, random, chance))
        match found[-1:], statement:
            case [If(first, body, ())], If(second, other, ()) if (
                body == other and body in LEAVING and _reads_nothing(second) and random.chance(chance)
            ):
                found[-1] = If(_joined("or", first, second), body)
                continue
        match statement:
            case If(first, (If(second, body, ()),), ()) if _reads_nothing(second) and random.chance(chance):
                statement = If(_joined("and", first, second), body)
        found.append(statement)
    return tuple(found)


def _joined(sign: str, *tests: Value) -> Value:
    """One test of several; the parts of those that have the sign stand side by side."""
    return Value(sign, tuple(part for test in tests for part in (test.operands if test.operation == sign else (test,))))


def _reads_nothing(test: Value) -> bool:
    """Whether a test has no call and reads no element; the shape of an array may be read."""
    return not any(
        part.operation == "call" or (part.operation == "subscript" and not _is_size(part)) for part in test.walk()
    )


def _is_size(value: Value) -> bool:
    if value.operation != "subscript":
        return False
    array = value.operands[0]
    return array.operation == "attribute" and array.operands[1] == "shape"


def holding(block: Block, random: Random, chance: float) -> Block:
    """The last early exit of a loop's turn or of the kernel becomes a block around the rest, with a chance."""

    def held(statement: Statement) -> Block:
        if not isinstance(statement, LOOPS):
            return (statement,)
        return (change_inner(statement, lambda inner: _holding(inner, Jump("continue"), random, chance)),)

    return _holding(change_statements(block, held), Return(), random, chance)


def _holding(block: Block, leave: Statement, random: Random, chance: float) -> Block:
    for place in reversed(range(len(block) - 1)):
        match block[place]:
            case If(test, body, ()) if body == (leave,):
                held = (*block[:place], If(negated(test), block[place + 1 :]))
                return held if random.chance(chance) else block
    return block


def spelled_sums(block: Block, random: Random, chance: float) -> Block:
    """``x = x + y`` instead of ``x += y`` for locals, with a chance for the whole kernel; else the other way round."""
    in_full = random.chance(chance)

    def spelled(statement: Statement) -> Block:
        match statement:
            case Augment(target, sign, value) if in_full and target.is_name:
                return (Assign((target,), Value(sign, (target, value))),)
            case Assign((Value("name", word) as target,), Value(sign, (Value("name", first), value)), None) if (
                not in_full and sign in AUGMENTED and word == first
            ):
                return (Augment(target, sign, value),)
        return (statement,)

    return change_statements(block, spelled)
