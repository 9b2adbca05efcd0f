"""Reductions: a docstring tells of the one total, not of each thread, and a launch's size is an argument."""

from __future__ import annotations

import re

import pytest

from tests.synthesis.kernels import draw


@pytest.mark.parametrize("kind", ("fixed", "fresh"))
def test_what_is_summed_or_compared_is_told(kind, fresh_seed):
    for candidate in draw("reduction", 300, f"reductions/{fresh_seed if kind == 'fresh' else 5}"):
        source, text = candidate.source, candidate.description
        assert " for each " not in text.partition(".")[0], text
        assert ("partial" in source or "lane_sum" in source) <= text.startswith("Sum what follows from "), text
        for operation, word in (("atomic_min", "smallest"), ("atomic_max", "largest")):
            assert (operation in source) <= (word in text), text
        assert not re.search(r"\[\w+ \* \d", source), source


@pytest.mark.parametrize("kind", ("fixed", "fresh"))
def test_the_summand_of_a_strided_sum_is_told(kind, fresh_seed):
    for candidate in draw("reduction", 300, f"summands/{fresh_seed if kind == 'fresh' else 5}"):
        for line in re.findall(r"^ {8}(?:partial|lane_sum) \+= (.*)$", candidate.source, re.M):
            first = candidate.description.partition(" Here ")[0]
            for name in re.findall(r"wp\.(?!float|static)(\w+)", line):
                assert f"{name}(" in first, candidate.description
            assert bool(re.search(r" [-+*/] ", line)) <= ("`" in first), candidate.description


@pytest.mark.parametrize("kind", ("fixed", "fresh"))
def test_claims_are_made_on_what_several_threads_name(kind, fresh_seed):
    found = 0
    for candidate in draw("reduction", 300, f"claims/{fresh_seed if kind == 'fresh' else 5}"):
        for slot in re.findall(r"wp\.atomic_(?:cas|exch)\(\w+, (\w+), ", candidate.source):
            found += 1
            assert re.search(rf"^ +{slot} = \w+\[\w+\]$", candidate.source, re.M), candidate.source
    assert found > 5


@pytest.mark.parametrize("kind", ("fixed", "fresh"))
def test_what_is_summed_or_compared_is_a_noun_or_a_name(kind, fresh_seed):
    for candidate in draw("reduction", 300, f"nouns/{fresh_seed if kind == 'fresh' else 5}"):
        told = re.match(r"Find the (?:smallest|largest)(?: and \w+)? ([^,]*),|Sum (\S+) and its", candidate.description)
        name = told and (told[1] or told[2])
        arrays = [a.name.replace("_", " ") for a in candidate.launch.arguments]
        assert not name or name[0] == "`" or name in (*arrays, "contribution", "own share"), candidate.description


def test_what_is_kept_is_decided_by_data(fresh_seed):
    """Where the index alone decides, places are known and no atomic is needed."""
    found = 0
    for candidate in draw("reduction", 400, f"kept/{fresh_seed}"):
        for condition in re.findall(r"^ +if (.*):\n.* = wp\.atomic_add\(\w+, 0, 1\)", candidate.source, re.M):
            found += 1
            assert not re.fullmatch(r"\w+ (?:% \d+ )?[<=!]+ \d+", condition), candidate.source
    assert found


def test_no_index_decides_who_adds_to_slots_by_index(fresh_seed):
    found = 0
    for candidate in draw("atomic", 600, f"slots/{fresh_seed}"):
        index = re.search(r"(\w+) = wp\.tid\(\)", candidate.source)[1]
        for condition, updated in re.findall(r"^    if (.*):\n +(.*)$", candidate.source, re.M):
            if re.search(rf"[,\[] ?{index} (?:%|//) ", updated):
                found += 1
                assert not re.fullmatch(rf"{index} (?:% \d+ )?[<=!]+ \d+", condition), candidate.source
    assert found
