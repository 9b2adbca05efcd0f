"""Smooth steps, whose edges are where values come."""

from __future__ import annotations

from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.literals import rounded


def smoothstep(value: Expression) -> Expression:
    """``wp.smoothstep`` between two literal edges that most samples lie between, and some beyond one of them."""
    builder = value.builder
    if value.rough or value.made_by == "smoothstep":
        raise Unfit("edges around a guess, or around another step")
    ordered = sorted(builder.acting(value.samples))
    if len(ordered) < 4:
        raise Unfit("too few come here for a step")
    width = ordered[-1] - ordered[0]
    least, most = max(ordered[1] - 0.1 * width, value.low), min(ordered[-2] + 0.1 * width, value.high)
    if least <= ordered[0] and most >= ordered[-1]:
        if builder.random.chance(0.5):
            least = 0.5 * (ordered[0] + ordered[1])
        else:
            most = 0.5 * (ordered[-2] + ordered[-1])
    low, high = rounded(least, width), rounded(most, width)
    if high - low < max(0.05, 0.3 * width):
        raise Unfit("edges that nearly coincide")
    if low < value.low or high > value.high or (low <= ordered[0] and high >= ordered[-1]):
        raise Unfit("edges that nothing can reach")
    text = f"wp.smoothstep({builder.number(low).text}, {builder.number(high).text}, {value.text})"
    shares = [min(max((x - low) / (high - low), 0.0), 1.0) for x in value.samples]
    samples = tuple([t * t * (3.0 - 2.0 * t) for t in shares])
    return Expression(builder, text, "F", 0.0, 1.0, head="smoothstep", scaled=True, samples=samples)
