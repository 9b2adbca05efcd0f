"""What NVRTC makes of CUDA's intrinsics: whole kernels against Python's numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from generator.emulation import emulate
from tests.emulation.device_code import ptx_of
from tests.emulation.opcodes import exact
from tests.emulation.opcodes.edges import lanes_of
from tests.emulation.opcodes.test_bits import digits, nth_set, permuted
from tests.emulation.opcodes.test_conversions import as_float, as_whole, wrapped
from tests.emulation.opcodes.values import WIDTHS, agrees, value_of

C_TYPES = {
    "u32": "unsigned",
    "s32": "int",
    "u64": "unsigned long long",
    "s64": "long long",
    "f32": "float",
    "f64": "double",
}

# An expression of x, y and z; the types of the result and of those; what it is.
INTRINSICS: dict[str, tuple[str, Callable[..., object]]] = {
    "__byte_perm(x, y, z)": ("u32 u32 u32 u32", lambda x, y, z: permuted(x, y, z & 0x7777)),
    "__byte_perm(x, y, 0x5140)": ("u32 u32 u32", lambda x, y: permuted(x, y, 0x5140)),
    "__funnelshift_l(x, y, z)": ("u32 u32 u32 u32", lambda x, y, z: (y << 32 | x) << (z & 31) >> 32),
    "__funnelshift_rc(x, y, z)": ("u32 u32 u32 u32", lambda x, y, z: (y << 32 | x) >> min(z, 32)),
    "__brev(x)": ("u32 u32", lambda x: int(digits(x, 32)[::-1], 2)),
    "__brevll(x)": ("u64 u64", lambda x: int(digits(x, 64)[::-1], 2)),
    "__popcll(x)": ("s32 u64", lambda x: x.bit_count()),
    "__clzll(x)": ("s32 s64", lambda x: 64 - (x & (1 << 64) - 1).bit_length()),
    "__ffs(x)": ("s32 s32", lambda x: (x & -x).bit_length()),
    "__ffsll(x)": ("s32 s64", lambda x: (x & -x).bit_length()),
    "__fns(x, 4, 2)": ("u32 u32", lambda x: nth_set(x, 4, 2)),
    "__mulhi(x, y)": ("s32 s32 s32", lambda x, y: x * y >> 32),
    "__umul64hi(x, y)": ("u64 u64 u64", lambda x, y: x * y >> 64),
    "__mul64hi(x, y)": ("s64 s64 s64", lambda x, y: x * y >> 64),
    "__sad(x, y, z)": ("u32 s32 s32 u32", lambda x, y, z: abs(x - y) + z),
    "__hadd(x, y)": ("s32 s32 s32", lambda x, y: x + y >> 1),
    "__urhadd(x, y)": ("u32 u32 u32", lambda x, y: x + y + 1 >> 1),
    "min(min(x, y), z)": ("s32 s32 s32 s32", min),
    "max(max(x, y), z)": ("u64 u64 u64 u64", max),
    "x / 7": ("s32 s32", lambda x: abs(x) // 7 * (-1 if x < 0 else 1)),
    "x % 10": ("u64 u64", lambda x: x % 10),
    "__fmaf_rz(x, y, z)": ("f32 f32 f32 f32", lambda *each: exact.fused(*each, "f32", "rz")),
    "__fma_ru(x, y, z)": ("f64 f64 f64 f64", lambda *each: exact.fused(*each, "f64", "rp")),
    "__fadd_rd(x, y)": ("f32 f32 f32", lambda *each: exact.total(*each, "f32", "rm")),
    "__dmul_ru(x, y)": ("f64 f64 f64", lambda *each: exact.product(*each, "f64", "rp")),
    "__fdiv_rn(x, y)": ("f32 f32 f32", lambda *each: exact.quotient(*each, "f32", "rn")),
    "x / y": ("f64 f64 f64", lambda *each: exact.quotient(*each, "f64", "rn")),
    "__frcp_ru(x)": ("f32 f32", lambda x: exact.reciprocal(x, "f32", "rp")),
    "__fsqrt_rz(x)": ("f32 f32", lambda x: exact.root(x, "f32", "rz")),
    "__float2int_rn(x)": ("s32 f32", lambda x: as_whole(x, "s32", "rni", "f32")),
    "__double2ull_ru(x)": ("u64 f64", lambda x: as_whole(x, "u64", "rpi", "f64")),
    "__ll2float_rz(x)": ("f32 s64", lambda x: as_float(x, "f32", "rz")),
    "__ull2double_rd(x)": ("f64 u64", lambda x: as_float(x, "f64", "rm")),
    "__double2float_ru(x)": ("f32 f64", lambda x: as_float(x, "f32", "rp")),
    "__hiloint2double(__double2hiint(x), __double2loint(x))": ("f64 f64", lambda x: x),
    "__saturatef(x)": ("f32 f32", lambda x: 0.0 if x != x or x <= 0 else min(x, 1.0)),
    "fmaf(x, y, -z)": ("f32 f32 f32 f32", lambda x, y, z: exact.fused(x, y, -z, "f32", "rn")),
    "truncf(x)": ("f32 f32", lambda x: x if x != x or abs(x) >= 2**24 else float(np.trunc(x))),
}  # fmt: skip


def parts(word: int, kind: str) -> list[int]:
    """The parts of a word, each a value of an 8- or 16-bit type, the lowest first."""
    width = WIDTHS[kind]
    return [int(value_of(word >> place & (1 << width) - 1, kind)) for place in range(0, 32, width)]  # type: ignore[arg-type]


def each(kind: str, of: Callable[..., int]) -> Callable[..., int]:
    """A formula of the parts of words; the results wrap."""
    width = WIDTHS[kind]

    def whole(*words: int) -> int:
        found = [of(*lane) for lane in zip(*(parts(word, kind) for word in words), strict=True)]
        return sum((value & (1 << width) - 1) << width * place for place, value in enumerate(found))

    return whole


def apart(kind: str) -> Callable[..., int]:
    """The sum of the distances of parts."""
    return lambda x, y: sum(abs(a - b) for a, b in zip(parts(x, kind), parts(y, kind), strict=True))


def held(value: int, kind: str) -> int:
    """A value within a signed type."""
    return max(-(1 << WIDTHS[kind] - 1), min(value, (1 << WIDTHS[kind] - 1) - 1))


TWO, THREE = "u32 u32 u32", "u32 u32 u32 u32"
INTRINSICS |= {
    "__vadd2(x, y)": (TWO, each("s16", lambda a, b: a + b)),
    "__vsub4(x, y)": (TWO, each("s8", lambda a, b: a - b)),
    "__vavgs2(x, y)": (TWO, each("s16", lambda a, b: a + b + (a + b > 0) >> 1)),
    "__vavgu4(x, y)": (TWO, each("u8", lambda a, b: a + b + 1 >> 1)),
    "__vmaxs2(x, y)": (TWO, each("s16", max)),
    "__vminu4(x, y)": (TWO, each("u8", min)),
    "__vcmpgts2(x, y)": (TWO, each("s16", lambda a, b: -(a > b))),
    "__vseteq4(x, y)": (TWO, each("u8", lambda a, b: int(a == b))),
    "__vsads2(x, y)": (TWO, apart("s16")),
    "__vsadu2(x, y)": (TWO, apart("u16")),
    "__vsads4(x, y)": (TWO, apart("s8")),
    "__vabsdiffs2(x, y)": (TWO, each("s16", lambda a, b: abs(a - b))),
    "__vsubss2(x, y)": (TWO, each("s16", lambda a, b: held(a - b, "s16"))),
    "__vaddss4(x, y)": (TWO, each("s8", lambda a, b: held(a + b, "s8"))),
    "__vabs2(x)": ("u32 u32", each("s16", abs)),
    "__vabsss2(x)": ("u32 u32", each("s16", lambda a: held(abs(a), "s16"))),
    "__vnegss4(x)": ("u32 u32", each("s8", lambda a: held(-a, "s8"))),
    "__vimax3_s32(x, y, z)": ("s32 s32 s32 s32", max),
    "__vimin3_u32(x, y, z)": ("u32 u32 u32 u32", min),
    "__viaddmax_s32(x, y, z)": ("s32 s32 s32 s32", lambda x, y, z: max(wrapped(x + y, "s32"), z)),
    "__vimax3_s16x2(x, y, z)": (THREE, each("s16", max)),
    "__vimin3_s16x2_relu(x, y, z)": (THREE, each("s16", lambda a, b, c: max(min(a, b, c), 0))),
    "__viaddmax_s16x2_relu(x, y, z)": (THREE, each("s16", lambda a, b, c: max(wrapped(a + b, "s16"), c, 0))),
}


@pytest.mark.parametrize("expression", INTRINSICS)
def test_an_intrinsic_is_what_python_says(expression: str) -> None:
    kinds, of = INTRINSICS[expression]
    result, *operands = kinds.split()
    names = "xyz"[: len(operands)]
    parameters = ", ".join(f"const {C_TYPES[kind]}* p{name}" for name, kind in zip(names, operands, strict=True))
    reads = "".join(f"{C_TYPES[kind]} {name} = p{name}[i]; " for name, kind in zip(names, operands, strict=True))
    text = f'extern "C" __global__ void k({C_TYPES[result]}* out, {parameters}) {{'
    text += f" int i = blockIdx.x * blockDim.x + threadIdx.x; {reads}out[i] = {expression}; }}"
    lanes = lanes_of(operands, 256, 8)
    lanes = [(each * 256)[:256] for each in lanes]
    arrays = [np.array(each, f"u{WIDTHS[kind] // 8}") for each, kind in zip(lanes, operands, strict=True)]
    run = emulate(ptx_of(text), "k", [np.zeros(256, f"u{WIDTHS[result] // 8}"), *arrays], 2, 128)
    assert run.findings == ()
    for bits, *read in zip(run.outputs[0], *lanes, strict=True):
        values = [value_of(one, kind) for one, kind in zip(read, operands, strict=True)]
        assert agrees(int(bits), of(*values), result), (values, hex(int(bits)), of(*values))  # type: ignore[arg-type]


def test_the_oracle_divides_exactly() -> None:
    assert exact.quotient(1.0, 3.0, "f64", "rn") == float(Fraction(1, 3))
