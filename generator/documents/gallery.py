"""Twenty kernels as drawn, for ``docs/gallery.md``: picked by reading, written by their ids."""

from __future__ import annotations

from generator.dataset.stream import kernel_of

GALLERY = (
    "s2-arithmetic-0-train-0-1", "s2-arithmetic-0-train-0-3", "s2-atomic-0-train-0-0",
    "s2-atomic-0-train-0-3", "s2-combined-0-train-0-1", "s2-combined-0-train-0-4",
    "s2-conditional-0-train-0-2", "s2-conditional-0-train-0-5", "s2-loop-0-train-0-3",
    "s2-loop-0-train-0-5", "s2-math-0-train-0-0", "s2-math-0-train-0-5",
    "s2-multi_cond-0-train-0-0", "s2-multi_cond-0-train-0-6", "s2-nested-0-train-0-3",
    "s2-nested-0-train-0-4", "s2-random_math-0-train-0-3", "s2-random_math-0-train-0-2",
    "s2-scalar_param-0-train-0-4", "s2-vector-0-train-0-5",
)  # fmt: skip
"""Ids of the kernels shown, at most two a category."""


def gallery() -> str:
    """A heading, the description and the source of each, unedited. ValueError for a kernel that no stream gives."""
    parts = []
    for id in GALLERY:
        candidate = kernel_of(id).candidate
        parts.append(f"## {id}\n\n{candidate.description}\n\n```python\n{candidate.source}```\n")
    return "\n".join(parts)
