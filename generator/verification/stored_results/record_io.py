"""Record stored I/O: results of the independent reference, gradients of the row's adjoint in double precision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import warp as wp

from generator.launch import OUTPUT, Launch
from generator.launch.redraws import variants
from generator.lowering.warp_backend import CompileError, Lowered, program
from generator.verification.launching.float64_twin import widen
from generator.verification.launching.geometry import Geometry
from generator.verification.launching.host_arguments import arguments_of
from generator.verification.launching.host_build import HostText, host_batch
from generator.verification.launching.inputs import Inputs, make_inputs
from generator.verification.launching.one_thread import for_one_thread
from generator.verification.launching.outputs import flat
from generator.verification.launching.random_streams import random_stream
from generator.verification.reference import compile_reference
from generator.verification.stored_results.stored_io import StoredIO

GEOMETRY_PARTS = {
    "mesh": ("points", "velocities", "indices"),
    "grouped_mesh": ("points", "velocities", "indices", "groups"),
    "bvh": ("lowers", "uppers"),
    "grouped_bvh": ("lowers", "uppers", "groups"),
    "hash_grid": ("points",),
    "volume": ("values",),
    "vector_volume": ("values",),
}


@dataclass(frozen=True)
class Recipe:
    """What to record: a source, its launch, a seed at which it passed, and its CUDA columns (no adjoint: "")."""

    source: str
    launch: Launch
    seed: str
    cuda_forward: str
    cuda_backward: str = ""

    @property
    def differentiable(self) -> bool:
        """Whether there is an adjoint, and it has a meaning."""
        return bool(self.cuda_backward) and not self.launch.not_differentiable


def record(recipes: Sequence[Recipe]) -> list[StoredIO]:
    """Stored I/O of each recipe; adjoints are compiled together. Raises ``CompileError`` for one that is refused."""
    texts = [text for r in recipes if r.differentiable for text in _texts(r)]
    with host_batch([widen(text) for text in texts]) as wide:
        # Some built-ins (mesh queries) exist in single precision only: then the row's own adjoint has to do.
        narrow = [text for text, found in zip(texts, wide, strict=True) if isinstance(found, CompileError)]
        with host_batch(texts if narrow else []) as own:
            pairs = iter(_pairs(wide, own))
            return [_recorded(r, next(pairs) if r.differentiable else None) for r in recipes]


def _texts(recipe: Recipe) -> tuple[str, str]:
    texts = Lowered(cuda_forward=recipe.cuda_forward, cuda_backward=recipe.cuda_backward)
    if recipe.launch.tiled:
        with program(recipe.source) as opened:
            texts = for_one_thread(opened.kernel, recipe.launch, texts)
    return texts.cuda_forward, texts.cuda_backward


@dataclass(frozen=True)
class _Code:
    """Forward and adjoint of one kernel, and whether they compute in double precision."""

    forward: HostText
    backward: HostText
    wide: bool


def _pairs(wide: Sequence[HostText | CompileError], own: Sequence[HostText | CompileError]) -> Iterator[_Code]:
    for place in range(0, len(wide), 2):
        forward, backward = wide[place], wide[place + 1]
        if isinstance(forward, HostText) and isinstance(backward, HostText):
            yield _Code(forward, backward, True)
        else:
            yield _Code(_compiled(own[place]), _compiled(own[place + 1]), False)


def _compiled(text: HostText | CompileError) -> HostText:
    if isinstance(text, CompileError):
        raise text
    return text


def _recorded(recipe: Recipe, code: _Code | None) -> StoredIO:
    own, *others = [_recorded_at(recipe, launch, code) for launch in variants(recipe.launch).values()]
    return replace(own, variants=tuple(others))


def _recorded_at(recipe: Recipe, launch: Launch, code: _Code | None) -> StoredIO:
    inputs = make_inputs(launch, recipe.seed)
    outputs = flat(compile_reference(recipe.source).run(launch, inputs))
    cotangents: dict[str, np.ndarray] = {}
    gradients: dict[str, np.ndarray] = {}
    if code is not None:
        cotangents = {name: _weights(recipe.seed, name, out) for name, out in outputs.items() if out.dtype.kind == "f"}
        with program(recipe.source) as opened:
            gradients = _gradients(opened.kernel, launch, inputs, cotangents, code)
    geometry = {name: _geometry(value) for name, value in inputs.items() if isinstance(value, Geometry)}
    numbers = flat(dict(_numbers(inputs)))
    return StoredIO(recipe.seed, launch.dim, numbers, outputs, cotangents, gradients, geometry)


def _weights(seed: str, name: str, output: np.ndarray) -> np.ndarray:
    """Cotangents of an output, between 1/2 and 3/2 with random sign, in the output's type."""
    rng = random_stream(seed, f"cotangent {name}")
    signs = np.where(rng.random(output.shape) < 0.5, -1.0, 1.0)
    return (signs * (0.5 + rng.random(output.shape))).astype(output.dtype)


def _gradients(
    kernel: wp.Kernel, launch: Launch, inputs: Inputs, cotangents: Mapping[str, np.ndarray], code: _Code
) -> dict[str, np.ndarray]:
    """Gradients by float input, each in the input's own type."""
    arguments = arguments_of(kernel, launch, inputs, wide=code.wide)
    own = {leaf.name: leaf.values.dtype for leaf in arguments_of(kernel, launch, inputs).leaves}
    code.forward.run(arguments)
    for leaf in arguments.leaves:
        if leaf.name in cotangents:
            leaf.adjoints[...] = cotangents[leaf.name]
    code.backward.run(arguments)
    return {
        leaf.name: leaf.adjoints.astype(own[leaf.name])
        for leaf in arguments.leaves
        if leaf.is_float and leaf.role != OUTPUT
    }


def _numbers(inputs: Inputs) -> Iterator[tuple[str, np.ndarray]]:
    for name, value in inputs.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{part}", np.asarray(number)) for part, number in _numbers(value))
        elif not isinstance(value, Geometry):
            yield name, np.asarray(value)


def _geometry(value: Geometry) -> dict[str, Any]:
    parts: dict[str, Any] = {name: getattr(value, name) for name in GEOMETRY_PARTS[value.kind]}
    if value.kind in ("hash_grid", "volume", "vector_volume"):
        parts["radius"] = value.radius
    return {"kind": value.kind, **parts}
