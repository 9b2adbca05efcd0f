"""What is said of a row: the tiers, and the function that finds out which of them kernels reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, fields
from typing import Any

from generator.launch import Launch
from generator.launch.thresholds import says_ties, with_ties
from generator.lowering.binaries.ptx import ptx_batch
from generator.lowering.warp_backend import CompileError, Lowered, Program, lower, program
from generator.verification.launching.float64_twin import widen
from generator.verification.launching.host_arguments import UnsupportedArgument
from generator.verification.launching.host_build import HostText, Overrun, host_batch, runner
from generator.verification.tiers.compile_tier import check_compile, check_compile_cpu
from generator.verification.tiers.device_tier import ARCHITECTURE, check_device
from generator.verification.tiers.execute_tier import check_outputs, thread_order_matters
from generator.verification.tiers.gradient_tier import GradientCode, check_gradient

TIERS = ("codegen", "compile", "execute", "gradient", "device", "gpu")
"""In order: a tier is tried on what passed those before it. ``gpu`` is `tests/gpu`'s, which needs one."""

CHECKED_HERE = TIERS[:5]
"""Tiers that need no GPU."""

DEFAULT_TIERS = TIERS[:4]
"""Tiers that are checked where nothing else is said."""

RUN_TIERS = frozenset({"execute", "gradient", "device"})
"""Tiers that run the kernel."""

RUN_TOGETHER = 80
"""Kernels that Clang compiles at a time: more cost as much each, and a crash has them all compiled again."""


@dataclass(frozen=True)
class Item:
    """A kernel to check: its source, its launch, the code columns to check (lowered here where None), inputs' seed."""

    source: str
    launch: Launch
    texts: Lowered | None = None
    seed: str = "0"


@dataclass
class Verdict:
    """Tiers that a kernel passed, why it failed the first that it did not, and what was measured.

    ``not_applicable`` holds tiers that have no meaning for the kernel, and why: neither passed nor failed.
    """

    passed: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    not_applicable: dict[str, str] = field(default_factory=dict)
    figures: dict[str, float | int | str] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        """Whether no tier failed."""
        return not self.failed

    def followed_by(self, later: Verdict) -> Verdict:
        """One verdict of what was found in two goes."""
        return Verdict(
            tuple(t for t in TIERS if (t in self.passed or t in later.passed) and t not in later.failed),
            self.failed | later.failed,
            self.not_applicable | later.not_applicable,
            self.figures | later.figures,
        )


def tiers_up_to(highest: str) -> tuple[str, ...]:
    """``highest`` and what comes before it; ValueError for a tier that this process cannot check."""
    if highest not in CHECKED_HERE:
        raise ValueError(f"no such tier: {highest!r} (one of {', '.join(CHECKED_HERE)})")
    return CHECKED_HERE[: CHECKED_HERE.index(highest) + 1]


