"""Put kernels through the tiers, in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from generator.emulation.garbage import without_collection
from generator.lowering.warp_backend import Lowered
from generator.verification.tiers.steps import Case, codegen, compile_together, run_together
from generator.verification.tiers.verdict import (
    CHECKED_HERE,
    DEFAULT_TIERS,
    RUN_TIERS,
    TIERS,
    Item,
    Verdict,
    tiers_up_to,
)

__all__ = [
    "CHECKED_HERE",
    "DEFAULT_TIERS",
    "RUN_TIERS",
    "RUN_TOGETHER",
    "TIERS",
    "Item",
    "Verdict",
    "tiers_up_to",
    "verify",
]

RUN_TOGETHER = 80
"""Kernels that Clang compiles at a time: a larger batch costs no less per kernel, and a crash compiles it all again."""


def verify(
    items: Sequence[Item],
    tiers: Sequence[str] = DEFAULT_TIERS,
    *,
    backward: bool | None = None,
    device_next: bool = False,
    running: Callable[[int], None] = lambda place: None,
    compiled: Callable[[], None] = lambda: None,
) -> list[Verdict]:
    """Put kernels through ``tiers``, many of them compiled together; one verdict an item, in order.

    A crash of the code under test ends this process (``generator.verification.tiers.batch`` survives that).
    ``backward``: whether items have an adjoint column, by default where ``gradient`` is among the tiers.
    ``device_next``: the tier ``device`` follows in another call, whose items get the ``ptx`` of these verdicts.
    ``running`` is called with an item's place before its code is run, ``compiled`` when NVRTC or Clang is done.
    """
    backward = "gradient" in tiers if backward is None else backward
    cases = [Case(item, texts=item.texts or Lowered(), ptx=dict(item.ptx)) for item in items]
    with without_collection(), ExitStack() as programs:
        for case in cases:
            # To compile given texts as they are, nothing needs the Warp program that they came from.
            if set(tiers) == {"compile"} and case.has_texts(backward):
                case.passes("codegen")
            else:
                codegen(case, programs, backward)
        if "compile" in tiers:
            compile_together([case for case in cases if case.open], device=device_next or "device" in tiers)
            compiled()
        if RUN_TIERS & set(tiers):
            still_open = [(place, case) for place, case in enumerate(cases) if case.open]
            for start in range(0, len(still_open), RUN_TOGETHER):
                run_together(still_open[start : start + RUN_TOGETHER], tiers, running, compiled)
    if device_next:
        for case in cases:
            case.verdict.ptx = case.ptx
    return [case.verdict for case in cases]
