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
from tests.emulation.opcodes.test_conversions import as_float, as_whole
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
    for bits, *each in zip(run.outputs[0], *lanes, strict=True):
        values = [value_of(one, kind) for one, kind in zip(each, operands, strict=True)]
        assert agrees(int(bits), of(*values), result), (values, hex(int(bits)), of(*values))  # type: ignore[arg-type]


def test_the_oracle_divides_exactly() -> None:
    assert exact.quotient(1.0, 3.0, "f64", "rn") == float(Fraction(1, 3))
