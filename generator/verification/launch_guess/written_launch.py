"""Launches of a kernel in its package's text, and a guess that follows one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from generator.launch import Argument, Launch
from generator.verification.launch_guess.argument_tree import is_integer


@dataclass(frozen=True)
class WrittenLaunch:
    """A ``wp.launch`` in a package: the texts of its dimensions and of the kernel's arguments, and its place."""

    dim: tuple[str, ...]
    arguments: tuple[str, ...]
    place: str

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> WrittenLaunch:
        """Inverse of ``dataclasses.asdict``, also after JSON."""
        return cls(tuple(plain["dim"]), tuple(plain["arguments"]), plain["place"])


def following(launch: Launch, written: WrittenLaunch) -> Launch:
    """The launch with the numbers of the written one: literals, and sizes by its dimensions and shapes of arrays.

    The launch itself where the written one has another number of arguments, or gives no number.
    """
    if len(written.arguments) != len(launch.arguments):
        return launch
    sizes = dict(_sizes(launch, written))
    return replace(
        launch,
        arguments=tuple(
            _with_text(argument, text, sizes)
            for argument, text in zip(launch.arguments, written.arguments, strict=True)
        ),
    )


def _sizes(launch: Launch, written: WrittenLaunch) -> Iterator[tuple[str, float]]:
    """Texts that are a size in the written launch, each with that size in ours."""
    for argument, text in zip(launch.arguments, written.arguments, strict=True):
        if argument.kind == "array" and text:
            yield from ((f"{text}.shape[{axis}]", float(size)) for axis, size in enumerate(argument.shape))
            yield f"len({text})", float(argument.shape[0])
    if len(written.dim) == len(launch.dim):
        yield from ((text, float(size)) for text, size in zip(written.dim, launch.dim, strict=True))


def _with_text(argument: Argument, text: str, sizes: dict[str, float]) -> Argument:
    if argument.kind != "scalar" or not (argument.dtype == "bool" or is_integer(argument) or "float" in argument.dtype):
        return argument
    value = sizes.get(text) if is_integer(argument) else None
    if value is None:
        value = _number(text)
    if value is None:
        return argument
    return replace(argument, fill="value", value=value, low=value, high=value)


def _number(text: str) -> float | None:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    return float(value) if isinstance(value, bool | int | float) and abs(value) < 1e6 else None
