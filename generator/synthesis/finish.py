"""Stores: what has been computed and not yet read ends in an output, so that nothing is dead."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub

from generator.launch import OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, component
from generator.synthesis.connection import apart
from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.geometry_sense import check_pairs, vectors_behind
from generator.synthesis.page import INDENT, LONGEST_LINE
from generator.synthesis.prose import described, spelled
from generator.synthesis.randomness import Table
from generator.synthesis.samples import shared, spread, varies
from generator.synthesis.types import COMPONENTS, MATRICES, VECTORS
from generator.synthesis.variable import Variable
from generator.synthesis.vector_results import vector_array

NEVER_NEGATIVE = frozenset(
    "dissipation drag_force elastic_energy kinetic_energy lifetime luminosity new_density opacity output_power period "
    "queue_length radiance spike_energy throughput travel_cost".split()
)
"""Names of outputs that promise so."""
OF_EITHER_SIGN = frozenset(("signed_distance",))
"""Names that promise both signs."""
_JOINS = Table(
    (
        ("+", 4.0), ("-", 3.0), ("*", 4.0), ("/", 1.5), ("max", 0.5), ("min", 0.5), ("blend", 0.8), ("wave", 0.8),
        ("fall", 0.8),
    )
)  # fmt: skip
RESULTS: dict[str, Sequence[str]] = {
    "Q": ("new_rotation", "result_rotation", "target_rotation", "corrected_rotation"),
    "X": ("new_frame", "result_frame", "target_frame"),
    "M": ("result_matrix", "new_matrix", "output_matrix"),
    "S": ("spatial_result", "result_pair", "new_state"),
}
"""Names of outputs by the letter that their type begins with."""
LEAST_SHARE = 0.05
"""Of the greater summand's spread, that of the lesser one."""
EXTREME = {"min": min, "max": max}
WHOLE = (*MATRICES, "Q", "X", "S", "SM", "V2I", "V3I", "V4I", "U", "L")
"""Types that are stored as they are."""


def join(builder: Builder, left: Expression, right: Expression) -> Expression:
    """Two floats made one."""
    for _ in range(8):
        kind = builder.random.weighted(_JOINS)
        try:
            other = builder.constant(0.1, 2.5) * right if kind == "blend" else right
            if kind in ("+", "-", "blend"):
                check_level(kind, left, other)
            if kind in "+-*/":
                return binary(kind, left, right)
            if kind == "blend":
                return left + other
            if kind == "wave":
                return left * call("cos", right)
            if kind == "fall":
                return left / (1.0 + right * right) if right.precedence >= 14 else left * call("tanh", right)
            return call(kind, left, right)
        except Unfit:
            continue
    return call("tanh", left) + call("tanh", right)


def check_level(kind: str, left: Expression, right: Expression) -> None:
    """Unfit where one of two summands hardly shows beside the other, or both are nearly the same and one is taken away.

    What is the same for every thread is a shift.
    """
    lesser, greater = sorted((spread(left.samples), spread(right.samples)))
    if 0.0 < lesser < LEAST_SHARE * greater and not (left.rough or right.rough):
        raise Unfit("summand that the other drowns")
    if kind == "-" and 10.0 * spread(tuple(map(sub, left.samples, right.samples))) < lesser:
        raise Unfit("difference of what is nearly the same")


def gather(builder: Builder, pending: list[Variable]) -> Expression:
    """One float expression that reads every pending float and vector."""
    values = [_as_float(builder, v) for v in builder.random.shuffled(pending)]
    while len(values) > 1:
        left, right = values.pop(), values.pop()
        values.insert(0, join(builder, left, right))
    return values[0]


def _as_float(builder: Builder, variable: Variable) -> Expression:
    value = builder.read(variable)
    if value.type == "F":
        return value
    if value.type in VECTORS:
        try:
            return call(builder.random.pick(("length", "length_sq")), value)
        except Unfit:
            return _part(builder, variable)
    if value.type in ("I", "U", "L"):
        return float_of(builder, value)
    raise Unfit(f"no way to store {value.type} as a float")


def _part(builder: Builder, variable: Variable) -> Expression:
    """What a vector has along another one that it does not come from; a component where there is none."""
    value = variable.expression
    behind = vectors_behind(builder, value)
    for other in builder.of_type(value.type):
        if not behind.isdisjoint(vectors_behind(builder, other.expression)):
            continue
        mark = len(builder.reads)
        try:
            part = call("dot", value, builder.read(other))
            check_pairs(builder, part.text, {v.expression.text: v.expression.axis for v in builder.variables})
            return part
        except Unfit:
            builder.unread_since(mark)
    return component(builder, value, builder.random.between(0, COMPONENTS[value.type] - 1))


def float_of(builder: Builder, value: Expression) -> Expression:
    """The conversion of an integer."""
    return Expression(builder, f"{builder.spell('F')}({value.text})", "F", value.low, value.high, head="cast")


def output_array(
    builder: Builder, type: str, role: str = OUTPUT, shape: tuple[int, ...] | None = None, fill: str = "zeros",
    signed: bool = False,
) -> str:  # fmt: skip
    """A new output array named by the theme; not after what is never negative where it is ``signed``."""
    taken, untrue = builder.names, NEVER_NEGATIVE if signed else OF_EITHER_SIGN
    options = [r for r in _result_names(builder, type) if r not in taken and r not in untrue] or ["result"]
    name = builder.name(builder.random.pick(options))
    return builder.array(name, type, shape or builder.dim, role, fill)


