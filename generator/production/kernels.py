"""The stream of synthesized kernels, as a ``KernelStream`` (`generator.production.making.stream`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pyarrow as pa
import warp as wp

from generator.dataset.code_hash import code_hash
from generator.dataset.configs import DatasetConfig, get_config
from generator.dataset.identity import STREAM, KernelKey
from generator.dataset.kernel_filter import filter_of
from generator.dataset.rows import row_of_kernel, view_of, with_text_code
from generator.dataset.schema import SCHEMA_VERSION, features_of, schema_of
from generator.dataset.shards import Shard, kernels_of
from generator.dataset.shards import shard_count as shard_count
from generator.dataset.shingles import alike_keys
from generator.dataset.stream import OTHER_SPLIT, OUTSIDE_FILTER, Drawing
from generator.dataset.stream import Drawn as DrawnKernel
from generator.dataset.stream import draw as draw_kernel
from generator.dataset.targets import NoTranslation
from generator.production.making.recipe import Recipe
from generator.production.making.row_verification import check_rows, is_checked
from generator.production.making.stream import Candidate, Drawn, Outcome
from generator.versions import installed

__all__ = ["draw", "make", "schema", "shard_count", "versions", "view", "work_schema"]

PACKAGES = ("warp-lang", "pyarrow", "numpy")
"""Packages that a row's bytes depend on, besides this code."""

NOT_REJECTS = frozenset({OTHER_SPLIT, OUTSIDE_FILTER, "repeat in shard"})
"""Reasons of `generator.dataset.stream` that say nothing about a candidate's quality."""


def draw(recipe: Recipe, split: str, shard: int, category: str = "") -> Drawn:
    """See ``KernelStream``."""
    drawing = Drawing()
    drawn = kernels_of(Shard(work_config(recipe), split, shard), drawing, category)
    candidates = [
        Candidate(
            k.key.category,
            k.key.attempt,
            int(k.fingerprint, 16),
            alike_keys(k.candidate.source) if recipe.distinct else (),
        )
        for k in drawn
    ]
    return Drawn(candidates, Counter({why: n for why, n in drawing.passed_over.items() if why not in NOT_REJECTS}))


def make(recipe: Recipe, keys: Sequence[KernelKey], isolated: bool) -> list[Outcome]:
    """See ``KernelStream``."""
    wp.config.log_level = wp.LOG_ERROR
    config = work_config(recipe)
    made = [_row_or_reason(draw_kernel(key), config) for key in keys]
    rows = list(with_text_code((row for row in made if not isinstance(row, str)), config.code))
    checked = [row for row in rows if is_checked(recipe, row["id"])]
    failed = check_rows(checked, recipe.verify, isolated, recipe.thorough)
    remaining = iter(rows)
    outcomes = [found if isinstance(found, str) else next(remaining) for found in made]
    return [found if isinstance(found, str) else failed.get(found["id"], found) for found in outcomes]


def _row_or_reason(drawn: DrawnKernel, config: DatasetConfig) -> dict[str, Any] | str:
    try:
        return row_of_kernel(drawn, config.code, config.comments)
    except NoTranslation as reason:
        return str(reason)


def work_schema(recipe: Recipe) -> pa.Schema:
    """See ``KernelStream``."""
    return schema_of(work_config(recipe))


def schema(recipe: Recipe, config: str) -> pa.Schema:
    """See ``KernelStream``."""
    return features_of(_config(recipe, config)).arrow_schema


def view(recipe: Recipe, config: str, row: dict[str, Any]) -> dict[str, Any]:
    """See ``KernelStream``."""
    return view_of(row, _config(recipe, config))


def versions() -> dict[str, str]:
    """See ``KernelStream``."""
    packages = {name: installed(name) or "" for name in PACKAGES}
    return packages | {"schema": SCHEMA_VERSION, "stream": STREAM, "code": code_hash()}


@lru_cache(maxsize=4)
def work_config(recipe: Recipe) -> DatasetConfig:
    """The config of a row before any view: it has the code columns of all of the recipe's configs."""
    configs = [get_config(name) for name in recipe.configs]
    code = tuple(dict.fromkeys(column for config in configs for column in config.code))
    return DatasetConfig(
        name="work",
        summary="what every config of a build is a view of",
        code=code,
        view="code",
        categories=recipe.categories,
        rows=recipe.rows,
        tier=recipe.verify,
        seed=recipe.seed,
        comments=recipe.comments,
        kernel_filter=filter_of(recipe.difficulty, recipe.features),
    )


@lru_cache(maxsize=16)
def _config(recipe: Recipe, name: str) -> DatasetConfig:
    return get_config(name, rows=recipe.rows, seed=recipe.seed, categories=recipe.categories, comments=recipe.comments)
