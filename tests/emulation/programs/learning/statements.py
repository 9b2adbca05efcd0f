"""Layers of networks: what NumPy says of them."""

import numpy as np

from tests.emulation.programs.program import Program, floats, zeros

X = floats(256)
ROWS = X.reshape(4, 64)
POWERS = np.exp(ROWS - ROWS.max(1, keepdims=True))
WARPS = X.reshape(8, 32)
GAIN = floats(32, seed=2)
Q, KEYS, VALUES = floats(24).reshape(3, 8), floats(512, seed=2).reshape(64, 8), floats(512, seed=3).reshape(64, 8)
SCORES = np.exp(Q @ KEYS.T * 0.35355339)
BIASED = X + np.resize(GAIN, 256)

PROGRAMS = {
    "softmax": Program(lambda: [X, zeros(256)], {1: (POWERS / POWERS.sum(1, keepdims=True)).ravel()}, ((4, 64),)),
    "layernorm": Program(
        lambda: [X, GAIN, zeros(256)],
        {2: ((WARPS - WARPS.mean(1, keepdims=True)) / np.sqrt(WARPS.var(1, keepdims=True) + 1e-5) * GAIN).ravel()},
        ((1, 256), (2, 128), (8, 32)),
    ),
    "attention_row": Program(
        lambda: [Q, KEYS, VALUES, zeros(24)], {3: (SCORES / SCORES.sum(1, keepdims=True) @ VALUES).ravel()}, ((3, 64),)
    ),
    "gelu": Program(
        lambda: [32, X, GAIN, zeros(256)],
        {3: 0.5 * BIASED * (1 + np.tanh(0.79788456 * (BIASED + 0.044715 * BIASED**3)))},
        ((1, 256), (8, 32)),
    ),
}
