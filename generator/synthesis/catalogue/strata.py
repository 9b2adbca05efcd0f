"""The eleven default categories: what the name of each promises, as predicates on features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.syntax.walks.features import Features


@dataclass(frozen=True)
class Stratum:
    """A category: ``has`` holds for the features of each kernel alone, ``bars`` for those of no module."""

    has: Callable[[Features], bool]
    bars: Callable[[Features], bool] = lambda module: False

    def holds(self, kernel: Features, module: Features) -> bool:
        """Whether a kernel keeps the promise; ``module`` are its features with those of its functions."""
        return self.has(kernel) and not self.bars(module)

    def may_hold(self, least: Features, most: Features) -> bool:
        """Whether a kernel with these counts at most, in a module with these at least, may keep the promise."""
        return self.has(most) and not self.bars(least)


def _constructs(f: Features) -> int:
    return sum((f.loops > 0, f.branches > 0, f.own_calls > 0, f.vectors or f.composites, f.atomics > 0, f.mathematical))


STRATA: dict[str, Stratum] = {
    "arithmetic": Stratum(  # in a straight line, with guards at the most
        lambda f: f.operators >= 2,
        lambda f: bool(f.loops or f.branches or f.atomics or f.random),
    ),
    "conditional": Stratum(lambda f: f.branches >= 1),
    "loop": Stratum(lambda f: f.loops >= 1),
    "math": Stratum(lambda f: f.mathematical, lambda f: f.random),
    "vector": Stratum(lambda f: f.vectors),
    "atomic": Stratum(lambda f: f.atomics >= 1),
    "nested": Stratum(lambda f: f.nesting >= 2),
    "multi_cond": Stratum(lambda f: f.tests >= 3),
    "combined": Stratum(lambda f: _constructs(f) >= 3),
    "scalar_param": Stratum(lambda f: f.scalars >= 1),
    "random_math": Stratum(lambda f: f.random),
}
"""Every category by name."""

TRAITS: dict[str, Callable[[Features], bool]] = {"open_loop": lambda f: f.dynamic_loops >= 1}
"""Further shares in the index: kernels with a loop whose end is known at run time only."""

ALIKE = "alike"
"""Word in the index for the share of near-duplicate pairs among a computation's kernels, estimated from few draws."""

ISSUE = "issue"
"""Word in the index for the share of a computation's kernels whose derivative Warp is known to get wrong."""
