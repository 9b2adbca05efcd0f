"""Loops: sums over neighbours, recurrences, and what may follow them.

Warp's adjoint of a loop with a run-time bound does not replay the loop before the code after it. So a sum that such a
loop fills is marked ``linear``: it is only stored, or scaled by constants. Loops with a constant bound of at most 16
are unrolled and free of this.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from generator.synthesis.asked import terms
from generator.synthesis.branches import arm_value, consume
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.conditions import comparison
from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.grow import grow
from generator.synthesis.mixing import WAVES, Part, drawn_out, elements, mixed, own, repeats_call
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.page import LONGEST_LINE
from generator.synthesis.prose import described
from generator.synthesis.ranges import Range, element, entries, zero
from generator.synthesis.samples import COUNT
from generator.synthesis.variable import Variable
from generator.synthesis.whole_words import names_in

MISSED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}
"""Of each relation, the one that holds where it does not."""
ATTEMPTS = 6
LONGEST_SUMMAND = LONGEST_LINE - len("filtered_sum += weights[column, row] * ")
TOTALS = ("total", "accumulated", "sum_value", "running", "acc")


def mentions(text: str, names: set[str]) -> bool:
    """Whether any of the names occurs as a word."""
    return not names.isdisjoint(names_in(text))


def changed_by(header: Range, *read: Variable) -> frozenset[str]:
    """The names that a loop changes: its counter, and the locals that hold what is read at it."""
    return frozenset((header.counter, *[v.expression.text for v in read if v.expression.text.isidentifier()]))


def contribution(builder: Builder, must: Variable, changed: Set[str], depth: int = 2) -> Expression:
    """What one iteration adds: reads ``must`` and all else that the block computed; no step could be hoisted."""
    random = builder.random
    varying = set(changed)
    for _ in range(random.between(0, depth)):
        varying.add(apply_motif(builder, SCALAR_MOTIFS["any"], about=varying).expression.text)
    if must.uses == 0 or random.chance(0.5):
        value = _with(builder, builder.read(must))
    else:
        value, _ = arm_value(builder)
    value = consume(builder, value)
    if not mentions(value.text, varying):
        raise Unfit("loop that adds a constant")
    return value


def summand(
    builder: Builder, must: Variable, loops: Sequence[Set[str]], parts: Sequence[Part] = (), depth: int = 2,
    around: Set[str] = frozenset(),
) -> Expression:  # fmt: skip
    """A contribution that needs all of the parts, and of which nothing could stand outside of the loops.

    ``around`` are the names that a loop around them changes: no curve is computed again in each of its rounds.
    ``loops`` are the names that each loop changes, the counter of the innermost one among the last. The last of the
    parts is the thread's own: a term without it is a sum that all threads would have alike.
    """
    own_names = [parts[-1][0]] if parts else []
    for _ in range(ATTEMPTS):
        mark = builder.checkpoint()
        try:
            value = contribution(builder, must, loops[-1], depth)
            if parts:
                value = mixed(value, parts)
            if drawn_out(value, *own_names, *loops):
                value = call(builder.random.pick(WAVES), value)  # nothing is drawn out of a curve
            texts = [*builder.lines[mark[2][0] :], value.text]
            if len(value.text) <= LONGEST_SUMMAND and not (around and repeats_call(builder, texts, around, loops[-1])):
                return value
        except Unfit:
            pass
        builder.rollback(mark)
    raise Unfit("sum of which a part could stand outside of the loop")


def _with(builder: Builder, first: Expression) -> Expression:
    for _ in range(6):
        mark = builder.checkpoint()
        try:
            other = grow(builder, "F", builder.random.between(0, 2), calls=0.4)
            if builder.random.chance(0.25):
                return call(builder.random.pick((*WAVES, "sqrt")), binary("-", first, other))
            return binary(builder.random.pick("+-**/"), first, other)
        except Unfit:
            builder.rollback(mark)
    return first


def _often_met(condition: Expression, element: Variable, counter: str) -> bool:
    """Whether a condition is about the element, and met by most where it is about nothing else: no sum is empty."""
    if not mentions(condition.text, {counter, element.expression.text}):
        return False
    alone = terms(condition.text) <= {counter, element.expression.text}
    return not alone or 3 * sum(map(bool, condition.samples)) >= 2 * COUNT


def skip(builder: Builder, element: Variable, counter: str) -> str:
    """Leave a round where a comparison is not met; how prose calls it, nothing where none is fit."""
    mark = builder.checkpoint()
    condition, prose = comparison(builder)
    missed = MISSED.get(condition.head)
    if missed is None or not _often_met(condition, element, counter):
        builder.rollback(mark)
        return ""
    left, _, right = condition.text.partition(f" {condition.head} ")
    builder.emit(f"if {left} {missed} {right}:")
    builder.emit("    continue")
    return prose


def sum_loop(builder: Builder, header: Range, array: tuple[str, float, float], subscript: str) -> Variable:
    """``total += f(x[j])`` over a range; the total is ``linear`` unless the loop unrolls."""
    random = builder.random
    name = builder.name(*TOTALS)
    builder.emit(f"{name} = {zero(builder)}")
    told = visited = entries(header, array[0], subscript)
    ours = own(builder)
    with builder.block(f"for {header.counter} in {header.text}:"):
        builder.define(header.counter, "I", 0, header.highest, required=False)
        must = element(builder, array, subscript)
        kept = skip(builder, must, header.counter) if header.trips >= 6 and random.chance(0.3) else ""
        parts: tuple[Part, ...] = ()
        if builder.index and ours[0].isdisjoint(names_in(subscript)):
            name_of = must.expression.text
            parts = (elements(name_of.partition("[")[0], had=lambda: builder.read(must)), ours)
        value = summand(builder, must, [changed_by(header, must)], parts)
        sign = "-" if not header.unrolled and random.chance(0.12) else "+"  # what follows could be even
        mark = builder.checkpoint()
        if value.text != must.expression.text:
            told = f"{described(value)} over {visited}"
        if kept:
            told += f" for which {kept}"
        asks = header.trips >= 6 and not kept and random.chance(0.5)
        condition, prose = comparison(builder) if asks else (None, "")
        if condition is not None and _often_met(condition, must, header.counter):
            builder.emit(f"if {condition}:")
            told += f" for which {prose}"
            builder.emit(f"    {name} {sign}= {value}")
        else:
            builder.rollback(mark)
            builder.emit(f"{name} {sign}= {value}")
    high = header.trips * value.largest()
    low = -high if value.low < 0 or sign == "-" else 0.0
    if high > builder.largest:
        raise Unfit("magnitude of a sum")
    builder.steps.append((name, f"{'minus ' if sign == '-' else ''}the sum of {told}"))
    middle = sum(value.samples) / COUNT
    direction = -1.0 if sign == "-" else 1.0
    samples = tuple([direction * header.trips * 0.5 * (x + middle) for x in value.samples])
    # A round that may be left keeps Warp from unrolling the loop.
    linear = not header.unrolled or bool(kept)
    total = builder.define(name, "F", low, high, linear=linear, samples=samples, rough=True)
    total.expression.scaled = value.scaled and value.head == "*"
    if sign == "-":  # to take it away would be a double sign
        total.expression.made_by = "negate"
    return total
