"""PTX types as NumPy types."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

Lanes = np.ndarray[Any, Any]
"""The values of one register: an array over lanes, of length 1 where all lanes hold the same value."""

DTYPES: dict[str, np.dtype[Any]] = {
    name: np.dtype(kind)
    for name, kind in {
        "pred": "?", "b8": "u1", "u8": "u1", "s8": "i1", "b16": "u2", "u16": "u2", "s16": "i2", "b32": "u4",
        "u32": "u4", "s32": "i4", "b64": "u8", "u64": "u8", "s64": "i8", "f16": "f2", "f32": "f4", "f64": "f8",
        "bf16": "u2", "f16x2": "u4", "bf16x2": "u4", "u16x2": "u4", "s16x2": "u4",
        "e4m3x2": "u2", "e5m2x2": "u2", "tf32": "u4",
    }.items()
}  # fmt: skip
"""NumPy types of PTX types; pairs and bfloat16 are kept as their bits."""

CONVERTED_ONLY = frozenset({"e4m3x2", "e5m2x2", "tf32"})
"""Types that only `cvt` takes, among the opcodes of the table."""

FLOATS = frozenset({"f16", "f32", "f64", "bf16", "f16x2", "bf16x2"})

WIDE = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
"""Type -> the type of twice its width, that of a ``mul.wide``."""


@lru_cache(maxsize=4096)
def types_of(modifiers: tuple[str, ...]) -> tuple[str, ...]:
    """The types among an opcode's modifiers, in order."""
    return tuple(each for each in modifiers if each in DTYPES)


@lru_cache(maxsize=4096)
def first_type(modifiers: tuple[str, ...]) -> tuple[str, ...]:
    """The first of the types as a tuple of one; an empty one without types."""
    return types_of(modifiers)[:1]
