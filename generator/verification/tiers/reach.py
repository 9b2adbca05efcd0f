"""Draws that take a thread where no draw before it did: an arm that no launch comes to is not checked."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from generator.launch import Launch
from generator.verification.tiers.comparison import Expectations

MOST = 12
"""Draws that are looked through for arms that are left: one that a tenth of them reach is met in three of four."""


def further_draws(expectations: Expectations, launch: Launch, seed: str) -> Iterator[str]:
    """Seeds of draws that reach arms of the kernel which nothing that was expected so far has come to."""
    every = range(expectations.reference.arms)
    yield from reaching(expectations, launch, seed, set(every).difference(*expectations.arms.values()))


def reaching(expectations: Expectations, launch: Launch, seed: str, arms: Collection[int]) -> Iterator[str]:
    """Seeds of draws that reach some of the arms, each at least one that those before it did not.

    Raises ``Incomparable``.
    """
    missing = set(arms)
    for number in range(MOST):
        if not missing:
            return
        drawn = f"{seed}/reach#{number}"
        if found := missing & expectations.arms_at(launch, drawn):
            missing -= found
            yield drawn
