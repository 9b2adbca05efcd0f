"""Array arguments whose accesses never have the width of an element: PTX pointers are untyped, so only this tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from generator.emulation.machine.blocks import Block
from generator.emulation.machine.memory import Segment
from generator.emulation.opcodes.types import DTYPES, types_of

_TOUCHING = frozenset({"ld", "ldu", "st", "atom", "red"})
"""Instructions whose type gives the width of an element; that of a copy does not."""


def widths_apart(arrays: Sequence[Any], blocks: Sequence[Block]) -> Iterator[str]:
    """A line for each array argument that the launch accessed only in other widths than its elements'.

    ``arrays``: for each argument, a pair of segment and array, a list of such pairs (a struct), or None (a number).
    """
    widths = {
        item.line: DTYPES[types_of(item.modifiers)[-1]].itemsize if item.name in _TOUCHING else 0
        for block in blocks
        for item in block.items
        if types_of(item.modifiers)
    }
    placed = [pair for found in arrays for pair in (found if isinstance(found, list) else [found]) if pair]
    for segment, array in placed:
        kind = np.dtype(array.dtype)
        apart = _apart(segment, kind, widths)
        if apart:
            own, others = f"{kind.itemsize} bytes ({kind})", " or ".join(map(str, sorted(apart)))
            yield f"{segment.name} has elements of {own}, and no access is of that: all are of {others}"


def _apart(segment: Segment, kind: np.dtype[Any], widths: dict[int, int]) -> set[int]:
    """Widths in bytes of the accesses; an empty set where one may be of whole elements.

    A vector as long as several elements may copy them, and so may single bytes.
    """
    found = set()
    for access in segment.log:
        width = widths.get(access.line, 0)
        wider = access.size == width > kind.itemsize >= 4  # below 4 not: two halves or four bytes often move as one
        if width <= 1 or kind.names or (access.size % kind.itemsize == 0 and not wider):
            return set()
        found.add(width)
    return found
