"""What `.ftz` makes of results that round to the least normal number: as an H100 was seen to do it."""

from __future__ import annotations

import pytest

from tests.emulation.opcodes.running import results

SEEN = [
    ("mul.rn.ftz.f32", "f32", (0x80800000, 0x3F7FFFFF), 0x80000000),
    ("mul.rm.ftz.f32", "f32", (0x80800000, 0x3F7FFFFF), 0x80000000),
    ("div.rm.ftz.f32", "f32", (0x80800000, 0x3F800001), 0x80000000),
    ("mul.rn.ftz.f16", "f16", (0x0400, 0x3BFF), 0x0000),
    ("mul.rn.ftz.f16", "f16", (0x8400, 0x3BFF), 0x8000),
    ("mul.rn.ftz.f16x2", "f16x2", (0xC1003BFF, 0xBC008400), 0x41008000),
    ("fma.rn.ftz.f16x2", "f16x2", (0xC1003BFF, 0x3C000400, 0x35550001), 0xC0550000),
    ("fma.rn.ftz.f16x2", "f16x2", (0xBC008400, 0xBC008400, 0xBC008400), 0x00008400),
]


@pytest.mark.parametrize(("opcode", "kind", "operands", "expected"), SEEN)
def test_a_result_is_what_a_gpu_gave(opcode: str, kind: str, operands: tuple[int, ...], expected: int) -> None:
    names = ", ".join(f"${place}" for place in range(len(operands)))
    assert results(f"{opcode} $d, {names}", kind, [kind] * len(operands), [[each] for each in operands]) == [expected]
