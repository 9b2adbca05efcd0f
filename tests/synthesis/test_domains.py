"""Every built-in gets what it is defined for, at the corners of the inputs' ranges too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from generator.launch import INPUT, Argument, Launch
from generator.synthesis import CATEGORIES
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from generator.verification.reference.builtins.table import BUILTINS
from tests.synthesis.kernels import draw

POINTS = 3
EDGE = 1e-6
DOMAINS: dict[str, Callable[..., bool]] = {
    "acos": lambda x: abs(x) <= 1.0 + EDGE,
    "asin": lambda x: abs(x) <= 1.0 + EDGE,
    "erfinv": lambda x: abs(x) < 1.0,
    "erfcinv": lambda x: 0.0 < x < 2.0,
    "log": lambda x: x > 0.0,
    "log2": lambda x: x > 0.0,
    "log10": lambda x: x > 0.0,
    "sqrt": lambda x: x >= 0.0,
    "pow": lambda x, y: x > 0.0 or y == int(y) or (x == 0.0 and y >= 1.0),
    "div": lambda x, y: abs(y) > EDGE,
}


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Calls of the reference's built-ins that leave the domain, as they come."""
    found: list[str] = []

    def watched(name: str) -> Callable[..., Any]:
        real = BUILTINS[name]

        def call(*arguments: Any) -> Any:
            numbers = [float(a) for a in arguments if isinstance(a, (float, np.floating))]
            if len(numbers) == len(arguments) and not DOMAINS[name](*numbers):
                found.append(f"{name}({', '.join(map(str, numbers))})")
            return real(*arguments)

        return call

    for name in DOMAINS:
        monkeypatch.setitem(BUILTINS, name, watched(name))
    return found


def at_corners(launch: Launch, seed: str, rng: np.random.Generator) -> dict[str, Any]:
    """Inputs of which two thirds of the floats are at an end of their range."""
    inputs = make_inputs(launch, seed)
    for argument in launch.arguments:
        values = inputs[argument.name]
        drawn = isinstance(values, np.ndarray) and values.dtype.kind == "f" and argument.fill == "uniform"
        if drawn and argument.role == INPUT:
            share = rng.random(values.shape)
            values[share < 1 / 3] = argument.low
            values[share > 2 / 3] = argument.high
    return inputs


@pytest.mark.parametrize("category", CATEGORIES)
def test_no_call_leaves_the_domain_at_the_corners(category, fresh_seed, outside):
    """Barycentric coordinates came to 5, said to be 3 at the most, went into an arc cosine (geometry-2616002)."""
    rng = np.random.default_rng(fresh_seed)
    for candidate in draw(category, 40, fresh_seed):
        reference = compile_reference(candidate.source)
        for number in range(POINTS):
            reference.run(candidate.launch, at_corners(candidate.launch, f"{number}", rng))
            assert not outside, f"{outside[0]}\n{candidate.source}"


def test_a_call_that_leaves_its_domain_is_seen(outside):
    source = (
        "import warp as wp\n@wp.kernel\ndef k(x: wp.array(dtype=float), y: wp.array(dtype=float)):\n"
        "    i = wp.tid()\n    y[i] = wp.acos(x[i]) / (1.5 - x[i])\n"
    )
    for high, expected in ((1.0, 0), (1.5, 2)):
        floats = [
            Argument("x", "array", "float32", 1, INPUT, (32,), "uniform", 0.5, high),
            Argument("y", "array", "float32", 1, "output", (32,), "zeros"),
        ]
        launch = Launch(tuple(floats), (32,))
        compile_reference(source).run(launch, at_corners(launch, "seen", np.random.default_rng(1)))
        assert len({call.partition("(")[0] for call in outside}) == expected
