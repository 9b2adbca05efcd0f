"""Tier ``device``: the PTX of the row's own text, run on the emulator, forward and adjoint.

The forward kernel equals the independent reading and the adjoint is the derivative, as the tiers ``execute`` and
``gradient`` check of the CPU build, over three block sizes and thread orders. The emulator must find nothing: no access
out of bounds, no read before a write, no data race.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from generator.emulation import Counts, PtxError, Unsupported, most_threads
from generator.launch import EDGES, TIES, Launch
from generator.launch.edges import has_ends
from generator.launch.geometry import GEOMETRY_FILLS
from generator.launch.redraws import variants
from generator.launch.thresholds import says_ties, with_ties
from generator.lowering.binaries.ptx import entry_points
from generator.lowering.warp_backend import has_grid_stride
from generator.verification.launching.device_arguments import DeviceLaunch
from generator.verification.launching.device_run import LAUNCHES, SWEEP, DeviceFault, DeviceText
from generator.verification.launching.host_arguments import arguments_of
from generator.verification.launching.host_build import runner
from generator.verification.launching.inputs import Inputs, element_of, make_inputs
from generator.verification.launching.outputs import Outputs
from generator.verification.reference import compile_reference
from generator.verification.tiers.adjoints import GradientCode, Point, WrongAdjoint, adjoint_of, cotangents_of
from generator.verification.tiers.comparison import Expectations, Incomparable, compare, not_finite, order_matters
from generator.verification.tiers.gradient_tier import check_adjoint, check_gradient, proven_point
from generator.verification.tiers.reach import further_draws, reaching
from generator.verification.tiers.tied_adjoint import check_tied_adjoint

ARCHITECTURE = "sm_90"
"""Architecture of the PTX that is run."""

ADJOINT_ROUNDS = 3
"""Draws of inputs at which a thorough check evaluates the adjoint."""

MOST_POINTS = 2
"""Most further points that a thorough check adds to reach more arms."""

TIED = "inputs are tied"
ENDS = "indices are at their ends"


@dataclass(frozen=True)
class DeviceResult:
    """Whether the device code is right; if not, why. ``not_run``: what the emulator does not support."""

    passed: bool
    reason: str = ""
    not_run: str = ""
    figures: dict[str, float | int | str] = field(default_factory=dict)


def check_device(
    source: str, launch: Launch, seed: str, texts: Mapping[str, tuple[str, str]], code: GradientCode, *,
    expectations: Expectations | None = None, points: Sequence[Point] = (), thorough: bool = False,
) -> DeviceResult:  # fmt: skip
    """Judge a kernel by its PTX: ``texts`` holds CUDA and PTX of "forward" and, where there is one, "backward".

    ``expectations`` and ``points`` are results of the tiers ``execute`` and ``gradient`` at ``seed``; what is missing
    is computed here. ``thorough`` adds launches: more inputs, block sizes, grids and thread orders, and draws that
    reach arms of the kernel which no other reached. Figures come only from the launches that every check makes.
    """
    if any(argument.fill in GEOMETRY_FILLS for argument in launch.arguments):
        return DeviceResult(False, not_run="meshes, trees, grids and volumes lie in memory of the host")
    try:
        forward = _device_text(texts["forward"], code, launch, backward=False, thorough=thorough)
        most = most_threads(forward.ptx, forward.entry)
        if most and launch.block_dim > most:
            raise DeviceFault(f"blocks of {launch.block_dim} threads can not be launched: compiled for {most} at most")
        expectations = expectations or Expectations(compile_reference(source))
        error = _forward(source, launch, seed, code, forward, expectations, thorough)
        if "backward" in texts and not launch.not_differentiable:
            backward = _device_text(texts["backward"], code, launch, backward=True, thorough=thorough)
            backward.forward = code.forward
            draws = [] if points else [seed]
            draws += [f"{seed}/device#{number}" for number in range(1, ADJOINT_ROUNDS if thorough else 1)]
            for drawn in draws:
                gradient = check_gradient(code, launch, drawn)
                if not gradient.passed:
                    return DeviceResult(False, f"adjoint on the CPU: {gradient.reason}")
                points = [*points, *gradient.points]
            if thorough:
                points = [*points, *_further_points(code, launch, seed, expectations, points)]
            if problem := _adjoint(code, backward, points, expectations):
                return DeviceResult(False, f"adjoint: {problem}")
            if has_ends(launch, element_of):
                _run_at_ends(replace(code, backward=backward), launch, seed)
            if code.warps_adjoint is not None:
                own, warps = replace(code, backward=backward), replace(code, backward=code.warps_adjoint)
                check_tied_adjoint(own, warps, with_ties(launch, source), seed)
    except Unsupported as reason:
        return DeviceResult(False, not_run=str(reason))
    except (DeviceFault, Incomparable, PtxError) as reason:
        return DeviceResult(False, str(reason))
    figures: dict[str, float | int | str] = {"device_error": error}
    if forward.first is not None:
        figures["device_counts"] = json.dumps(_columns(forward.first.counts))
    return DeviceResult(True, figures=figures)


def _columns(counts: Counts) -> dict[str, float | int]:
    """The counts by the names of the fields of column `device_counts`."""
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


def _device_text(
    texts: tuple[str, str], code: GradientCode, launch: Launch, *, backward: bool, thorough: bool
) -> DeviceText:
    """A column for the emulator; an adjoint, run at few points, begins with the launch of several items a thread."""
    cuda, ptx = texts
    return DeviceText(
        ptx,
        entry_points(cuda)[0],
        code.backward if backward else code.forward,
        backward=backward,
        launches=SWEEP if thorough else LAUNCHES,
        launch=DeviceLaunch.of(launch),
        strides=has_grid_stride(code.kernel),
        turn=int(backward),
    )


def _forward(
    source: str, launch: Launch, seed: str, code: GradientCode, forward: DeviceText, expectations: Expectations,
    thorough: bool,
) -> float:  # fmt: skip
    """The largest relative error over the inputs of the tier ``execute``, one a launch at least; DeviceFault if wrong.

    Threads run side by side. Where the result differs and depends on their order, they run again one after another, as
    in the reference; that run has a thread for each item, so it does not test the grid-stride loop.
    """
    run = runner(code.kernel, launch, forward)
    otherwise = runner(code.kernel, launch, replace(forward, serial=True))
    tied = with_ties(launch, source)
    points = [(where, variant, seed) for where, variant in variants(launch).items()]
    points += [(TIED, replace(tied, variant=TIES), seed)] if says_ties(tied) else []
    measured = max(len(LAUNCHES), len(points))
    if has_ends(launch, element_of):
        points.append((ENDS, replace(launch, variant=EDGES), seed))
    points += [("", launch, f"{seed}/device#{number}") for number in range(len(forward.launches) - len(points))]
    draws = further_draws(expectations, launch, seed) if thorough else ()
    worst = 0.0
    for count, (where, variant, drawn) in enumerate(chain(points, (("", launch, drawn) for drawn in draws))):
        try:
            found = compare(expectations, variant, drawn, run, _any if where in (TIED, ENDS) else _finite, otherwise)
        except Incomparable:
            if where != TIED:
                raise
            continue  # ties may lead outside an array, as in the tier `execute`
        if found is None:
            continue
        if found.problem:
            raise DeviceFault(f"{found.problem} where {where}" if where else found.problem)
        if count < measured:
            worst = max(worst, found.error)
    return worst


def _further_points(
    code: GradientCode, launch: Launch, seed: str, expectations: Expectations, points: Sequence[Point]
) -> Iterator[Point]:
    """Points at which threads reach arms that no given point reaches; DeviceFault where the CPU adjoint is wrong."""
    known = set().union(*expectations.arms.values())
    for point in points:
        known -= expectations.arms_at(replace(point.launch, variant=""), point.seed)
    for drawn in islice(reaching(expectations, launch, seed, known), MOST_POINTS):
        try:
            further = proven_point(code, launch, drawn)
        except WrongAdjoint as reason:
            raise DeviceFault(f"adjoint on the CPU: {reason}") from reason
        if further is not None:
            yield further


def _finite(_: Inputs, expected: Outputs) -> str:
    return not_finite(expected)


def _any(_: Inputs, expected: Outputs) -> str:
    return ""


def _run_at_ends(code: GradientCode, launch: Launch, seed: str) -> None:
    """Run the adjoint with indices at their ends; DeviceFault for a finding: an address may be wrong in the last row.

    What the adjoint adds there may be zero, so that no gradient shows the fault.
    """
    inputs = make_inputs(replace(launch, variant=EDGES), f"{seed}/ends")
    arguments = arguments_of(code.kernel, launch, inputs)
    try:
        adjoint_of(code.forward, code.backward, arguments, cotangents_of(arguments, seed))
    except WrongAdjoint as reason:
        raise DeviceFault(f"adjoint: {reason} where {ENDS}") from reason


def _adjoint(code: GradientCode, backward: DeviceText, points: Sequence[Point], expectations: Expectations) -> str:
    """Why the adjoint is wrong at the points, on the arrays that the forward code leaves; empty if it is right."""
    found = check_adjoint(replace(code, backward=backward), points)
    if not found.passed and any(_order_matters(expectations, point) for point in points):
        found = check_adjoint(replace(code, backward=replace(backward, serial=True)), points)
    return found.reason


def _order_matters(expectations: Expectations, point: Point) -> bool:
    launch = replace(point.launch, variant="")
    return order_matters(expectations.reference, launch, *expectations.at(launch, point.seed))
