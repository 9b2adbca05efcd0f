"""Two sets of kernels side by side: shares of constructs, sizes, and bits a token under a model of the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import mean

from benchmarks.likeness.code_tokens import code_tokens
from benchmarks.likeness.constructs import CONSTRUCTS, constructs_of
from benchmarks.likeness.kernel_source import KernelSource
from benchmarks.likeness.ngram_model import NgramModel

QUANTILES = (0.1, 0.5, 0.9, 0.99)

SIZES = {
    "lines": lambda kernel: kernel.lines,
    "lines with functions": lambda kernel: kernel.lines + kernel.lines_reached,
    "arguments": lambda kernel: len(kernel.arguments),
}
"""Size -> function that measures it on a kernel."""


@dataclass(frozen=True)
class Profile:
    """The measures of one set of kernels."""

    kernels: Sequence[KernelSource]

    @cached_property
    def shares(self) -> Mapping[str, float]:
        """Construct -> per cent of the kernels that have it."""
        found = Counter(name for kernel in self.kernels for name in constructs_of(kernel))
        return {name: 100 * found[name] / len(self.kernels) for name in CONSTRUCTS}

    @cached_property
    def documents(self) -> Sequence[Sequence[str]]:
        """Tokens of each body."""
        return [code_tokens(kernel.body) for kernel in self.kernels]

    @property
    def vocabulary(self) -> tuple[int, int]:
        """Distinct names of locals and of arguments."""
        local = {name for kernel in self.kernels for name in kernel.locals}
        return len(local), len({name for kernel in self.kernels for name in kernel.arguments})

    def quantiles(self, size: str) -> list[int]:
        """``QUANTILES`` of a size over the kernels."""
        values = sorted(map(SIZES[size], self.kernels))
        return [values[min(int(len(values) * share), len(values) - 1)] for share in QUANTILES]


def means(projects: Mapping[str, Profile]) -> dict[str, float]:
    """Construct -> mean of the projects' shares; all projects weigh alike, whatever their size."""
    return {name: mean(each.shares[name] for each in projects.values()) for name in CONSTRUCTS}


def gap(ours: Mapping[str, float], real: Mapping[str, float]) -> float:
    """Mean distance of two sets of shares in points."""
    return mean(abs(ours[name] - real[name]) for name in CONSTRUCTS)


def bits_by_project(
    ours: Profile, projects: Mapping[str, Profile], order: int
) -> dict[str, tuple[float, float | None]]:
    """Project -> bits a token under a model of ours, and under one of the other projects (None where there is none)."""
    model = NgramModel(ours.documents, order)
    found: dict[str, tuple[float, float | None]] = {}
    for project, profile in projects.items():
        others = list(_documents(other for name, other in projects.items() if name != project))
        beside = NgramModel(others, order).bits_a_token(profile.documents) if others else None
        found[project] = model.bits_a_token(profile.documents), beside
    return found


def _documents(profiles: Iterable[Profile]) -> Iterable[Sequence[str]]:
    return (document for profile in profiles for document in profile.documents)
