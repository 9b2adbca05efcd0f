"""From a Warp kernel and a launch to a program that checks itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

import warp as wp

from generator.launch import TIES, Launch
from generator.lowering.standalone.kernel_ir.nodes import Unsupported
from generator.lowering.standalone.whole_program.device_code import device_code
from generator.lowering.standalone.whole_program.expected_arrays import Trial, make_inputs, run_on_warp
from generator.lowering.standalone.whole_program.program import device_parts, makefile_text, program_text


@dataclass(frozen=True)
class Standalone:
    """A ``.cu`` program and the Makefile that builds it."""

    cuda: str
    makefile: str


def translate(kernel: wp.Kernel, launch: Launch, seed: str = "0") -> Standalone:
    """Translate a concrete kernel; ``Unsupported`` names the construct that has no translation.

    Warp computes the expected arrays here, on the CPU, for inputs of ``launch`` and ``seed``: after forward and
    adjoint, and after forward again with ties where there are some. A launch that is not differentiable has no adjoint.
    """
    if launch.tiled:
        raise Unsupported("a launch of tiles, by blocks of threads")
    adjoint = not launch.not_differentiable
    device = device_code(kernel, len(launch.dim), adjoint=adjoint)
    written = {parameter.name for parameter in device.written}
    inputs = make_inputs(kernel, launch, written, seed)
    trials = [Trial(inputs, run_on_warp(kernel, launch, inputs, adjoint=len(device.kernels) > 1))]
    tied = make_inputs(kernel, replace(launch, variant=TIES), written, seed)
    if tied.tied:
        trials.append(Trial(tied, run_on_warp(kernel, launch, tied, adjoint=False)))
    name = device.kernels[0].name
    description = f"CUDA translation of the NVIDIA Warp kernel `{name}`."
    if len(device.kernels) > 1:
        description = f"CUDA translation of the NVIDIA Warp kernel `{name}`, with its adjoint."
    elif launch.not_differentiable:
        description += f"\nNo adjoint: {launch.not_differentiable}."
    return Standalone(program_text(device, launch, trials, description), makefile_text(name))


def translate_device_code(kernel: wp.Kernel, dimensions: int | None = None, *, adjoint: bool = True) -> str:
    """The device code alone, for a kernel without a known launch."""
    return "\n\n".join(part for part in device_parts(device_code(kernel, dimensions, adjoint=adjoint)) if part) + "\n"
