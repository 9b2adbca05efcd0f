"""Check kernels that came without a launch, by the tiers ``execute`` and ``gradient``, on a guessed one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any

import warp as wp

from generator.launch import Launch
from generator.lowering.user_kernels.generics import instances
from generator.lowering.warp_backend import CompileError, lower, program
from generator.verification.launch_guess.adjoint_limits import ENDLESS, adjoint_limits
from generator.verification.launch_guess.bounded_effects import floats_matter, inputs_without_effect
from generator.verification.launch_guess.bounded_reading import NO_RESULT, BoundedReading, TooLong
from generator.verification.launch_guess.guess import LaunchGuess, guess
from generator.verification.launch_guess.written_launch import WrittenLaunch
from generator.verification.launching.float64_twin import widen
from generator.verification.launching.host_arguments import UnsupportedArgument
from generator.verification.launching.host_build import HostText, Overrun, host_batch, runner
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.outputs import Outputs
from generator.verification.tiers.adjoints import GradientCode
from generator.verification.tiers.comparison import (
    ATTEMPTS,
    Comparison,
    Expectations,
    Incomparable,
    compare,
    not_finite,
    order_matters,
)
from generator.verification.tiers.gradient_tier import check_gradient

OPEN_RESULTS = {
    "the order of a query's hits is open": (
        "bvh_query_next",
        "mesh_query_next",
        "mesh_query_aabb_next",
        "hash_grid_query_next",
    ),
    "order of eigenvalues and signs of eigenvectors are open": ("eig3",),
    "signs of factors are open": ("svd", "svd3", "qr3"),
    "which of equally near faces is found is open": ("mesh_query_point", "mesh_query_point_no_sign"),
    "the numbers of a tree's nodes are its own": ("bvh_get_group_root", "mesh_get_group_root"),
}
"""What built-ins leave open, in words -> those built-ins: a difference from the reading may come from it."""


@dataclass(frozen=True)
class GivenKernel:
    """A kernel of a row: source, declared arguments, code columns, why it has no adjoint ("" if it has one).

    ``written``: its launches in the text of its package.
    """

    source: str
    declared: Launch
    cuda_forward: str
    cuda_backward: str
    no_adjoint: str = ""
    written: tuple[WrittenLaunch, ...] = ()

    @property
    def seed(self) -> str:
        """The seed of its inputs, which depends on the source alone."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]


@dataclass
class GivenVerdict:
    """The launch found ("" if none) and how, the tiers passed on it, why not all were, and figures."""

    launch: str = ""
    launch_origin: str = ""
    tiers: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    not_verified: str = ""


@dataclass
class _Case:
    kernel: GivenKernel
    verdict: GivenVerdict
    found: LaunchGuess
    concrete: wp.Kernel | None = None
    code: dict[str, HostText | CompileError] = field(default_factory=dict)


def check_given(kernels: Sequence[GivenKernel]) -> list[GivenVerdict]:
    """Guess launches, run the code columns on them, compare with the reading and with central differences; in order.

    Runs the sources and their native code: call it only where foreign code may run, and may crash.
    """
    cases = [_guessed(kernel) for kernel in kernels]
    launched = [case for case in cases if case.found.launch is not None]
    with ExitStack() as programs:
        for case in launched:
            opened = programs.enter_context(program(case.kernel.source))
            (case.concrete,) = instances(opened.kernel)
            if _lays_threads_out(case.kernel):
                case.kernel = _for_one_thread(case.kernel, case.concrete)
        labels = [(case, name, text) for case in launched for name, text in _texts(case.kernel).items()]
        with host_batch([text for _, _, text in labels]) as built:
            for (case, name, _), code in zip(labels, built, strict=True):
                case.code[name] = code
            for case in launched:
                _check(case)
    return [case.verdict for case in cases]


def _guessed(kernel: GivenKernel) -> _Case:
    found = guess(kernel.source, kernel.declared, kernel.seed, kernel.written)
    verdict = GivenVerdict(launch_origin=found.origin)
    if found.launch is None:
        verdict.not_verified = f"execute: no launch: {found.origin.removeprefix('none: ')}"
    else:
        if _lays_threads_out(kernel):
            found = replace(found, launch=replace(found.launch, block_dim=1))
        verdict.launch = found.launch.to_json() if found.launch else ""
    return _Case(kernel, verdict, found)


def _lays_threads_out(kernel: GivenKernel) -> bool:
    """Whether the text depends on the block's size: through ``wp.tile``, or the layout of a Fourier transform."""
    return any(call in kernel.cuda_forward for call in ("wp::tile<", "tile_fft(", "tile_ifft("))


