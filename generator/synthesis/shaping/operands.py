"""The order of the operands of sums and products."""

from __future__ import annotations

from generator.syntax.statements import Assign, Block, Statement, Store, parts_of, walk
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
    known = {(sign, *sorted((first, second))): (first, share) for first, sign, second, share in orders}
    first_stands = {key: Habit(habit.random, share) for key, (_, share) in known.items()}
    quotients = [part.operands[0] for part in parts_of(block) if part.operation in ("*", "/")]
    chained = {first for first in quotients if first.operation == "*"}
    added_to = {first for each in walk(block) for first in _added_to(each)}

    def exchanged(value: Value) -> bool:
        sign, (first, second) = value.operation, value.operands
        if second.operation in CHAINS[sign]:
            return True
        kinds = (value.type or first.type or second.type,) * 2 if sign == "+" else (first.type, second.type)
        forms = form_of(first, kinds[0]), form_of(second, kinds[1])
        key = (sign, *sorted(forms))
        if key in known:
            return first_stands[key].of("") != (forms[0] == known[key][0])
        alike = _kind(first), _kind(second)
        return (sign == "*" or alike[0] != alike[1]) and habit.of(f"{alike[0]} {sign} {alike[1]}")

    def change(value: Value) -> Value:
        if value.operation not in CHAINS or (chained and value in chained) or not _commutes(value):
            return value
        if value.operation == "+" and value.operands[0] in added_to:
            return value
        return Value(value.operation, value.operands[::-1], value.type) if exchanged(value) else value

    return change_block(block, change, CHAINS.keys())


def _added_to(line: Statement) -> tuple[Value, ...]:
    match line:
        case Assign((target,), Value("+", (first, _))) | Store(target, Value("+", (first, _))) if first == target:
            return (first,)
    return ()


def _kind(value: Value) -> str:
    """What values of one kind share, where no order is known: the operation, and the type of a plain one."""
    return f"{value.operation} {value.type}" if value.operation in PLAIN else value.operation


def _commutes(value: Value) -> bool:
    """Whether both orders mean the same and people write both: ``dt * v``, not ``1 + i``, matrices or random draws.

    A left side that would need brackets on the right stays.
    """
    if _is_whole_number(value) or not is_pure(value) or value.operands[0].operation in CHAINS[value.operation]:
        return False
    if any(without_sign(side) is not None for side in value.operands):  # a sign stands in front
        return False
    if value.operation == "+":
        return all(side.operation != "literal" for side in value.operands)
    return any(side.operation == "literal" or isinstance(side.type, Scalar) for side in value.operands)


def _is_whole_number(value: Value) -> bool:
    """Whether a value, or a term or factor in it, is known to be a whole number."""
    return value.type == INT or (value.operation in ("+", "-", "*") and any(map(_is_whole_number, value.children)))
