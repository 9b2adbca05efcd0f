"""Computations that are one step of their field together, each taking what those before it make: `steps.txt`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

STEPS = Path(__file__).with_name("steps.txt")
"""A step a line: what its kernel is called, and its computations in their order, with ``!`` after those of `ending`."""


@cache
def steps() -> dict[tuple[str, ...], str]:
    """Computations that make a step -> its name."""
    lines = (line.split("|") for line in STEPS.read_text(encoding="utf-8").splitlines())
    return {tuple(computations.replace("!", "").split()): name for name, computations in lines}


@cache
def steps_of(first: str) -> tuple[Sequence[str], ...]:
    """The steps that begin with a computation."""
    return tuple(step for step in steps() if step[0] == first)


@cache
def ending() -> frozenset[tuple[str, str]]:
    """Computations with the one after them, where a record whose state the first leaves alone leaves both."""
    return frozenset(re.findall(r"(\w+)! (?=(\w+))", STEPS.read_text(encoding="utf-8")))


@cache
def crowd_of(first: str) -> int:
    """The most computations that begin a step with one and the same part of a computation's steps, itself included."""
    parts = {first}.union(*steps_of(first))
    return max(len(_beginning_with(part) | {part}) for part in parts)


@cache
def _beginning_with(part: str) -> frozenset[str]:
    """The computations that begin a step with ``part`` in it."""
    return frozenset(step[0] for step in steps() if part in step)
