"""Grids and images: what NumPy says of them."""

import numpy as np

from tests.emulation.programs.program import Program, floats, whole, zeros

X = floats(128)
PADDED = np.pad(X, 1)
W = floats(5, seed=3)
CELLS = whole(144, 2).reshape(12, 12)
AROUND = sum(np.roll(CELLS, (j, i), (0, 1)) for j in (-1, 0, 1) for i in (-1, 0, 1)) - CELLS
FIELD = floats(144).reshape(12, 12)
RELAXED = np.pad((FIELD[1:-1, :-2] + FIELD[1:-1, 2:] + FIELD[:-2, 1:-1] + FIELD[2:, 1:-1]) / 4, 1)
AT = np.random.Generator(np.random.PCG64(5)).random((60, 2)).astype(np.float32)


def _mandelbrot(most: int) -> np.ndarray:
    i = np.arange(256)
    c = -2.0 + 3.0 * (i % 16) / 16 + 1j * (-1.5 + 3.0 * (i // 16) / 16)
    z, n = np.zeros(256, complex), np.zeros(256, np.int32)
    for _ in range(most):
        inside = z.real**2 + z.imag**2 <= 4.0
        z[inside] = z[inside] ** 2 + c[inside]
        n += inside
    return n


def _bilinear() -> np.ndarray:
    u, v = AT[:, 0].astype(float) * 11, AT[:, 1].astype(float) * 11
    x, y = np.minimum(u.astype(int), 10), np.minimum(v.astype(int), 10)
    a, b = u - x, v - y
    upper = (1 - a) * FIELD[y, x] + a * FIELD[y, x + 1]
    return (1 - b) * upper + b * ((1 - a) * FIELD[y + 1, x] + a * FIELD[y + 1, x + 1])


PLANES = (((2, 2), (8, 8)), ((1, 3), (16, 4)), ((3, 12), (4, 1)))
PROGRAMS = {
    "stencil_halo": Program(
        lambda: [128, X, zeros(128)], {2: PADDED[:-2] + PADDED[1:-1] + PADDED[2:]}, ((1, 128), (2, 64), (4, 32)), (4, 8)
    ),
    "convolution": Program(
        lambda: [128, 5, X, W, zeros(124)], {4: np.correlate(X, W, "valid")}, ((1, 128), (4, 32), (16, 8))
    ),
    "life": Program(
        lambda: [12, CELLS, zeros(144, np.int32)],
        {2: ((AROUND == 3) | ((AROUND == 2) & (CELLS == 1))).astype(np.int32).ravel()},
        PLANES,
    ),
    "jacobi": Program(lambda: [12, FIELD, zeros(144)], {2: RELAXED.ravel()}, PLANES),
    "mandelbrot": Program(lambda: [20, zeros(256, np.int32)], {1: _mandelbrot(20)}, ((1, 256), (8, 32))),
    "bilinear": Program(lambda: [12, 60, FIELD, AT, zeros(60)], {4: _bilinear()}, ((1, 64), (2, 32), (8, 8))),
}
