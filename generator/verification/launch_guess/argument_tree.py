"""Arguments of a launch by path: ``argument``, or ``argument.field`` inside structs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.launch import Argument, Launch

_UNSIGNED = re.compile(r"uint\d+|vec\d?u[bsil]")


def leaves(arguments: tuple[Argument, ...], before: str = "") -> Iterator[tuple[str, Argument]]:
    """The arguments that have no fields, also those inside structs, each with its path."""
    for argument in arguments:
        path = before + argument.name
        if argument.fields:
            yield from leaves(argument.fields, f"{path}.")
        else:
            yield path, argument


def at_path(arguments: tuple[Argument, ...], path: str) -> Argument | None:
    """The argument at a path; None where there is none."""
    name, _, rest = path.partition(".")
    found = next((argument for argument in arguments if argument.name == name), None)
    return at_path(found.fields, rest) if found is not None and rest else found


def changed_at(launch: Launch, path: str, change: Callable[[Argument], Argument]) -> Launch:
    """The launch with ``change`` applied to the argument at a path."""
    return replace(launch, arguments=_changed(launch.arguments, path, change))


def _changed(
    arguments: tuple[Argument, ...], path: str, change: Callable[[Argument], Argument]
) -> tuple[Argument, ...]:
    name, _, rest = path.partition(".")
    return tuple(
        argument
        if argument.name != name
        else replace(argument, fields=_changed(argument.fields, rest, change))
        if rest
        else change(argument)
        for argument in arguments
    )


def changed_leaves(launch: Launch, change: Callable[[str, Argument], Argument]) -> Launch:
    """The launch with ``change`` applied to every argument that has no fields."""

    def of(arguments: tuple[Argument, ...], before: str) -> tuple[Argument, ...]:
        return tuple(
            replace(argument, fields=of(argument.fields, f"{before}{argument.name}."))
            if argument.fields
            else change(before + argument.name, argument)
            for argument in arguments
        )

    return replace(launch, arguments=of(launch.arguments, ""))


def is_integer(argument: Argument) -> bool:
    """Whether an argument's numbers, or the components of its values, are integers."""
    name = _scalar(argument)
    return name.startswith(("int", "uint")) or (name.startswith("vec") and name.endswith(("i", "l", "b", "s")))


def least(argument: Argument, number: float) -> float:
    """A lower bound of an argument's numbers: 0 for a negative one of a type without negative numbers."""
    return max(number, 0.0) if _UNSIGNED.fullmatch(_scalar(argument)) else number


def _scalar(argument: Argument) -> str:
    """The type's own name, or that of the components where it has none."""
    return argument.dtype.rpartition("wp.")[2].rstrip(")")


def is_float(argument: Argument) -> bool:
    """Whether an argument's numbers, or the components of its values, are floats."""
    return not argument.fields and not is_integer(argument) and argument.dtype != "bool"
