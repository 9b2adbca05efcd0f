"""``python -m benchmarks.standalone_sweep``: do stand-alone programs of fresh kernels compile, and equal Warp?

Each row is a new kernel: translated, compiled for the CPU with -Wall -Wextra, run, and, as far as asked, compiled by
nvcc. Verdicts are appended to a file; the same command goes on where it stopped, ``--again`` repeats what
failed. The exit status is 1 if any translated row failed.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path

import warp as wp
from rich.console import Console
from rich.table import Table

from benchmarks.kernels import candidates
from generator.dataset.code_hash import code_hash
from generator.launch.thresholds import with_ties
from generator.lowering.binaries.cuda_tools import find_tool
from generator.lowering.standalone import Unsupported, translate
from generator.lowering.standalone.whole_program.host import TOLERANCE
from generator.lowering.standalone.whole_program.run import CPU_HEADERS, run_on_cpu
from generator.lowering.warp_backend import program
from generator.synthesis import CATEGORIES, DEFAULT, synthesize

LIMIT = {"float16": 5e-2, "float32": 1e-5, "float64": 1e-12}
"""Largest relative error, by a program's coarsest floating-point type; with integers only, that of float32."""
TOGETHER = 25
"""Programs per call of nvcc, whose headers cost as much as ten programs."""
WARNINGS = ("-O0", "-Wall", "-Wextra")
HEADERS = ("cassert", "algorithm", "cmath", "cstdio", "cstdlib", "memory", "vector", "cuda_runtime.h", "cuda_fp16.h")


@dataclass(frozen=True)
class Verdict:
    """The outcome of a row: ``passed``, ``refused``, or the stage that failed, with the reason."""

    category: str
    key: str
    stage: str
    dtype: str = ""
    forward_error: float = 0.0
    adjoint_error: float = 0.0
    nvcc: str = ""
    reason: str = ""

    @property
    def name(self) -> tuple[str, str]:
        return self.category, self.key


def keys(category: str, seed: str, wanted: int) -> Iterator[str]:
    """The first ``wanted`` keys that synthesis does not reject."""
    return (key for key, _ in islice(candidates(category, seed), wanted))


def precompiled_headers(folder: Path) -> Path:
    """The headers of every program, parsed once: two thirds of a compiler's time at -O0."""
    header = folder / "headers.h"
    header.write_text("".join(f"#include <{name}>\n" for name in HEADERS))
    command = ["g++", "-std=c++17", "-ffp-contract=off", *WARNINGS, "-I", str(CPU_HEADERS), "-x", "c++-header"]
    subprocess.run([*command, str(header), "-o", f"{header}.gch"], check=True)
    return header


def dtype_of(cuda: str) -> str:
    """The type that sets a program's own tolerance."""
    limit = re.search(r"forward_error <= (\S+) &&", cuda)
    assert limit is not None
    return next(name for name, value in TOLERANCE.items() if repr(value) == limit.group(1))


def check(category: str, key: str, cuda: str, header: Path) -> Verdict:
    dtype = dtype_of(cuda)
    outcome = run_on_cpu(cuda, options=(*WARNINGS, "-include", str(header)))
    errors = outcome.forward_error, outcome.adjoint_error
    stage = "passed"
    if "error:" in outcome.output or "warning:" in outcome.output:
        stage = "compile"
    elif not outcome.passed or max(errors) > LIMIT[dtype]:
        stage = "result"
    reason = "" if stage == "passed" else outcome.output[-3000:]
    return Verdict(category, key, stage, dtype, *errors, reason=reason)


def with_nvcc(programs: list[tuple[Verdict, str]], folder: Path) -> Iterator[Verdict]:
    """Verdicts with nvcc's messages: all programs in one file, each in a namespace; each alone if it complains."""
    together = [f"#include <{name}>\n" for name in HEADERS]
    for number, (_, cuda) in enumerate(programs):
        (folder / f"program_{number}.cu").write_text(cuda)
        together.append(
            f"#define main main_{number}\nnamespace row_{number} {{\n"
            f'#include "{folder}/program_{number}.cu"\n}}\n#undef main\n'
        )
    silent = nvcc_says("".join(together), folder / "together.cu") == "clean"
    for verdict, cuda in programs:
        said = "clean" if silent else nvcc_says(cuda, folder / "alone.cu")
        stage = "nvcc" if said != "clean" and verdict.stage == "passed" else verdict.stage
        yield replace(verdict, nvcc=said, stage=stage)


def nvcc_says(cuda: str, source: Path) -> str:
    """``clean``, or nvcc's messages."""
    source.write_text(cuda)
    command = [str(find_tool("nvcc")), "-std=c++17", "-arch=sm_80", "-Xcompiler", "-Wall,-Wextra", "-c"]
    done = subprocess.run([*command, "-o", f"{source}.o", str(source)], capture_output=True, text=True, check=False)
    noise = done.stdout + done.stderr
    return "clean" if done.returncode == 0 and not noise.strip() else noise[-3000:]


