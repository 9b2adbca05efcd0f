"""Two branches over one question become one, and every way does what it did."""

from __future__ import annotations

import pytest

from generator.syntax.printing import block_text
from generator.synthesis.composition.one_question import with_one_question
from tests.synthesis.test_shaping import block


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # what stands between is on both ways
            "if c:\n    a = x\nelse:\n    a = y\nu[i] = a\nif c:\n    b = a\nelse:\n    b = z\nw[i] = b",
            "if c:\n    a = x\n    u[i] = a\n    b = a\nelse:\n    a = y\n    u[i] = a\n    b = z\nw[i] = b",
        ),
        (  # or on the way out
            "if c:\n    a = x\nelse:\n    a = y * z\nu[i] = a\nif c:\n    return\nw[i] = a",
            "if c:\n    a = x\n    u[i] = a\n    return\na = y * z\nu[i] = a\nw[i] = a",
        ),
        (  # the opposite question
            "if n < 0:\n    a = x\nelse:\n    a = y\nif n >= 0:\n    w[i] = a",
            "if n < 0:\n    a = x\nelse:\n    a = y\n    w[i] = a",
        ),
        ("if c:\n    c = x\nif c:\n    w[i] = y", None),  # another answer
        ("if f[i]:\n    f[i] = 0\nif f[i]:\n    w[i] = y", None),
        ("if f[i]:\n    f[i] += 1\nif f[i]:\n    w[i] = y", None),
        ("if c:\n    a = x\nfor k in range(n):\n    a += k\nif c:\n    w[i] = a", None),
        ("if c:\n    u[i] = x\np[i] = 1\nq[i] = 2\nr[i] = 3\nif c:\n    return\nw[i] = y", None),  # too much twice
    ],
)
def test_one_question(before: str, after: str | None) -> None:
    assert block_text(with_one_question(block(before))) == (before if after is None else after)
