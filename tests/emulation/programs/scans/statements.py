"""Scans and compactions: what NumPy says of them."""

import numpy as np

from tests.emulation.programs.program import Program, whole, zeros

X = whole(128, 16)
HEADS = (whole(128, 6, seed=3) == 0).astype(np.int32)
STARTS = np.maximum.accumulate(np.where(HEADS == 1, np.arange(128), 0))
SUMS = np.cumsum(X)
KEPT = X[X > 7]


def _padded(kept: np.ndarray, count: int) -> np.ndarray:
    return np.r_[kept, np.zeros(count - len(kept), np.int32)]


PROGRAMS = {
    "hillis_steele": Program(lambda: [X, zeros(128, np.int32)], {1: SUMS}, ((1, 128),), (4, 0)),
    "blelloch": Program(lambda: [X, zeros(128, np.int32)], {1: SUMS - X}, ((1, 64),), (8, 0)),
    "warp_scan": Program(
        lambda: [X, zeros(128, np.int32)], {1: np.cumsum(X.reshape(4, 32), 1).ravel()}, ((1, 128), (2, 64), (4, 32))
    ),
    "segmented_scan": Program(lambda: [X, HEADS, zeros(128, np.int32)], {2: SUMS - (SUMS - X)[STARTS]}, ((1, 128),)),
    "compaction": Program(
        lambda: [X, zeros(128, np.int32), zeros(1, np.int32)], {1: _padded(KEPT, 128), 2: [len(KEPT)]}, ((1, 128),)
    ),
    "ballot_compaction": Program(
        lambda: [X[:32], zeros(32, np.int32), zeros(1, np.int32)],
        {1: _padded(X[:32][X[:32] > 7], 32), 2: [(X[:32] > 7).sum()]},
        ((1, 32),),
    ),
    "chained_scan": Program(
        lambda: [X, np.full(8, -1, np.int32), zeros(128, np.int32)], {2: SUMS}, ((1, 128), (2, 64), (4, 32), (8, 16))
    ),
}
