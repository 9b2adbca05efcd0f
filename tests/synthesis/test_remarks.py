"""What comments say of guards is so."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from generator.synthesis import synthesize
from generator.synthesis.chance.policy import DEFAULT_POLICY

REMARK = "# more threads than records"


def test_the_last_row_of_a_grid_is_a_border_and_no_surplus_of_threads() -> None:
    bounded = replace(DEFAULT_POLICY, bounds=1.0)
    found = []
    for key in ("last9/6", *(f"remark/{number}" for number in range(40))):
        lines = [line.strip() for line in synthesize("multi_cond", key, policy=bounded).source.splitlines()]
        found += [after for line, after in pairwise(lines) if line == REMARK]
    assert found
    assert not [guard for guard in found if guard.endswith("- 1:")]
