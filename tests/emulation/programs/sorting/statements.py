"""Sorting and merging: what NumPy says of them."""

import numpy as np

from tests.emulation.programs.program import Program, floats, whole, zeros

X = whole(128, 1000)
BITS = X >> 2 & 1
ONE, TWO = np.sort(whole(50, 99, seed=1)), np.sort(whole(30, 99, seed=2))
TABLE = floats(40 * 12).reshape(40, 12)

PROGRAMS = {
    "bitonic_sort": Program(lambda: [X, zeros(128, np.int32)], {1: np.sort(X)}, ((1, 128),), (4, 0)),
    "odd_even_sort": Program(lambda: [X[:64], zeros(64, np.int32)], {1: np.sort(X[:64])}, ((1, 32),), (8, 0)),
    "rank_sort": Program(
        lambda: [100, X[:100], zeros(100, np.int32)], {2: np.sort(X[:100])}, ((1, 128), (4, 32), (13, 8))
    ),
    "radix_pass": Program(lambda: [2, X, zeros(128, np.int32)], {2: X[np.argsort(BITS, kind="stable")]}, ((1, 128),)),
    "merge_path": Program(
        lambda: [50, 30, ONE, TWO, zeros(80, np.int32)], {4: np.sort(np.r_[ONE, TWO])}, ((1, 96), (3, 32), (5, 16))
    ),
    "top_k": Program(
        lambda: [40, 12, TABLE, zeros(160)], {3: -np.sort(-TABLE, 1)[:, :4].ravel()}, ((2, 32), (1, 64), (5, 8))
    ),
}
