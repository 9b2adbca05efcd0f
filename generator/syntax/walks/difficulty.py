"""How hard a kernel is to write, from 1 to 10, and the measures that this is made of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping

from generator.syntax.walks.features import Features

_FULL: Mapping[str, int] = {
    **{"statements": 40, "nesting": 4, "tests": 10, "loops": 3},
    **{"indirections": 6, "calls": 4, "atomics": 4, "arguments": 18},
}
"""Measure -> the count from which on it adds no more: the highest tenth of real kernels."""

PARTS = tuple(_FULL)
"""Measures of a kernel, each a count."""

_CONSTRUCTS: Mapping[str, Callable[[Features], bool]] = {
    "atomic": lambda f: f.atomics > 0,
    "branch": lambda f: f.branches > 0,
    "composite": lambda f: f.composites,
    "function": lambda f: f.own_calls > 0,
    "guard": lambda f: f.guards > 0,
    "indirection": lambda f: f.indirections > 0,
    "loop": lambda f: f.loops > 0,
    "dynamic_loop": lambda f: f.dynamic_loops > 0,
    "mathematical": lambda f: f.mathematical,
    "nesting": lambda f: f.nesting > 1,
    "random": lambda f: f.random,
    "scalar_argument": lambda f: f.scalars > 0,
    "transcendental": lambda f: f.transcendental,
    "vector": lambda f: f.vectors,
}
"""Words in the column ``features`` -> whether a kernel has that construct."""

CONSTRUCTS = tuple(sorted(_CONSTRUCTS))
"""Every word that the column ``features`` may hold."""

LEAST, MOST = 1, 10
"""The scale of difficulty."""

_TENTHS = (0.040, 0.084, 0.128, 0.180, 0.248, 0.333, 0.448, 0.587, 0.771)
"""Deciles of the load over kernels of newton, mujoco-warp and Warp's own library, which weigh alike;
`benchmarks/likeness/difficulty_scale.py` measures them."""


def parts_of(found: Features, arguments: int) -> dict[str, int]:
    """The measures of a kernel."""
    return {
        **{"statements": found.statements, "nesting": found.nesting, "tests": found.tests, "loops": found.loops},
        **{"indirections": found.indirections, "calls": found.own_calls, "atomics": found.atomics},
        "arguments": arguments,
    }


def load_of(parts: Mapping[str, int]) -> float:
    """The mean of the measures, each as a share of what counts as full: from 0 to 1."""
    return sum(min(parts[name] / full, 1.0) for name, full in _FULL.items()) / len(_FULL)


def difficulty_of(parts: Mapping[str, int]) -> int:
    """The tenth, from 1 to 10, in which a kernel's load lies among kernels that people write."""
    return LEAST + bisect_right(_TENTHS, load_of(parts))


def constructs_of(found: Features) -> list[str]:
    """Words for the constructs that a kernel has, sorted."""
    return sorted(word for word, holds in _CONSTRUCTS.items() if holds(found))