def _for_one_thread(kernel: GivenKernel, concrete: wp.Kernel) -> GivenKernel:
    """The kernel with code for blocks of one thread, as a CPU runs it."""
    code = lower(concrete, backward=not kernel.no_adjoint, comments=False, block_dim=1)
    return replace(kernel, cuda_forward=code.cuda_forward, cuda_backward=code.cuda_backward)


def _texts(kernel: GivenKernel) -> dict[str, str]:
    if kernel.no_adjoint:
        return {"forward": kernel.cuda_forward}
    return {
        "forward": kernel.cuda_forward,
        "backward": kernel.cuda_backward,
        "wide_forward": widen(kernel.cuda_forward),
        "wide_backward": widen(kernel.cuda_backward),
    }


def _check(case: _Case) -> None:
    forward, launch, reading = case.code["forward"], case.found.launch, case.found.reading
    assert launch is not None and reading is not None and case.concrete is not None
    if isinstance(forward, CompileError):
        case.verdict.not_verified = f"execute: does not compile for the CPU: {_line(str(forward))}"
        return
    try:
        run = runner(case.concrete, launch, forward)
        comparison = compare(Expectations(reading.kernel), launch, case.kernel.seed, run, _unusable)
    except (Overrun, UnsupportedArgument, Incomparable, TooLong) as error:
        case.verdict.not_verified = f"execute: {_line(str(error))}"
        return
    if comparison is None:
        case.verdict.not_verified = f"execute: unstable: {ATTEMPTS} draws lay on a discontinuity"
    elif comparison.problem:
        case.verdict.not_verified = f"execute: {comparison.problem}{_open_results(case.kernel)}"
    else:
        _passed_execute(case.verdict, launch, reading, comparison)
        _gradient(case, launch, reading, comparison)


def _open_results(kernel: GivenKernel) -> str:
    """Words after a difference, where a kernel calls built-ins that have several right answers."""
    names = [what for what, names in OPEN_RESULTS.items() if any(f"wp::{n}(" in kernel.cuda_forward for n in names)]
    return f" ({'; '.join(names)})" if names else ""


def _unusable(inputs: Inputs, expected: Outputs) -> str:
    return "no output" if not expected else not_finite(expected)


def _passed_execute(verdict: GivenVerdict, launch: Launch, reading: BoundedReading, comparison: Comparison) -> None:
    verdict.tiers.append("execute")
    verdict.figures |= {
        "execute_seed": comparison.drawn,
        "execute_attempts": comparison.attempt + 1,
        "execute_error": comparison.error,
        "inputs_without_effect": inputs_without_effect(launch, reading, comparison),
        "thread_order_matters": order_matters(
            reading.kernel, launch, comparison.inputs, comparison.expected, NO_RESULT
        ),
    }


def _gradient(case: _Case, launch: Launch, reading: BoundedReading, comparison: Comparison) -> None:
    kernel, verdict = case.kernel, case.verdict
    if kernel.no_adjoint:
        verdict.not_verified = f"gradient: {kernel.no_adjoint}"
        return
    if not floats_matter(launch, reading.kernel, comparison):
        verdict.not_verified = "gradient: no float output depends on a float input"
        return
    if ENDLESS in adjoint_limits(kernel.source):
        verdict.not_verified = f"gradient: not run, since it may never end (known Warp issue: {ENDLESS})"
        return
    refused = [f"{name}: {code}" for name, code in case.code.items() if isinstance(code, CompileError)]
    if refused:
        verdict.not_verified = f"gradient: does not compile for the CPU: {_line(refused[0])}"
        return
    code: Any = case.code
    try:
        result = check_gradient(GradientCode(case.concrete, **code), launch, kernel.seed)
    except UnsupportedArgument as error:
        verdict.not_verified = f"gradient: {_line(str(error))}"
        return
    if result.passed:
        verdict.tiers.append("gradient")
        verdict.figures |= result.figures
    else:
        verdict.not_verified = f"gradient: {result.reason}{_known_limits(kernel, verdict)}"


def _known_limits(kernel: GivenKernel, verdict: GivenVerdict) -> str:
    """Words after a reason: the known Warp issues whose traits the kernel has."""
    names = list(adjoint_limits(kernel.source))
    if verdict.figures["thread_order_matters"] and "element_written_twice" not in names:
        names.append("element_written_twice")
    return f" (known Warp issue: {', '.join(names)})" if names else ""


def _line(text: str) -> str:
    return (text.strip().splitlines() or ["(no message)"])[0][:300]
