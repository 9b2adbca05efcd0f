"""The name of a kernel in the stream: the same in every config, and enough to make the kernel again."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.dataset.splits import SPLITS

STREAM = "s2"
"""Version of the stream: what ids begin with. Another version gives other kernels for the same key."""

FIRST_STREAM = "s1"
"""The first version, whose ids and manifests name no version."""

_VERSION = re.compile(r"s[1-9][0-9]*")


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
        return self._id(STREAM)

    def _id(self, stream: str) -> str:
        version = "" if stream == FIRST_STREAM else f"{stream}-"
        return f"{version}{self.category}-{self.seed}-{self.split}-{self.shard}-{self.attempt}"

    @classmethod
    def from_id(cls, text: str, stream: str = STREAM) -> KernelKey:
        """The key of a row id of a version of the stream; ValueError when the text is not one."""
        try:
            category, seed, split, shard, attempt = text.split("-")[-5:]
            key = cls(int(seed), category, split, int(shard), int(attempt))
        except ValueError:
            key = None
        if key is None or split not in SPLITS or key._id(stream) != text:
            raise ValueError(
                f"not a row id: {text!r} "
                f"({STREAM}-category-seed-split-shard-attempt, as in '{STREAM}-vector-0-train-3-14')"
            )
        return key


def stream_of(text: str) -> str:
    """The version of the stream that a row id belongs to; empty where the text is no row id."""
    first = text.partition("-")[0]
    stream = first if _VERSION.fullmatch(first) else FIRST_STREAM
    try:
        KernelKey.from_id(text, stream)
    except ValueError:
        return ""
    return stream
