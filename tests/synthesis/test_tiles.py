"""Tiles: every step counts in what is stored, and is told."""

from __future__ import annotations

import re

import pytest

from tests.synthesis.kernels import draw

ADDED = r"(\w+) = \w+ [-+] wp\.tile_(?:ones|full|arange)\(.*"
MEAN = r"(\w+) = \w+ - \w+ \* [\d.]+$"
SUMMED = r"wp\.(?:tile_sum\(|tile_reduce\(wp\.add, ){0}\)"
RUNNING = r"(\w+) = wp\.tile_scan_m\w+\("
EXTREME = r"wp\.tile_(?:max|min|argmax|argmin|reduce)\((?:wp\.\w+, )?{0}\)"
MADE = r"^ +(\w+) = wp\.(tile_map\(wp\.\w+, |tile_scan_\w*\()(\w+)\)"
VECTORS = ("fixed", "fresh")


@pytest.mark.parametrize("kind", VECTORS)
@pytest.mark.parametrize("made, undone", [(ADDED, SUMMED), (MEAN, SUMMED), (RUNNING, EXTREME)])
def test_no_ending_undoes_a_step(kind, made, undone, fresh_seed):
    for candidate in draw("tile", 300, f"tiles/{fresh_seed if kind == 'fresh' else 5}"):
        for name in re.findall(rf"^ +{made}", candidate.source, re.M):
            assert not re.search(undone.format(name), candidate.source), candidate.source


@pytest.mark.parametrize("kind", VECTORS)
def test_a_sorted_tile_is_stored_whole(kind, fresh_seed):
    for candidate in draw("tile", 300, f"sorted/{fresh_seed if kind == 'fresh' else 5}"):
        if "tile_sort(" in candidate.source:
            assert not re.search(r"wp\.tile_(?:max|min|arg\w+|dot)\(", candidate.source), candidate.source


@pytest.mark.parametrize("kind", VECTORS)
def test_a_tile_kernel_says_its_steps_with_verbs(kind, fresh_seed):
    for candidate in draw("tile", 200, f"told/{fresh_seed if kind == 'fresh' else 5}"):
        text = candidate.description
        assert text.startswith(("For each tile of ", "For each pair of tiles of ", "Multiply ")), text
        assert (" store " in text) != (" that of all other tiles in " in text), text
        assert "_" not in re.sub(r"`\w+`", "", text), text


@pytest.mark.parametrize("kind", VECTORS)
def test_a_scaled_tile_is_not_summed_at_once(kind, fresh_seed):
    for candidate in draw("tile", 300, f"scaled/{fresh_seed if kind == 'fresh' else 5}"):
        ending = candidate.source.splitlines()[-2]
        scaled = re.findall(r"^ +(\w+) = \w+ \* [\d.]+$", candidate.source, re.M)
        sizes = dict(re.findall(r"^ +(\w+) = wp\.tile_map\(wp\.abs, (\w+)\)$", candidate.source, re.M))
        for name in (*scaled, *(size for size, of in sizes.items() if of in scaled)):
            assert not re.search(rf"wp\.tile_(?:sum|dot|max|min|arg\w+|reduce)\((?:wp\.\w+, )?{name}\b", ending), ending
        for size in sizes:
            assert not re.search(rf"wp\.tile_(?:dot\(|sum\(wp\.tile_map\(wp\.mul, ){size}\b", ending), ending


@pytest.mark.parametrize("kind", VECTORS)
def test_no_extremum_of_a_sum_that_only_rises(kind, fresh_seed):
    for candidate in draw("tile", 1500, f"rising/{fresh_seed if kind == 'fresh' else 5}"):
        rising = {f"{a.name}_tile" for a in candidate.launch.arguments if a.role == "input" and a.low >= 0.0}
        for name, by, of in re.findall(
            r"^ +(\w+) = wp\.(tile_map\(wp\.(?:tanh|exp|atan|abs), |tile_scan_\w*\()(\w+)\)", candidate.source, re.M
        ):
            if "scan_m" not in by and of in rising:
                rising.add(name)
                assert "scan" not in by or not re.search(EXTREME.format(name), candidate.source), candidate.source


@pytest.mark.parametrize("kind", VECTORS)
def test_a_tile_that_is_stored_whole_is_not_said_to_be_selected(kind, fresh_seed):
    for candidate in draw("tile", 300, f"verbs/{fresh_seed if kind == 'fresh' else 5}"):
        verb = candidate.kernel_name.partition("_")[0]
        assert (verb in ("locate", "find")) == ("wp.tile_arg" in candidate.source), candidate.source
        assert verb not in ("select", "extract"), candidate.source


@pytest.mark.parametrize("kind", VECTORS)
def test_helpers_take_no_magnitude_of_tiles_above_zero(kind, fresh_seed):
    mapped = 0
    for candidate in draw("tile", 800, f"mapped/{fresh_seed if kind == 'fresh' else 5}"):
        source = candidate.source
        above = {f"{a.name}_tile" for a in candidate.launch.arguments if a.role == "input" and a.low >= 0.0}
        for helper, *tiles in re.findall(r"wp\.tile_map\(([a-z_]\w*), (\w+)(?:, (\w+))?\)", source):
            body = source[source.index(f"def {helper}(") :].partition("@wp.")[0]
            for parameter, tile in zip("ab", filter(None, tiles), strict=False):
                mapped += tile in above
                assert tile not in above or f"wp.abs({parameter})" not in body, source
    assert mapped > 60


@pytest.mark.parametrize("kind", VECTORS)
def test_no_place_or_extremum_of_a_map_that_only_rises(kind, fresh_seed):
    for candidate in draw("tile", 800, f"order/{fresh_seed if kind == 'fresh' else 5}"):
        for name in re.findall(r"^ +(\w+) = wp\.tile_map\(wp\.(?:atan|tanh|exp), ", candidate.source, re.M):
            assert not re.search(EXTREME.format(name).replace("reduce", "never"), candidate.source), candidate.source


@pytest.mark.parametrize("category", ("tile", "function"))
@pytest.mark.parametrize("kind", VECTORS)
def test_helpers_do_more_than_rename_a_built_in(category, kind, fresh_seed):
    for candidate in draw(category, 400, f"renamed/{fresh_seed if kind == 'fresh' else 5}"):
        lines = re.sub(r'""".*?"""', "", candidate.source, flags=re.S)
        assert not re.search(r"@wp\.func\ndef .*\n *\n +return wp\.\w+\([a-z_, ]+\)\n", lines), candidate.source
