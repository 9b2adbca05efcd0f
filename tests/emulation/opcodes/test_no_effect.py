"""Instructions that are about time, caches or other grids: what a launch computes is the same with them."""

import pytest

from tests.emulation.opcodes.running import results

WORDS = [7, 0xFFFFFFFF, 0, 1 << 31]


@pytest.mark.parametrize(
    "instruction",
    [
        "applypriority.global.L2::evict_normal [%rd1], 128",
        "brkpt",
        "griddepcontrol.launch_dependents",
        "griddepcontrol.wait",
        "nanosleep.u32 100",
        "pmevent 1",
        "prefetch.global.L2 [%rd1]",
        "prefetch.global.L2::evict_last [%rd1 + 64]",
        "prefetchu.L1 [%rd1]",
    ],
)
def test_a_launch_computes_the_same_with_it(instruction: str) -> None:
    assert results(f"{instruction};\nadd.u32 $d, $0, 1", "u32", ["u32"], [WORDS]) == [8, 0, 1, (1 << 31) + 1]