def _result_names(builder: Builder, type: str) -> Sequence[str]:
    """Names of the theme's results where they are floats; of the vectors that are read where they are vectors."""
    if type in VECTORS:
        known = {quantity for quantity, *_ in builder.theme.vectors}
        read = [argument.name for argument, _ in builder.inputs if argument.name in known]
        return [f"{how}_{name}" for name in read for how in ("new", "adjusted")] or [
            f"{name}_vector" for name in builder.theme.results
        ]
    return RESULTS.get(type[0], builder.theme.results)


def store(builder: Builder, value: Expression, target: str | None = None) -> str:
    """``output[i] = value``; returns the array's name."""
    if value.type == "F" and (not varies(value.samples) or shared(value.samples)):
        raise Unfit("output that hardly varies")
    if value.text in builder.prose:
        raise Unfit("an input copied")
    name = target or output_array(builder, value.type, signed=value.type == "F" and min(value.samples) < 0.0)
    place = f"{name}[{builder.index}]"
    if not fold(builder, value, place):
        builder.emit(f"{place} = {value.text}")
        builder.steps.append((name, described(value)))
    return name


def fold(builder: Builder, value: Expression, place: str) -> bool:
    """Store what the last line gave a name to, without the name; False where it has another use, or is too long."""
    head, _, text = builder.lines[-1].partition(" = ")
    known = [v for v in builder.variables if v.expression is value]
    if head != INDENT * builder.depth + value.text or len(text) + len(place) + 3 > LONGEST_LINE or not known:
        return False
    if known[0].uses != 1 or value.text in builder.prose or builder.definitions.get(value.text) != text:
        return False
    builder.lines[-1] = f"{INDENT * builder.depth}{place} = {text}"
    del builder.definitions[value.text]
    builder.variables.remove(known[0])
    name = place.partition("[")[0]
    for number, (label, phrase) in enumerate(builder.steps):
        if label == value.text:
            builder.steps[number] = (name, phrase)
            return True
    builder.steps.append((name, spelled(builder, text)))
    return True


def ties(builder: Builder, value: Expression, operation: str) -> bool:
    """Whether several threads may reach the same extremum: Warp gives its adjoint to each of them."""
    gathered = any(argument.fill == "index" for argument, _ in builder.inputs)
    return gathered or value.samples.count(EXTREME[operation](value.samples)) > 1


def linear_use(builder: Builder, total: Variable) -> Expression:
    """A sum of a run-time loop, used so that its adjoint needs no replay: plain, or times a constant of its own."""
    value = builder.read(total)
    if builder.random.chance(0.5) or value.type != "F" or value.scaled:
        return value
    return builder.constant(0.1, 4.0) * value


def finish(builder: Builder) -> list[str]:
    """Store everything unread; returns the names of the outputs written."""
    pending = builder.unread()
    if pending and all(v.uniform for v in pending):
        pending += [v for v in builder.variables if v.type == "F" and not v.uniform and not v.linear][-1:]
    sums = [v for v in pending if v.linear]
    rest = [v for v in pending if not v.linear]
    written = [store(builder, builder.read(v)) for v in rest if v.type in WHOLE]
    vectors = [v for v in rest if v.type in VECTORS]
    floats = [v for v in rest if v.type not in VECTORS and v.type not in WHOLE]
    for variable in vectors:
        loaded = variable.expression.text in builder.prose
        if all(v.uniform for v in floats) and floats and variable is vectors[-1]:
            scaled = binary("*", builder.read(variable), builder.read(floats.pop()))
            written.append(store(builder, scaled, vector_array(builder, scaled)))
        elif floats and not loaded and variable is vectors[-1] and not written and apart(builder, [variable], floats):
            scaled = binary("*", builder.read(variable), gather(builder, floats))
            floats = []
            written.append(store(builder, scaled, vector_array(builder, scaled)))
        elif loaded:
            floats.append(variable)
        elif (not written and builder.random.chance(0.75)) or not (floats or written or variable is not vectors[-1]):
            value = builder.read(variable)
            written.append(store(builder, value, vector_array(builder, value)))
        else:
            floats.append(variable)
    floats.sort(key=lambda v: v.uniform)
    varying = sum(not v.uniform for v in floats)
    if varying > 1 and len(floats) > 2 and builder.random.chance(0.35):
        cut = builder.random.between(1, varying - 1)
    else:
        cut = 0
    if cut and apart(builder, floats[:cut], floats[cut:]):
        cut = 0
    if cut and any(v.expression.text not in builder.prose for v in floats[:cut]):
        written.append(store(builder, gather(builder, floats[:cut])))
        floats = floats[cut:]
    if floats or sums:
        whole: Expression | None = gather(builder, floats) if floats else None
        for total in sums:
            part = linear_use(builder, total)
            if whole is None:
                whole = part
            elif whole.type == part.type:
                whole = binary("+", whole, part)
            else:
                written.append(store(builder, part))
        if whole is not None:
            written.append(store(builder, whole))
    if not written:
        raise Unfit("nothing to store")
    return written
