"""Rounding is neither a result that varies nor an effect of an input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.verification.screening.screen import first_flaw
from generator.verification.tiers.execute_tier import constant


@pytest.mark.parametrize(
    ("values", "ndim", "outcome"),
    [
        (np.array([1.0, 1.0000001, 0.9999999], np.float32), 1, True),
        (np.array([1.0, 1.001, 0.999], np.float32), 1, False),
        (np.array([1.0, 1.0 + 1e-9], np.float64), 1, False),
        (np.array([[1.0, 1e-8], [1.0, -1e-8]], np.float32), 1, True),
        (np.array([[1.0, 0.1], [1.0, 0.2]], np.float32), 1, False),
        (np.array([[1.0, 0.0], [1.0, 0.0]], np.float32), 2, False),
        (np.array([[3, 4], [3, 4]]), 1, True),
        (np.array([3, 3, 4]), 1, False),
        (np.array([0.25], np.float32), 1, False),
    ],
)
def test_constant_but_for_rounding(values, ndim, outcome):
    assert constant(values, ndim) == outcome


def flaw_of(line: str) -> str:
    header = "m: wp.array(dtype=wp.mat33), a: wp.array(dtype=float), out: wp.array(dtype=float)"
    source = f"import warp as wp\n\n\n@wp.kernel\ndef k({header}):\n    i = wp.tid()\n    {line}\n"
    launch = Launch(
        (
            Argument("m", "array", "mat33", 1, INPUT, (32,), low=-1.0, high=1.0),
            Argument("a", "array", "float32", 1, INPUT, (32,), low=0.5, high=2.0),
            Argument("out", "array", "float32", 1, OUTPUT, (32,), "zeros"),
        ),
        (32,),
    )
    return first_flaw(source, launch, "rounding")


def test_what_cancels_has_no_effect():
    assert flaw_of("out[i] = a[i] + wp.trace(0.5 * (m[i] - wp.transpose(m[i])))") == "no effect: m"
    inverse = "wp.inverse(wp.transpose(m[i]) * m[i] + wp.identity(n=3, dtype=float))"
    system = "(wp.transpose(m[i]) * m[i] + wp.identity(n=3, dtype=float))"
    assert flaw_of(f"out[i] = a[i] + wp.trace({inverse} * {system})") == "no effect: m"
    assert flaw_of(f"out[i] = a[i] / a[i] + wp.trace({inverse} * {system})") == "constant: out"


def test_an_array_that_hardly_moves_an_output_is_a_flaw():
    assert flaw_of("out[i] = wp.trace(m[i]) + 0.02 * wp.sin(a[i])") == "no effect: a"
    assert flaw_of("out[i] = wp.trace(m[i]) + 0.8 * wp.sin(a[i])") == ""
    assert flaw_of("out[i] = 1000.0 + a[i] * wp.trace(m[i])") == "constant: out"


def test_a_small_effect_is_one():
    """Though a reader would strike it."""
    assert flaw_of("out[i] = a[i] + 1.0e-4 * wp.trace(m[i])").startswith("longer")


FLAWED = [json.loads(line) for line in Path(__file__).with_name("flawed_kernels.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", FLAWED, ids=lambda row: row["id"])
def test_flaws_that_drawn_kernels_had_are_found(row: dict[str, Any]) -> None:
    found = first_flaw(row["source"], Launch.from_json(json.dumps(row["launch"])), row["id"])
    kind, _, names = row["flaw"].partition(": ")
    assert found.startswith(kind) and set(names.split(", ")) <= set(found.partition(": ")[2].split(", "))
