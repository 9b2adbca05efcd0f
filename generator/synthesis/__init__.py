"""Makes kernels: ``synthesize(category, key, split)`` is a pure function of its strings."""

from __future__ import annotations

from generator.synthesis.candidate import Candidate, Provenance, Rejected
from generator.synthesis.category import CATEGORIES, DEFAULT, EXTENDED
from generator.synthesis.making import synthesize

__all__ = ["CATEGORIES", "DEFAULT", "EXTENDED", "Candidate", "Provenance", "Rejected", "synthesize"]
