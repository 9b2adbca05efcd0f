"""Noise: at one place it is taken once."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from generator.synthesis.builder import Builder
from generator.synthesis.categories.noise import TABLES
from generator.synthesis.expression import Unfit
from generator.synthesis.motifs.motif import build_motif
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from generator.verification.reference.builtins.noise import periodic_noise
from generator.verification.reference.builtins.table import BUILTINS
from generator.verification.reference.values.values import Vec
from tests.synthesis.kernels import draw


@pytest.mark.parametrize("fresh", (False, True))
def test_periodic_noise_lies_elsewhere_than_plain_noise(fresh, fresh_seed):
    for candidate in draw("noise", 400, f"noise/{fresh_seed if fresh else 5}"):
        plain = set(re.findall(r"wp\.noise\((\w+, [\w.\[\] *()]+?)\)(?=$| |\))", candidate.source, re.M))
        periodic = set(re.findall(r"wp\.pnoise\((\w+, [^,]+), ", candidate.source))
        assert plain.isdisjoint(periodic), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_noise_is_taken_at_noise_only_where_that_displaced_a_point(fresh, fresh_seed):
    for candidate in draw("noise", 500, f"places/{fresh_seed if fresh else 5}"):
        held = dict(re.findall(r"^ +(\w+) = (.*)$", candidate.source, re.M))
        for place in re.findall(r"noise\(\w+, (?:[\d.]+ \* )?(\w+)", candidate.source):
            assert "noise(" not in held.get(place, "") or place.startswith("warped"), candidate.source


def test_no_noise_at_coordinates_that_run_through_many_cells():
    """``wp.pnoise(state, 5.0 / (m + 0.1), 6)`` turned ten times within a step of the differences."""
    builder = Builder("steep", (("float32", 1.0),))
    builder.generator_state = "state"
    steep, gentle = (builder.define(name, "F", 0.9, high).expression for name, high in (("inverse", 10.0), ("x", 4.0)))
    for motif in TABLES["F"]:
        with pytest.raises(Unfit):
            build_motif(builder, motif[0], steep)
        with suppress(Unfit):
            assert "noise" in build_motif(builder, motif[0], gentle)[0].text


@pytest.mark.parametrize("fresh", (False, True))
def test_periodic_noise_is_asked_for_no_negative_coordinates(fresh, fresh_seed, monkeypatch):
    """Warp's documentation: negative coordinates are unsupported."""
    lows: list[float] = []

    def noted(state: Any, position: Any, *periods: Any) -> Any:
        lows.append(float(np.min(position.a)) if isinstance(position, Vec) else float(position))
        return periodic_noise(state, position, *periods)

    monkeypatch.setitem(BUILTINS, "pnoise", noted)
    for candidate in draw("noise", 300, f"periodic/{fresh_seed if fresh else 5}"):
        if "wp.pnoise(" in candidate.source:
            reference = compile_reference(candidate.source)
            reference.run(candidate.launch, make_inputs(candidate.launch, "periodic"))
            assert min(lows, default=0.0) >= 0.0, candidate.source
    assert len(lows) > 100
