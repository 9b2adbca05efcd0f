"""One kernel on two devices: outputs and gradients, and how far they lie apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import warp as wp

from generator.launch import INPUT, Launch
from generator.launch.redraws import variants
from generator.lowering.warp_backend import program
from generator.verification.launching.inputs import Inputs, make_inputs, nudge
from generator.verification.launching.random_streams import random_stream
from generator.verification.launching.warp_arguments import from_warp, to_warp
from generator.verification.tiers.execute_tier import flat

TOLERANCES = {"float16": 5e-2, "float32": 5e-4, "float64": 1e-10}
"""Largest difference between CPU and GPU, relative to an element or a tenth of the largest one.

A GPU fuses multiplications and additions, has its own elementary functions and adds atomically in any order.
"""
FLOOR = 0.1
DRAWS = 4

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Run:
    """What a launch and its adjoint left."""

    outputs: Arrays
    gradients: Arrays


def run(source: str, launch: Launch, inputs: Inputs, device: str) -> Run:
    """Forward launch on ``device``, then the adjoint one through a tape, for cotangents of ones."""
    adjoint = not launch.not_differentiable
    with program(source) as opened:
        kernel = opened.kernel
        arguments = to_warp(inputs, kernel, launch, device=device, requires_grad=adjoint)
        tape = wp.Tape()
        with tape:
            wp.launch(kernel, launch.dim, inputs=list(arguments), device=device, block_dim=launch.block_dim)
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


def difference(one: Arrays, other: Arrays) -> str:
    """The array that differs most beyond what is allowed, or nothing."""
    for name, expected in one.items():
        found = other[name]
        tolerance = TOLERANCES.get(expected.dtype.name)
        if tolerance is None:
            if not np.array_equal(expected, found):
                return f"{name} differs"
            continue
        wide, target = found.astype(np.float64), expected.astype(np.float64)
        size = np.maximum(np.abs(target), FLOOR * np.max(np.abs(target), initial=0.0))
        error = float(np.max(np.abs(wide - target) / np.maximum(size, 1e-30), initial=0.0))
        if not error <= tolerance:
            return f"{name} ({expected.dtype}) is off by {error:.3g}"
    return ""


def disagreement(source: str, launch: Launch, seed: str, device: str) -> str:
    """Where ``device`` and the CPU differ at one of the launch's ``variants``, or nothing.

    Where inputs a few units in the last place away change the CPU's own result as much, other inputs are drawn.
    """
    found = {where: _disagreement_at(source, variant, seed, device) for where, variant in variants(launch).items()}
    return "; ".join(f"{reason} where {where}" if where else reason for where, reason in found.items() if reason)


def _disagreement_at(source: str, launch: Launch, seed: str, device: str) -> str:
    for draw in range(DRAWS):
        inputs = make_inputs(launch, f"{seed}#{draw}")
        cpu, there = run(source, launch, inputs, "cpu"), run(source, launch, inputs, device)
        found = difference(cpu.outputs, there.outputs) or difference(cpu.gradients, there.gradients)
        if not found:
            return ""
        nudged = run(source, launch, nudge(inputs, random_stream(seed, f"nudge {draw}")), "cpu")
        if not (difference(cpu.outputs, nudged.outputs) or difference(cpu.gradients, nudged.gradients)):
            return found
    return f"{DRAWS} draws lay on a discontinuity"
