"""What is said of a loop is what it computes."""

from __future__ import annotations

import re

import pytest

from generator.synthesis import Candidate
from tests.synthesis.kernels import draw

VAGUE = re.compile(r"is a (?:sum|product|weighted window|running extremum) over|summing over|step that starts")
ADDED = re.compile(r"^ +(\w+) ([-+*])= (.*)$", re.M)
BEGINS = {"+": "the sum of", "-": "minus the sum of", "*": "the product of"}


def steps(candidate: Candidate) -> dict[str, str]:
    told = candidate.description.partition(" Here ")[2]
    return dict(re.findall(r"(\w+) is (.*?)(?:; |\.(?: |$)(?!\d))", told))


@pytest.mark.parametrize("fresh", (False, True))
@pytest.mark.parametrize("category", ("loop", "nested", "combined"))
def test_a_sum_is_told_with_what_it_adds(category, fresh, fresh_seed):
    for candidate in draw(category, 120, fresh_seed if fresh else "loops"):
        assert not VAGUE.search(candidate.source + candidate.description), candidate.source
        told = steps(candidate)
        kernel = candidate.source.split('"""')[-1]
        for name, sign, added in ADDED.findall(kernel):
            if f"    {name} = " not in kernel or f" = {name}" in added or name not in told:
                continue
            start = re.search(rf"^ +{name} = (.*)$", kernel, re.M)
            if start and re.fullmatch(r"(?:wp\.)?float\d*\([01]\.0\)", start[1]):
                assert told[name].startswith(BEGINS[sign]), candidate.description
                for call in re.findall(r"wp\.(\w+)\(", added):
                    assert call.startswith(("float", "static")) or f"{call}(" in told[name], candidate.description
