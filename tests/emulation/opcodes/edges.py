"""Values at which opcodes go wrong, as bits: zeros, ends, halves, subnormals, infinities, NaN."""

from __future__ import annotations

import random
from itertools import product

from tests.emulation.opcodes.values import WIDTHS

_SINGLE = [
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, 0x80800000, 0x00800001, 0x33800000,
    0x3EFFFFFF, 0x3F000000, 0xBF000000, 0x3F7FFFFF, 0x3F800000, 0xBF800000, 0x3F800001, 0x3FC00000, 0x40200000,
    0xC0200000, 0x40490FDB, 0x437F8000, 0x46FFFE00, 0x477FE000, 0x477FF000, 0x4B000001, 0x4B800001, 0x4EFFFFFF,
    0x4F000000, 0xCF000000, 0x4F7FFFFF, 0x4F800000, 0x5F000000, 0xDF000000, 0x5F800000, 0x7F7FFFFF, 0xFF7FFFFF,
    0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 0x387FC000, 0x33000000, 0x33000001, 0x3F808000, 0x3F818000,
]  # fmt: skip
_DOUBLE = [
    0, 1 << 63, 1, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x3FF0000000000000, 0xBFF0000000000000, 0x3FF0000000000001,
    0x3FE0000000000000, 0x3FEFFFFFFFFFFFFF, 0x4004000000000000, 0xC004000000000000, 0x41DFFFFFFFC00000,
    0x41E0000000000000, 0x41EFFFFFFFE00000, 0x41F0000000000000, 0x43E0000000000000, 0xC3E0000000000000,
    0x43F0000000000000, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000,
    0x7FF8000000000000, 0xFFF8000000000001, 0x3FF0000010000000, 0x3FF0000030000000, 0x3FF0000010000001,
    0x47EFFFFFF0000000, 0x47EFFFFFE0000000, 0x36A0000000000000, 0x3690000000000001, 0x380FFFFFF0000000,
    0x3FF0020000000000, 0x3FF0020000000001, 0x40EFFE0000000000, 0x3FF0100000000000, 0x3FF0100000000001,
]  # fmt: skip
_HALF = [
    0, 0x8000, 1, 0x8001, 0x03FF, 0x0400, 0x8400, 0x3555, 0x3800, 0x3BFF, 0x3C00, 0xBC00, 0x3C01, 0x4100, 0xC100,
    0x5BFF, 0x5C00, 0x6400, 0x7800, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0xFE01,
]  # fmt: skip
_BRAIN = [
    0, 0x8000, 1, 0x8001, 0x007F, 0x0080, 0x8080, 0x3EAB, 0x3F00, 0x3F7F, 0x3F80, 0xBF80, 0x3F81, 0x4020, 0xC020,
    0x437F, 0x4F00, 0x4F80, 0x5F00, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80, 0x7FC0, 0xFFC1,
]  # fmt: skip
_FLOATS = {"f32": _SINGLE, "f64": _DOUBLE, "f16": _HALF, "bf16": _BRAIN}


def edges(kind: str) -> list[int]:
    """Bits of the edge values of a type."""
    if kind in _FLOATS:
        return _FLOATS[kind]
    if kind == "pred":
        return [0, 1]
    if kind.endswith("x2"):
        part = edges(kind.removesuffix("x2"))
        return [low | high << 16 for low, high in zip(part, part[5:] + part[:5], strict=True)]
    width = WIDTHS[kind]
    top = 1 << (width - 1)
    near = [0, 1, 2, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 0x21, 0x5410, 0x7610, 0xFEDC, 0x80, 0xFF, 0x0102]
    ends = [top, top - 1, top + 1, 2 * top - 1, 2 * top - 2, 0x5A3C96E10FF01234, 0x0123456789ABCDEF]
    return sorted({each & (2 * top - 1) for each in (*near, *ends)})


def lanes_of(kinds: list[str], count: int, seed: int) -> list[list[int]]:
    """Operands of at most ``count`` lanes: combinations of edges, then bits at random."""
    draw = random.Random(f"{seed} {kinds}")
    together = list(product(*(edges(kind) for kind in kinds)))
    chosen = draw.sample(together, min(len(together), count * 3 // 4))
    widths = [1 if kind == "pred" else WIDTHS[kind] for kind in kinds]
    chosen += [tuple(draw.getrandbits(width) for width in widths) for _ in range(count - len(chosen))]
    return [list(each) for each in zip(*chosen, strict=True)]
