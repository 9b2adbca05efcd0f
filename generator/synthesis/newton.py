"""Newton's steps towards the root of an equation that no formula solves, in an unrolled loop."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import spelled
from generator.synthesis.ranges import Range
from generator.synthesis.samples import straight
from generator.synthesis.variable import Variable

Step = Callable[[float, float, float], float]
_GRID, _MARGIN = 24, 0.05
"""Places of an interval where the root is sought, and what is left beside those, as a share of their spread."""


@dataclass(frozen=True)
class Equation:
    """``left = a`` for the unknown ``{x}`` and a constant ``{c}``; what both lines of a step share has a name."""

    left: str
    shared: tuple[str, str]
    residual: str
    slope: str
    constant: tuple[float, float]
    among: tuple[float, float]
    """Where ``a`` lies; the steps begin there and come nearer from then on."""
    step: Step


def _bent(x: float, a: float, c: float) -> float:
    return x - (x + c * math.tanh(x) - a) / (1.0 + c * (1.0 - math.tanh(x) ** 2))


EQUATIONS = (
    Equation(
        "{x} - {c} * wp.sin({x})", ("", ""), "{x} - {c} * wp.sin({x})", "{one} - {c} * wp.cos({x})", (0.1, 0.6),
        (-5.0, 5.0), lambda x, a, c: x - (x - c * math.sin(x) - a) / (1.0 - c * math.cos(x)),
    ),
    Equation(
        "({x} * {x} + {c}) * {x}", ("square", "{x} * {x}"), "({shared} + {c}) * {x}", "{three} * {shared} + {c}",
        (1.0, 3.0), (-2.5, 2.5), lambda x, a, c: x - (x * x * x + c * x - a) / (3.0 * x * x + c),
    ),
    Equation(
        "{x} + {c} * wp.tanh({x})", ("bent", "wp.tanh({x})"), "{x} + {c} * {shared}",
        "{one} + {c} * ({one} - {shared} * {shared})", (0.3, 0.9), (-4.0, 4.0), _bent,
    ),
    Equation(
        "{x} * wp.exp({x})", ("growth", "wp.exp({x})"), "{x} * {shared}", "({one} + {x}) * {shared}",
        (1.0, 1.0), (0.0, 2.5), lambda x, a, c: x - (x * math.exp(x) - a) / ((1.0 + x) * math.exp(x)),
    ),
    Equation(
        "{x} + {c} * wp.exp({x})", ("growth", "wp.exp({x})"), "{x} + {c} * {shared}", "{one} + {c} * {shared}",
        (0.1, 0.9), (-2.0, 2.0), lambda x, a, c: x - (x + c * math.exp(x) - a) / (1.0 + c * math.exp(x)),
    ),
)  # fmt: skip
"""Kepler's equation, a cubic, a saturating spring, Lambert's function, a diode with a resistor."""


def newton_steps(builder: Builder, header: Range) -> Variable:
    """``root -= residual / slope``, from the right side of the equation on."""
    equation = builder.random.pick(EQUATIONS)
    least, most = equation.among
    a = builder.take("F", (), lambda e: e.low >= least and e.high <= most and not builder.is_uniform(e))
    constant = builder.constant(*equation.constant)
    name = builder.name("root", "solution", "estimate")
    shared = builder.name(equation.shared[0]) if equation.shared[0] else ""
    residual, slope = builder.name("residual", "mismatch"), builder.name("slope")
    words = {"x": name, "c": constant, "shared": shared, "one": builder.number(1.0), "three": builder.number(3.0)}
    builder.emit(f"{name} = {a}")
    with builder.block(f"for {header.counter} in {header.text}:"):
        if shared:
            builder.emit(f"{shared} = {equation.shared[1].format(**words)}")
        builder.emit(f"{residual} = {equation.residual.format(**words)} - {a}")
        builder.emit(f"{slope} = {equation.slope.format(**words)}")
        builder.emit(f"{name} -= {residual} / {slope}")
    left = equation.left.format(**words)
    told = f"the result of {header.trips} Newton steps on {spelled(builder, f'{left} = {a}')} from {readable(a)}"
    builder.steps.append((name, told))
    return _defined(builder, name, a, lambda value: _root(equation.step, value, constant.low, header.trips))


def _root(step: Step, a: float, c: float, trips: int) -> float:
    x = a
    for _ in range(trips):
        x = step(x, a, c)
    return x


def _defined(builder: Builder, name: str, a: Expression, root: Callable[[float], float]) -> Variable:
    """The variable, with what its values are where ``a`` is; Unfit where a line through two would do."""
    samples = tuple([root(value) for value in a.samples])
    if straight(a.samples, samples):
        raise Unfit("root that a line gives")
    found = [root(a.low + (a.high - a.low) * place / _GRID) for place in range(_GRID + 1)]
    margin = _MARGIN * (max(found) - min(found))
    return builder.define(name, "F", min(found) - margin, max(found) + margin, samples=samples, rough=a.rough)
