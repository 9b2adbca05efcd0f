"""Rows a second on one core: of each category, from nothing to a finished row, and of each tier of checks."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from itertools import islice

from benchmarks.figures import Figure, Scale, interleaved, ratio
from benchmarks.kernels import all_candidates, default_categories, drawn
from benchmarks.stock import stock_text
from generator.dataset.rows import make_rows
from generator.dataset.stream import stream
from generator.verification.tiers.tiers import Item, tiers_up_to, verify

CODE = ("cuda_forward", "cuda_backward")
REFERENCE = "stock Warp on the same sources, no synthesis"


def measure(scale: Scale) -> Iterator[Figure]:
    """Categories, all of them together, then tiers."""
    for category in default_categories():
        yield _category(category, scale)
    yield from _tiers(scale)


def _category(category: str, scale: Scale) -> Figure:
    sources = [d.candidate.source for d in drawn([category], scale.kernels)]

    def whole() -> None:
        list(make_rows(islice(stream(0, category, "train", 0), scale.kernels), CODE))

    def floor() -> None:
        for source in sources:
            stock_text(source, "cuda")

    seconds = interleaved({"row": whole, "floor": floor}, scale.rounds)
    rate = scale.kernels / statistics.median(seconds["row"])
    return Figure("categories", category, rate, "rows/s", 1 / ratio(seconds, "row", "floor"), REFERENCE)


def _tiers(scale: Scale) -> Iterator[Figure]:
    kernels = all_candidates(default_categories(), scale.checked)
    items = [Item(kernel.source, kernel.launch) for kernel in kernels]
    verify(items[:1], tiers_up_to("gradient"))  # compilers start up once a process
    codegen = 0.0
    for tier in tiers_up_to("gradient"):
        start = time.perf_counter()
        verdicts = verify(items, tiers_up_to(tier))
        rate = len(items) / (time.perf_counter() - start)
        codegen = codegen or rate
        sound = sum(verdict.sound for verdict in verdicts)
        name = f"up to {tier} ({sound} of {len(items)} sound)"
        yield Figure("tiers", name, rate, "rows/s", rate / codegen, "codegen")
