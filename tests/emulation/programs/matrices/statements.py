"""Matrices, dense and sparse: what NumPy says of them."""

from itertools import pairwise

import numpy as np

from tests.emulation.programs.program import Program, floats, whole, zeros

A, B = floats(256, seed=1).reshape(16, 16), floats(256, seed=2).reshape(16, 16)
LONG = floats(12 * 20).reshape(12, 20)
WIDE = floats(8 * 40).reshape(8, 40)
V = floats(40, seed=3)
COUNTS = whole(24, 9, seed=4)
BEGINS = np.r_[0, np.cumsum(COUNTS)].astype(np.int32)
COLUMNS = whole(int(BEGINS[-1]), 40, seed=5)
VALUES = floats(int(BEGINS[-1]), seed=6)
PRODUCT = np.array([VALUES[a:b] @ V[COLUMNS[a:b]] for a, b in pairwise(BEGINS)])

ROWS = floats(6 * 128, seed=8).reshape(6, 128)
HALF_SUMS = np.roll(ROWS, -64, axis=1).reshape(6, 32, 4).sum(axis=2)
TAIL = floats(70, seed=9)
LEFT, RIGHT = (floats(16 * 32, seed=seed).astype(np.float16).reshape(16, 32) for seed in (10, 11))
EXACT = LEFT.astype(np.float64)[:, :16] @ RIGHT.astype(np.float64)[:16, :8]
TWICE = 2 * LEFT.astype(np.float64) @ RIGHT.astype(np.float64).reshape(32, 16)
WORDS = whole(64, 65536, seed=12).astype(np.uint16).reshape(8, 8)


def tail(threads: int, blocks: int) -> np.ndarray:
    """Numbers with zeros behind them, each block's the other way round."""
    whole_tail = np.r_[TAIL, zeros(threads * blocks - len(TAIL))]
    return whole_tail.reshape(blocks, threads)[:, ::-1].ravel()


PROGRAMS = {
    "transpose_naive": Program(lambda: [12, 20, LONG, zeros(240)], {3: LONG.T.ravel()}, ((1, 256), (8, 32), (16, 16))),
    "transpose_tiled": Program(lambda: [A, zeros(256)], {1: A.T.ravel()}, ((1, 256),)),
    "transpose_conflicts": Program(lambda: [A, zeros(256)], {1: A.T.ravel()}, ((1, 256),)),
    "matmul_naive": Program(
        lambda: [16, A, B, zeros(256)], {3: (A @ B).ravel()}, (((2, 2), (8, 8)), ((1, 4), (16, 4)), ((1, 1), (24, 16)))
    ),
    "matmul_tiled": Program(lambda: [16, A, B, zeros(256)], {3: (A @ B).ravel()}, (((2, 2), (8, 8)),)),
    "matvec_warp": Program(lambda: [8, 40, WIDE, V, zeros(8)], {4: WIDE @ V}, ((8, 32), (4, 64), (3, 128))),
    "spmv_scalar": Program(
        lambda: [24, BEGINS, COLUMNS, VALUES, V, zeros(24)], {5: PRODUCT}, ((1, 32), (3, 8), (1, 64))
    ),
    "spmv_vector": Program(
        lambda: [24, BEGINS, COLUMNS, VALUES, V, zeros(24)], {5: PRODUCT}, ((24, 32), (13, 64), (7, 128))
    ),
    "async_copy": Program(lambda: [6, ROWS, zeros(192)], {2: HALF_SUMS.ravel()}, ((1, 32),)),
    "async_tail": Program(lambda: [70, TAIL, zeros(96)], {2: tail(48, 2)}, ((2, 48),)),
    "matmul_mma": Program(
        lambda: [LEFT[:, :16].copy(), RIGHT[:16, :8].copy(), zeros(128)], {2: EXACT.ravel()}, ((1, 32),)
    ),
    "matmul_wmma": Program(lambda: [LEFT, RIGHT, zeros(256)], {2: TWICE.ravel()}, ((1, 32),)),
    "transpose_stmatrix": Program(
        lambda: [WORDS.view(np.uint32), np.zeros(32, np.uint32)],
        {1: np.ascontiguousarray(WORDS.T[::-1]).view(np.uint32).ravel()},
        ((1, 32),),
    ),
}
