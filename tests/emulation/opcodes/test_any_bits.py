"""Any form with any operands: hypothesis looks for the lane that is wrong."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.emulation.opcodes import test_bits, test_conversions, test_floats, test_integers
from tests.emulation.opcodes.case import Case
from tests.emulation.opcodes.edges import edges
from tests.emulation.opcodes.values import WIDTHS

DRAWN = [*test_integers.CASES, *test_bits.CASES, *test_floats.CASES, *test_conversions.CASES]
"""The forms that are drawn from."""


def bits(kind: str) -> st.SearchStrategy[int]:
    """Bits of a type: near an edge value, or any."""
    width = 1 if kind == "pred" else WIDTHS[kind]
    near = st.builds(
        lambda value, step: (value + step) % (1 << width), st.sampled_from(edges(kind)), st.integers(-3, 3)
    )
    return near | st.integers(0, (1 << width) - 1)


@st.composite
def launches(draw: st.DrawFn) -> tuple[Case, list[list[int]]]:
    case = draw(st.sampled_from(DRAWN))
    rows = draw(st.lists(st.tuples(*map(bits, case.operands)), min_size=1, max_size=24))
    return case, [list(each) for each in zip(*rows, strict=True)]


@given(launches())
@settings(max_examples=250)
def test_no_lane_is_wrong(launch: tuple[Case, list[list[int]]]) -> None:
    case, lanes = launch
    assert case.wrong(lanes) == []
