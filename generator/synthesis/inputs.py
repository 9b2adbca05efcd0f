"""Where a kernel's values come from: the thread index, arrays read at it or near it, scalar parameters."""

from __future__ import annotations

from collections.abc import Container

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression
from generator.synthesis.themes import THEMES_IN_SPACE
from generator.synthesis.types import VECTORS
from generator.synthesis.variable import Variable

INDEX_NAMES = ("i", "tid", "i", "idx", "i")
SETTINGS = (0.55, 0.45, 0.65, 0.35, 0.75)
"""Where in its range a parameter is launched: one that equals another stands at a kink of the extremum of both."""


def start(builder: Builder, guard: float = 0.12) -> None:
    """``i = wp.tid()``; with probability ``guard`` a size argument and an early return for threads beyond it."""
    builder.index = builder.name(builder.random.pick(INDEX_NAMES))
    builder.emit(f"{builder.index} = wp.tid()")
    builder.define(builder.index, "I", 0, builder.threads - 1, required=False)
    if builder.random.chance(guard):
        count = size_parameter(builder, builder.threads - builder.random.between(1, 5))
        builder.emit(f"if {builder.index} >= {count}:")
        builder.emit("    return")


def size_parameter(builder: Builder, value: int) -> str:
    """An ``int`` argument with the number of elements; its name."""
    name = builder.name("n", "count", "num_items")
    builder.scalar(name, "I", value, value, value, required=False)
    return name


def position(builder: Builder) -> str:
    """Index text of a read: the thread's own element, or one that an index array names."""
    if builder.random.chance(0.88):
        return builder.index
    name = builder.name(*builder.theme.indices)
    builder.array(name, "I", builder.dim, INPUT, "index", 0, builder.threads)
    return f"{name}[{builder.index}]"


def quantity(builder: Builder, type: str, among: Container[str] | None = None) -> tuple[str, float, float]:
    """An unused quantity of the theme, of those named where there is one, with the interval its values have."""
    table = builder.theme.vectors if type in VECTORS else builder.theme.scalars
    table = tuple(q for q in table if q[0] in among) or table if among is not None else table
    names = builder.names
    free = [q for q in table if q[0] not in names]
    if not free and among is not None:
        free = [q for theme in THEMES_IN_SPACE for q in theme.vectors if q[0] in among and q[0] not in names]
    label, low, high = builder.random.pick(free) if free else builder.random.pick(table)
    return builder.name(label), low, high


def add_array(builder: Builder, type: str = "F") -> Variable:
    """An input array of the theme, read for this thread: inline (``mass[i]``), or, like all gathered ones, once."""
    name, low, high = quantity(builder, type)
    builder.array(name, type, builder.dim, INPUT, "uniform", low, high)
    return read_element(builder, name, type, low, high)


def add_quantity(builder: Builder, type: str, among: Container[str]) -> Variable:
    """The same for one of the quantities named."""
    name, low, high = quantity(builder, type, among)
    builder.array(name, type, builder.dim, INPUT, "uniform", low, high)
    return read_element(builder, name, type, low, high)


def read_element(builder: Builder, name: str, type: str, low: float, high: float) -> Variable:
    """An array's element of this thread as a variable in scope."""
    place = position(builder)
    text = f"{name}[{place}]"
    if place != builder.index:
        builder.remarks.append(f"Each thread reads {name} at its entry of {place.partition('[')[0]}.".replace("_", " "))
    if builder.inline_loads and place == builder.index:
        variable = Variable(Expression(builder, text, type, low, high))
        builder.variables.append(variable)
        builder.prose[text] = name.replace("_", " ")
        return variable
    local = builder.name(*((name[0],) if name[0] not in "ilo" else ()), f"{name}_i")
    builder.emit(f"{local} = {text}")
    builder.prose[local] = name.replace("_", " ")
    return builder.define(local, type, low, high)


def add_arrays(builder: Builder, count: int, type: str = "F") -> None:
    """Several of them."""
    for _ in range(count):
        add_array(builder, type)


def add_parameter(builder: Builder) -> Variable:
    """A float scalar argument of the theme."""
    free = [q for q in builder.theme.parameters if q[0] not in builder.names]
    label, low, high = builder.random.pick(free or builder.theme.parameters)
    taken = [argument.value for argument, _ in builder.parameters]
    for share in SETTINGS:
        value = round(low + share * (high - low), 3)
        if value not in taken:
            break
    return builder.scalar(builder.name(label), "F", value, low, high)
