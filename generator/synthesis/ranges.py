"""What a loop runs over: the header, and the arrays and tables that are read at its counter."""

from __future__ import annotations

from dataclasses import dataclass

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression
from generator.synthesis.inputs import quantity
from generator.synthesis.variable import Variable

COUNTERS = ("j", "k", "step", "s", "m")
TABLES = ("table", "coefficients")


@dataclass(frozen=True)
class Range:
    """A loop header's counter and text, its bounds for the interval, whether Warp unrolls it, and what it visits."""

    counter: str
    text: str
    trips: int
    highest: int
    unrolled: bool
    visited: str = "all elements of {}"

    def over(self, array: str) -> str:
        """What of an array the loop visits, as prose."""
        return self.visited.format(array.replace("_", " "))


def entries(header: Range, array: str, subscript: str) -> str:
    """The same of a table that the counter runs through, or of a window."""
    if not header.unrolled:
        return header.over(array)
    name = array.replace("_", " ")
    if subscript != header.counter:
        return f"{header.trips} values of {name}"
    return f"{'both' if header.trips == 2 else f'all {header.trips}'} entries of {name}"


def static_range(builder: Builder, low: int = 2, high: int = 6) -> Range:
    """``range(4)``."""
    trips = builder.random.between(low, high)
    return Range(builder.name(*COUNTERS), f"range({trips})", trips, trips - 1, True)


def dynamic_range(builder: Builder, length: int, bound: str) -> Range:
    """``range(n)`` and relatives, over at most ``length`` elements."""
    counter = builder.name(*COUNTERS)
    if builder.random.chance(0.125):
        stride = builder.random.between(2, 3)
        visited = f"every {'second' if stride == 2 else 'third'} element of {{}}"
        return Range(counter, f"range(0, {bound}, {stride})", -(-length // stride), length - 1, False, visited)
    return Range(counter, f"range({bound})", length, length - 1, False)


def zero(builder: Builder) -> str:
    """The initial value of a sum, typed so that Warp lets it change: ``float(0.0)``."""
    return f"{builder.spell('F')}(0.0)"


def other_array(builder: Builder, length: int) -> tuple[str, float, float]:
    """An input array that is read at a loop counter."""
    name, low, high = quantity(builder, "F")
    builder.array(name, "F", (length,), INPUT, "uniform", low, high)
    return name, low, high


def short_table(builder: Builder, least: int, most: int) -> tuple[Range, tuple[str, float, float]]:
    """A table of a few entries and the loop over it: a constant says how many, or at least its name that it is one."""
    trips, text = builder.random.between(least, most), ""
    name, low, high = quantity(builder, "F")
    if builder.random.chance(0.5):
        size = builder.module_name(f"{name.upper()}_ENTRIES")
        builder.preamble.append(f"{size} = wp.constant({trips})")
        text = f"range({size})"
    else:
        name = builder.name(f"{name}_{builder.random.pick(TABLES)}")
    builder.array(name, "F", (trips,), INPUT, "uniform", low, high)
    return Range(builder.name(*COUNTERS), text or f"range({trips})", trips, trips - 1, True), (name, low, high)


def element(
    builder: Builder, array: tuple[str, float, float], subscript: str, type: str = "F", inline: float = 0.5
) -> Variable:
    """Bring ``array[subscript]`` into scope, inline or through a local; a long subscript stands once."""
    name, low, high = array
    text = f"{name}[{subscript}]"
    if subscript.isidentifier() and builder.random.chance(inline):
        variable = Variable(Expression(builder, text, type, low, high))
        builder.variables.append(variable)
        builder.prose[text] = name.replace("_", " ")
        return variable
    local = builder.name(
        f"{name[:1]}{subscript}" if subscript.isidentifier() and len(subscript) == 1 else f"{name}_near",
        f"{name}_value",
    )
    builder.emit(f"{local} = {text}")
    builder.prose[local] = name.replace("_", " ")
    return builder.define(local, type, low, high)
