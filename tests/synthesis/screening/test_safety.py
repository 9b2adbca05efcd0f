"""Which arms are for values that are as good as zero, or for cosines as good as 1 or -1."""

from __future__ import annotations

import pytest

from generator.syntax.reading import read
from generator.syntax.statements import If, walk
from generator.synthesis.screening.safety import is_safety

CASES = {
    "d < 1.0e-6": True,
    "1.0e-6 < d": False,
    "d <= EPS": True,
    "d < 0.0": False,
    "c > 1.0 - EPS": True,
    "c > 1 - EPS": True,
    "c < -1.0 + EPS": True,
    "c < EPS - 1.0": True,
    "c <= 1.0": False,
    "c > 0.5": False,
    "d < r + 1.0e-6": False,
    "c > r - 0.9995": False,
    "d < EPS and c > 0.5": True,
}
"""Conditions -> whether the arm in which they hold need never be seen."""


@pytest.mark.parametrize(("condition", "expected"), CASES.items())
def test_an_arm_of_safety_is_told_by_its_number(condition: str, expected: bool) -> None:
    body = f"    if {condition}:\n        return\n"
    module = read(f"import warp as wp\n\n\n@wp.kernel\ndef k(d: float, c: float, r: float):\n{body}")
    (branch,) = [each for each in walk(module.kernels[0].body) if isinstance(each, If)]
    eps = read("import warp as wp\n\nEPS = wp.constant(1.0e-6)\n\n\n@wp.kernel\ndef k():\n    pass\n")
    constants = {part.name: part.value for part in eps.parts if hasattr(part, "value") and hasattr(part, "name")}
    assert is_safety(branch.condition, "if", constants) == expected
