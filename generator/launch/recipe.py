"""The recipe of a launch: its arguments, their ranges, fills and sizes, as plain data."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

INPUT, OUTPUT, INOUT = "input", "output", "inout"
TIES = "ties"
"""The variant of a launch in which some elements equal the values that the kernel compares them with."""
EDGES = "edges"
"""The variant of a launch in which half of all indices are the least or the greatest."""


@dataclass(slots=True)  # never changed, but not frozen: for the four of a kernel that is a fortieth of its cost
class Argument:
    """One kernel argument, and how to fill it for a check.

    ``kind`` is "array", "scalar" or "struct"; ``dtype`` a Warp type name without the prefix ("float32", "vec3",
    "mat22d", "quat") or, for structs, the class name, whose ``fields`` are described like arguments. ``role`` says
    whether the kernel reads it, writes it, or both. ``fill`` names a row of ``generator.launch.fills.FILLS``, or of
    ``generator.launch.geometry.GEOMETRY_FILLS``; ``low`` and ``high`` bound what "uniform" and "index" draw (``high``
    exclusive for integers); ``value`` is what "value" and "full" write. ``members`` of a record are made to differ by
    "distinct" and "other": they stand side by side where ``member`` is 0, else the array holds those of that number,
    from 1. "other" and "earlier" hold places of the same table: none its own, or each before it. ``member`` is -1 where
    "spaced" offsets tell which places are a record's: then never the next record either.
    ``ties`` are the values that the kernel compares loaded elements with: numbers, and names of other arguments
    (``argument.field`` inside structs); only the variant ``TIES`` of a launch uses them. ``over`` names the array whose
    points a hash grid holds, or whose draws those of these numbers lie near.
    """

    name: str
    kind: str
    dtype: str
    ndim: int = 0
    role: str = INPUT
    shape: tuple[int, ...] = ()
    fill: str = "uniform"
    low: float = -1.0
    high: float = 1.0
    value: float | None = None
    fields: tuple[Argument, ...] = ()
    ties: tuple[float | str, ...] = ()
    over: str = ""
    members: int = 0
    member: int = 0

    @property
    def starts_from_zeros(self) -> bool:
        """Whether it is only written and its recipe names no other fill (``uniform`` is the default)."""
        return self.role == OUTPUT and self.fill in ("zeros", "uniform")


@dataclass(frozen=True)
class Launch:
    """Arguments in order, grid size, and why a derivative has no meaning ("" where it has).

    ``variant`` is "", ``EDGES``, or ``TIES``, whose inputs hold the ties of their arguments. ``tiled`` launches count
    blocks in ``dim``, as ``wp.launch_tiled`` does: the ``block_dim`` threads of a block share an index.
    """

    arguments: tuple[Argument, ...]
    dim: tuple[int, ...]
    block_dim: int = 256
    not_differentiable: str = ""
    variant: str = ""
    tiled: bool = False

    def to_json(self) -> str:
        """Compact JSON; fields that hold their default are left out."""
        return _compact(_plain(self))

    @classmethod
    def from_json(cls, text: str) -> Launch:
        """Inverse of ``to_json``."""
        data = json.loads(text)
        arguments = tuple(_argument(a) for a in data.pop("arguments"))
        return cls(arguments=arguments, dim=tuple(data.pop("dim")), **data)


_compact = json.JSONEncoder(separators=(",", ":")).encode


def _plain(item: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, default in DEFAULTS[type(item)]:
        value = getattr(item, name)
        if value == default:
            continue
        if isinstance(value, tuple):
            value = [_plain(v) if type(v) is Argument else v for v in value]
        found[name] = value
    return found


DEFAULTS = {kind: [(spec.name, spec.default) for spec in dataclasses.fields(kind)] for kind in (Argument, Launch)}
"""Class of a recipe -> its fields with their defaults; a required field's default equals no value."""


def _argument(data: dict[str, Any]) -> Argument:
    data = dict(data)
    data["shape"] = tuple(data.get("shape", ()))
    data["fields"] = tuple(_argument(f) for f in data.get("fields", ()))
    data["ties"] = tuple(data.get("ties", ()))
    return Argument(**data)
