"""Each barrier of the programs, dropped: a finding, or not what NumPy says; else a reason why none is needed."""

import pytest

from tests.emulation.programs.catalogue import PROGRAMS
from tests.emulation.programs.program import source
from tests.emulation.test_programs import check

BARRIER = "__syncthreads();"
NOT_NEEDED = {
    ("scans/blelloch", 2): "in the last step a thread writes the two elements that it reads afterwards, no other",
}
"""Barriers, by program and number from 0, without which nothing is wrong, and why."""

PLACES = [(name, number) for name in PROGRAMS for number in range(source(name).count(BARRIER))]


def dropped(text: str, number: int) -> str:
    """The text without its barrier of this number."""
    parts = text.split(BARRIER)
    return BARRIER.join(parts[: number + 1]) + ";" + BARRIER.join(parts[number + 1 :])


@pytest.mark.parametrize(("name", "number"), PLACES)
def test_a_dropped_barrier_is_found(name: str, number: int) -> None:
    program, text = PROGRAMS[name], dropped(source(name), number)
    wrong = False
    for launch in program.launches:
        try:
            check(program, program.run(text, launch, most_steps=100_000))
        except AssertionError:
            wrong = True
    assert wrong == ((name, number) not in NOT_NEEDED)
