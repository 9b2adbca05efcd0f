"""Atomics: what NumPy says of them."""

import numpy as np

from tests.emulation.programs.program import Program, floats, whole, zeros

X = floats(256)
IDS = whole(256, 16)
BINS = np.bincount(IDS, minlength=16)
FROM, TO = whole(40, 30, seed=1), whole(40, 30, seed=2)
BEGINS = np.arange(0, 91, 3, dtype=np.int32)
EDGES = whole(90, 30, seed=3)
DEPTH = np.where(np.arange(30) < 4, 1, 9).astype(np.int32)


def _components() -> np.ndarray:
    """The least node of each node's component."""
    found = np.arange(30)
    for _ in range(30):
        for a, b in zip(FROM, TO, strict=True):
            found[[a, b]] = min(found[a], found[b])
    return found


def _roots(parents: np.ndarray) -> np.ndarray:
    for _ in range(30):
        parents = parents[parents]
    return parents


def _reached() -> np.ndarray:
    found = DEPTH.copy()
    for node in range(4):
        np.minimum.at(found, EDGES[3 * node : 3 * node + 3], 2)
    return found


PROGRAMS = {
    "histogram_global": Program(
        lambda: [250, IDS, zeros(16, np.int32)], {2: np.bincount(IDS[:250], minlength=16)}, ((1, 256), (8, 32), (3, 96))
    ),
    "histogram_shared": Program(lambda: [IDS, zeros(16, np.int32)], {1: BINS}, ((1, 256), (2, 128), (8, 32))),
    "largest_by_cas": Program(lambda: [X, zeros(1)], {1: [X.max()]}, ((1, 256), (4, 64))),
    "spin_lock": Program(lambda: [zeros(1, np.int32), zeros(1, np.int32)], {0: [0], 1: [32]}, ((1, 32), (4, 8))),
    "lock_and_data": Program(lambda: [zeros(1, np.int32), zeros(1, np.int32)], {0: [0], 1: [16]}, ((1, 16), (4, 4))),
    "double_sum": Program(
        lambda: [X[:64].astype(np.float64), zeros(1, np.float64)], {1: [X[:64].astype(np.float64).sum()]},
        ((1, 64), (4, 16)),
    ),
    "queue": Program(
        lambda: [250, IDS, np.full(256, -1, np.int32), zeros(1, np.int32)],
        {2: np.sort(np.r_[np.flatnonzero(IDS[:250] > 7), np.full(256 - (IDS[:250] > 7).sum(), -1)]),
         3: [(IDS[:250] > 7).sum()]},
        ((1, 256), (8, 32)), sorted=2,
    ),
    "union_find": Program(
        lambda: [40, FROM, TO, np.arange(30, dtype=np.int32)], {3: (_roots, _components())}, ((1, 64), (5, 8))
    ),
    "bfs_step": Program(
        lambda: [30, 1, BEGINS, EDGES, DEPTH, DEPTH.copy()], {5: _reached()}, ((1, 32), (4, 8))
    ),
}  # fmt: skip
