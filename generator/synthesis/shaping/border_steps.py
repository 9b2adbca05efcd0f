"""Names for indices of a grid's cells that a kernel computes more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from generator.syntax.statements import Block, parts_of
from generator.syntax.types import INT
from generator.syntax.values import Value
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.naming_values import with_name
from generator.synthesis.shaping.value_kinds import is_of_thread, new_local

NAMES = (("{}p", "{}m"), ("{}_next", "{}_prev"), ("{}_plus", "{}_minus"), ("{}1", "{}0"), ("{}_hi", "{}_lo"))
"""What people call the indices one further and one back along an axis."""

STEPS = frozenset(("%", "call"))
"""Operations of indices that are wrapped or clamped."""


def with_border_steps(block: Block, index: Collection[str], random: Random, taken: set[str]) -> Block:
    """Indices with a border rule get a name where they wrap or stand more than once.

    Only those over the thread's own indices.
    """
    elements = [part for part in parts_of(block) if part.operation == "subscript" and not STEPS.isdisjoint(part.kinds)]
    steps = [part for each in elements for place in each.children[1:] for part in place.walk()]
    steps = [step for step in steps if step.operation in STEPS and is_of_thread(set(step.names) - {"wp"}, index)]
    found = Counter(steps)
    if not found:
        return block
    ahead, back = random.pick(NAMES)
    for step, count in found.items():
        axis, sign, size = _direction(step, index)
        word = (ahead if sign > 0 else back).format(axis) + ("" if size == 1 else str(size))
        if (count > 1 or step.operation == "%") and sign and (local := new_local(word, INT, taken)):
            block = with_name(block, step, local, own=True)
    return block


def _direction(step: Value, index: Collection[str]) -> tuple[str, int, int]:
    """Axis, sign and length of a step; the sign is 0 where it is no step by a literal."""
    for part in step.walk():
        match part:
            case Value("+" | "-" as sign, (Value("name", (axis,)), Value("literal", (size, *_)))) if axis in index:
                return axis, 1 if sign == "+" else -1, int(size)
    return "", 0, 0
