"""A stream of little texts instead of kernels, with repeats and refusals: it tests production without a compiler."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections.abc import Sequence
from itertools import count
from typing import Any

import pyarrow as pa

from generator.dataset.identity import KernelKey
from generator.dataset.schema import ABOUT, CODE, FIGURES, IDENTITY, known_columns
from generator.dataset.splits import split_of
from generator.production.making.recipe import Recipe
from generator.production.making.stream import MORE_STREAMS, Candidate, Drawn, Failed, Outcome

os.environ[MORE_STREAMS] = __name__

SHARD_ROWS = 22
STRUCTURES = 3_000
"""Number of different structures a category: few enough that shards repeat each other."""

NEAR = 2
"""Structures that are near each other."""


def recipe(**changes: Any) -> Recipe:
    """A small build of toy rows."""
    defaults: dict[str, Any] = {
        "configs": ("cuda_forward", "cuda_backward"),
        "rows": 660,
        "seed": 3,
        "categories": ("arithmetic", "loop", "vector"),
        "stream": __name__,
    }
    return Recipe(**(defaults | changes))


def number_of(text: str, limit: int) -> int:
    """A number below ``limit`` that depends on the text only."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % limit


def structure_of(seed: int, category: str, split: str, shard: int, attempt: int) -> int:
    """Structure of a candidate: one of ``STRUCTURES``, of which ``NEAR`` that follow each other are near."""
    return number_of(f"{seed}/{category}/{split}/{shard}/{attempt}", STRUCTURES)


def fingerprint_of(seed: int, category: str, split: str, shard: int, attempt: int) -> int:
    """Hash of a candidate's structure."""
    return number_of(f"{category} {structure_of(seed, category, split, shard, attempt)}", 1 << 64)


def alike_of(seed: int, category: str, split: str, shard: int, attempt: int) -> tuple[int, int]:
    """Keys of a candidate: structures that are near have the second in common."""
    structure = structure_of(seed, category, split, shard, attempt)
    return number_of(f"one {category} {structure}", 1 << 64), number_of(f"{category} {structure // NEAR}", 1 << 64)


def shard_count(rows: int) -> int:
    return max(1, -(-rows // SHARD_ROWS))


def draw(recipe: Recipe, split: str, shard: int, of: str = "") -> Drawn:
    drawn = Drawn()
    for slot in range(SHARD_ROWS):
        category = recipe.categories[slot % len(recipe.categories)]
        if of not in ("", category):
            continue
        for attempt in count(slot * 1_000):
            found = fingerprint_of(recipe.seed, category, split, shard, attempt)
            if number_of(f"synthesis {shard} {attempt}", 50) == 0:
                drawn.rejected["constant output"] += 1
            elif split_of(f"{found:016x}") == split:
                alike = alike_of(recipe.seed, category, split, shard, attempt) if recipe.distinct else ()
                drawn.candidates.append(Candidate(category, attempt, found, alike))
                break
    return drawn


def make(recipe: Recipe, keys: Sequence[KernelKey], isolated: bool) -> list[Outcome]:
    # Long enough that a kill lands in the middle of something.
    time.sleep(0.01)
    return [outcome_of(recipe, key, isolated) for key in keys]


def outcome_of(recipe: Recipe, key: KernelKey, isolated: bool) -> Outcome:
    """The key's row; with verification one structure in eight is refused, and by `execute` some crash the process."""
    found = fingerprint_of(key.seed, key.category, key.split, key.shard, key.attempt)
    if recipe.verify != "codegen" and number_of(f"verify {found}", 8) == 0:
        return Failed(key.id, "compile", "it may not")
    if recipe.verify == "execute" and number_of(f"crash {found}", 150) == 0:
        if not isolated:
            os.kill(os.getpid(), signal.SIGSEGV)
        return Failed(key.id, "execute", "crashed")
    return row_of(key, found)


def row_of(key: KernelKey, found: int) -> dict[str, Any]:
    """A row with the columns of a real one."""
    source = f"import warp as wp\n\n\n@wp.kernel\ndef toy(out: wp.array(dtype=float)):\n    out[0] = {found}.0\n"
    return {
        "id": key.id,
        "python_source": source,
        "cuda_forward": f"void forward_{found}() {{}}\n" * 20,
        "cuda_backward": f"void backward_{found}() {{}}\n" * 20,
        "description": f"Writes {found}.",
        "category": key.category,
        "kernel_name": "toy",
        "seed": key.seed,
        "fingerprint": f"{found:016x}",
        "difficulty": number_of(f"difficulty {found}", 10) + 1,
        "builtins": [],
        "dtypes": ["float32"],
        "arguments": [{"name": "out", "type": "array(dtype=float32)", "role": "output"}],
        "launch": '{"arguments":[],"dim":[1]}',
        "launch_dim": [1],
        "line_count": source.count("\n"),
        "character_count": len(source),
        "tiers": ["codegen"],
        **dict.fromkeys(column.name for column in FIGURES),
        "warp_version": "1.19.0",
    }


def work_schema(recipe: Recipe) -> pa.Schema:
    difficulty = known_columns()["difficulty"]
    columns = {column.name: column.type for column in (*IDENTITY, *CODE[:2], *ABOUT, difficulty)}
    return pa.schema(columns)


def schema(recipe: Recipe, config: str) -> pa.Schema:
    other = {"cuda_forward": "cuda_backward", "cuda_backward": ""}[config]
    return pa.schema([field for field in work_schema(recipe) if field.name != other])


def view(recipe: Recipe, config: str, row: dict[str, Any]) -> dict[str, Any]:
    return row


def versions() -> dict[str, str]:
    return {"toy": "1"}
