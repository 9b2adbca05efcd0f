"""Near-duplicates: MinHash finds candidates, the exact Jaccard index of the shingles decides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from generator.dataset.shingles import HASHES, Shingles, Signatures, band_keys, signature

BANDS, BAND_ROWS = 40, 5
"""Bands, and rows of a band: sets of Jaccard index 0.7 share a band key with probability 0.999, of 0.3 with 0.09."""

BUCKET_ROWS = 64
"""Most rows of a bucket that are compared: rows in a bucket of thousands share common code, and are not alike."""

LEAST_ESTIMATE = 0.6
"""Candidates whose estimated index is lower are dropped: three standard deviations under 0.7."""

ENOUGH = 0.85
"""Jaccard index at which the search stops: no threshold is higher."""


class Neighbours:
    """Rows among which others are looked up."""

    def __init__(self, rows: Sequence[Shingles]):
        self.rows = rows
        self.signatures = np.empty((len(rows), HASHES), np.uint32)
        for place, row in enumerate(rows):
            self.signatures[place] = signature(row)
        keys = band_keys(self.signatures, BANDS, BAND_ROWS)
        self.orders = np.argsort(keys, axis=1, kind="stable")
        self.keys = np.take_along_axis(keys, self.orders, axis=1)

    def closest(self, shingles: Shingles, itself: int | None = None) -> float:
        """Largest Jaccard index with a row other than ``itself``, or the first found that is 0.85 or more."""
        own = signature(shingles)
        candidates = self._candidates(own, itself)
        estimates = (self.signatures[candidates] == own).mean(axis=1)
        best = 0.0
        for place in np.argsort(-estimates, kind="stable"):
            if best >= ENOUGH or estimates[place] < LEAST_ESTIMATE:
                break
            best = max(best, jaccard(shingles, self.rows[candidates[place]]))
        return best

    def _candidates(self, own: Signatures, itself: int | None) -> NDArray[np.int64]:
        found = []
        for band, key in enumerate(band_keys(own[None, :], BANDS, BAND_ROWS)[:, 0]):
            first, last = np.searchsorted(self.keys[band], key, "left"), np.searchsorted(self.keys[band], key, "right")
            if last - first > BUCKET_ROWS:
                # A window that depends only on the row's number, or on the key without one.
                first += (int(key) if itself is None else itself) % int(last - first - BUCKET_ROWS + 1)
                last = first + BUCKET_ROWS
            found.append(self.orders[band, first:last])
        candidates = np.unique(np.concatenate(found))
        return candidates if itself is None else candidates[candidates != itself]


def jaccard(left: Shingles, right: Shingles) -> float:
    """Size of the intersection over size of the union of two sorted sets."""
    common = len(np.intersect1d(left, right, assume_unique=True))
    return common / (len(left) + len(right) - common)
