"""`ldmatrix`, `stmatrix` and `movmatrix` against the document's figure: which lane holds which element."""

from __future__ import annotations

import numpy as np
import pytest

from generator.emulation import Unsupported, emulate
from tests.emulation.opcodes.running import shared_rows


def run(body: str, data: np.ndarray) -> np.ndarray:
    found = emulate(shared_rows(body), "k", [data, np.zeros(128, np.uint32)], 1, 32)
    assert found.findings == ()
    return np.asarray(found.outputs[1])


RANDOM = np.random.Generator(np.random.PCG64(5)).integers(0, 65536, (4, 8, 8)).astype(np.uint16)
"""Four matrices, a row of one in 16 bytes."""


def held(matrix: np.ndarray, lane: int) -> int:
    """The word of a lane: two neighbours of row ``lane / 4``."""
    row, column = divmod(lane, 4)
    return int(matrix[row, 2 * column]) | int(matrix[row, 2 * column + 1]) << 16


@pytest.mark.parametrize("transposed", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_lanes_hold_what_the_figure_shows(count: int, transposed: bool) -> None:
    targets = ", ".join(f"%w{4 + number}" for number in range(count))
    body = f"""ld.global.v4.b32 {{%w0, %w1, %w2, %w3}}, [%rd0];
st.shared.v4.b32 [%r1], {{%w0, %w1, %w2, %w3}};
bar.warp.sync 0xffffffff;
mov.b32 %w5, 0; mov.b32 %w6, 0; mov.b32 %w7, 0;
ldmatrix.sync.aligned.m8n8.x{count}{".trans" * transposed}.shared.b16 {{{targets}}}, [%r1];
st.global.v4.b32 [%rd1], {{%w4, %w5, %w6, %w7}};"""
    found = run(body, RANDOM).reshape(32, 4)
    for number in range(count):
        matrix = RANDOM[number].T if transposed else RANDOM[number]
        assert [int(found[lane, number]) for lane in range(32)] == [held(matrix, lane) for lane in range(32)]


@pytest.mark.parametrize("transposed", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_what_is_stored_stands_in_rows(count: int, transposed: bool) -> None:
    sources = ", ".join(f"%w{number}" for number in range(count))
    body = f"""ld.global.v4.b32 {{%w0, %w1, %w2, %w3}}, [%rd0];
st.shared.v4.b32 [%r1], {{0, 0, 0, 0}};
bar.warp.sync 0xffffffff;
stmatrix.sync.aligned.m8n8.x{count}{".trans" * transposed}.shared.b16 [%r1], {{{sources}}};
bar.warp.sync 0xffffffff;
ld.shared.v4.b32 {{%w4, %w5, %w6, %w7}}, [%r1];
st.global.v4.b32 [%rd1], {{%w4, %w5, %w6, %w7}};"""
    words = [[held(RANDOM[number], lane) for number in range(4)] for lane in range(32)]
    found = run(body, np.array(words, np.uint32)).view(np.uint16).reshape(4, 8, 8)
    for number in range(4):
        matrix = RANDOM[number].T if transposed else RANDOM[number]
        np.testing.assert_array_equal(found[number], matrix if number < count else 0 * matrix)


def test_registers_are_transposed() -> None:
    body = """ld.global.b32 %w0, [%rd0];
movmatrix.sync.aligned.m8n8.trans.b16 %w1, %w0;
st.global.b32 [%rd1], %w1;"""
    words = np.zeros((32, 4), np.uint32)
    words[:, 0] = [held(RANDOM[0], lane) for lane in range(32)]
    found = run(body, words).reshape(32, 4)[:, 0]
    assert [int(each) for each in found] == [held(RANDOM[0].T, lane) for lane in range(32)]


@pytest.mark.parametrize("statement", ["ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%w0, %w1}, [%r1];",
                                       "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%w0}, [%r1];",
                                       "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r1], {%w0};"])  # fmt: skip
def test_other_shapes_are_unsupported(statement: str) -> None:
    with pytest.raises(Unsupported, match="matrix"):
        run(statement, RANDOM)
