"""Atomics, noise, records and tiles: what is said and named is what is done."""

from __future__ import annotations

import re

import pytest

from generator.synthesis import Candidate
from generator.synthesis.themes import THEMES
from tests.synthesis.kernels import draw

FRESH = pytest.mark.parametrize("fresh", (False, True))
TOLD = {"add": "added up", "sub": "subtracted", "max": "maxima", "min": "minima"}
RESULTS = {name for theme in THEMES for name in theme.results}


def drawn(category: str, fresh: bool, fresh_seed: int) -> list[Candidate]:
    return list(draw(category, 200, f"told/{fresh_seed if fresh else 5}"))


def docstring(candidate: Candidate) -> str:
    return " ".join(candidate.source.split('"""')[-2].split())


@FRESH
def test_an_atomic_says_its_operation_and_is_written_in_one_way(fresh, fresh_seed):
    for candidate in drawn("atomic", fresh, fresh_seed):
        calls = re.findall(r"wp\.atomic_(\w+)\(", candidate.source)
        short = re.findall(r"\] ([+-])= ", candidate.source)
        assert not (short and {"add", "sub"} & set(calls)), candidate.source
        done = {*calls, *({"+": "add", "-": "sub"}[sign] for sign in short)}
        said = {operation for operation, words in TOLD.items() if words in docstring(candidate)}
        assert said <= done and (len(said) == 1), candidate.source
        for line in re.findall(r"= wp\.clamp\(.*, 0, (\w+) - 1\)", candidate.source):
            assert re.search(rf"= wp\.clamp\(.*\({line}\)\), 0, {line} - 1\)", candidate.source), candidate.source


@FRESH
def test_those_that_contribute_do_so_to_what_stands_under_their_condition(fresh, fresh_seed):
    guarded = 0
    for candidate in drawn("atomic", fresh, fresh_seed):
        said = re.search(r"Only threads for which .* contribute to ([\w ,]+)\.", candidate.description)
        lines = re.findall(r"^        (?:wp\.atomic_\w+\((\w+),|(\w+)\[.*\] [+-]= )", candidate.source, re.MULTILINE)
        names = {(first or second).replace("_", " ") for first, second in lines}
        assert names == (set(re.split(r", | and ", said[1])) if said else set()), candidate.description
        guarded += bool(said)
    assert guarded > 20


NESTED = r"((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
"""What stands between parentheses, with up to two more inside."""


@FRESH
def test_noise_is_nested_once_at_most(fresh, fresh_seed):
    for candidate in drawn("noise", fresh, fresh_seed):
        depth: dict[str, int] = {}
        for name, value in re.findall(r"^    (\w+) = (.*)$", candidate.source, re.M):
            inside = re.findall(rf"noise\({NESTED}", value)
            depths = [depth.get(word, 0) for word in re.findall(r"\w+", value)]
            depths += [1 + depth.get(word, 0) for text in inside for word in re.findall(r"\w+", text)]
            depth[name] = max(depths, default=0)
        assert max(depth.values()) <= 2, candidate.source


@FRESH
def test_a_matrix_product_is_called_one_and_counts_its_tiles(fresh, fresh_seed):
    for candidate in drawn("tile", fresh, fresh_seed):
        if "wp.tile_matmul(" in candidate.source:
            assert "in range(K_TILES):" in candidate.source
            stored = re.search(r"wp\.tile_store\((\w+), ", candidate.source)
            assert stored and stored[1] not in RESULTS, candidate.source


@FRESH
def test_records_have_their_name_and_nothing_summarizes_them(fresh, fresh_seed):
    for candidate in drawn("struct", fresh, fresh_seed):
        assert "new_items" not in candidate.source and not candidate.kernel_name.startswith("summarize")


@FRESH
@pytest.mark.parametrize("category", ("atomic", "stencil", "quaternion", "reduction", "geometry"))
def test_spelling_is_american_and_rates_are_per_thread(category, fresh, fresh_seed):
    for candidate in drawn(category, fresh, fresh_seed):
        text = candidate.source + candidate.description
        assert not re.search(r"neighbour|normalis|centres|elements a thread|side_ones", text), text
