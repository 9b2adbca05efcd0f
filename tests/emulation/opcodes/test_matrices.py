"""`mma.sync` against NumPy's product: matrices are put into fragments by the tables of PTX's document."""

from __future__ import annotations

import numpy as np
import pytest

from generator.emulation import Unsupported, emulate

RANDOM = np.random.Generator(np.random.PCG64(11))


def place_a(kind: str, depth: int, lane: int, i: int) -> tuple[int, int]:
    """Row and column of element ``i`` of ``a``: the document's formulas, a shape a line."""
    group, place = lane >> 2, lane % 4
    if kind in ("f16", "bf16"):
        if depth == 8:
            return group + (8 if i >= 2 else 0), place * 2 + (i & 1)
        return group + (0 if i < 2 or 4 <= i < 6 else 8), place * 2 + (i & 1) + (8 if i >= 4 else 0)
    if kind == "tf32":
        return group + (0 if i in (0, 2) else 8), place + (4 if i >= 2 else 0)
    if kind in ("s8", "u8"):
        if depth == 16:
            return group + (8 if i >= 4 else 0), place * 4 + (i & 3)
        return group + (0 if i < 4 or 8 <= i < 12 else 8), place * 4 + (i & 3) + (16 if i >= 8 else 0)
    return group, place


def place_b(kind: str, lane: int, i: int) -> tuple[int, int]:
    """Row and column of element ``i`` of ``b``."""
    group, place = lane >> 2, lane % 4
    if kind in ("f16", "bf16"):
        return place * 2 + (i & 1) + (8 if i >= 2 else 0), group
    if kind in ("s8", "u8"):
        return place * 4 + (i & 3) + (16 if i >= 4 else 0), group
    return place + 4 * i, group


def place_c(lane: int, i: int) -> tuple[int, int]:
    """Row and column of element ``i`` of ``c`` and ``d``."""
    return (lane >> 2) + (0 if i < 2 else 8), lane % 4 * 2 + (i & 1)


BYTES = {"f16": 2, "bf16": 2, "tf32": 4, "s8": 1, "u8": 1, "f64": 8}
CASES = [("f16", 8, "f32"), ("f16", 16, "f32"), ("f16", 8, "f16"), ("f16", 16, "f16"), ("bf16", 8, "f32"),
         ("bf16", 16, "f32"), ("tf32", 4, "f32"), ("tf32", 8, "f32"), ("s8", 16, "s32"), ("s8", 32, "s32"),
         ("u8", 16, "s32"), ("u8", 32, "s32"), ("f64", 4, "f64")]  # fmt: skip
SUMS = {"f32": np.float32, "f16": np.float16, "s32": np.int32, "f64": np.float64}


def bits(matrix: np.ndarray, kind: str) -> np.ndarray:
    """A matrix of small whole numbers in the bits of a type: exact in all of them."""
    if kind == "bf16":
        return (matrix.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return matrix.astype({"f16": "f2", "tf32": "f4", "s8": "i1", "u8": "u1", "f64": "f8"}[kind])


def kernel(opcode: str, a: int, b: int, c: int, word: int) -> str:
    """A kernel of a warp: ``a``, ``b`` and ``c`` registers of ``word`` bytes a lane."""
    lines = [
        ".version 8.5\n.target sm_90\n.address_size 64",
        ".visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)",
        "{",
        f".reg .b{8 * word} %a<5>, %b<5>, %c<5>, %d<5>;",
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


@pytest.mark.parametrize("signs", [("s8", "u8"), None], ids=["signs mixed", "one type"])
@pytest.mark.parametrize(("kind", "depth", "result"), CASES)
def test_a_product_is_numpys(kind: str, depth: int, result: str, signs: tuple[str, str] | None) -> None:
    other = kind
    if signs is not None:
        other = {"s8": "u8", "u8": "s8"}.get(kind, kind)
    rows, size = 8 if kind == "f64" else 16, BYTES[kind]
    low = 0 if "u8" in (kind, other) else -9
    left, right = RANDOM.integers(low, 10, (rows, depth)), RANDOM.integers(low, 10, (depth, 8))
    if kind == "s8":
        left[0], right[:, 0] = -128, 127
    if kind == "u8":
        left[0] = 255
    start = RANDOM.integers(-50, 50, (rows, 8))
    whole, part, total = rows * depth // 32, depth * 8 // 32, rows * 8 // 32
    a = np.array([[bits(left, kind)[place_a(kind, depth, lane, i)] for i in range(whole)] for lane in range(32)])
    b = np.array([[bits(right, other)[place_b(kind, lane, i)] for i in range(part)] for lane in range(32)])
    c = np.array([[start[place_c(lane, i)] for i in range(total)] for lane in range(32)], SUMS[result])
    word = 8 if kind == "f64" else 4
    shape = "m8n8k4" if kind == "f64" else f"m16n8k{depth}"
    opcode = f"mma.sync.aligned.{shape}.row.col.{result}.{kind}.{other}.{result}"
    text = kernel(opcode, whole * size // word, part * size // word, total * c.itemsize // word, word)
    run = emulate(text, "k", [a, b, c, np.zeros_like(c)], 1, 32)
    assert run.findings == ()
    expected = left @ right + start
    found = run.outputs[3].reshape(32, total)
    for lane in range(32):
        assert [found[lane, i] for i in range(total)] == [expected[place_c(lane, i)] for i in range(total)]


@pytest.mark.parametrize("shape", ["m16n8k64.row.col.s32.s4.s4.s32", "m8n8k4.col.row.f32.f16.f16.f32",
                                   "m16n8k32.row.col.f32.e4m3.e4m3.f32"])  # fmt: skip
def test_other_shapes_are_unsupported(shape: str) -> None:
    with pytest.raises(Unsupported, match="mma"):
        emulate(kernel(f"mma.sync.aligned.{shape}", 4, 2, 4, 4), "k", [np.zeros(256, np.int32)] * 4, 1, 32)
