"""What the language has: what NumPy says of it."""

import numpy as np

from tests.emulation.programs.program import Program, floats, whole, zeros

X = floats(256)
IDS = whole(64, 9)
SMALL = whole(64, 1000, seed=2)
CASES = [SMALL + 11, SMALL * 7, SMALL - 5, SMALL ^ 21, SMALL << 3, SMALL // 3, SMALL % 5, -SMALL, -SMALL]
WIDE = np.random.Generator(np.random.PCG64(9)).integers(0, 2**64, 64, np.uint64)
MIXED = [(int(v) * 0x9E3779B97F4A7C15 >> 64) ^ (int(v) << 13) % 2**64 ^ int(v) % 1000003 for v in WIDE]
BOX = np.array([(0.5, 3.0, 7)], np.dtype([("low", "f4"), ("scale", "f8"), ("offset", "i4")], align=True))
ORDER = np.random.Generator(np.random.PCG64(4)).permutation(60).astype(np.int32)
PLACED = np.zeros(64, np.float32)
PLACED[ORDER] = X[ORDER[::-1]]


def _lcg(seed: int) -> np.ndarray:
    s = seed + np.arange(64, dtype=np.uint32)
    for _ in range(5):
        s = s * np.uint32(1664525) + np.uint32(1013904223)
    return s >> np.uint32(8)


LINES = ((1, 64), (2, 32), (8, 8))
PROGRAMS = {
    "saxpy": Program(lambda: [250, 2.0, X, np.ones(256, np.float32)], {3: np.r_[2 * X[:250] + 1, np.ones(6)]},
                     ((4, 64), (1, 256), (9, 32))),
    "grid_stride": Program(lambda: [256, X, zeros(256)], {2: X * X}, ((2, 64), (1, 32), (3, 96))),
    "dynamic_shared": Program(lambda: [SMALL, zeros(64)], {1: SMALL[::-1] * 1.5}, ((1, 64),), (8, 0)),
    "constants": Program(lambda: [X[:64], zeros(64)],
                         {1: X[:64] * np.resize(np.float32([1, -2, 4, -8, 16]), 64)}, LINES),
    "pointer_tables": Program(
        lambda: [IDS, zeros(64, np.int32)], {1: np.array([200, 300])[IDS & 1] + np.array([3, 1, 6])[IDS % 3]}, LINES),
    "local_array": Program(lambda: [IDS, zeros(64)], {1: (IDS & 7).astype(np.float32) ** 2}, LINES),
    "device_function": Program(lambda: [X[:64], zeros(64)], {1: (X[:64] * 2 + 1) * 3 + 1}, LINES),
    "switch_table": Program(lambda: [IDS, SMALL, zeros(64, np.int32)], {2: np.choose(IDS, CASES)}, LINES),
    "doubles": Program(lambda: [X[:64].astype(float), zeros(64, float)],
                       {1: np.sqrt(np.abs(X[:64].astype(float))) / 3.0}, LINES),
    "wide_integers": Program(lambda: [WIDE, zeros(64, np.uint64)], {1: np.array(MIXED, np.uint64)}, LINES),
    "struct_argument": Program(lambda: [BOX.tobytes(), X[:64], zeros(64, float)],
                               {2: (X[:64] - np.float32(0.5)).astype(float) * 3.0 + 7}, LINES),
    "printing": Program(lambda: [5, zeros(64, np.int32)], {1: np.arange(64)}, LINES),
    "assertion": Program(lambda: [1000, SMALL, zeros(64, np.int32)], {2: SMALL}, LINES),
    "lcg": Program(lambda: [5, zeros(64, np.uint32)], {1: _lcg(5)}, LINES),
    "vector_loads": Program(
        lambda: [X, zeros(128)], {1: np.stack([X[0::4] + X[1::4], X[2::4] * X[3::4]], 1).ravel()}, LINES),
    "gather_scatter": Program(lambda: [60, ORDER[::-1].copy(), ORDER, X, zeros(64)], {4: PLACED}, LINES),
}  # fmt: skip
