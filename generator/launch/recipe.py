"""What it takes to launch a kernel: its arguments, their ranges, fills and sizes, as plain data."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

INPUT, OUTPUT, INOUT = "input", "output", "inout"
TIES = "ties"
"""The variant of a launch in which some elements equal what the kernel compares them with."""
EDGES = "edges"
"""The variant of a launch in which half of all indices are the least or the greatest."""


@dataclass(slots=True)  # not frozen, though never changed: four a kernel, whose freezing is a fortieth of its cost
class Argument:
    """One kernel argument, and how to fill it for a check.

    ``kind`` is "array", "scalar" or "struct"; ``dtype`` a Warp type name without the prefix ("float32", "vec3",
    "mat22d", "quat") or, for structs, the class name, whose ``fields`` are described like arguments. ``role`` says
    whether the kernel reads it, writes it, or both. ``fill`` names a row of ``generator.launch.fills.FILLS``, or of
    ``generator.launch.geometry.GEOMETRY_FILLS``;
    ``low`` and ``high`` bound what "uniform" and "index" draw (``high`` exclusive for integers); ``value`` is what
    "value" and "full" write. ``ties`` says what the kernel compares loaded elements with: numbers, and names of other
    arguments (``argument.field`` inside structs); only the variant ``TIES`` of a launch places them. ``over`` names the
    array whose points a hash grid lies over.
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

    @property
    def starts_from_zeros(self) -> bool:
        """Whether it is only written and its recipe says nothing else: ``uniform`` is what stands there by default."""
        return self.role == OUTPUT and self.fill in ("zeros", "uniform")


@dataclass(frozen=True)
class Launch:
    """Arguments in order, grid size, and whether a derivative has meaning (if not, why).

    ``variant`` is "", ``EDGES``, or ``TIES`` where inputs are to hold the ties of their arguments. ``tiled`` launches
    count blocks in ``dim``, as ``wp.launch_tiled`` does: the ``block_dim`` threads of one share an index.
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
"""A recipe's fields, and what each holds where nothing is said; what is always said equals no default."""


def _argument(data: dict[str, Any]) -> Argument:
    data = dict(data)
    data["shape"] = tuple(data.get("shape", ()))
    data["fields"] = tuple(_argument(f) for f in data.get("fields", ()))
    data["ties"] = tuple(data.get("ties", ()))
    return Argument(**data)
