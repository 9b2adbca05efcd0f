"""Stored inputs and expected results of a kernel, to judge anybody's code for it with NumPy alone.

The text is JSON; ``docs/data_format.md`` describes it. Nothing here needs Warp or a GPU.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from generator.verification.launching.tolerances import GRADIENT_TOLERANCES, TOLERANCES, Tolerance, relative_error

FORMAT = 1
MOST_ELEMENTS = 1 << 24
"""Most elements of a stored array: a hundred times what a row has."""
TABLES = ("inputs", "outputs", "cotangents", "gradients")


@dataclass(frozen=True)
class StoredIO:
    """Inputs and results by argument name; a struct's members are called ``argument.field``.

    ``inputs`` has every argument that is not an id, also the initial contents of arrays that are written. ``geometry``
    has the triangles, boxes, points or voxels behind ids. ``gradients`` are those of ``sum(cotangents * outputs)``;
    both are empty where a derivative has no meaning. ``variants``: the same with another value of a mode.
    """

    seed: str
    dim: tuple[int, ...]
    inputs: dict[str, np.ndarray] = field(default_factory=dict)
    outputs: dict[str, np.ndarray] = field(default_factory=dict)
    cotangents: dict[str, np.ndarray] = field(default_factory=dict)
    gradients: dict[str, np.ndarray] = field(default_factory=dict)
    geometry: dict[str, dict[str, Any]] = field(default_factory=dict)
    variants: tuple[StoredIO, ...] = ()

    @property
    def cases(self) -> tuple[StoredIO, ...]:
        """Every launch at which code has to be right: this one and its variants."""
        return (self, *self.variants)

    def to_json(self) -> str:
        """Compact JSON text."""
        tables = {name: _packed(getattr(self, name)) for name in TABLES}
        plain = {"format": FORMAT, "seed": self.seed, "dim": list(self.dim), **tables}
        if self.geometry:
            plain["geometry"] = {name: _packed(parts) for name, parts in self.geometry.items()}
        if self.variants:
            plain["variants"] = [self._changes(variant) for variant in self.variants]
        return json.dumps(plain, separators=(",", ":"))

    def _changes(self, variant: StoredIO) -> dict[str, Any]:
        """The JSON tables in which a variant differs."""
        inputs = {k: v for k, v in variant.inputs.items() if not np.array_equal(v, self.inputs[k], equal_nan=True)}
        tables = {"inputs": inputs, "outputs": variant.outputs, "gradients": variant.gradients}
        return {name: _packed(table) for name, table in tables.items()}

    @classmethod
    def from_json(cls, text: str) -> StoredIO:
        """Inverse of ``to_json``; ValueError for a format that this version does not know."""
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise ValueError(f"stored I/O of format {data['format']}, not {FORMAT}")
        tables: dict[str, Any] = {
            name: _unpacked(data[name]) for name in ("inputs", "outputs", "cotangents", "gradients")
        }
        geometry = {name: _unpacked(parts) for name, parts in data.get("geometry", {}).items()}
        stored = cls(data["seed"], tuple(data["dim"]), geometry=geometry, **tables)
        own = [stored._changed({k: _unpacked(table) for k, table in each.items()}) for each in data.get("variants", ())]
        return replace(stored, variants=tuple(own))

    def _changed(self, own: dict[str, dict[str, Any]]) -> StoredIO:
        """The variant with these tables of its own."""
        return replace(self, inputs=self.inputs | own["inputs"], outputs=own["outputs"], gradients=own["gradients"])


@dataclass(frozen=True)
class Judgement:
    """Whether results are right; ``reasons``: a line for each wrong array, ``errors``: the largest error of each."""

    passed: bool
    reasons: tuple[str, ...]
    errors: dict[str, float]


def judge(
    row: Mapping[str, Any] | StoredIO | str,
    outputs: Mapping[str, np.ndarray],
    gradients: Mapping[str, np.ndarray] | None = None,
) -> Judgement:
    """Compare ``outputs`` and, where given, ``gradients`` with those stored in the row's column ``io``.

    For a row or text this judges the launch itself; code is right where it passes for each of ``StoredIO.cases``.
    Expected arrays that are missing, have another shape or hold no real numbers fail, as do results that are no
    mapping. Extra arrays are ignored. ValueError for a row without stored results.
    """
    text = row.get("io") if isinstance(row, Mapping) else row
    if text is None:
        raise ValueError("the row has no stored results: those of split test have, of a build verified up to execute")
    stored = text if isinstance(text, StoredIO) else StoredIO.from_json(text)
    reasons: list[str] = []
    errors: dict[str, float] = {}
    _compare(outputs, stored.outputs, stored.inputs, TOLERANCES, "", reasons, errors)
    if gradients is not None:
        _compare(gradients, stored.gradients, {}, GRADIENT_TOLERANCES, "gradient of ", reasons, errors)
    return Judgement(not reasons, tuple(reasons), errors)


def _compare(
    given: Mapping[str, np.ndarray],
    expected: Mapping[str, np.ndarray],
    before: Mapping[str, np.ndarray],
    tolerances: Mapping[str, Tolerance],
    what: str,
    reasons: list[str],
    errors: dict[str, float],
) -> None:
    if not isinstance(given, Mapping):
        reasons.append(f"{what}arrays: {type(given).__name__} and no mapping from names to arrays")
        return
    for name, target in expected.items():
        if name not in given:
            reasons.append(f"{what}{name}: missing")
            continue
        found = _numbers(given[name])
        if found is None:
            reasons.append(f"{what}{name}: no array of real numbers")
            continue
        if found.shape != target.shape:
            reasons.append(f"{what}{name}: shape {found.shape}, expected {target.shape}")
            continue
        error = relative_error(found, target, before.get(name))
        allowed = tolerances[target.dtype.name].relative if target.dtype.name in tolerances else 0.0
        errors[f"{what}{name}"] = error
        if not error <= allowed:
            reasons.append(f"{what}{name}: error {error:.2e}, allowed {allowed:.2e}")


def _numbers(given: Any) -> np.ndarray | None:
    """What somebody's code gave as an array of real numbers; None where it is none: no result may end the judging."""
    try:
        found = np.asarray(given)
    except (ValueError, TypeError, OverflowError, RuntimeError):
        return None
    return found if found.dtype.kind in "biuf" else None


