"""The order of the operands of sums and products."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from generator.syntax.statements import Assign, Block, Store, parts_of, walk
from generator.syntax.types import INT, Matrix, Quaternion, Scalar, Type, Vector
from generator.syntax.values import Value, dotted_name
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.rewriting import change_block
from generator.synthesis.chance.operand_orders import Orders
from generator.synthesis.shaping.value_kinds import Habit, without_sign

CHAINS = {"+": ("+", "-"), "*": ("*", "/", "@")}
"""Commutative operations -> operations that may stand on their left without brackets."""

PLAIN = frozenset(("name", "subscript", "attribute"))
"""Operations of values that have no parts to compute."""

FORMS = {
    **dict.fromkeys(PLAIN, "plain"),
    **dict.fromkeys(("+", "-"), "sum"),
    **{"*": "product", "/": "quotient", "python": "constant"},
}
"""Operation -> the form of its values, where that has another name."""


def form_of(value: Value, kind: Type | None) -> str:
    """The form of an operand of type ``kind``: ``literal``, ``plain``, ``product vector``."""
    if value.operation == "literal":
        return "literal"
    if value.operation in ("name", "attribute") and dotted_name(value).rpartition(".")[2] in CONSTANT_NAMES:
        return "constant"
    form = FORMS.get(value.operation, value.operation)
    return f"{form} vector" if isinstance(kind, Vector | Matrix | Quaternion) else form


CONSTANT_NAMES = frozenset(("pi", "PI", "half_pi", "HALF_PI", "tau", "TAU"))
"""Constants of Warp that stand in products like a literal."""


def commuted(block: Block, habit: Habit, orders: Orders) -> Block:
    """The block with the operands of float sums and products in the orders of people, those of one form all alike.

    Forms that ``orders`` holds are turned so that the first of them stands first in that share of kernels; others swap
    as ``habit`` says. Sums and products in brackets on the right stand on the left, as nobody writes the brackets.
    What a statement adds to stands first.
    """
    known, turned = _by_forms(orders), dict[tuple[str, ...], bool]()
    quotients = [part.operands[0] for part in parts_of(block) if part.operation == "*" or part.operation == "/"]
    chained = {first for first in quotients if first.operation == "*"}
    added_to = _added_to(block)

    def exchanged(value: Value) -> bool:
        sign, (first, second) = value.operation, value.operands
        if second.operation in CHAINS[sign]:
            return True
        kinds = (value.type or first.type or second.type,) * 2 if sign == "+" else (first.type, second.type)
        forms = form_of(first, kinds[0]), form_of(second, kinds[1])
        if (key := (sign, *forms)) in known:
            pair, first_stands, share = known[key]
            if pair not in turned:
                turned[pair] = share > 0.0 and habit.random.chance(share)
            return turned[pair] != first_stands
        alike = _kind(first), _kind(second)
        return (sign == "*" or alike[0] != alike[1]) and habit.of((sign, alike))

    def change(value: Value) -> Value:
        if value.operation not in CHAINS or (chained and value in chained) or not _commutes(value):
            return value
        if added_to and value.operation == "+" and value.operands[0] in added_to:
            return value
        return Value(value.operation, value.operands[::-1], value.type) if exchanged(value) else value

    return change_block(block, change, CHAINS.keys())


@cache
def _by_forms(orders: Orders) -> Mapping[tuple[str, ...], tuple[tuple[str, ...], bool, float]]:
    """Sign and forms -> the pair of them, whether its first one stands first here, and how often it does."""
    found: dict[tuple[str, ...], tuple[tuple[str, ...], bool, float]] = {}
    for first, sign, second, share in orders:
        pair = (sign, first, second)
        found |= {(sign, second, first): (pair, False, share), pair: (pair, True, share)}
    return found


def _added_to(block: Block) -> set[Value]:
    """What statements add to."""
    found: set[Value] = set()
    for line in walk(block):
        if (type(line) is Assign or type(line) is Store) and line.value.operation == "+":
            target, first = line.values[1], line.value.operands[0]
            if first.operation == target.operation and first == target:
                found.add(first)
    return found


def _kind(value: Value) -> tuple[str, Type | None]:
    """What values of one kind share, where no order is known: the operation, and the type of a plain one."""
    return value.operation, value.type if value.operation in PLAIN else None


def _commutes(value: Value) -> bool:
    """Whether both orders mean the same and people write both: ``dt * v``, not ``1 + i``, matrices or random draws.

    A left side that would need brackets on the right stays.
    """
    first, second = value.operands
    if first.operation in CHAINS[value.operation] or _is_whole_number(value) or not is_pure(value):
        return False
    if without_sign(first) is not None or without_sign(second) is not None:  # a sign stands in front
        return False
    literals = first.operation == "literal" or second.operation == "literal"
    return not literals if value.operation == "+" else literals or Scalar in (type(first.type), type(second.type))


def _is_whole_number(value: Value) -> bool:
    """Whether a value, or a term or factor in it, is known to be a whole number."""
    return value.type == INT or (value.operation in ("+", "-", "*") and any(map(_is_whole_number, value.operands)))
