"""One kernel on two devices: outputs and gradients, and how far they lie apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import warp as wp

from generator.launch import INPUT, Launch
from generator.launch.redraws import variants
from generator.lowering.warp_backend import program
from generator.verification.launching.inputs import Inputs, make_inputs, nudge
from generator.verification.launching.random_streams import random_stream
from generator.verification.launching.warp_arguments import from_warp, to_warp
from generator.verification.reference import compile_reference
from generator.verification.tiers.execute_tier import flat, order_matters

TOLERANCES = {"float16": 5e-2, "float32": 5e-4, "float64": 1e-10}
"""Largest difference between CPU and GPU, relative to an element or a tenth of the largest one.

A GPU fuses multiplications and additions, has its own elementary functions and adds atomically in any order.
"""
FLOOR = 0.1
DRAWS = 4
SHAKE = 20.0
"""How many times as far as nudged inputs move a result a GPU may be off, at points where they move it."""

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Run:
    """What a launch and its adjoint left."""

    outputs: Arrays
    gradients: Arrays

    @property
    def everything(self) -> Arrays:
        """Both, gradients under their own names."""
        return self.outputs | {f"gradient of {name}": values for name, values in self.gradients.items()}


def run(source: str, launch: Launch, inputs: Inputs, device: str) -> Run:
    """Forward launch on ``device``, then the adjoint one through a tape, for cotangents of ones."""
    adjoint = not launch.not_differentiable
    with program(source) as opened:
        kernel = opened.kernel
        arguments = to_warp(inputs, kernel, launch, device=device, requires_grad=adjoint)
        tape = wp.Tape()
        with tape:
            start = wp.launch_tiled if launch.tiled else wp.launch
            start(kernel, dim=list(launch.dim), inputs=list(arguments), device=device, block_dim=launch.block_dim)
        outputs = flat(from_warp(arguments, launch))
        gradients: Arrays = {}
        if adjoint:
            pairs = list(zip(launch.arguments, arguments, strict=True))
            for argument, value in pairs:
                if argument.role != INPUT and isinstance(value, wp.array) and value.grad is not None:
                    value.grad.fill_(1.0)
            tape.backward()
            for argument, value in pairs:
                if argument.role == INPUT and isinstance(value, wp.array) and value.grad is not None:
                    gradients[argument.name] = value.grad.numpy().copy()
        return Run(outputs, flat(gradients))


def errors(one: Arrays, other: Arrays) -> dict[str, float]:
    """How far each array differs, relative to an element or ``FLOOR`` of the largest; infinity for other integers."""
    return {name: _error(expected, other[name]) for name, expected in one.items()}


def _error(expected: np.ndarray, found: np.ndarray) -> float:
    if expected.dtype.name not in TOLERANCES:
        return 0.0 if np.array_equal(expected, found) else np.inf
    wide, target = found.astype(np.float64), expected.astype(np.float64)
    size = np.maximum(np.abs(target), FLOOR * np.max(np.abs(target), initial=0.0))
    with np.errstate(invalid="ignore"):  # of what is infinite
        error = float(np.max(np.abs(wide - target) / np.maximum(size, 1e-30), initial=0.0))
    return np.inf if np.isnan(error) else error


def difference(one: Arrays, other: Arrays, tolerances: Mapping[str, float] = TOLERANCES) -> str:
    """The array that differs beyond what is allowed, or nothing."""
    for name, error in errors(one, other).items():
        kind = one[name].dtype.name
        if error > tolerances.get(kind, 0.0):
            return f"{name} ({kind}) is off by {error:.3g}" if kind in tolerances else f"{name} differs"
    return ""


def disagreement(source: str, launch: Launch, seed: str, device: str) -> str:
    """Where ``device`` and the CPU differ at one of the launch's ``variants``, or nothing.

    Nothing is said where the result depends on the order of the threads. Where inputs a few units in the last place
    away change the CPU's own result, other inputs are drawn; if all do, no array may differ by many times as much.
    """
    found = {where: _disagreement_at(source, variant, seed, device) for where, variant in variants(launch).items()}
    return "; ".join(f"{reason} where {where}" if where else reason for where, reason in found.items() if reason)


def _disagreement_at(source: str, launch: Launch, seed: str, device: str) -> str:
    found = ""
    for draw in range(DRAWS):
        inputs = make_inputs(launch, f"{seed}#{draw}")
        cpu, there = run(source, launch, inputs, "cpu"), run(source, launch, inputs, device)
        problem = difference(cpu.everything, there.everything)
        if not problem or order_matters(compile_reference(source), launch, inputs):
            return ""
        nudged = run(source, launch, nudge(inputs, random_stream(seed, f"nudge {draw}")), "cpu")
        if not difference(cpu.everything, nudged.everything):
            return problem
        moved = errors(cpu.everything, nudged.everything)
        moved = {name: error if np.isfinite(error) else 0.0 for name, error in moved.items()}  # a jump excuses nothing
        allowed = {
            name: max(SHAKE * error, TOLERANCES.get(cpu.everything[name].dtype.name, 0.0))
            for name, error in moved.items()
        }
        beyond = [name for name, error in errors(cpu.everything, there.everything).items() if error > allowed[name]]
        found = found or (f"{problem}, and {', '.join(beyond)} beyond what rounding of inputs does" if beyond else "")
    return found