def _packed(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _pack(value) if isinstance(value, np.ndarray) else value for name, value in values.items()}


def _pack(array: np.ndarray) -> dict[str, Any]:
    """Base64 of the little-endian bytes in C order; of one element where all are equal."""
    little = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"))
    raw = little.tobytes()
    width = array.dtype.itemsize
    if array.size > 1 and raw == raw[:width] * array.size:
        raw = raw[:width]
    text = base64.b64encode(raw).decode("ascii")
    return {"dtype": array.dtype.name, "shape": list(array.shape), "data": text}


def _unpacked(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _unpack(value) if isinstance(value, dict) else value for name, value in values.items()}


def _unpack(stored: Mapping[str, Any]) -> np.ndarray:
    dtype = np.dtype(stored["dtype"]).newbyteorder("<")
    flat = np.frombuffer(base64.b64decode(stored["data"]), dtype=dtype).astype(stored["dtype"])
    shape = tuple(stored["shape"])
    count = math.prod(shape)
    if not all(isinstance(size, int) and size >= 0 for size in shape) or count > MOST_ELEMENTS:
        raise ValueError(f"stored I/O has an array of shape {shape}: more than {MOST_ELEMENTS:,} elements, or no shape")
    if flat.size not in (1, count):
        raise ValueError(f"stored I/O has {flat.size:,} elements for an array of shape {shape}")
    return (flat if flat.size == count else np.repeat(flat, count)).reshape(shape)