@dataclass
class _Case:
    """A kernel on its way through the tiers."""

    item: Item
    verdict: Verdict = field(default_factory=Verdict)
    program: Program | None = None
    texts: Lowered = field(default_factory=Lowered)
    code: dict[str, HostText | CompileError] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Whether there is a point in going on."""
        return self.verdict.sound

    def has_texts(self, backward: bool) -> bool:
        """Whether there is nothing left for Warp to emit."""
        return bool(self.texts.cuda_forward and (self.texts.cuda_backward or not backward))

    def passes(self, tier: str, **figures: float | int | str) -> None:
        self.verdict.passed += (tier,)
        self.verdict.figures.update(figures)

    def fails(self, tier: str, reason: str, **figures: float | int | str) -> None:
        self.verdict.failed[tier] = reason
        self.verdict.figures.update(figures)


def verify(
    items: Sequence[Item],
    tiers: Sequence[str] = DEFAULT_TIERS,
    *,
    backward: bool | None = None,
    running: Callable[[int], None] | None = None,
    compiled: Callable[[], None] | None = None,
) -> list[Verdict]:
    """Put kernels through ``tiers``, many of them compiled together; one verdict an item, in order.

    Runs in this process: code that crashes takes it along (``generator.verification.tiers.batch`` survives that).
    ``backward`` says whether items have an adjoint column, by default where ``gradient`` is among the tiers.
    ``running`` is called with an item's place before its code is run, ``compiled`` when NVRTC is done.
    """
    backward = "gradient" in tiers if backward is None else backward
    cases = [_Case(item, texts=item.texts or Lowered()) for item in items]
    with ExitStack() as programs:
        for case in cases:
            # Texts are compiled as they are: for that alone nobody needs the program that they came from.
            if set(tiers) == {"compile"} and case.has_texts(backward):
                case.passes("codegen")
            else:
                _codegen(case, programs, backward)
        if "compile" in tiers:
            _compile([case for case in cases if case.open])
            if compiled is not None:
                compiled()
        if RUN_TIERS & set(tiers):
            still_open = [(place, case) for place, case in enumerate(cases) if case.open]
            for start in range(0, len(still_open), RUN_TOGETHER):
                _run(still_open[start : start + RUN_TOGETHER], tiers, running or (lambda place: None))
    return [case.verdict for case in cases]


def _codegen(case: _Case, programs: ExitStack, backward: bool) -> None:
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


def _compile(cases: list[_Case]) -> None:
    for target, check in (("cuda", check_compile), ("cpp", check_compile_cpu)):
        wanted = [
            (case, f.name, text)
            for case in cases
            for f in fields(Lowered)
            if f.name.startswith(target) and (text := getattr(case.texts, f.name))
        ]
        for (case, column, _), result in zip(wanted, check([text for _, _, text in wanted]), strict=True):
            if result.passed:
                case.verdict.figures.update(
                    {f"{column}_ptx_{arch}": count for arch, count in result.ptx_instructions.items()}
                )
            else:
                case.fails("compile", f"{column}: {result.error}")
    for case in cases:
        if case.open:
            case.passes("compile")


def _run(still_open: list[tuple[int, _Case]], tiers: Sequence[str], running: Callable[[int], None]) -> None:
    labels: list[tuple[_Case, str, int]] = []
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
        for case, name, number in labels:
            case.code[name] = built[number]
        for place, case in still_open:
            running(place)
            if "execute" in tiers:
                _execute(case)
            if "gradient" in tiers and case.open:
                _gradient(case)
        if "device" in tiers:
            _device([(place, case) for place, case in still_open if case.open], running)


def _host_texts(case: _Case, gradient: bool) -> dict[str, str]:
    forward, backward = case.texts.cuda_forward, case.texts.cuda_backward
    if not gradient or case.item.launch.not_differentiable or not backward:
        return {"forward": forward}
    return {
        "forward": forward,
        "backward": backward,
        "wide_forward": widen(forward),
        "wide_backward": widen(backward),
    }


def _warps_adjoint(case: _Case) -> dict[str, str]:
    """What Warp makes of the source, where inputs may be tied and the row has another text."""
    item, program_of = case.item, case.program
    if item.texts is None or program_of is None or not says_ties(with_ties(item.launch, item.source)):
        return {}
    fresh = lower(program_of.kernel).cuda_backward
    return {} if _bare(fresh) == _bare(case.texts.cuda_backward) else {"warps_adjoint": fresh}


def _bare(text: str) -> list[str]:
    """The lines of a text that are no comments."""
    return [line for line in text.split("\n") if not line.lstrip().startswith("//")]


def _execute(case: _Case) -> None:
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
    else:
        case.fails("execute", result.reason, **result.figures)


def _gradient(case: _Case) -> None:
    if case.item.launch.not_differentiable:
        case.verdict.not_applicable["gradient"] = case.item.launch.not_differentiable
        return
    refused = [f"{name}: {code}" for name, code in case.code.items() if isinstance(code, CompileError)]
    if "backward" not in case.code or refused:
        case.fails("gradient", refused[0] if refused else "Warp made no adjoint")
        return
    assert case.program is not None
    code: dict[str, Any] = case.code
    try:
        result = check_gradient(GradientCode(case.program.kernel, **code), case.item.launch, case.item.seed)
    except UnsupportedArgument as reason:
        case.fails("gradient", str(reason))
        return
    if result.passed:
        case.passes("gradient", **result.figures)
    else:
        case.fails("gradient", result.reason, **result.figures)


def _device(cases: list[tuple[int, _Case]], running: Callable[[int], None]) -> None:
    columns = [
        (case, direction, text)
        for _, case in cases
        for direction in ("forward", "backward")
        if (text := getattr(case.texts, f"cuda_{direction}")) and direction in case.code
    ]
    texts: dict[int, dict[str, tuple[str, str]]] = {}
    compiled = ptx_batch([text for _, _, text in columns], ARCHITECTURE)
    for (case, direction, text), ptx in zip(columns, compiled, strict=True):
        if isinstance(ptx, CompileError):
            case.fails("device", f"cuda_{direction}: {ptx}")
        else:
            texts.setdefault(id(case), {})[direction] = (text, ptx)
    for place, case in cases:
        if not case.open:
            continue
        running(place)
        assert case.program is not None
        code: dict[str, Any] = dict.fromkeys(("backward", "wide_forward", "wide_backward")) | case.code
        known = case.verdict.figures.get("thread_order_matters")
        item = case.item
        serial = bool(known) if known is not None else thread_order_matters(item.source, item.launch, item.seed)
        try:
            result = check_device(
                item.source, item.launch, item.seed, texts[id(case)],
                GradientCode(case.program.kernel, **code), serial=serial,
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
