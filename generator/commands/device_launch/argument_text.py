"""Kernel arguments as written on the command line: "x.npy", "float32[16,16]=random", "int32=7", "2.5"."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from generator.emulation import Empty

MOST_BYTES = 256 << 20
"""Most bytes of one array."""

TYPES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64"),
)
"""Types of elements, by their names in NumPy."""

Array = np.ndarray[Any, Any]

FILLS: dict[str, Callable[[int, np.random.Generator], Array]] = {
    "zeros": lambda count, _: np.zeros(count),
    "ones": lambda count, _: np.ones(count),
    "arange": lambda count, _: np.arange(count),
    "random": lambda count, generator: generator.random(count),
}
"""Fill -> function of the number of elements that gives them. A further fill is "empty": uninitialised memory."""

_ARRAY = re.compile(r"(?P<type>\w+)\[(?P<shape>\d+(?:\s*[,x]\s*\d+)*)\](?:=(?P<fill>\S+))?")
_SCALAR = re.compile(r"(?P<type>[a-z]+\d*)=(?P<value>\S+)")


def argument_of(text: str, seed: int) -> Any:
    """The array or number that a text stands for; ValueError in one line. ``seed``: that of random elements.

    Random floats are in [0, 1), random integers in [0, 100).
    """
    if text.endswith(".npy"):
        return _stored(Path(text))
    if found := _ARRAY.fullmatch(text):
        return _made(found["type"], [int(each) for each in re.split("[,x]", found["shape"])], found["fill"], seed)
    if found := _SCALAR.fullmatch(text):
        return _typed(found["type"], _number(found["value"]))
    return _number(text)


def _stored(path: Path) -> Array:
    if not path.is_file():
        raise ValueError(f"{path.name}: no such file")
    try:
        found = np.load(path, allow_pickle=False)
    except (ValueError, EOFError, OSError, SyntaxError) as error:
        raise ValueError(f"{path.name}: no array of numbers ({error})") from None
    if not isinstance(found, np.ndarray) or found.dtype.name not in TYPES:
        raise ValueError(f"{path.name}: no array of {', '.join(TYPES)}")
    _bounded(path.name, found.size, found.dtype)
    return np.ascontiguousarray(found, found.dtype.newbyteorder("="))  # as a device has it in memory


def _made(kind: str, shape: list[int], fill: str | None, seed: int) -> Any:
    dtype, count = _dtype(kind), math.prod(shape)
    _bounded(kind, count, dtype)
    if fill is None or fill == "empty":
        return Empty(tuple(shape), dtype)
    if fill not in FILLS:
        return np.full(shape, _typed(kind, _number(fill, f"empty, {', '.join(FILLS)}, a number")))
    values = FILLS[fill](count, np.random.Generator(np.random.PCG64(seed)))
    if fill == "random" and dtype.kind in "iu":
        values = np.floor(values * 100)
    if fill == "random" and dtype.kind == "b":
        values = values >= 0.5
    return values.astype(dtype).reshape(shape)


def _bounded(name: str, count: int, dtype: np.dtype[Any]) -> None:
    if not 1 <= count * dtype.itemsize <= MOST_BYTES:
        raise ValueError(f"{name}: {count:,} elements; an array has 1 to {MOST_BYTES // dtype.itemsize:,} of this type")


def _dtype(kind: str) -> np.dtype[Any]:
    if kind not in TYPES:
        raise ValueError(f"no type is called {kind!r}: choose from {', '.join(TYPES)}")
    return np.dtype(kind)


def _typed(kind: str, value: int | float) -> Any:
    """The number in its type; only a float may round, and none may become infinite."""
    dtype = _dtype(kind)
    try:
        with np.errstate(over="ignore"):
            found = dtype.type(value)
    except (OverflowError, ValueError):
        raise ValueError(f"{value} is no {kind}") from None
    if found.item() != value and (dtype.kind != "f" or np.isinf(found)):
        raise ValueError(f"{value} is no {kind}")
    return found


def _number(text: str, choices: str = "FILE.npy, TYPE[SIZE]=FILL, TYPE=NUMBER or a number") -> int | float:
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text!r} is none of {choices}") from None
