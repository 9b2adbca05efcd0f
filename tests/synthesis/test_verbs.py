"""A kernel is called by what it does."""

from __future__ import annotations

import re

import pytest

from generator.synthesis import CATEGORIES
from tests.synthesis.kernels import draw

EXTENDED = [name for name, category in CATEGORIES.items() if category.group == "extended"]
DONE = {
    "interpolate": r"slerp\(|lerp\(", "blend": r"slerp\(|lerp\(", "contract": r"ddot\(", "symmetrize": r"transpose",
    "decompose": r"transpose|trace", "solve": r"inverse\(", "invert": r"inverse\(",
    "rotate": r"quat_rotate", "turn": r"wp\.diag\(", "convert": r"_to_matrix\(",
    "count": r"bit_count|intersections", "hash": r" \^ ", "scatter": r"atomic_add", "accumulate": r"atomic_add",
    "assemble": r"atomic_add", "center": r"tile_sum\(", "sort": r"tile_sort\(", "scan": r"tile_scan",
    "add": r"_tile \+ ",
    "carry": r"transform_(?:twist|wrench)\(", "move": r"\+ dt", "perturb": r"noise\(", "texture": r"noise\(",
}  # fmt: skip
"""What stands in every kernel that is called by the verb."""
NEVER = {"resample", "warp", "weather", "ripple", "displace", "resolve", "refresh", "track", "project", "propagate"}


@pytest.mark.parametrize("kind", ("fixed", "fresh"))
@pytest.mark.parametrize("category", EXTENDED)
def test_the_verb_of_the_name_is_what_is_done(category, kind, fresh_seed):
    for candidate in draw(category, 120, f"verbs/{fresh_seed if kind == 'fresh' else 5}"):
        verb = candidate.kernel_name.partition("_")[0]
        assert verb not in NEVER, candidate.source
        assert re.search(DONE.get(verb, ""), candidate.source), candidate.source
