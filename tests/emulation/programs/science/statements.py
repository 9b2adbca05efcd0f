"""Programs of the sciences: what NumPy says of them."""

import numpy as np

from tests.emulation.programs.program import Program, floats, whole, zeros

P = np.abs(floats(96 * 3)).reshape(96, 3)
X = floats(64)
ONE, TWO = whole(32, 3, seed=1), whole(32, 3, seed=2)


def _pull() -> np.ndarray:
    d = (P[None, :, :2] - P[:, None, :2]).astype(float)
    return (d * (P[None, :, 2:] / ((d**2).sum(2, keepdims=True) + 0.01) ** 1.5)).sum(1).ravel()


def _inside() -> int:
    s = np.arange(64, dtype=np.uint32) * np.uint32(747796405) + np.uint32(2891336453)
    found = 0
    for _ in range(16):
        s = s * np.uint32(1664525) + np.uint32(1013904223)
        x = s >> np.uint32(16)
        s = s * np.uint32(1664525) + np.uint32(1013904223)
        y = s >> np.uint32(16)
        found += int((x * x // 65536 + y * y // 65536 < 65536).sum())
    return found


def _distance() -> int:
    row = list(range(33))
    for i, a in enumerate(ONE, 1):
        before, row = row, [i]
        for j, b in enumerate(TWO, 1):
            row.append(min(before[j - 1] + int(a != b), before[j] + 1, row[-1] + 1))
    return row[-1]


PROGRAMS = {
    "nbody": Program(lambda: [96, P, zeros(192)], {2: _pull()}, ((1, 96), (3, 32), (2, 48)), (12, 0)),
    "fft_step": Program(
        lambda: [X, zeros(128)], {1: np.stack([np.fft.fft(X).real, np.fft.fft(X).imag], 1).ravel()}, ((1, 64),)
    ),
    "pi": Program(lambda: [zeros(1, np.int32)], {0: [_inside()]}, ((1, 64), (2, 32))),
    "edit_distance": Program(lambda: [ONE, TWO, zeros(1, np.int32)], {2: [_distance()]}, ((1, 33),)),
}
