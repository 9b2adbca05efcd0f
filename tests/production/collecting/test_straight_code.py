"""How long code runs without a branch."""

from __future__ import annotations

import pytest

from generator.production.collecting.stages.straight_code import longest_block


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ("", 0),
        ("a = b;\n  // c;\n\n  c = d;\n", 2),
        ("a = b;\nif (c) {\nd = e;\nf = g;\n}\nh = i;\n", 2),
        ("a = b;\ngoto label0;\nc = d;\nlabel0:;\ne = f;\n", 1),
    ],
)
def test_the_longest_run_is_counted(text: str, longest: int) -> None:
    assert longest_block(text) == longest
