"""`wmma` of all types, shapes and layouts from memory to memory, against NumPy's product."""

from __future__ import annotations

import numpy as np
import pytest

from generator.emulation import Unsupported, emulate
from tests.emulation.opcodes.test_matrices import SUMS, packed

REGISTERS = {
    ("f16", "m16n16k16"): (8, 8), ("f16", "m32n8k16"): (8, 8), ("f16", "m8n32k16"): (8, 8),
    ("bf16", "m16n16k16"): (4, 4), ("bf16", "m32n8k16"): (8, 2), ("bf16", "m8n32k16"): (2, 8),
    ("s8", "m16n16k16"): (2, 2), ("s8", "m32n8k16"): (4, 1), ("s8", "m8n32k16"): (1, 4),
    ("u8", "m16n16k16"): (2, 2), ("u8", "m32n8k16"): (4, 1), ("u8", "m8n32k16"): (1, 4),
    ("tf32", "m16n16k8"): (4, 4), ("f64", "m8n8k4"): (1, 1),
}  # fmt: skip
"""Registers of ``a`` and ``b`` in the document's tables."""

RESULTS = {"f16": ("f32", "f16"), "bf16": ("f32",), "tf32": ("f32",), "s8": ("s32",), "u8": ("s32",), "f64": ("f64",)}
CASES = [(kind, shape, result) for kind, shape in REGISTERS for result in RESULTS[kind]]


def listed(name: str, count: int) -> str:
    return "{" + ", ".join(f"%{name}{place}" for place in range(count)) + "}"


def kernel(kind: str, shape: str, result: str, layouts: tuple[str, str, str], strides: tuple[int, int, int]) -> str:
    """A warp's ``d = a @ b + c`` in global memory, ``d`` in the layout of ``c``; stride 0: none is given."""
    left, right = REGISTERS[kind, shape]
    count = 2 if kind == "f64" else 4 if result == "f16" else 8
    types = f"{result}.{result}" if kind == "f16" else f"{result}.{kind}.{kind}.{result}"
    rounding = ".rn" if kind == "f64" else ""
    width = 64 if kind == "f64" else 32
    lines = [
        ".version 8.5\n.target sm_90\n.address_size 64",
        ".visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)",
        f"{{\n.reg .b{width} %a<9>, %b<9>, %c<9>, %d<9>;\n.reg .b64 %rd<5>;",
    ]
    lines += [f"ld.param.u64 %rd{number}, [p{name}];" for number, name in enumerate("abcd")]
    ends = [f", {stride}" if stride else "" for stride in strides]
    for number, (name, of, registers) in enumerate((("a", kind, left), ("b", kind, right), ("c", result, count))):
        head = f"wmma.load.{name}.sync.aligned.{layouts[number]}.{shape}.global.{of}"
        lines.append(f"{head} {listed(name, registers)}, [%rd{number}]{ends[number]};")
    lines.append(f"wmma.mma.sync.aligned.{layouts[0]}.{layouts[1]}.{shape}{rounding}.{types} {listed('d', count)}, "
                 f"{listed('a', left)}, {listed('b', right)}, {listed('c', count)};")  # fmt: skip
    lines.append(
        f"wmma.store.d.sync.aligned.{layouts[2]}.{shape}.global.{result} [%rd3], {listed('d', count)}{ends[2]};"
    )
    return "\n".join([*lines, "ret;", "}\n"])


def laid(matrix: np.ndarray, layout: str, stride: int) -> np.ndarray:
    """A matrix in memory, its rows or columns ``stride`` elements apart; between them what no product reads."""
    lines = matrix if layout == "row" else matrix.T
    whole = np.full((len(lines), stride), 7, matrix.dtype)
    whole[:, : lines.shape[1]] = lines
    return whole


@pytest.mark.parametrize("layouts", [("row", "col", "row"), ("col", "row", "col"), ("row", "row", "col")], ids="-".join)
@pytest.mark.parametrize("more", [0, 32], ids=["dense", "apart"])
@pytest.mark.parametrize(("kind", "shape", "result"), CASES)
def test_a_product_is_numpys(kind: str, shape: str, result: str, more: int, layouts: tuple[str, str, str]) -> None:
    random = np.random.Generator(np.random.PCG64(len(shape) + more))
    m, rest = shape[1:].split("n")
    rows, columns, depth = int(m), int(rest.split("k")[0]), int(rest.split("k")[1])
    low, high = {"s8": (-128, 128), "u8": (0, 256)}.get(kind, (-9, 10))
    left, right = random.integers(low, high, (rows, depth)), random.integers(low, high, (depth, columns))
    start = random.integers(-50, 50, (rows, columns)).astype(SUMS[result])
    sizes = [(part.shape if layout == "row" else part.T.shape)[1] + more
             for part, layout in zip((left, right, start), layouts, strict=True)]  # fmt: skip
    arrays = [laid(part, layout, size)
              for part, layout, size in zip((left, right, start), layouts, sizes, strict=True)]  # fmt: skip
    given = [packed(arrays[0], kind), packed(arrays[1], kind), arrays[2], np.zeros_like(arrays[2])]
    text = kernel(kind, shape, result, layouts, tuple(sizes) if more else (0, 0, 0))
    run = emulate(text, "k", given, 1, 32)
    assert run.findings == ()
    expected = np.zeros_like(arrays[2])
    expected[:, : sizes[2] - more] = laid(left @ right + start, layouts[2], sizes[2])[:, : sizes[2] - more]
    np.testing.assert_array_equal(run.outputs[3], expected)
    assert run.counts.bytes_read["global"] == sum(
        part.size * array.itemsize for part, array in zip((left, right, start), given, strict=False)
    )


def test_a_saturated_sum_is_held() -> None:
    text = kernel("s8", "m16n16k16", "s32", ("row", "col", "row"), (0, 0, 0))
    text = text.replace("s32.s8.s8.s32", "s32.s8.s8.s32.satfinite")
    given = [np.full((16, 16), 127, np.int8)] * 2 + [np.full((16, 16), 2**31 - 1, np.int32)]
    run = emulate(text, "k", [*given, np.zeros((16, 16), np.int32)], 1, 32)
    assert (run.outputs[3] == 2**31 - 1).all()


@pytest.mark.parametrize(("old", "new"), [("m16n16k16", "m16n16k8"), ("f16.f16", "f16.bf16"), ("f16 {", "b1 {"),
                                          ("%a7}", "%a6}"), ("mma.sync", "mma.xor.sync")])  # fmt: skip
def test_other_forms_are_unsupported(old: str, new: str) -> None:
    text = kernel("f16", "m16n16k16", "f16", ("row", "col", "row"), (0, 0, 0)).replace(old, new)
    with pytest.raises(Unsupported, match="wmma"):
        emulate(text.replace("%a6, %a6", "%a6"), "k", [np.zeros(256, np.float16)] * 4, 1, 32)
