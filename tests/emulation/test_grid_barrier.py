"""The barrier of a whole grid, as `cooperative_groups` has it: all blocks of a launch run side by side here."""

import numpy as np
import pytest

from generator.emulation import Run, emulate
from generator.lowering.binaries.device_program import device_program_ptx

TEXT = """#include <cooperative_groups.h>
extern "C" __global__ void k(int* x, int* y) {
    auto grid = cooperative_groups::this_grid();
    int i = grid.thread_rank();
    for (int round = 0; round < 3; ++round) {
        x[i] += 1;
        %s
        y[i] += x[grid.size() - 1 - i];
        grid.sync();
    }
}"""


def run(barrier: str, order: str) -> Run:
    args = [np.arange(128, dtype=np.int32), np.zeros(128, np.int32)]
    return emulate(device_program_ptx(TEXT % barrier, "k.cu"), "k", args, 4, 32, order=order)


@pytest.mark.parametrize("order", ["forward", "backward", "random"])
def test_blocks_wait_for_all_others(order: str) -> None:
    found = run("grid.sync();", order)
    assert found.findings == ()
    assert np.array_equal(found.outputs[1], 3 * np.arange(128)[::-1] + 6)
    assert {each.kind for each in run("", order).findings} == {"race"}
