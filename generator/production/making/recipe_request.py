"""From what a person asks for to a recipe."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from generator.choices import choose, whole_number
from generator.dataset.configs import COLLECTED, MOST_ROWS, SYNTHESIS, DatasetConfig, get_config
from generator.production.folder.manifest_file import read_manifest
from generator.production.making.exclusion import Structures, digest_of
from generator.production.making.recipe import Recipe
from generator.production.making.sizing import parse_size, rows_for
from generator.verification.tiers.tiers import CHECKED_HERE


def recipe_for(
    names: Sequence[str],
    *,
    folder: Path,
    rows: int | None = None,
    target_size: str | None = None,
    seed: int = 0,
    categories: Sequence[str] | None = None,
    comments: bool = True,
    verify: str | None = None,
    verify_sample: float = 1.0,
    thorough: bool = False,
    output_format: str = "parquet",
    excluded: Structures | None = None,
    difficulty: str | None = None,
    features: Sequence[str] | None = None,
    curriculum: bool = False,
    distinct: bool = True,
) -> Recipe:
    """The recipe of a request; options left out come from the configs. ValueError says what is wrong with it.

    ``excluded`` are structures that no row may have; a build begun in ``folder`` for the same target size keeps its
    number of rows.
    """
    if rows is not None and target_size is not None:
        raise ValueError("--rows and --target-size exclude each other")
    configs = [get_config(name.strip()) for name in dict.fromkeys(names)]
    if given := [config for config in configs if config.source != SYNTHESIS]:
        how = "`collect` makes it" if given[0].source == COLLECTED else "load it by name, it needs no production"
        raise ValueError(f"{given[0].name} holds kernels that were given, not made: {how}")
    configs = [
        config.with_options(
            rows=rows,
            seed=seed,
            categories=categories,
            difficulty=difficulty,
            features=features,
            curriculum=curriculum or None,
        )
        for config in configs
    ]
    _check_alike(configs)
    first = configs[0]
    if first.curriculum and output_format == "json":
        raise ValueError("a folder of JSON files has no order: leave out --curriculum, or --format json")
    recipe = Recipe(
        configs=tuple(config.name for config in configs),
        rows=first.rows,
        seed=seed,
        categories=first.categories,
        comments=comments,
        verify=choose("tier", verify, CHECKED_HERE)
        if verify is not None
        else max((c.tier for c in configs), key=CHECKED_HERE.index),
        verify_sample=verify_sample,
        thorough=thorough,
        format=output_format,
        excluded=digest_of(excluded),
        difficulty=first.kernel_filter.difficulty_text,
        features=first.kernel_filter.features,
        curriculum=first.curriculum,
        distinct=distinct,
    )
    return recipe if target_size is None else _sized(recipe, parse_size(target_size), folder)


_SHARED = {
    "categories": ("categories", "--categories"),
    "kernel_filter": ("difficulties or features", "--difficulty and --features"),
    "curriculum": ("orders", "--curriculum"),
}
"""What the configs of one build must have in common -> its name in a message, and the option that sets it for all."""


def _check_alike(configs: Sequence[DatasetConfig]) -> None:
    first = configs[0]
    for other in configs[1:]:
        for name, (what, option) in _SHARED.items():
            if getattr(other, name) != getattr(first, name):
                raise ValueError(
                    f"{first.name} and {other.name} draw from different {what}: "
                    f"build them in separate folders, or name {option}"
                )


def _sized(recipe: Recipe, target_bytes: int, folder: Path) -> Recipe:
    if recorded := read_manifest(folder).get("recipe"):
        begun = Recipe.from_json(recorded)
        if begun == dataclasses.replace(recipe, rows=begun.rows, target_bytes=target_bytes):
            return begun
    rows = whole_number("rows of that size", rows_for(recipe, target_bytes), 1, MOST_ROWS)
    return dataclasses.replace(recipe, rows=rows, target_bytes=target_bytes)
