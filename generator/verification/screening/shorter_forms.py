"""Expressions of a kernel that a shorter one equals: what a reader would simplify, whatever statements it runs over.

No algebra: the values that expressions took in a first run are compared with each other, and with what one operation
makes of two of the parts of an expression. What agrees at all entries is the same.
"""

from __future__ import annotations

import numpy as np

from generator.verification.screening.polynomial_expansion import expands
from generator.verification.screening.traced_expressions import CASTS, CHOOSING
from generator.verification.screening.value_tables import BINARY, LEAST, PRODUCTS, UNARY, Table, tables
from generator.verification.screening.value_trace import Traced

LINE = 1e-4
"""Of its spread, how near a curve is to a line."""

DROWNED = 0.005
"""Of a sum, a share that nobody sees."""

LEFT = 0.1
"""Of what a sum is made of, a share that is next to nothing."""

_CHEAP = {"+", "-", "*", "negated", "step"} | CHOOSING | CASTS
"""What may stand in a loop that repeats it."""

_ARITHMETIC = {"+", "-", "*", "/"}
"""Of these, one saved is a matter of taste."""

_NATURAL = {"*", "trace", "sqrt"} | CHOOSING
"""Products with matrices show what a dot or cross product is; a root makes use of a square that is there."""


_OVERLAPS = {"dot", "ddot", "length", "length_sq"}
"""Numbers that vectors are made into, which take a call for each."""


def longer(traced: Traced) -> str:
    """The first expression that a shorter one equals, and that one; or nothing."""
    with np.errstate(all="ignore"):
        for table in tables(traced):
            for place in table.members:
                for check in _CHECKS:
                    if found := check(table, place):
                        return f"{table.expressions[place].text} {found}"
    return ""


def _constant(table: Table, place: int) -> str:
    if table.spreads[place] > (0.0 if table.exact else 1e-5) * table.sizes[place]:
        return ""
    varied = any(table.expressions[place].parts & other.varied for other in table.others)
    return f"is {table.values[place, 0]:.4g}" if varied else ""


def _cancelled(table: Table, place: int) -> str:
    """What a choice gave is taken away again, wherever it gave that: ``1.0 - x + max(x + 0.3, 0.0)``.

    Nothing is left of ``x - clamp(x, low, high)`` inside its bounds, which is what that is for.
    """
    one = table.expressions[place]
    if table.exact or one.operation in CHOOSING or not one.needs & table.choices:
        return ""
    for choice, expression in enumerate(table.expressions):
        if expression.operation not in CHOOSING or not table.made_of(place, choice):
            continue
        for chosen in [table.numbers.index(number) for number in expression.operands if number in table.numbers]:
            where = table.values[choice] == table.values[chosen]
            given, found = table.values[chosen][where], table.values[place][where]
            several = len(found) >= LEAST * table.width and np.ptp(given) > 1e-3 * table.sizes[chosen]
            if several and np.ptp(found) <= 1e-5 * table.sizes[place] < np.abs(found[0]):
                return f"is {found[0]:.4g} where {expression.text} is {table.expressions[chosen].text}"
    return ""


def _summands(table: Table, place: int) -> tuple[int, ...]:
    """Places of the two numbers that a sum is of; none for anything else."""
    one = table.expressions[place]
    sum_of_two = one.operation in ("+", "-") and len(one.operands) == 2
    if table.exact or not sum_of_two or not set(one.operands) <= set(table.numbers):
        return ()
    return tuple(table.numbers.index(operand) for operand in one.operands)


def _cancelling(table: Table, place: int) -> str:
    """A sum of two numbers that leaves next to nothing of either, in float32 nothing but rounding."""
    summands = _summands(table, place)
    if not summands or table.width > 1 or table.sizes[place] >= LEFT * table.usual[list(summands)].min():
        return ""
    return "leaves next to nothing of either"


def _drowned(table: Table, place: int) -> str:
    """A sum of two numbers of which one hardly shows; a step along something may be small."""
    summands = _summands(table, place)
    if not summands:
        return ""
    small, big = sorted(summands, key=lambda at: float(table.sizes[at]))
    if table.sizes[small] > DROWNED * table.usual[big] or table.spreads[small] > DROWNED * table.spreads[big]:
        return ""
    return "" if _settles(table, small, big) else f"is {table.expressions[big].text}"


def _repeated(table: Table, place: int) -> str:
    """A call in a loop that gives the same in each round."""
    if not len(table.rounds) or table.expressions[place].operation in _CHEAP:
        return ""
    values = table.vectors[place]
    apart = np.maximum.reduceat(values, table.rounds) - np.minimum.reduceat(values, table.rounds)
    least = 0.0 if table.exact else 1e-6
    return "is the same in each round" if apart.max() <= least * table.sizes[place] else ""


def _same(table: Table, place: int) -> str:
    """What has been computed before, maybe with the other sign."""
    one = table.expressions[place]
    if not table.spreads[place]:
        return ""
    there, sizes = table.values[:place], table.magnitudes[:, 0]
    alike = np.abs(sizes[:place] - sizes[place]) <= table.bounds[place, 0]
    for at in np.flatnonzero(alike).tolist():
        other = table.expressions[at]
        more = one.needs & ~other.needs
        summand = one.operation in ("+", "-") and table.numbers[at] in one.operands
        if more & table.choices or summand:
            continue  # for idle steps and for drowned sums to tell
        if _equal(table, place, there[at]):
            again = other.key == one.key and one.own > 1
            if again or (more and other.key != one.key):
                return f"is {other.text}"
        turned = more.bit_count() > 1 or one.operation == other.operation == "-"
        if turned and other.operation != "negated" and _equal(table, place, -there[at]):
            return f"is minus {other.text}"
    return ""


