"""MinHash: numbers of a set of shingles that two sets share the more of, the more alike the sets are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from generator.dataset.shingles import Shingles, shingles, tokens

HASHES = 200
"""Hash functions of a signature."""

ALIKE_BANDS, ALIKE_BAND_ROWS = 14, 14
"""Kernels of Jaccard index 0.85 share a key of these with probability 0.78, of 0.9 with 0.97, of 0.7 with 0.09."""

Signatures = NDArray[np.uint32]


def signature(found: Shingles) -> Signatures:
    """Smallest value of each of ``HASHES`` hash functions over the shingles."""
    hashed = found.astype(np.uint64)[:, None] * _FACTORS + _OFFSETS
    return (hashed >> np.uint64(32)).min(axis=0).astype(np.uint32)


def band_keys(signatures: Signatures, bands: int, rows: int) -> NDArray[np.uint64]:
    """One number for each band (rows) of each signature (columns), made of ``rows`` of its values."""
    parts = signatures[:, : bands * rows].reshape(len(signatures), bands, rows).astype(np.uint64)
    keys = np.zeros(parts.shape[:2], np.uint64)
    for row in range(rows):
        keys = keys * np.uint64(0x9E3779B97F4A7C15) + parts[:, :, row]
    return np.ascontiguousarray(keys.T)


def alike_keys(source: str) -> tuple[int, ...]:
    """Numbers of which near-duplicates of a source have at least one, by ``ALIKE_BANDS`` and ``ALIKE_BAND_ROWS``."""
    own = signature(shingles(tokens(source)))
    return tuple(band_keys(own[None, :], ALIKE_BANDS, ALIKE_BAND_ROWS)[:, 0].tolist())


_generator = np.random.Generator(np.random.PCG64(2026))
_FACTORS = _generator.integers(1, 1 << 63, HASHES, dtype=np.uint64) | np.uint64(1)
_OFFSETS = _generator.integers(0, 1 << 63, HASHES, dtype=np.uint64)
