"""What is known of a built-in before its arguments are there: its result, its rule, what has to be asked of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from generator.synthesis.fitting import BEFORE
from generator.synthesis.gathering import BILINEAR, CURVES
from generator.synthesis.rules import ROUNDING, SCALAR, Interval, Rule, shaped
from generator.synthesis.samples import JOINT, VALUES, Samples
from generator.synthesis.signatures import result_types
from generator.synthesis.types import COMPONENTS, ORDER

REPEATS = frozenset(("min", "max", "lerp", "atan2", "dot", "cross", "copysign", "cw_div", "spatial_cross", "cw_mul"))
"""Calls of which nobody writes one with equal operands."""
ORDERED = frozenset(("min", "max", "dot", "ddot", "cw_mul"))
"""Calls whose operands stand in one order, so that the same value has the same text."""
SIGNED = frozenset(("abs", "sign", "step", "copysign"))
"""Calls that ask for the sign of the last operand."""


@dataclass(frozen=True, slots=True)
class Overload:
    """A built-in with arguments of given types; ``trivial``, ``value`` and ``joint`` are None where they do not apply.

    ``value`` makes a sample of samples, ``joint`` all samples of those of vectors of ``components``.
    """

    result: str
    domain: tuple[Interval, ...]
    interval: Callable[..., Interval]
    trivial: Callable[..., bool] | None
    value: Callable[..., float] | None
    joint: Callable[..., Samples] | None
    components: int
    check: Callable[..., None] | None
    bends: bool
    rounds: bool
    repeats: bool
    bilinear: bool
    ordered: bool
    signed: bool


@cache
def rule_of(name: str, first: str) -> Rule | None:
    """The rule of a built-in for the type of its first argument; None where nothing is known."""
    return SCALAR.get(name) if first == "F" else shaped(name, ORDER.get(first) or COMPONENTS.get(first, 0))


@cache
def overload(precision: str, name: str, *types: str) -> Overload | None:
    """The built-in for arguments of these types; None where there is none, or none that a rule is known for."""
    result, rule = result_types(precision).get((name, *types)), rule_of(name, types[0])
    if result is None or rule is None:
        return None
    trivial, joint, count = rule.trivial, JOINT.get(name), COMPONENTS.get(types[0], 1)
    if trivial is not None and trivial.__code__.co_argcount != len(types):
        trivial = None
    if types[0] == "F" or count > 4 or (joint is not None and joint.__code__.co_argcount != len(types) + 1):
        joint = None
    alone = name in ("max", "min") and len(types) == 1
    return Overload(
        result, rule.domain, rule.interval, trivial, None if alone else VALUES.get(name), joint, count,
        BEFORE.get(name), name in CURVES, name in ROUNDING, name in REPEATS, name in BILINEAR,
        name in ORDERED and len(types) == 2, name in SIGNED and result == "F",
    )  # fmt: skip
