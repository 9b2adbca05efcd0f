"""A border on an index stands before what is read at that index."""

from __future__ import annotations

import pytest

from generator.syntax.printing import block_text
from generator.synthesis.control.border_order import with_borders_first
from tests.synthesis.test_shaping import block

LEAVE = "\n    return\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"if not on[i]:{LEAVE}if i >= n:{LEAVE}y[i] = 1", f"if i >= n:{LEAVE}if not on[i]:{LEAVE}y[i] = 1"),
        (
            f"m = on[i]\nif m == 0:{LEAVE}if i >= n:{LEAVE}y[i] = 1",
            f"if i >= n:{LEAVE}m = on[i]\nif m == 0:{LEAVE}y[i] = 1",
        ),
        (
            f"if not on[i]:{LEAVE}first = 3 * i\nif first + 3 > n:{LEAVE}y[i] = 1",
            f"first = 3 * i\nif first + 3 > n:{LEAVE}if not on[i]:{LEAVE}y[i] = 1",
        ),
        (f"if done[w]:{LEAVE}if i >= n:{LEAVE}y[i] = 1", None),  # read at another index
        (f"a = to[i]\nif a >= n:{LEAVE}y[i] = 1", None),  # a border of what was read
        (f"y[i] = 0\nif not on[i]:{LEAVE}if i >= n:{LEAVE}y[i] = 1", None),  # something was done already
        (f"k = i\nif not on[k]:{LEAVE}k = k + 1\nif k >= n:{LEAVE}y[i] = 1", None),  # another value of a name
    ],
)
def test_borders_stand_first(before: str, after: str | None) -> None:
    assert block_text(with_borders_first(block(before), ("w", "i"))) == (before if after is None else after)
