"""The steps of kernels through the tiers, a function for each; compilers get many kernels at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, fields
from typing import Any

from generator.launch.thresholds import says_ties, with_ties
from generator.lowering.binaries.ptx import ptx_batch
from generator.lowering.warp_backend import CompileError, Lowered, Program, lower, program
from generator.verification.launching.float64_twin import widen
from generator.verification.launching.host_arguments import UnsupportedArgument
from generator.verification.launching.host_build import HostText, Overrun, host_batch, runner
from generator.verification.launching.one_thread import for_one_thread
from generator.verification.tiers.adjoints import GradientCode, Point
from generator.verification.tiers.comparison import Expectations
from generator.verification.tiers.compile_tier import check_compile, check_compile_cpu, first_errors, instructions_of
from generator.verification.tiers.device_tier import ARCHITECTURE, check_device
from generator.verification.tiers.execute_tier import check_outputs
from generator.verification.tiers.gradient_tier import check_gradient
from generator.verification.tiers.verdict import Item, Verdict


@dataclass
class Case:
    """A kernel on its way through the tiers."""

    item: Item
    verdict: Verdict = field(default_factory=Verdict)
    program: Program | None = None
    texts: Lowered = field(default_factory=Lowered)
    ptx: dict[str, str] = field(default_factory=dict)
    code: dict[str, HostText | CompileError] = field(default_factory=dict)
    expectations: Expectations | None = None
    points: Sequence[Point] = ()

    @property
    def open(self) -> bool:
        """Whether no tier has failed yet."""
        return self.verdict.sound

    def has_texts(self, backward: bool) -> bool:
        """Whether the CUDA columns are there already, so that Warp need not emit them."""
        return bool(self.texts.cuda_forward and (self.texts.cuda_backward or not backward))

    def counts(self, column: str, instructions: Mapping[str, int]) -> None:
        """Add the PTX instructions of a code column, by architecture, to the figures."""
        self.verdict.figures.update({f"{column}_ptx_{arch}": count for arch, count in instructions.items()})

    def passes(self, tier: str, **figures: float | int | str) -> None:
        self.verdict.passed += (tier,)
        self.verdict.figures.update(figures)

    def fails(self, tier: str, reason: str, **figures: float | int | str) -> None:
        self.verdict.failed[tier] = reason
        self.verdict.figures.update(figures)


def codegen(case: Case, programs: ExitStack, backward: bool) -> None:
    try:
        case.program = programs.enter_context(program(case.item.source))
        if not case.has_texts(backward):
            fresh = lower(case.program.kernel, backward=backward)
            case.texts = Lowered(
                **{f.name: getattr(case.texts, f.name) or getattr(fresh, f.name) for f in fields(fresh)}
            )
    except Exception as error:  # whatever Warp, or the source itself, raises
        case.fails("codegen", f"{type(error).__name__}: {error}")
    else:
        case.passes("codegen")


def compile_together(cases: list[Case], *, device: bool) -> None:
    """The tier ``compile``; where ``device`` follows, NVRTC compiles only for the architecture that is run."""
    for target, check in (("cuda", None if device else check_compile), ("cpp", check_compile_cpu)):
        if check is None:
            _optimised_ptx(cases, "compile")
            continue
        wanted = _columns(cases, target)
        for (case, column, _), result in zip(wanted, check([text for _, _, text in wanted]), strict=True):
            if result.passed:
                case.counts(column, result.ptx_instructions)
            else:
                case.fails("compile", f"{column}: {result.error}")
    for case in cases:
        if case.open:
            case.passes("compile")


def _columns(cases: Iterable[Case], target: str) -> list[tuple[Case, str, str]]:
    """The code columns of a target with their texts."""
    names = [f.name for f in fields(Lowered) if f.name.startswith(target)]
    return [(case, name, text) for case in cases for name in names if (text := getattr(case.texts, name))]


def _optimised_ptx(cases: Iterable[Case], tier: str) -> None:
    """Compile CUDA columns that have no PTX yet; a column that NVRTC refuses fails ``tier``."""
    wanted = _columns(cases, "cuda")
    missing = [(case, column, text) for case, column, text in wanted if column not in case.ptx]
    made = ptx_batch([text for _, _, text in missing], ARCHITECTURE)
    for (case, column, _), ptx in zip(missing, made, strict=True):
        if isinstance(ptx, CompileError):
            case.fails(tier, f"{column}: {ARCHITECTURE}: {first_errors(ptx)}")
        else:
            case.ptx[column] = ptx
    for case, column, _ in wanted:
        if tier == "compile" and column in case.ptx:
            case.counts(column, {ARCHITECTURE: sum(instructions_of(case.ptx[column]).values())})


def run_together(
    still_open: list[tuple[int, Case]],
    tiers: Sequence[str],
    running: Callable[[int], None],
    compiled: Callable[[], None],
) -> None:
    labels: list[tuple[Case, str, int]] = []
    texts: list[str] = []
    for _, case in still_open:
        known: dict[str, int] = {}  # a kernel in float64 is its own twin
        wanted = _host_texts(case, "gradient" in tiers or "device" in tiers)
        if "device" in tiers and "backward" in wanted:
            wanted |= _warps_adjoint(case)
        for name, text in wanted.items():
            labels.append((case, name, known.setdefault(text, len(texts))))
            texts += [text] if known[text] == len(texts) else []
    with host_batch(texts) as built:
        compiled()
        for case, name, number in labels:
            case.code[name] = built[number]
        for place, case in still_open:
            running(place)
            if "execute" in tiers:
                _execute(case)
            if "gradient" in tiers and case.open:
                _gradient(case)
            if "device" not in tiers:  # free the arrays of up to 80 kernels, which only that tier needs
                case.expectations, case.points = None, ()
        if "device" in tiers:
            _device([(place, case) for place, case in still_open if case.open], running)


def _host_texts(case: Case, gradient: bool) -> dict[str, str]:
    assert case.program is not None
    texts = for_one_thread(case.program.kernel, case.item.launch, case.texts)
    forward, backward = texts.cuda_forward, texts.cuda_backward
    if not gradient or case.item.launch.not_differentiable or not backward:
        return {"forward": forward}
    return {
        "forward": forward,
        "backward": backward,
        "wide_forward": widen(forward),
        "wide_backward": widen(backward),
    }


def _warps_adjoint(case: Case) -> dict[str, str]:
    """Warp's own adjoint of the source, where inputs may be tied and the row has another text."""
    item = case.item
    if item.texts is None or item.launch.tiled or not says_ties(with_ties(item.launch, item.source)):
        return {}
    assert case.program is not None
    fresh = lower(case.program.kernel).cuda_backward
    return {} if _bare(fresh) == _bare(case.texts.cuda_backward) else {"warps_adjoint": fresh}


