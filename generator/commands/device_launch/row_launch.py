"""The child's work for ``emulate ID``: lower the row's Python and launch it. JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.commands.device_launch.answer import plain
from generator.commands.device_launch.file_launch import launched
from generator.emulation import PtxError, Unsupported
from generator.launch import Launch
from generator.lowering.binaries.architectures import DEFAULT_ARCHITECTURE
from generator.lowering.binaries.ptx import entry_points, ptx_batch
from generator.lowering.native_output import silence_warp
from generator.lowering.warp_backend import CompileError, lower, program
from generator.verification.launching.device_arguments import DeviceLaunch, take_back
from generator.verification.launching.host_arguments import Arguments, UnsupportedArgument, arguments_of
from generator.verification.launching.inputs import make_inputs


def launch_row(request: dict[str, Any]) -> dict[str, Any]:
    """Launch a row's ``source`` with its ``launch``; the answer, or ``{"error": line}``."""
    silence_warp()
    try:
        return _launched(request, Launch.from_json(request["launch"]))
    except (CompileError, PtxError, Unsupported, UnsupportedArgument, ValueError) as error:
        return {"error": str(error)}


def _launched(request: dict[str, Any], launch: Launch) -> dict[str, Any]:
    adjoint = bool(request["adjoint"])
    if adjoint and launch.not_differentiable:
        raise ValueError(f"the row has no adjoint: {launch.not_differentiable}")
    block, device = request["block"] or [launch.block_dim], DeviceLaunch.of(launch)
    if device.tiled and block != [device.tiled]:
        raise ValueError(f"its tiles are laid out for blocks of {device.tiled} threads: leave --block out")
    with program(request["source"]) as opened:
        lowered = lower(opened.kernel, backward=adjoint)
        text = lowered.cuda_backward if adjoint else lowered.cuda_forward
        (ptx,) = ptx_batch([text], DEFAULT_ARCHITECTURE, launch.block_dim)
        if isinstance(ptx, CompileError):
            raise ptx
        arguments = arguments_of(opened.kernel, launch, make_inputs(launch, str(request["seed"])))
    if adjoint:
        for leaf in arguments.outputs():
            leaf.adjoints[...] = 1
    given = device.arguments(arguments, backward=adjoint)
    grid = request["grid"] or [max(-(-device.threads(arguments) // block[0]), 1)]
    request = request | {"shared": request["shared"] or device.shared}
    before = [(leaf.values.copy(), leaf.adjoints.copy()) for leaf in arguments.leaves]
    run, recording, where = launched(request, ptx, entry_points(text)[0], given, grid, block)
    take_back(arguments, given, run.outputs)
    names = [argument.name for argument in launch.arguments]
    outputs = list(_outputs(arguments, before, adjoint))
    return where | plain(run, outputs, ["bounds", *names, *(f"adj_{name}" for name in names)], recording, ptx)


def _outputs(arguments: Arguments, before: list[Any], adjoint: bool) -> Iterator[tuple[str, Any, Any]]:
    """(name, values before, values after) of what the kernel may write: its outputs, or the adjoints of its arrays."""
    for leaf, (values, adjoints) in zip(arguments.leaves, before, strict=True):
        if adjoint and leaf.in_array and leaf.is_float:
            yield f"adj_{leaf.name}", adjoints, leaf.adjoints
        elif not adjoint and leaf in arguments.outputs():
            yield leaf.name, values, leaf.values
