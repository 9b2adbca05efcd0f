"""The name of a kernel in the stream: the same in every config, and enough to make the kernel again."""

from __future__ import annotations

from dataclasses import dataclass

from generator.dataset.splits import SPLITS

STREAM = "s2"
"""Version of the stream: what ids begin with. Another version gives other kernels for the same key."""


@dataclass(frozen=True, order=True)
class KernelKey:
    """Where a kernel stands in the stream of a seed: the ``attempt``-th draw of a category in a shard of a split."""

    seed: int
    category: str
    split: str
    shard: int
    attempt: int

    @property
    def text(self) -> str:
        """What the synthesizer hashes."""
        return f"{self.seed}/{self.category}/{self.split}/{self.shard}/{self.attempt}"

    @property
    def id(self) -> str:
        """The row's ``id``; ``from_id`` is the inverse."""
        return f"{STREAM}-{self.category}-{self.seed}-{self.split}-{self.shard}-{self.attempt}"

    @classmethod
    def from_id(cls, text: str) -> KernelKey:
        """The key of a row id; ValueError when the text is not one."""
        try:
            stream, category, seed, split, shard, attempt = text.split("-")
            key = cls(int(seed), category, split, int(shard), int(attempt)) if stream == STREAM else None
        except ValueError:
            key = None
        if key is None or split not in SPLITS or key.id != text:
            raise ValueError(
                f"not a row id: {text!r} "
                f"({STREAM}-category-seed-split-shard-attempt, as in '{STREAM}-vector-0-train-3-14')"
            )
        return key