def sweep(rows: Iterator[tuple[str, str, bool]], header: Path, seconds: float) -> Iterator[Verdict]:
    """Translate in this thread, compile and run in another: at most two processes."""
    deadline = time.monotonic() + seconds
    waiting: deque[tuple[Future[Verdict], str, bool]] = deque()
    for_nvcc: list[tuple[Verdict, str]] = []

    def finished() -> Iterator[Verdict]:
        future, cuda, nvcc = waiting.popleft()
        if not nvcc:
            yield future.result()
            return
        for_nvcc.append((future.result(), cuda))
        if len(for_nvcc) == TOGETHER:
            yield from with_nvcc(for_nvcc, header.parent)
            for_nvcc.clear()

    with ThreadPoolExecutor(1) as beside:
        for category, key, nvcc in rows:
            if time.monotonic() > deadline:
                break
            candidate = synthesize(category, key)
            try:
                with program(candidate.source) as opened:
                    cuda = translate(opened.kernel, with_ties(candidate.launch, candidate.source), key).cuda
            except Unsupported as refusal:
                yield Verdict(category, key, "refused", reason=refusal.construct)
                continue
            waiting.append((beside.submit(check, category, key, cuda, header), cuda, nvcc))
            while waiting and (len(waiting) > 2 or waiting[0][0].done()):
                yield from finished()
        while waiting:
            yield from finished()
        yield from with_nvcc(for_nvcc, header.parent)


def table(verdicts: list[Verdict]) -> Table:
    """A line a category, and all of them."""
    shown = Table(title="Stand-alone programs of fresh kernels", title_justify="left")
    shown.add_column("category")
    for column in ("rows", "translated", "compiled", "passed", "nvcc clean", *LIMIT):
        shown.add_column(column, justify="right")
    groups = {name: [v for v in verdicts if v.category == name] for name in sorted({v.category for v in verdicts})}
    for name, group in [*groups.items(), ("all", verdicts)]:
        stages = Counter(v.stage for v in group)
        translated = len(group) - stages["refused"]
        tried = [v for v in group if v.nvcc]
        errors = [
            max((max(v.forward_error, v.adjoint_error) for v in group if v.dtype == d), default=None) for d in LIMIT
        ]
        shown.add_row(
            name,
            *map(str, (len(group), translated, translated - stages["compile"], stages["passed"])),
            f"{sum(v.nvcc == 'clean' for v in tried)}/{len(tried)}" if tried else "",
            *("" if error is None else f"{error:.2g}" for error in errors),
        )
    return shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows-per-category", type=int, default=10)
    parser.add_argument("--seed", default="sweep")
    parser.add_argument("--categories", default=DEFAULT, help="default, extended, all, or names with commas between")
    parser.add_argument("--nvcc", type=int, default=0, help="rows of each category that nvcc compiles as well")
    parser.add_argument("--results", type=Path, help="JSON lines: verdicts so far")
    parser.add_argument("--again", action="store_true", help="repeat the rows of the file that failed or were refused")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after; the same command goes on")
    options = parser.parse_args()
    wp.config.log_level = wp.LOG_ERROR

    group = options.categories
    names = [name for name, own in CATEGORIES.items() if group in (own, "all")] or group.split(",")
    file = options.results or Path(tempfile.gettempdir(), f"standalone-sweep-{options.seed}-{code_hash()}.jsonl")
    lines = file.read_text().splitlines() if file.exists() else []
    known = {v.name: v for v in (Verdict(**json.loads(line)) for line in lines)}
    done = {name for name, v in known.items() if v.stage == "passed" or not options.again}
    rows = (
        (category, key, number < options.nvcc)
        for category in names
        for number, key in enumerate(keys(category, options.seed, options.rows_per_category))
        if (category, key) not in done
    )
    start = time.process_time()
    made = 0
    with tempfile.TemporaryDirectory(prefix="sweep-") as folder, file.open("a") as log:
        for verdict in sweep(rows, precompiled_headers(Path(folder)), options.seconds):
            known[verdict.name] = verdict
            made += 1
            print(json.dumps(asdict(verdict)), file=log, flush=True)
    verdicts = [v for v in known.values() if v.category in names and v.key.startswith(f"{options.seed}/")]
    console = Console(width=140)
    console.print(table(verdicts))
    refused = Counter((v.category, v.reason) for v in verdicts if v.stage == "refused")
    for (category, construct), times in refused.most_common():
        console.print(f"refused {times:4} {category}: {construct}", markup=False)
    failed = [v for v in verdicts if v.stage not in ("passed", "refused")]
    for v in failed:
        console.print(f"FAILED {v.category} {v.key} ({v.stage})\n{v.reason}\n{v.nvcc}", markup=False)
    spent = time.process_time() - start
    console.print(f"{made} new rows, {spent / max(made, 1):.2f} s CPU a row without compilers; verdicts in {file}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
