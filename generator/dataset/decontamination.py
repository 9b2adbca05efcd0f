"""Fingerprints that no synthetic row may have: those of real kernels, which config ``wild`` holds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generator.dataset.fingerprint import fingerprint
from generator.lowering.user_kernels.wild import wild_fingerprints

FILE = Path(__file__).with_name("wild_fingerprints.txt")
"""One a line, sorted; ``python -m generator wild --fingerprints`` writes it for the Warp that is supported."""


@cache
def real_fingerprints() -> frozenset[str]:
    """Fingerprints of the kernels of Warp's library and examples."""
    return frozenset(FILE.read_text().split())


def write_fingerprints() -> int:
    """Make the file again from the installed Warp; how many there are."""
    found = sorted(wild_fingerprints(fingerprint))
    FILE.write_text("\n".join(found) + "\n")
    return len(found)