def _bare(text: str) -> list[str]:
    """The lines of a text without comment lines."""
    return [line for line in text.split("\n") if not line.lstrip().startswith("//")]


def _execute(case: Case) -> None:
    forward = case.code["forward"]
    if isinstance(forward, CompileError):
        case.fails("execute", f"does not compile for the CPU: {forward}")
        return
    assert case.program is not None
    try:
        result = check_outputs(
            case.item.source, case.item.launch, case.item.seed, runner(case.program.kernel, case.item.launch, forward)
        )
    except (Overrun, UnsupportedArgument) as reason:
        case.fails("execute", str(reason))
        return
    if result.passed:
        case.passes("execute", **result.figures)
        case.expectations = result.expectations
    else:
        case.fails("execute", result.reason, **result.figures)


def _gradient(case: Case) -> None:
    if case.item.launch.not_differentiable:
        case.verdict.not_applicable["gradient"] = case.item.launch.not_differentiable
        return
    own = {name: text for name, text in case.code.items() if name != "warps_adjoint"}
    refused = [f"{name}: {text}" for name, text in own.items() if isinstance(text, CompileError)]
    if "backward" not in case.code or refused:
        case.fails("gradient", refused[0] if refused else "Warp made no adjoint")
        return
    assert case.program is not None
    code: dict[str, Any] = own
    try:
        result = check_gradient(GradientCode(case.program.kernel, **code), case.item.launch, case.item.seed)
    except UnsupportedArgument as reason:
        case.fails("gradient", str(reason))
        return
    if result.passed:
        case.passes("gradient", **result.figures)
        case.points = result.points
    else:
        case.fails("gradient", result.reason, **result.figures)


def _device(cases: list[tuple[int, Case]], running: Callable[[int], None]) -> None:
    _optimised_ptx((case for _, case in cases), "device")
    for place, case in cases:
        if not case.open:
            continue
        if isinstance(case.code.get("warps_adjoint"), CompileError):
            case.verdict.not_applicable["device"] = "Warp's own adjoint, the standard at ties, does not compile"
            continue
        running(place)
        assert case.program is not None
        code: dict[str, Any] = dict.fromkeys(("backward", "wide_forward", "wide_backward")) | case.code
        texts: dict[str, tuple[str, str]] = {
            direction: (getattr(case.texts, column), case.ptx[column])
            for direction in ("forward", "backward")
            if (column := f"cuda_{direction}") in case.ptx and direction in case.code
        }
        try:
            result = check_device(
                case.item.source, case.item.launch, case.item.seed, texts,
                GradientCode(case.program.kernel, **code),
                expectations=case.expectations, points=case.points, thorough=case.item.thorough,
            )  # fmt: skip
        except UnsupportedArgument as reason:
            case.verdict.not_applicable["device"] = str(reason)
            continue
        if result.not_run:
            case.verdict.not_applicable["device"] = result.not_run
        elif result.passed:
            case.passes("device", **result.figures)
        else:
            case.fails("device", result.reason)
