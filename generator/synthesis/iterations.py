"""Loops that unroll and carry a value from round to round: iterations, products, polynomials, running extrema."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.inputs import add_arrays
from generator.synthesis.loops import TOTALS
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import described, spelled
from generator.synthesis.ranges import Range, element, entries, zero
from generator.synthesis.samples import COUNT, VALUES, Samples, divided, spread
from generator.synthesis.variable import Variable

_Form = tuple[Callable[[], str], float, Callable[[float, float], float]]
"""How an update is written, what it never exceeds, and what it does."""
REACH = 5.0
"""Magnitude up to which a value is iterated."""
EXTREMA = {"max": "peak_value", "min": "lowest_value"}
REMEMBERED = 0.1
"""Of a change of the start, what the result shows of it: else what the start was made of was made for nothing."""


def _remembering(forms: Sequence[_Form], start: Samples, other: Samples, trips: int) -> tuple[str, float, Samples]:
    """The first form whose result depends on the start, with its bound and its samples; Unfit when there is none."""
    shift = 0.2 * max(1.0, spread(start))
    for write, reach, step in forms:
        samples, elsewhere = start, tuple([x + shift for x in start])
        for _ in range(trips):
            samples = tuple([step(s, o) for s, o in zip(samples, other, strict=True)])
            elsewhere = tuple([step(s, o) for s, o in zip(elsewhere, other, strict=True)])
        if sorted([abs(x - y) for x, y in zip(samples, elsewhere, strict=True)])[COUNT // 2] >= REMEMBERED * shift:
            with suppress(Unfit):  # not worth writing for this state
                return write(), reach, samples
    raise Unfit("iterations that forget where they start")


def recurrence(builder: Builder, header: Range) -> Variable:
    """``state = f(state, ...)`` in an unrolled loop, with an update that stays bounded and is not linear.

    A linear one towards what stays the same is a power of its rate in disguise.
    """
    if sum(v.expression.largest() <= REACH for v in builder.of_type("F")) < 2:
        add_arrays(builder, 1)
    start = builder.take("F", (), lambda e: e.largest() <= REACH)
    name = builder.name("state", "estimate", "current", "iterate")
    builder.emit(f"{name} = {start}")
    bound = max(start.largest(), 1.0)
    with builder.block(f"for {header.counter} in {header.text}:"):
        builder.define(header.counter, "I", 0, header.highest, required=False)
        state = Expression(builder, name, "F", -bound, bound, rough=True)
        alike = builder.is_uniform(start)
        other = builder.take("F", (start,), lambda e: e.largest() <= REACH and not (alike and builder.is_uniform(e)))
        rate, floor = builder.constant(0.1, 0.8), builder.constant(0.5, 2)
        r = rate.low
        far = other.largest()
        low = floor.low
        lasting = sum([r**k for k in range(1, header.trips + 1)])
        risen, drift = bound + header.trips * r * far, bound + far * lasting
        pushed = bound + far / low * lasting
        forms: tuple[_Form, ...] = (
            (lambda: f"{name} = {call('tanh', state * rate + other)}", 1.0, lambda s, o: math.tanh(s * r + o)),
            (lambda: f"{name} = {rate} * {name} + {call('sin', other + state)}", bound + lasting / r,
             lambda s, o: r * s + math.sin(o + s)),
            (lambda: f"{name} = {rate} * ({name} + {other / (state * state + floor)})", pushed,
             lambda s, o: r * (s + o / (s * s + low))),
        )  # fmt: skip
        if far**header.trips <= 20.0:  # a cosine iterated so often is chaos
            forms += (
                (lambda: f"{name} = {call('cos', state * other)}", 1.0, lambda s, o: math.cos(s * o)),
                (lambda: f"{name} = {rate} * ({name} + {other * call('cos', state)})", drift,
                 lambda s, o: r * (s + o * math.cos(s))),
            )  # fmt: skip
        forms += _of_populations(name, start, other, r, f"{rate}", f"{builder.number(1.0)}")
        if far < 1.0:  # else no hyperbolic tangent comes up to it
            forms += (
                (lambda: f"{name} += {rate} * ({other} - {call('tanh', state)})", risen,
                 lambda s, o: s + r * (o - math.tanh(s))),
            )  # fmt: skip
        line, reach, samples = _remembering(builder.random.shuffled(forms), start.samples, other.samples, header.trips)
        builder.emit(line)
    builder.steps.append(
        (name, f"the result of {header.trips} iterations of {spelled(builder, line)} from {readable(start)}")
    )
    return builder.define(name, "F", -reach, reach, samples=samples, rough=start.rough or other.rough)


def _of_populations(
    name: str, start: Expression, other: Expression, r: float, rate: str, one: str
) -> tuple[_Form, ...]:
    """Growth towards what the place carries, with Verhulst and with Ricker; uptake that saturates."""
    if start.low < 0.0 or other.low <= 0.0:
        return ()
    highest = max(start.high, other.high)
    forms: tuple[_Form, ...] = ()
    if start.high <= 2.0 * other.low:
        forms += (
            (lambda: f"{name} += {rate} * {name} * ({one} - {name} / {other})", highest,
             lambda s, o: s + r * s * (1.0 - s / o)),
            (lambda: f"{name} *= wp.exp({rate} * ({one} - {name} / {other}))",
             max(highest, other.high / r * math.exp(r - 1.0)),
             lambda s, o: s * math.exp(r * (1.0 - s / o))),
        )  # fmt: skip
    if other.low >= r:
        forms += (
            (lambda: f"{name} -= {rate} * {name} / ({name} + {other})", start.high, lambda s, o: s - r * s / (s + o)),
        )
    return forms


def product_loop(builder: Builder, header: Range, array: tuple[str, float, float], subscript: str) -> Variable:
    """``product *= 1 + c x[k]``, Horner's rule or a running maximum, in an unrolled loop."""
    random = builder.random
    # The extremum of a table is the same for every thread, but for those that start beyond it.
    kind = random.pick(
        ("product", "horner", "peak") if builder.index and builder.index in subscript else ("product", "horner")
    )
    first = builder.take("F", (), lambda e: e.largest() <= 2.0 and not builder.is_uniform(e))
    operation = random.pick(("max", "min"))
    called = {"product": "growth_factor", "horner": "polynomial_value", "peak": EXTREMA[operation]}[kind]
    name = builder.name(called, *TOTALS)
    visited = entries(header, array[0], subscript)
    with_one = builder.number(1.0)
    builder.emit(
        f"{name} = {builder.spell('F')}(1.0)"
        if kind == "product"
        else f"{name} = {first}"
        if kind == "peak"
        else f"{name} = {zero(builder)}"
    )
    with builder.block(f"for {header.counter} in {header.text}:"):
        builder.define(header.counter, "I", 0, header.highest, required=False)
        item = builder.read(element(builder, array, subscript))
        top = max(item.largest(), 1.0)
        # No element is like another; those of a table are the same for every thread.
        own = bool(builder.index) and builder.index in subscript
        rows = [[item.samples[(k * own + 5 * j) % COUNT] for j in range(header.trips)] for k in range(COUNT)]
        if kind == "product":
            rate = builder.constant(0.05, 0.3)
            factor = with_one + rate * item * first
            builder.emit(f"{name} *= {factor}")
            told = f"the product of {described(factor)} over {visited}"
            reach = max(1.0, factor.largest()) ** header.trips
            samples = tuple(
                [math.prod(1.0 + rate.low * y * x for y in row) for x, row in zip(first.samples, rows, strict=True)]
            )
        elif kind == "horner":
            builder.emit(f"{name} = {name} * {first} + {item}")
            told = f"the polynomial in {readable(first)} with {visited} as coefficients"
            reach = top * sum(max(1.0, first.largest()) ** k for k in range(header.trips))
            samples = tuple(
                [sum(y * x**k for k, y in enumerate(row)) for x, row in zip(first.samples, rows, strict=True)]
            )
        else:
            alone = random.chance(0.5) or item.low >= 0.0
            value = item * builder.constant(0.2, 2) if alone else binary(random.pick("+-"), item, first)
            builder.emit(f"{name} = wp.{operation}({name}, {value})")
            told = f"the {operation}imum of {readable(first)} and of {described(value)} over {visited}"
            pick = VALUES[operation]
            best = [pick(value.samples[(k + 5 * j) % COUNT] for j in range(header.trips)) for k in range(COUNT)]
            samples = tuple([pick(x, y) for x, y in zip(first.samples, best, strict=True)])
            if not divided([x < y for x, y in zip(first.samples, best, strict=True)]):
                raise Unfit("extremum that one side always wins")
            reach = max(value.largest(), first.largest())
    if reach > builder.largest:
        raise Unfit("magnitude of a product")
    builder.steps.append((name, told))
    return builder.define(name, "F", -reach, reach, samples=samples)
