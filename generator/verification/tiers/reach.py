"""Draws of inputs that reach arms of a kernel which no draw has reached: an arm that no launch reaches is unchecked."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from generator.launch import Launch
from generator.verification.tiers.comparison import Expectations

MOST = 12
"""Draws that are searched for missing arms: one that a tenth of all draws reach is found in three of four cases."""


def further_draws(expectations: Expectations, launch: Launch, seed: str) -> Iterator[str]:
    """Seeds of draws that reach arms of the kernel which no launch in ``expectations`` has reached."""
    every = range(expectations.reference.arms)
    yield from reaching(expectations, launch, seed, set(every).difference(*expectations.arms.values()))


def reaching(expectations: Expectations, launch: Launch, seed: str, arms: Collection[int]) -> Iterator[str]:
    """Seeds of draws that reach some of ``arms``, each at least one more than those before. Raises ``Incomparable``."""
    missing = set(arms)
    for number in range(MOST):
        if not missing:
            return
        drawn = f"{seed}/reach#{number}"
        if found := missing & expectations.arms_at(launch, drawn):
            missing -= found
            yield drawn
