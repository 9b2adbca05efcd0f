"""The split of a recipe: a split may have a computation alone; variants of the others are assigned by hash."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping
from functools import cache
from typing import Any

from generator.synthesis.computations.language import Computation

TRAIN, VALIDATION, TEST = "train", "validation", "test"

HELD_OUT: dict[str, float] = {TEST: 0.06, VALIDATION: 0.06}
"""Share of the recipes of shared computations that each held-out split has; train has the others."""

NOVEL = 0.25
"""Share of a held-out split's rows whose computation no other split has."""


def recipe_of(name: str, variant: Mapping[str, Any]) -> str:
    """A computation in a variant, as one word: ``spring_force(damped=True, law='cubic')``."""
    return f"{name}({', '.join(f'{word}={value!r}' for word, value in variant.items())})"


def split_of_recipe(recipe: str) -> str:
    """The split of a recipe whose computation all splits share."""
    digest = hashlib.blake2b(recipe.encode(), digest_size=8).digest()
    place = int.from_bytes(digest, "big") / 2**64
    for split, share in HELD_OUT.items():
        if place < share:
            return split
        place -= share
    return TRAIN


@cache  # all of them take a megabyte
def variants_of(computation: Computation, split: str, owner: str) -> tuple[dict[str, Any], ...]:
    """The variants of a computation that a split may draw; none where another split owns it."""
    found = all_variants(computation)
    if owner:
        return found if owner == split else ()
    return tuple(each for each in found if split_of_recipe(recipe_of(computation.name, each)) == split)


def all_variants(computation: Computation) -> tuple[dict[str, Any], ...]:
    """Every combination of a computation's choices."""
    products = itertools.product(*computation.variants.values())
    return tuple(dict(zip(computation.variants, values, strict=True)) for values in products)
