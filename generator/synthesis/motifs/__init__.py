"""Motifs: small computations that people write and name, as tables. A kernel chains a few of them."""

from __future__ import annotations

from generator.synthesis.motifs.integers import INTEGER_MOTIFS
from generator.synthesis.motifs.motif import Motif, apply_motif
from generator.synthesis.motifs.rotations import ROTATIONS
from generator.synthesis.motifs.scalars import SCALAR_MOTIFS
from generator.synthesis.motifs.vectors import VECTOR_MOTIFS

__all__ = ["INTEGER_MOTIFS", "ROTATIONS", "SCALAR_MOTIFS", "VECTOR_MOTIFS", "Motif", "apply_motif"]
