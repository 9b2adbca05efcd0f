"""Tier ``device``: the PTX of the row's own text, run on the emulator, forward and adjoint.

Forward it equals the independent reading, its adjoint is the derivative, both as the tiers ``execute`` and ``gradient``
ask it of the CPU build, at three sizes of blocks and orders of threads; and no finding of the emulator stands: no
access out of bounds, nothing read before it was written, no data race.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from generator.emulation import Counts, PtxError, Unsupported
from generator.launch import Launch
from generator.launch.geometry import GEOMETRY_FILLS
from generator.launch.redraws import variants
from generator.lowering.binaries.ptx import entry_points
from generator.verification.launching.device_run import LAUNCHES, SWEEP, DeviceFault, DeviceText
from generator.verification.launching.host_build import HostText, runner
from generator.verification.reference import compile_reference
from generator.verification.tiers.comparison import Incomparable, compare, not_finite
from generator.verification.tiers.gradient_tier import GradientCode, check_gradient

ARCHITECTURE = "sm_90"
"""Architecture whose PTX is run."""

ADJOINT_ROUNDS = 3
"""Inputs on which a thorough check takes the adjoint."""


@dataclass(frozen=True)
class DeviceResult:
    """Whether the device code is right; if not, why. ``not_run`` says what the emulator does not support."""

    passed: bool
    reason: str = ""
    not_run: str = ""
    figures: dict[str, float | int | str] = field(default_factory=dict)


def check_device(
    source: str,
    launch: Launch,
    seed: str,
    texts: dict[str, tuple[str, str]],
    code: GradientCode,
    *,
    serial: bool,
    thorough: bool = False,
) -> DeviceResult:
    """Judge a kernel by its PTX: ``texts`` holds CUDA and PTX of "forward" and, where there is one, "backward".

    ``thorough`` adds launches: more inputs, sizes of blocks and grids, orders of threads. Figures stay those of the
    launches that every check makes.
    """
    if any(argument.fill in GEOMETRY_FILLS for argument in launch.arguments):
        return DeviceResult(False, not_run="meshes, trees, grids and volumes lie in memory of the host")
    options: dict[str, Any] = {
        "serial": serial,
        "tiled": launch.block_dim if launch.tiled else 0,
        "dimensions": len(launch.dim),
        "launches": SWEEP if thorough else LAUNCHES,
    }
    try:
        forward = _device_text(texts["forward"], code.forward, options)
        error = _forward(source, launch, f"{seed}/device", code, forward)
        if "backward" in texts and not launch.not_differentiable:
            backward = _device_text(texts["backward"], code.backward, options | {"backward": True})
            own = GradientCode(code.kernel, forward, backward, code.wide_forward, code.wide_backward)  # type: ignore[arg-type]
            for number in range(ADJOINT_ROUNDS if thorough else 1):
                gradient = check_gradient(own, launch, f"{seed}/device#{number}" if number else f"{seed}/device")
                if not gradient.passed:
                    return DeviceResult(False, f"adjoint: {gradient.reason}")
    except Unsupported as reason:
        return DeviceResult(False, not_run=str(reason))
    except (DeviceFault, Incomparable, PtxError) as reason:
        return DeviceResult(False, str(reason))
    figures: dict[str, float | int | str] = {"device_error": error}
    if forward.counts is not None:
        figures["device_counts"] = json.dumps(_columns(forward.counts))
    return DeviceResult(True, figures=figures)


def _columns(counts: Counts) -> dict[str, float | int]:
    """The counts as the fields of the column `device_counts`."""
    kinds = ("float", "integer", "memory", "move", "control", "warp")
    read, written = counts.bytes_read, counts.bytes_written
    return {f"{kind}_instructions": counts.instructions.get(kind, 0) for kind in kinds} | {
        "global_bytes_read": read.get("global", 0),
        "global_bytes_written": written.get("global", 0),
        "shared_bytes": read.get("shared", 0) + written.get("shared", 0),
        "local_bytes": read.get("local", 0) + written.get("local", 0),
        "sectors_per_request": round(counts.sectors_per_request, 4),
        "active_share": round(counts.active_share, 4),
        "contention": counts.contention,
    }


def _device_text(texts: tuple[str, str], host: HostText, options: dict[str, Any]) -> DeviceText:
    cuda, ptx = texts
    return DeviceText(ptx, entry_points(cuda)[0], host, **options)


def _forward(source: str, launch: Launch, seed: str, code: GradientCode, forward: DeviceText) -> float:
    """The largest relative error over the variants of the launch; DeviceFault where the results differ."""
    reference = compile_reference(source)
    run = runner(code.kernel, launch, forward)  # type: ignore[arg-type]
    worst = 0.0
    named = list(variants(launch).items())
    measured = max(len(LAUNCHES), len(named))
    passes = named * len(forward.launches)
    for number, (where, variant) in enumerate(passes[: max(len(forward.launches), len(named))]):
        found = compare(reference, variant, f"{seed}#{number}", run, lambda _, expected: not_finite(expected))
        if found is None:
            continue
        if found.problem:
            raise DeviceFault(f"{found.problem} where {where}" if where else found.problem)
        if number < measured:
            worst = max(worst, found.error)
    return worst
