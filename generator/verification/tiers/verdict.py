"""The tiers, the kernel as they take it, and the verdict on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.launch import Launch
from generator.lowering.warp_backend import Lowered

TIERS = ("codegen", "compile", "execute", "gradient", "device", "gpu")
"""All tiers in order: each is tried on what passed those before it. ``gpu`` is left to `tests/gpu`, which needs one."""

CHECKED_HERE = TIERS[:5]
"""Tiers that need no GPU."""

DEFAULT_TIERS = TIERS[:4]
"""Tiers that are checked by default."""

RUN_TIERS = frozenset({"execute", "gradient", "device"})
"""Tiers that run the kernel."""


@dataclass(frozen=True)
class Item:
    """A kernel to check: its source, its launch, its code columns (None: lowered here), the seed of its inputs.

    ``ptx``: made by the tier ``compile`` for ``device``, by code column. ``thorough``: ``device`` makes more launches.
    """

    source: str
    launch: Launch
    texts: Lowered | None = None
    seed: str = "0"
    ptx: Mapping[str, str] = field(default_factory=dict)
    thorough: bool = False


@dataclass
class Verdict:
    """Tiers that a kernel passed, why it failed the first that it did not, and what was measured.

    ``not_applicable``: tiers that have no meaning for the kernel, neither passed nor failed, and why. ``ptx``: PTX by
    code column, for the tier ``device`` of a later call.
    """

    passed: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    not_applicable: dict[str, str] = field(default_factory=dict)
    figures: dict[str, float | int | str] = field(default_factory=dict)
    ptx: Mapping[str, str] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        """Whether no tier failed."""
        return not self.failed

    def followed_by(self, later: Verdict) -> Verdict:
        """One verdict of two calls' findings; without ``ptx``."""
        return Verdict(
            tuple(t for t in TIERS if (t in self.passed or t in later.passed) and t not in later.failed),
            self.failed | later.failed,
            self.not_applicable | later.not_applicable,
            self.figures | later.figures,
        )


def tiers_up_to(highest: str) -> tuple[str, ...]:
    """``highest`` and the tiers before it; ValueError for one that needs a GPU or does not exist."""
    if highest not in CHECKED_HERE:
        raise ValueError(f"no such tier: {highest!r} (one of {', '.join(CHECKED_HERE)})")
    return CHECKED_HERE[: CHECKED_HERE.index(highest) + 1]
