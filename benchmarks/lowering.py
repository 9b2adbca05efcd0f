"""Lowering a source, against bare exec + ``ModuleBuilder`` + ``codegen`` of stock Warp on the same source."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from benchmarks.figures import Figure, Scale, interleaved, ratio
from benchmarks.kernels import all_candidates, candidates, default_categories
from benchmarks.stock import lowered, stock_lowered, stock_text
from generator.synthesis import Candidate

FLOOR = "stock Warp: exec, ModuleBuilder, codegen"


def measure(scale: Scale) -> Iterator[Figure]:
    """Milliseconds a row: each default config's lowering, synthesis, the reference's run, and Warp's own builder."""
    kernels = all_candidates(default_categories(), scale.kernels)
    sources = [kernel.source for kernel in kernels]
    ways = {
        "floor": _each(sources, lambda source: stock_text(source, "cuda")),
        "floor, no adjoint": _each(sources, lambda source: stock_text(source, "cuda", backward=False)),
        "floor, both targets": _each(sources, lambda source: stock_text(source, "cuda", "cpu")),
        "cuda_forward": _each(sources, lambda source: lowered(source, backward=False)),
        "cuda_backward": _each(sources, lowered),
        "cpu_cuda": _each(sources, lambda source: lowered(source, cpu=True)),
        "cuda_backward, switched off": _each(sources, stock_lowered),
        "synthesis": lambda: _synthesize(kernels, scale.kernels),
    }
    seconds = interleaved(ways, scale.rounds)

    def figure(name: str, floor: str, reference: str, limit: str = "") -> Figure:
        milliseconds = statistics.median(seconds[name]) / len(sources) * 1e3
        return Figure("lowering", name, milliseconds, "ms/row", ratio(seconds, name, floor), reference, limit)

    yield figure("floor", "floor", "itself")
    yield figure("cuda_forward", "floor, no adjoint", FLOOR)
    yield figure("cuda_backward", "floor", FLOOR, "<=0.6")
    yield figure("cpu_cuda", "floor, both targets", "stock Warp twice: CUDA and CPU", "<=0.65")
    yield figure("cuda_backward, switched off", "floor", FLOOR)
    yield figure("synthesis", "floor", FLOOR)


def _each(sources: Sequence[str], work: Callable[[str], object]) -> Callable[[], None]:
    def run() -> None:
        for source in sources:
            work(source)

    return run


def _synthesize(kernels: Sequence[Candidate], number: int) -> None:
    # The draws of `candidates` again, the rejected ones included: they are part of what a kernel costs.
    for category in {kernel.category for kernel in kernels}:
        for _ in islice(candidates(category, "benchmark"), number):
            pass
