"""Tier ``device``: the PTX of the row's own text, run on the emulator, forward and adjoint.

Forward it equals the independent reading, its adjoint is the derivative, both as the tiers ``execute`` and ``gradient``
ask it of the CPU build, at three sizes of blocks and orders of threads; and no finding of the emulator stands: no
access out of bounds, nothing read before it was written, no data race.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from generator.emulation import Counts, PtxError, Unsupported
from generator.launch import Launch
from generator.launch.geometry import GEOMETRY_FILLS
from generator.launch.redraws import variants
from generator.launch.thresholds import with_ties
from generator.lowering.binaries.ptx import entry_points
from generator.verification.launching.device_run import DeviceFault, DeviceText
from generator.verification.launching.host_build import HostText, runner
from generator.verification.reference import ReferenceKernel, compile_reference
from generator.verification.tiers.comparison import Comparison, Incomparable, compare, not_finite
from generator.verification.tiers.execute_tier import at_ties, order_matters
from generator.verification.tiers.gradient_tier import GradientCode, check_gradient
from generator.verification.tiers.tied_adjoint import check_tied_adjoint

ARCHITECTURE = "sm_90"
"""Architecture whose PTX is run."""


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
) -> DeviceResult:
    """Judge a kernel by its PTX: ``texts`` holds CUDA and PTX of "forward" and, where there is one, "backward"."""
    if built := [argument for argument in launch.arguments if argument.fill in GEOMETRY_FILLS]:
        return DeviceResult(False, not_run=f"unsupported, a {built[0].fill} that Warp builds in the host's memory")
    tiled = launch.block_dim if launch.tiled else 0
    try:
        forward = _device_text(texts["forward"], code.forward, backward=False, serial=serial, tiled=tiled)
        error = _forward(source, launch, f"{seed}/device", code, forward)
        if "backward" in texts and not launch.not_differentiable:
            backward = _device_text(texts["backward"], code.backward, backward=True, serial=forward.serial, tiled=tiled)
            backward.forward = forward
            own = GradientCode(code.kernel, forward, backward, code.wide_forward, code.wide_backward)  # type: ignore[arg-type]
            gradient = check_gradient(own, launch, f"{seed}/device")
            if not gradient.passed:
                return DeviceResult(False, f"adjoint: {gradient.reason}")
            if code.warps_adjoint is not None:
                check_tied_adjoint(own, replace(code, backward=code.warps_adjoint), with_ties(launch, source), seed)
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


def _device_text(texts: tuple[str, str], host: HostText, *, backward: bool, serial: bool, tiled: int) -> DeviceText:
    cuda, ptx = texts
    return DeviceText(ptx, entry_points(cuda)[0], host, backward=backward, serial=serial, tiled=tiled)


def _forward(source: str, launch: Launch, seed: str, code: GradientCode, forward: DeviceText) -> float:
    """The largest relative error over the variants of the launch; DeviceFault where the results differ."""
    reference = compile_reference(source)
    run = runner(code.kernel, launch, forward)  # type: ignore[arg-type]
    worst = 0.0
    passes = list(variants(launch).items()) * 3
    for number, (where, variant) in enumerate(passes[: max(3, len(passes) // 3)]):

        def at_variant(variant: Launch = variant, drawn: str = f"{seed}#{number}") -> dict[str, Comparison | None]:
            return {"": compare(reference, variant, drawn, run, lambda _, expected: not_finite(expected))}

        worst = max(worst, _error(_in_order(reference, launch, forward, at_variant), where))
    tied = with_ties(launch, source)
    return max(worst, _error(_in_order(reference, launch, forward, lambda: at_ties(reference, tied, seed, run)), ""))


def _in_order(
    reference: ReferenceKernel,
    launch: Launch,
    forward: DeviceText,
    compared: Callable[[], dict[str, Comparison | None]],
) -> dict[str, Comparison | None]:
    """Comparisons; where one fails on inputs for which the order of threads matters, all with the reference's order."""
    found = compared()
    wrong = [each for each in found.values() if each is not None and each.problem]
    if forward.serial or not any(order_matters(reference, launch, each.inputs, each.expected) for each in wrong):
        return found
    forward.serial = True
    return compared()


def _error(found: dict[str, Comparison | None], where: str) -> float:
    """The largest error of comparisons, 0 where there was none to make; DeviceFault where one found a problem."""
    for tied, each in found.items():
        if each is not None and each.problem:
            place = tied or where
            raise DeviceFault(f"{each.problem} where {place}" if place else each.problem)
    return max((each.error for each in found.values() if each is not None), default=0.0)
