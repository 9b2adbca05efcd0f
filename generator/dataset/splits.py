"""The fingerprint of a kernel picks its split, so no structure of one split can occur in another."""

from __future__ import annotations

SPLITS: dict[str, int] = {"train": 90, "validation": 5, "test": 5}
"""Share of each split in percent, of the fingerprints and of the rows."""


def split_of(fingerprint: str) -> str:
    """The split that owns a fingerprint (16 hexadecimal digits)."""
    percent = int(fingerprint, 16) * 100 >> 64
    for split, share in SPLITS.items():
        if percent < share:
            return split
        percent -= share
    raise ValueError(f"not a fingerprint of 16 hexadecimal digits: {fingerprint!r}")


def split_rows(rows: int) -> dict[str, int]:
    """Rows of each split when there are ``rows`` over all: rounded shares, train takes what rounding leaves."""
    sizes = {split: (rows * share + 50) // 100 for split, share in SPLITS.items()}
    sizes["train"] += rows - sum(sizes.values())
    return sizes
