"""Reductions: what NumPy says of them."""

import numpy as np

from tests.emulation.programs.program import Program, floats, whole, zeros

X = floats(256)
IDS = whole(384, 16)
ROWS = floats(40 * 9).reshape(40, 9)

PROGRAMS = {
    "block_sum": Program(lambda: [X, zeros(2)], {1: X.reshape(2, 128).sum(1)}, ((2, 128),), (4, 0)),
    "warp_sum": Program(
        lambda: [IDS, zeros(12, np.int32)], {1: IDS.reshape(12, 32).sum(1)}, ((1, 384), (4, 96), (12, 32))
    ),
    "two_level_sum": Program(lambda: [X, zeros(2)], {1: X.reshape(2, 128).sum(1)}, ((2, 128),)),
    "dot_product": Program(
        lambda: [250, X, X[::-1].copy(), zeros(1)], {3: [X[:250] @ X[::-1][:250]]}, ((1, 64), (2, 32), (3, 128))
    ),
    "kahan_sum": Program(lambda: [40, 9, ROWS, zeros(40)], {3: ROWS.sum(1)}, ((2, 32), (1, 64), (5, 8))),
    "argmax": Program(lambda: [X, zeros(2, np.int32)], {1: [X[:128].argmax(), 128 + X[128:].argmax()]}, ((2, 128),)),
    "last_block": Program(
        lambda: [X, zeros(8), zeros(1, np.uint32), zeros(1)], {2: [0], 3: [X.sum()]}, ((2, 128), (4, 64), (8, 32))
    ),
    "mean_variance": Program(
        lambda: [X, zeros(4)],
        {1: np.stack([X.reshape(2, 128).mean(1), X.reshape(2, 128).var(1)], 1).ravel()},
        ((2, 128),),
    ),
}
