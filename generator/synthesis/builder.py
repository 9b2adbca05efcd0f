"""A kernel while it grows: its numbers, its variables, its arguments, and the one random object."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import starmap
from typing import Any

from generator.launch import INPUT, Argument
from generator.synthesis.expression import ATOM, UNARY, Expression, Unfit
from generator.synthesis.forms import form_of, held, named
from generator.synthesis.geometry_sense import note_geometry
from generator.synthesis.guards import into
from generator.synthesis.literals import chosen_between, literal_text, rounded
from generator.synthesis.page import RESERVED, Page
from generator.synthesis.randomness import Random, Table
from generator.synthesis.samples import COUNT, Samples, varies
from generator.synthesis.themes import THEMES
from generator.synthesis.types import DTYPES, LARGEST, SPELLINGS
from generator.synthesis.variable import Variable

_WORD = re.compile(r"[A-Za-z_]\w*")
_CALL = re.compile(r"wp\.(?!float)")
_DRAWS = ((),) * COUNT
QUOTIENTS = ((2, 3), (4, 3), (5, 3), (5, 6), (7, 6))
FLOATS = Table((("float32", 0.88), ("float64", 0.1), ("float16", 0.02)))
"""Float types with their weights."""
CONSTANTS = ("ALPHA", "BETA", "KAPPA")
UNIFORM, LONGEST_UNIFORM = ("*", "/", "+", "-"), 28
"""Work on scalar arguments alone is done before a launch, but for a product or a quotient of two."""


class Builder(Page):
    """State of one kernel: what was written, what a statement can read, and how numbers are chosen."""

    __slots__ = (
        "block_dim", "compared", "crossed", "dim", "generator_state", "index", "inline_loads", "largest",
        "long_types", "not_differentiable", "outcomes", "pairs", "places", "precision", "prose", "random", "settled",
        "sources", "subject", "theme", "threads",
    )  # fmt: skip

    def __init__(self, key: str, precisions: Sequence[tuple[str, float]] = FLOATS):
        super().__init__()
        self.random = Random(key)
        self.precision = self.random.weighted(precisions)
        self.largest = LARGEST[self.precision]
        self.theme = self.random.pick(THEMES)
        self.threads = 8 * self.random.between(4, 10)
        self.dim: tuple[int, ...] = (self.threads,)
        self.block_dim = 256
        self.index = ""
        self.subject = ""
        self.crossed: dict[str, frozenset[str]] = {}
        self.sources: dict[str, frozenset[str]] = {}
        self.pairs: set[tuple[str, frozenset[str]]] = set()
        self.settled = False
        self.outcomes: dict[str, Sequence[Sequence[bool]]] = {}
        self.compared: set[str] = set()
        self.places: dict[int, Samples] = {}
        self.generator_state = ""
        self.prose: dict[str, str] = {}
        self.not_differentiable = ""
        self.inline_loads = self.random.chance(0.35)
        self.long_types = self.random.chance(0.3)

    def set_precision(self, precision: str) -> None:
        """Fix the float type; before anything is written."""
        self.precision = precision
        self.largest = LARGEST[precision]

    # Numbers

    def number(self, value: float) -> Expression:
        """A float literal."""
        precedence = UNARY if value < 0 and self.precision == "float32" else 15
        text = literal_text(value, self.precision)
        return Expression(self, text, "F", value, value, precedence, "literal", False, (value,) * COUNT)

    def integer(self, value: int, type: str = "I") -> Expression:
        """An integer literal; other types than int32 are cast."""
        text = str(value) if type == "I" else f"{self.spell(type)}({value})"
        return Expression(self, text, type, value, value, 15, "literal")

    def chosen(self, low: float, high: float) -> float:
        """A positive number of the interval that looks chosen."""
        options = chosen_between(low, high)
        return self.random.pick(options) if options else rounded(self.random.uniform(low, high), high - low)

    def constant(self, low: float, high: float) -> Expression:
        """A chosen-looking positive float literal of the interval; now and then a named or a static one."""
        value = self.chosen(low, high)
        if self.preamble:
            ending = f" = wp.constant({literal_text(value, self.precision)})"
            if known := next((line.removesuffix(ending) for line in self.preamble if line.endswith(ending)), ""):
                return Expression(self, known, "F", value, value, 15, "literal", samples=(value,) * COUNT)
        if self.random.chance(0.03):
            literal = literal_text(value, self.precision)
            if not any(literal in line for line in self.lines):
                return self._named_constant(value, low, high)
        return self.number(value)

    def _named_constant(self, value: float, low: float, high: float) -> Expression:
        """A module constant, or ``wp.static`` of a quotient that has no short decimal form."""
        quotients = [(n, d) for n, d in QUOTIENTS if low <= n / d <= high]
        if quotients and self.random.chance(0.4):
            numerator, divisor = self.random.pick(quotients)
            value = numerator / divisor
            inner = f"{numerator}.0 / {divisor}.0"
            text = f"wp.static({inner if self.precision == 'float32' else f'wp.{self.precision}({inner})'})"
        else:
            names = [name for name in CONSTANTS if name.lower() not in self.names]
            text = self.module_name(*names, "COEFFICIENT")
            self.preamble.append(f"{text} = wp.constant({literal_text(value, self.precision)})")
        return Expression(self, text, "F", value, value, 15, "literal", samples=(value,) * COUNT)

    def place(self, axis: int) -> Samples:
        """Where the imagined threads are along an axis of the launch, as shares of its size."""
        if axis not in self.places:
            self.places[axis] = self.draw_samples(0.0, 1.0)
        return self.places[axis]

    def draw_samples(self, low: float, high: float) -> Samples:
        """Samples of an interval, from its middle where it is wide: bounds of long expressions are seldom reached."""
        width = high - low
        if width > 6.0:
            low, width = low + 0.3 * width, 0.4 * width
        return tuple([low + width * x for x in starmap(self.random.unit, _DRAWS)])

    def lift(self, other: Any, type: str) -> Expression:
        """A Python number as a literal of the right type; expressions pass."""
        if isinstance(other, Expression):
            return other
        return self.integer(int(other), type) if type in ("I", "U", "L") else self.number(float(other))

    def spell(self, type: str) -> str:
        """The type as source code writes it."""
        text = SPELLINGS[self.precision][type]
        return f"wp.{DTYPES[self.precision][type]}" if self.long_types and "." not in text else text

    # Variables

    def define(
        self, name: str, type: str, low: float, high: float, required: bool = True, linear: bool = False,
        samples: Samples | None = None,
        rough: bool = False,
    ) -> Variable:  # fmt: skip
        """Bring a name into scope."""
        expression = Expression(self, name, type, low, high, ATOM, "", False, samples, rough)
        variable = Variable(expression, required, linear)
        self.variables.append(variable)
        return variable

    def read(self, variable: Variable) -> Expression:
        """The variable's expression, counted as read."""
        variable.uses += 1
        self.reads.append(variable)
        return variable.expression

    def of_type(self, type: str) -> list[Variable]:
        """Variables in scope of a type, sums of run-time loops left out."""
        return [v for v in self.variables if v.type == type and not v.linear]

    def unread(self) -> list[Variable]:
        """Variables in scope that nothing has read and something has to."""
        return [v for v in self.variables if v.required and not v.uses]

    def take(self, type: str, exclude: Sequence[Expression] = (), fits: Any = None) -> Expression:
        """A variable of a type, unread ones first; Unfit when there is none."""
        settled = self.settled
        pool, fresh = [], []
        for v in self.variables:
            if v.type == type and not v.linear and v.expression not in exclude:
                if (settled and not v.uses) or (fits is not None and not fits(v.expression)):
                    continue
                pool.append(v)
                if not v.uses and v.required:
                    fresh.append(v)
        if not pool:
            raise Unfit(f"no {type} in scope")
        unit = self.random.unit
        if fresh and unit() < 0.8:
            pool = fresh
        variable = pool[int(unit() * len(pool))]
        variable.uses += 1
        self.reads.append(variable)
        return variable.expression

    def assign(self, names: Sequence[str], value: Expression, phrase: str = "") -> Variable:
        """``name = value``: a new variable with the interval of the value."""
        uniform = self.is_uniform(value)
        if value.type == "F" and not uniform and not varies(value.samples):
            raise Unfit("hardly varies")
        if uniform and (value.head not in UNIFORM or len(value.text) > LONGEST_UNIFORM or _CALL.search(value.text)):
            raise Unfit("the same for every thread")
        name = self.name(*names)
        if value.head and self.taken_before(value.text):
            raise Unfit("computed twice")
        if value.head in ("*", "/") and held(form_of(value), (v.expression.form for v in self.variables)):
            raise Unfit("multiple of what has a name")
        note_geometry(self, name, value)
        self.definitions[name] = value.text
        self.emit(f"{name} = {value.text}")
        if phrase:
            self.steps.append((name, phrase))
        variable = self.define(name, value.type, value.low, value.high, True, False, value.samples, value.rough)
        variable.uniform = uniform
        variable.expression.made_by = value.made_by
        variable.expression.form = named(form_of(value))
        variable.expression.traits = value.traits
        if value.axis != value.text:
            variable.expression.axis, variable.expression.unit = value.axis, value.unit
        return variable

    def is_uniform(self, value: Expression) -> bool:
        """Whether every thread computes the same: only scalar arguments and what follows from them is read."""
        if value.type == "F":
            samples = value.samples
            return samples[0] == samples[1] and samples.count(samples[0]) == COUNT
        if not self.parameters:
            return False
        words = {word for word in _WORD.findall(value.text) if word in self.names} - RESERVED
        return words <= {v.expression.text for v in self.variables if v.uniform}

    # Arguments

    def array_type(self, type: str, ndim: int = 1) -> str:
        """The annotation of an array argument."""
        element = self.spell(type)
        if ndim == 1:
            return f"wp.array(dtype={element})"
        return f"wp.array{ndim}d(dtype={element})"

    def array(
        self, name: str, type: str, shape: tuple[int, ...], role: str = INPUT, fill: str = "uniform",
        low: float = -1.0, high: float = 1.0, value: float | None = None,
    ) -> str:  # fmt: skip
        """Add an array argument; returns its name."""
        dtype = DTYPES[self.precision][type]
        argument = Argument(name, "array", dtype, len(shape), role, shape, fill, low, high, value)
        self.argument(argument, self.array_type(type, len(shape)))
        return name

    def scalar(self, name: str, type: str, value: float, low: float, high: float, required: bool = True) -> Variable:
        """Add a scalar argument with the value that checks pass; a variable in scope."""
        dtype = DTYPES[self.precision][type]
        self.argument(Argument(name, "scalar", dtype, fill="value", low=low, high=high, value=value), self.spell(type))
        expression = Expression(self, name, type, low, high, ATOM, "", False, (value,) * COUNT)
        variable = Variable(expression, required, uniform=True)
        self.variables.insert(0, variable)
        return variable

    # Guards

    def away_from_zero(self, expression: Expression) -> Expression:
        """A denominator that cannot vanish."""
        return into(self, expression, 0.1, float("inf"), "/")
