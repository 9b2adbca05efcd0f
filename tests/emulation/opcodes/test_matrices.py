"""`mma.sync` against NumPy's product: matrices are put into fragments by the tables of PTX's document."""

from __future__ import annotations

import numpy as np
import pytest

from generator.emulation import Unsupported, emulate
from tests.emulation.opcodes.test_small_floats import CODES

RANDOM = np.random.Generator(np.random.PCG64(11))


def halves(lane: int, i: int, count: int) -> tuple[int, int]:
    """Row and column of element ``i`` of ``a`` in shapes of 16 rows, whose registers hold ``count`` elements."""
    row = (lane >> 2) + (8 if i // count % 2 else 0)
    return row, lane % 4 * count + i % count + (4 * count if i >= 2 * count else 0)


def place_a(kind: str, shape: str, lane: int, i: int) -> tuple[int, int]:
    """Row and column of element ``i`` of ``a``: the document's formulas, a family of shapes a line."""
    group, place = lane >> 2, lane % 4
    if kind == "f64" and shape != "m8n8k4":
        return (group, i * 2 + place) if i % 2 == 0 else (group + 8, i * 2 - 2 + place)
    if shape.startswith("m8n8"):
        count = {"f64": 1, "s8": 4, "u8": 4, "s4": 8, "u4": 8, "b1": 32}[kind]
        return group, place * count + i
    if kind in ("f16", "bf16"):
        if shape == "m16n8k8":
            return group + (8 if i >= 2 else 0), place * 2 + (i & 1)
        return group + (0 if i < 2 or 4 <= i < 6 else 8), place * 2 + (i & 1) + (8 if i >= 4 else 0)
    if kind == "tf32":
        return group + (0 if i in (0, 2) else 8), place + (4 if i >= 2 else 0)
    return halves(lane, i, {"s4": 8, "u4": 8, "b1": 32}.get(kind, 4))


def place_b(kind: str, lane: int, i: int) -> tuple[int, int]:
    """Row and column of element ``i`` of ``b``."""
    group, place = lane >> 2, lane % 4
    if kind in ("f16", "bf16"):
        return place * 2 + (i & 1) + (8 if i >= 2 else 0), group
    if kind in ("s8", "u8", "e4m3", "e5m2"):
        return place * 4 + (i & 3) + (16 if i >= 4 else 0), group
    if kind in ("s4", "u4"):
        return place * 8 + (i & 7) + (32 if i >= 8 else 0), group
    if kind == "b1":
        return place * 32 + (i & 31) + (128 if i >= 32 else 0), group
    return place + 4 * i, group


def place_c(lane: int, i: int) -> tuple[int, int]:
    """Row and column of element ``i`` of ``c`` and ``d``."""
    return (lane >> 2) + (0 if i < 2 else 8), lane % 4 * 2 + (i & 1)


CASES = [
    *(("f16", shape, result) for shape in ("m16n8k8", "m16n8k16") for result in ("f32", "f16")),
    *(("bf16", shape, "f32") for shape in ("m16n8k8", "m16n8k16")),
    *(("tf32", shape, "f32") for shape in ("m16n8k4", "m16n8k8")),
    *(("f64", shape, "f64") for shape in ("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16")),
    *((kind, shape, "s32") for kind in ("s8", "u8") for shape in ("m8n8k16", "m16n8k16", "m16n8k32")),
    *((kind, shape, "s32") for kind in ("s4", "u4") for shape in ("m8n8k32", "m16n8k32", "m16n8k64")),
    *((kind, shape, result) for kind in ("e4m3", "e5m2") for shape in ("m16n8k16", "m16n8k32")
      for result in ("f32", "f16")),
]  # fmt: skip
SUMS = {"f32": np.float32, "f16": np.float16, "s32": np.int32, "f64": np.float64}
LIMITS = {"s8": (-128, 128), "u8": (0, 256), "s4": (-8, 8), "u4": (0, 16), "b1": (0, 2), "e5m2": (-7, 8)}
"""Whole numbers that are exact in a type: of the others -9 to 9 are drawn."""


def packed(elements: np.ndarray, kind: str) -> np.ndarray:
    """Whole numbers, a lane a row, in the bits of a type."""
    if kind == "bf16":
        return (elements.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if kind in ("s4", "u4"):
        return (elements[:, ::2] & 15 | (elements[:, 1::2] & 15) << 4).astype(np.uint8)
    if kind == "b1":
        return np.packbits(elements.astype(np.uint8), axis=1, bitorder="little")
    if kind in CODES:
        codes = {int(value): code for code, value in CODES[kind].items() if value.denominator == 1}
        return np.array([[codes[abs(x)] | 128 * (x < 0) for x in row] for row in elements.tolist()], np.uint8)
    return elements.astype({"f16": "f2", "tf32": "f4", "s8": "i1", "u8": "u1", "f64": "f8"}[kind])


def kernel(opcode: str, a: int, b: int, c: int, word: int) -> str:
    """A kernel of a warp: ``a``, ``b`` and ``c`` registers of ``word`` bytes a lane."""
    lines = [
        ".version 8.7\n.target sm_90\n.address_size 64",
        ".visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)",
        "{",
        f".reg .b{8 * word} %a<9>, %b<9>, %c<9>, %d<9>;",
        ".reg .b64 %rd<9>;",
        ".reg .b32 %r<2>;",
        "mov.u32 %r1, %tid.x; cvt.u64.u32 %rd5, %r1;",
    ]
    for number, (name, count) in enumerate((("a", a), ("b", b), ("c", c), ("d", c))):
        lines += [f"ld.param.u64 %rd{number}, [p{name}];"]
        lines += [f"mad.lo.u64 %rd{number}, %rd5, {count * word}, %rd{number};"]
        lines += [f"ld.global.b{8 * word} %{name}{i}, [%rd{number}+{i * word}];" for i in range(count) if name != "d"]
    listed = {name: ", ".join(f"%{name}{i}" for i in range(count)) for name, count in (("a", a), ("b", b), ("c", c))}
    lines += [f"{opcode} {{{listed['c'].replace('c', 'd')}}}, {{{listed['a']}}}, {{{listed['b']}}}, {{{listed['c']}}};"]
    lines += [f"st.global.b{8 * word} [%rd3+{i * word}], %d{i};" for i in range(c)]
    return "\n".join([*lines, "ret;", "}\n"])


def sizes(shape: str) -> tuple[int, int]:
    """Rows of ``a`` and depth of a shape."""
    return int(shape[1:].partition("n")[0]), int(shape.rpartition("k")[2])


def product_on_the_machine(opcode: str, kinds: tuple[str, str, str], left: np.ndarray, right: np.ndarray,
                           start: np.ndarray) -> np.ndarray:  # fmt: skip
    """What a warp finds for ``left @ right + start``, put into fragments and taken out of them again."""
    (rows, depth), (kind, other, result) = left.shape, kinds
    shape = f"m{rows}n8k{depth}"
    whole, part, total = rows * depth // 32, depth * 8 // 32, rows * 8 // 32
    places = [[place_a(kind, shape, lane, i) for i in range(whole)] for lane in range(32)]
    a = packed(np.array([[left[place] for place in row] for row in places]), kind)
    b = packed(np.array([[right[place_b(other, lane, i)] for i in range(part)] for lane in range(32)]), other)
    c = np.array([[start[place_c(lane, i)] for i in range(total)] for lane in range(32)], SUMS[result])
    word = 8 if kind == "f64" else 4
    text = kernel(opcode, a.nbytes // 32 // word, b.nbytes // 32 // word, c.nbytes // 32 // word, word)
    run = emulate(text, "k", [a, b, c, np.zeros_like(c)], 1, 32)
    assert run.findings == ()
    found, lanes = np.zeros((rows, 8), SUMS[result]), run.outputs[3].reshape(32, total)
    for lane in range(32):
        for i in range(total):
            found[place_c(lane, i)] = lanes[lane, i]
    return found


MIXED = {"s8": "u8", "u8": "s8", "s4": "u4", "u4": "s4", "e4m3": "e5m2", "e5m2": "e4m3"}


@pytest.mark.parametrize("mixed", [False, True], ids=["one type", "types mixed"])
@pytest.mark.parametrize(("kind", "shape", "result"), CASES)
def test_a_product_is_numpys(kind: str, shape: str, result: str, mixed: bool) -> None:
    other = MIXED.get(kind, kind) if mixed else kind
    rows, depth = sizes(shape)
    left = RANDOM.integers(*LIMITS.get(kind, (-9, 10)), (rows, depth))
    right = RANDOM.integers(*LIMITS.get(other, (-9, 10)), (depth, 8))
    start = RANDOM.integers(-50, 50, (rows, 8))
    opcode = f"mma.sync.aligned.{shape}.row.col.{result}.{kind}.{other}.{result}"
    found = product_on_the_machine(opcode, (kind, other, result), left, right, start)
    np.testing.assert_array_equal(found, left @ right + start)


@pytest.mark.parametrize("operator", ["xor", "and"])
@pytest.mark.parametrize("shape", ["m8n8k128", "m16n8k128", "m16n8k256"])
def test_a_product_of_bits_counts_them(shape: str, operator: str) -> None:
    rows, depth = sizes(shape)
    left, right = RANDOM.integers(0, 2, (rows, depth)), RANDOM.integers(0, 2, (depth, 8))
    start = RANDOM.integers(-50, 50, (rows, 8))
    opcode = f"mma.sync.aligned.{shape}.row.col.s32.b1.b1.s32.{operator}.popc"
    found = product_on_the_machine(opcode, ("b1", "b1", "s32"), left, right, start)
    meet = np.bitwise_xor if operator == "xor" else np.bitwise_and
    expected = [[meet(left[i], right[:, j]).sum() + start[i, j] for j in range(8)] for i in range(rows)]
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(("satfinite", "expected"), [(".satfinite", 2**31 - 1), ("", -(2**31) + 127 * 127 * 16 - 1)])
def test_a_sum_wraps_or_is_held(satfinite: str, expected: int) -> None:
    opcode = f"mma.sync.aligned.m8n8k16.row.col{satfinite}.s32.s8.s8.s32"
    left, right = np.full((8, 16), 127), np.full((16, 8), 127)
    found = product_on_the_machine(opcode, ("s8", "s8", "s32"), left, right, np.full((8, 8), 2**31 - 1))
    assert (found == expected).all()


@pytest.mark.parametrize("shape", ["m16n8k32.row.col.s32.s8.s4.s32", "m8n8k4.col.row.f32.f16.f16.f32",
                                   "m16n8k128.row.col.s32.b1.b1.s32", "m16n8k64.row.col.f32.e4m3.e4m3.f32",
                                   "m16n8k8.row.col.f16.bf16.bf16.f16", "m16n8k8.row.col.f32.f16.f16.f16"])  # fmt: skip
def test_other_shapes_are_unsupported(shape: str) -> None:
    with pytest.raises(Unsupported, match="mma"):
        emulate(kernel(f"mma.sync.aligned.{shape}", 4, 2, 4, 4), "k", [np.zeros(256, np.int32)] * 4, 1, 32)
