"""A little build made by hand: real kernels, lowered by Warp, written as Parquet with the columns of the contract."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.dataset.configs import get_config
from generator.dataset.identity import KernelKey
from generator.dataset.schema import schema_of
from generator.dataset.splits import split_of
from generator.launch import OUTPUT, Argument, Launch
from generator.lowering.warp_backend import lower, program
from generator.production import kernels
from generator.production.folder import files
from generator.production.folder.build_folder import open_build
from generator.production.making.recipe import Recipe
from generator.production.measuring.stats import stats_of
from generator.syntax.walks.difficulty import PARTS

OPERATIONS = ("sin", "cos", "tanh", "exp", "abs", "sqrt", "floor", "atan", "sign", "cosh")

_HEAD = "import warp as wp\n\n\n"
_ARGUMENTS = "values: wp.array(dtype=float), scale: float, out: wp.array(dtype=float)"

KERNELS = {
    "arithmetic": ("out[i] = scale * wp.{op}(values[i]) + {number}",),
    "conditional": ("x = values[i]", "if x > {number}:", "    x = wp.{op}(x) - scale", "out[i] = x"),
    "loop": (
        "total = float(0.0)",
        "for step in range(3):",
        "    total += wp.{op}(values[i] * float(step))",
        "out[i] = total",
    ),
    "atomic": ("wp.atomic_add(out, 0, scale * wp.{op}(values[i]) * {number})",),
}
"""Body of one kernel per category; ``op`` makes another skeleton, ``number`` does not."""

MADE_SO = {
    "specification": "Write a kernel that applies a function to each value.",
    "narration": "Each thread applies a function to its value.",
    "field": "signals",
    "computations": ["apply"],
    "recipe": "0123456789abcdef",
    "novel": False,
    "difficulty": 1,
    "difficulty_parts": dict.fromkeys(PARTS, 1),
    "features": ["scalar arguments"],
    "argument_domains": [{"name": "values", "domain": "from -1 to 1"}],
}
"""What rows say of how they were made."""

SPLIT_OF = ("train",) * 8 + ("validation", "test")


def rows() -> Iterator[dict[str, Any]]:
    """Forty rows, ten a category, each with both code columns, ``prompt`` and ``completion``."""
    launch = Launch(
        (
            Argument("values", "array", "float32", ndim=1, shape=(64,)),
            Argument("scale", "scalar", "float32", fill="value", value=1.5),
            Argument("out", "array", "float32", ndim=1, shape=(64,), role=OUTPUT),
        ),
        dim=(64,),
    )
    for category, body in KERNELS.items():
        for number, operation in enumerate(OPERATIONS):
            name = f"{category}_{operation}"
            lines = (f'"""Apply {operation} to each value."""', "i = wp.tid()", *body)
            text = "".join(f"    {line}\n" for line in lines).format(op=operation, number=0.25 * (number + 1))
            source = f"{_HEAD}@wp.kernel\ndef {name}({_ARGUMENTS}):\n{text}"
            with program(source) as opened:
                lowered = lower(opened.kernel)
            yield {
                "id": KernelKey(0, category, SPLIT_OF[number], 0, number).id,
                "python_source": source,
                "cuda_forward": lowered.cuda_forward,
                "cuda_backward": lowered.cuda_backward,
                "task": "forward",
                "prompt": f"Write the CUDA code of this Warp kernel.\n\n{source}",
                "completion": lowered.cuda_forward,
                "description": f"Applies {operation} to each value.",
                "category": category,
                "kernel_name": name,
                "seed": 0,
                "fingerprint": _fingerprint(f"{category} {operation}", SPLIT_OF[number]),
                "builtins": sorted({"tid", operation} | ({"atomic_add"} if category == "atomic" else set())),
                "dtypes": ["float32"],
                "arguments": [{"name": a.name, "type": a.dtype, "role": a.role} for a in launch.arguments],
                "launch": launch.to_json(),
                "launch_dim": list(launch.dim),
                **MADE_SO,
                "line_count": source.count("\n"),
                "character_count": len(source),
                "tiers": ["codegen", "compile"] if number % 2 else ["codegen"],
                "gradient_error": 1e-9 * (number + 1) if number % 2 else None,
                "warp_version": "1.19.0",
                "split": SPLIT_OF[number],
            }


def _fingerprint(text: str, split: str) -> str:
    """Sixteen digits that stand for a structure of a split."""
    found = (hashlib.sha256(f"{text} {number}".encode()).hexdigest()[:16] for number in count())
    return next(digits for digits in found if split_of(digits) == split)


def write_small_build(root: Path, configs: tuple[str, ...] = ("cuda_forward", "cuda_backward")) -> Path:
    """Write the rows for each config, two files for train, with figures and a manifest as small as can be."""
    every = list(rows())
    for config in configs:
        (root / config).mkdir(parents=True)
        for split in ("train", "validation", "test"):
            mine = [row for row in every if row["split"] == split]
            parts = 2 if split == "train" else 1
            for part in range(parts):
                path = root / config / f"{split}-{part:05d}-of-{parts:05d}.parquet"
                pq.write_table(pa.Table.from_pylist(mine[part::parts], schema_of(get_config(config))), path)
    recipe = Recipe(configs, len(every), 0, (*KERNELS,), verify="compile").to_json()
    manifest = {"complete": True, "recipe": recipe, "versions": kernels.versions() | {"warp-lang": "1.19.0"}}
    (root / "manifest.json").write_text(json.dumps(manifest))
    (root / "stats.json").write_text(json.dumps(stats_of(root)))
    describe(root)
    return root


def describe(root: Path) -> None:
    """Write the files into the manifest as they are now, with their rows and hashes."""
    found = [
        {"path": file.name, "config": file.config, "split": file.split, "rows": file.rows, **files.describe(file.path)}
        for file in open_build(root).files
    ]
    found.append({"path": "stats.json", "rows": 0, **files.describe(root / "stats.json")})
    manifest = json.loads((root / "manifest.json").read_text())
    (root / "manifest.json").write_text(json.dumps(manifest | {"files": found}))
