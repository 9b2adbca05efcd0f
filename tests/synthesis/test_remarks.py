"""What comments say of guards is so."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from generator.syntax.printing import block_text
from generator.syntax.reading import read
from generator.syntax.types import BOOL, INT, Array
from generator.synthesis import synthesize
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.schemas.domains import truth
from generator.synthesis.schemas.particles import PARTICLES
from generator.synthesis.schemas.phrases import of_each
from generator.synthesis.storage.layout import Layout
from generator.synthesis.storage.memory import Memory
from generator.synthesis.storage.signature import Signature, Slot
from generator.synthesis.style.remarks import with_remarks

REMARK = "# more threads than records"


def test_the_last_row_of_a_grid_is_a_border_and_no_surplus_of_threads() -> None:
    bounded = replace(DEFAULT_POLICY, bounds=1.0)
    found = []
    for key in ("last9/6", *(f"remark/{number}" for number in range(40))):
        lines = [line.strip() for line in synthesize("multi_cond", key, policy=bounded).source.splitlines()]
        found += [after for line, after in pairwise(lines) if line == REMARK]
    assert found
    assert not [guard for guard in found if guard.endswith("- 1:")]


@pytest.mark.parametrize(
    ("test", "index"),
    [
        ("a == -1", True),
        ("a < 0", True),
        ("a < 0 or b < 0", True),
        ("a < 0 or a >= b", False),
        ("a == 1", False),
        ("a == 0", False),
        ("a < -1", False),
    ],
)
def test_only_a_test_for_no_index_is_called_that(test: str, index: bool) -> None:
    (function,) = read(f"def f(a, b):\n    if {test}:\n        return\n").functions
    memory = Memory(PARTICLES, Layout(), Signature())
    texts = [block_text(with_remarks(function.body, memory, lambda bound: False, Random(f"{n}"))) for n in range(20)]
    assert any("valid index" in text for text in texts) == index


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("not active[i]", "# skip if the body is not awake"),
        ("active[i] == 0", "# skip if the body is not awake"),
        ("not moved", None),
        ("not may_collide(a, b)", None),
        ("not other[i]", None),
    ],
)
def test_a_guard_over_a_flag_says_what_the_flag_is(test: str, said: str | None) -> None:
    (function,) = read(f"def f(i, a, b, moved, active, other):\n    if {test}:\n        return\n").functions
    slots = {word: Slot(word, Array(BOOL, 1), truth(), (word,)) for word in ("active", "other")}
    slots["active"].words = of_each("whether it is awake", "body")
    memory = Memory(PARTICLES, Layout(), Signature(slots))
    texts = [block_text(with_remarks(function.body, memory, lambda bound: False, Random(f"{n}"))) for n in range(20)]
    assert {line for text in texts for line in text.splitlines() if "#" in line} == ({said} if said else set())


@pytest.mark.parametrize(
    ("words", "loop", "said"),
    [
        ("offsets of the arcs", "range(a[i], a[i + 1]):\n        b[k] = 0", "# loop over the arcs"),
        ("number of arcs", "range(a[i]):\n        b[k] = 0", "# loop over the arcs"),
        ("number of arcs", "range(1, a[i]):\n        b[k] = 0", None),
    ],
)
def test_a_loop_from_the_first_on_says_what_it_is_over(words: str, loop: str, said: str | None) -> None:
    (function,) = read(f"def f(i, a, b):\n    for k in {loop}\n").functions
    signature = Signature({"a": Slot("a", Array(INT, 1), truth(), ("a",), words=words)})
    memory = Memory(PARTICLES, Layout(), signature)
    texts = [block_text(with_remarks(function.body, memory, lambda bound: False, Random(f"{n}"))) for n in range(20)]
    assert {line for text in texts for line in text.splitlines() if "#" in line} == ({said} if said else set())
