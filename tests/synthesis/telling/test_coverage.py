"""That elements keep what they held is said where a path of a thread skips them, and only there."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

import pytest

from generator.synthesis import Candidate, candidates

KEPT = "that no thread writes keep what they held"


@cache
def some(category: str) -> tuple[Candidate, ...]:
    return tuple(candidate for _, candidate in islice(candidates(category, "coverage-test"), 60))


def is_kept(candidate: Candidate) -> bool:
    return KEPT in candidate.specification
