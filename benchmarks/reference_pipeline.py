"""A pipeline that works like public producers of such pairs, for comparison.

A temporary file for each kernel, imported; the code of its whole module; a regular expression that cuts the two kernels
out; one JSON file a row. Both ways get the same kernels.
"""

from __future__ import annotations

import importlib.util
import json
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.figures import Figure, Scale, interleaved, ratio
from benchmarks.stock import stock_warp
from generator.dataset.configs import get_config
from generator.dataset.rows import make_rows, view_of
from generator.dataset.schema import schema_of
from generator.dataset.shards import Shard, kernels_of, shards_of
from generator.dataset.stream import Drawn
from generator.lowering.warp_backend import forget_module, stock_module_text
from generator.production.folder.parquet_files import write_parquet

REFERENCE = "reference pipeline"
_KERNEL = r'extern "C"[^\n]*__global__ void {name}_cuda_kernel_{way}\(.*?\n\}}\n'


def convert(kernel: Drawn, folder: Path) -> Path:
    """One row of the reference pipeline: a JSON file of Python, forward and adjoint text."""
    name = f"reference_{kernel.key.id.replace('-', '_')}"
    path = folder / f"{name}.py"
    path.write_text(kernel.candidate.source)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    entry = getattr(module, kernel.candidate.kernel_name)
    text = stock_module_text(entry, "cuda")
    found = {way: _cut(text, entry.key, way) for way in ("forward", "backward")}
    row = {"id": kernel.key.id, "category": kernel.key.category, "python": kernel.candidate.source, **found}
    output = folder / f"{name}.json"
    output.write_text(json.dumps(row, indent=2))
    forget_module(name)
    return output


def run_reference(kernels: Sequence[Drawn]) -> int:
    """Put all kernels through ``convert``; return the bytes written."""
    with stock_warp(), tempfile.TemporaryDirectory() as folder:
        return sum(convert(kernel, Path(folder)).stat().st_size for kernel in kernels)


def run_ours(kernels: Sequence[Drawn]) -> int:
    """Write all kernels as rows of one Parquet file; return its bytes."""
    config = get_config("cuda_backward")
    with tempfile.TemporaryDirectory() as folder:
        rows = (view_of(row, config) for row in make_rows(kernels, config.code))
        return int(write_parquet(Path(folder, "rows.parquet"), rows, schema_of(config))["bytes"])


def measured_shards(count: int) -> list[Shard]:
    """The first training shards of a large ``cuda_backward``."""
    return shards_of(get_config("cuda_backward", rows=110_000), "train")[:count]


def measure(scale: Scale) -> Iterator[Figure]:
    """Rows a second and bytes a row, both ways, one core."""
    shards = measured_shards(max(1, scale.shards // 4))
    kernels = [kernel for shard in shards for kernel in kernels_of(shard)]
    ways = {
        "reference": lambda: run_reference(kernels),
        "ours": lambda: run_ours(kernels),
        "ours, kernels made too": lambda: run_ours([kernel for shard in shards for kernel in kernels_of(shard)]),
    }
    seconds = interleaved(ways, scale.rounds)
    for name, limit in (("reference", ""), ("ours", ">=2.5"), ("ours, kernels made too", "")):
        rate = len(kernels) / statistics.median(seconds[name])
        gain = 1 / ratio(seconds, name, "reference")
        yield Figure("source to file", name, rate, "rows/s", gain, REFERENCE, limit)
    ours, theirs = run_ours(kernels) / len(kernels), run_reference(kernels) / len(kernels)
    yield Figure("source to file", "size of a row on disk", ours, "bytes", ours / theirs, REFERENCE)


def _cut(text: str, name: str, way: str) -> str:
    found = re.search(_KERNEL.format(name=re.escape(name), way=way), text, re.DOTALL)
    if found is None:
        raise ValueError(f"no {way} kernel in the code of {name}")
    return found.group(0)
