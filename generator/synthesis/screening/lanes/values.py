"""Values of all lanes side by side: a lane is a thread of one draw of the inputs.

Numbers, vectors and matrices are NumPy arrays whose first axis is the lanes; it has length 1 where all lanes agree.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Numbers = np.ndarray[Any, np.dtype[Any]]


class Turned:
    """Values with a product of their own, quaternions and transforms; ``a`` are their numbers."""

    __slots__ = ("a",)

    def __init__(self, a: Numbers) -> None:
        self.a = a


class Quat(Turned):
    """Quaternions x, y, z, w: (lanes, 4)."""

    __slots__ = ()


class Pose(Turned):
    """Rigid transforms, a translation and a quaternion: (lanes, 7)."""

    __slots__ = ()


class Struct:
    """Records: a value a field."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields


def numbers(value: Any) -> Numbers:
    """The array inside a value; AttributeError for what has none."""
    found: Numbers = value if value.__class__ is np.ndarray else value.a
    return found


def like(value: Any, a: Numbers) -> Any:
    """Numbers wrapped as the kind of another value."""
    return a if value.__class__ is np.ndarray else type(value)(a)


def spread(scalar: Numbers, dimensions: int) -> Numbers:
    """Numbers by lane, with axes added to broadcast over a value of so many dimensions."""
    missing = dimensions - scalar.ndim
    return scalar.reshape(scalar.shape + (1,) * missing) if missing > 0 else scalar


def chosen(mask: Numbers, yes: Any, no: Any) -> Any:
    """``yes`` in the lanes of the mask, ``no`` in the others; what is no number has to be one object."""
    if yes is no:
        return yes
    if yes.__class__ is no.__class__ is np.ndarray:
        return np.where(mask if yes.ndim == 1 else spread(mask, yes.ndim), yes, no)
    if isinstance(yes, Struct) and isinstance(no, Struct):
        return Struct({name: chosen(mask, value, no.fields[name]) for name, value in yes.fields.items()})
    if isinstance(yes, tuple) and isinstance(no, tuple):
        return tuple(chosen(mask, one, other) for one, other in zip(yes, no, strict=True))
    one, other = numbers(yes), numbers(no)
    return like(yes, np.where(spread(mask, one.ndim), one, other))


def joined(*parts: Numbers) -> Numbers:
    """Components one after the other: numbers, vectors and matrices by row as one vector."""
    lanes = max(map(len, parts))
    if all(part.ndim == 1 for part in parts):
        made = np.empty((lanes, len(parts)), np.result_type(*parts))
        for k, part in enumerate(parts):
            made[:, k] = part
        return made
    flat = [part.reshape(len(part), -1) for part in parts]
    return np.concatenate([p if len(p) == lanes else np.broadcast_to(p, (lanes, p.shape[1])) for p in flat], axis=1)