def _line(table: Table, place: int) -> str:
    """A multiple of a part, and a number; more than literals have to have been spent on it."""
    one = table.expressions[place]
    if table.exact or table.width > 1 or one.operation in CHOOSING or one.needs.bit_count() < 3:
        return ""
    spent, most = one.needs & ~table.slight, one.needs.bit_count() - 2
    parts = [
        at
        for at in table.parts_of(place)
        if spent & ~(needs := table.expressions[at].needs) and needs.bit_count() < most
        and table.varied >> table.numbers[at] & 1
    ]  # fmt: skip
    if not parts:
        return ""
    x, y = table.values[parts], table.values[place]
    rows = np.arange(len(parts))
    low, high = x.argmin(axis=1), x.argmax(axis=1)
    slope = (y[high] - y[low]) / (x[rows, high] - x[rows, low])
    rest = np.abs(y - y[low][:, None] - slope[:, None] * (x - x[rows, low][:, None])).max(axis=1)
    for row in np.flatnonzero(rest <= LINE * table.spreads[place]).tolist():
        if not table.settled(parts[row]) and not _settles(table, place, parts[row]):
            return f"is {slope[row]:.4g} * {table.expressions[parts[row]].text} + a number"
    return ""


def _settles(table: Table, place: int, part: int) -> bool:
    """Whether something beside the part is made use of that is settled."""
    others = table.expressions[place].parts & ~table.expressions[part].parts & ~(1 << table.numbers[part])
    return any(others >> number & 1 and table.settled(at) for at, number in enumerate(table.numbers))


def _one_step(table: Table, place: int) -> str:
    """One operation on what it is made of."""
    one = table.expressions[place]
    if one.operation in CHOOSING or one.needs.bit_count() < 3:
        return ""
    value, bound = table.values[place, 0], table.bounds[place, 0]
    spent = one.needs & ~table.slight & ~(1 << one.key)
    parts = table.parts_of(place)
    if not parts:
        return ""
    for operation, at in np.argwhere(np.abs(table.unary[:, parts] - value) <= bound).tolist():
        name, part = list(UNARY)[operation], parts[at]
        if spent & ~table.expressions[part].needs and _equal(table, place, UNARY[name](table.values[part])):
            return f"is {name} {table.expressions[part].text}"
    pairs = table.binary[:, np.array(parts)[:, None], parts]
    for operation, first, second in np.argwhere(np.abs(pairs - value) <= bound).tolist():
        name, part, other = list(table.operations)[operation], parts[first], parts[second]
        needs = table.expressions[part].needs | table.expressions[other].needs | 1 << one.key
        several = (one.needs & ~needs).bit_count() > 1 or name not in _ARITHMETIC
        made = table.operations[name](table.values[part], table.values[other]) if several and spent & ~needs else None
        if made is not None and _equal(table, place, made):
            return f"is {table.expressions[part].text} {name} {table.expressions[other].text}"
    return ""


def _product(table: Table, place: int) -> str:
    """A length, or a dot or cross product of two vectors that it is made of."""
    one = table.expressions[place]
    if table.exact or table.width not in (1, 3) or one.operation in _NATURAL or one.needs.bit_count() < 2:
        return ""
    values, bounds = table.vectors[place], table.bounds[place].reshape(-1, table.width)
    for other in table.others:
        if other.exact or other.width == 1 or table.width not in (1, other.width):
            continue
        for name, starts in other.products[table.width].items():
            near = np.abs(starts - values[0]) <= bounds[0]
            for first, second in np.argwhere(near.all(axis=-1)).tolist():
                if first != second and not name.endswith("product"):
                    continue
                inside = one.parts >> other.numbers[first] & one.parts >> other.numbers[second] & 1
                a, b = other.expressions[first], other.expressions[second]
                spent = one.needs & ~(a.needs | b.needs | 1 << one.key | table.slight)
                found = PRODUCTS[table.width][name](other.vectors[first], other.vectors[second])
                if inside and spent and (np.abs(found - values) <= bounds).all():
                    return f"is the {name} of {' and '.join(dict.fromkeys((a.text, b.text)))}"
    return ""


def _multiple(table: Table, place: int) -> str:
    """A dot product or a length that is another one times or over something, as of a vector turned there and back."""
    one = table.expressions[place]
    if table.exact or table.width > 1 or one.operation not in _OVERLAPS:
        return ""
    for at in range(place):
        other = table.expressions[at]
        if other.operation not in _OVERLAPS or table.made_of(place, at):
            continue
        for sign in ("*", "/"):
            made = BINARY[sign](table.values[at], table.values)
            near = (np.abs(made - table.values[place]) <= table.bounds[place]).all(axis=1)
            for factor in np.flatnonzero(near).tolist():
                if factor not in (at, place) and not table.made_of(factor, place):
                    return f"is {other.text} {sign} {table.expressions[factor].text}"
    return ""


def _equal(table: Table, place: int, found: np.ndarray) -> bool:
    return bool((np.abs(table.values[place] - found) <= table.bounds[place]).all())


_CHECKS = (
    _constant, _cancelled, _cancelling, _drowned, _repeated, _same, _line, expands, _one_step, _product, _multiple,
)  # fmt: skip
