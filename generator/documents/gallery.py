"""Kernels as drawn, for ``docs/gallery.md``: the first two of each default category, not selected."""

from __future__ import annotations

from itertools import islice

from generator.dataset.configs import get_config
from generator.dataset.shards import kernels_of, shards_of

KERNELS = 22
"""Kernels shown: two of each default category."""


def gallery() -> str:
    """A heading with the id, the description and the source of each, unedited."""
    first = shards_of(get_config("cuda_backward"), "train")[0]
    drawn = sorted(islice(kernels_of(first), KERNELS), key=lambda each: (each.key.category, each.key.id))
    parts = (
        f"## {each.key.id}\n\n{each.candidate.description}\n\n```python\n{each.candidate.source}```\n" for each in drawn
    )
    return "\n".join(parts)
