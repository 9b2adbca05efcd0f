"""Names for indices of a grid's cells that a kernel computes more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from generator.syntax.statements import Assign, Block, If, Return, parts_of
from generator.syntax.types import INT
from generator.syntax.values import Value, name
from generator.syntax.walks.rewriting import exchanged
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.value_kinds import is_of_thread, new_local

NAMES = (("{}p", "{}m"), ("{}_next", "{}_prev"), ("{}_plus", "{}_minus"), ("{}1", "{}0"), ("{}_hi", "{}_lo"))
"""What people call the indices one further and one back along an axis."""

STEPS = frozenset(("%", "call"))
"""Operations of indices that are wrapped or clamped."""

FLAT = ("idx", "cell", "index", "flat")
"""What people call a cell's index in a flat array."""

PLAIN = frozenset(("+", "*", "name", "subscript", "attribute", "literal"))
"""Operations of a flat index."""


def with_flat_place(block: Block, index: Collection[str], random: Random, taken: Collection[str]) -> Block:
    """``i * width + j`` gets a name where it stands more than once."""
    found = Counter(operand for operand in _places(block) if _is_flat(operand, index))
    words = [word for word in FLAT if word not in taken]
    again = [place for place, count in found.most_common(1) if count > 1]
    if not words or not again:
        return block
    return _named(block, 0, {again[0]: name(random.pick(words), INT)})


def _is_flat(value: Value, index: Collection[str]) -> bool:
    """Whether an index is a sum over two or more of the thread's indices and sizes, and no neighbour's."""
    if value.operation != "+" or not value.kinds <= PLAIN:
        return False
    if len(set(index).intersection(value.names)) < 2 or not is_of_thread(value.names, index):
        return False
    return not any(part.operation == "+" and part.operands[1].operation == "literal" for part in value.walk())


def _places(block: Block) -> list[Value]:
    """Every index of an array in a block."""
    return [place for part in parts_of(block) if part.operation == "subscript" for place in part.children[1:]]


def _steps(block: Block) -> list[Value]:
    """What may be a step with a border rule, within the array indices of a block."""
    places = [place for place in _places(block) if place.operation not in ("name", "literal")]
    return [part for place in places for part in place.walk() if part.operation in STEPS]


def with_border_steps(block: Block, index: Collection[str], random: Random, taken: set[str]) -> Block:
    """Indices with a border rule get a name where they wrap or stand more than once.

    Only those over the thread's own indices.
    """
    found = Counter([part for part in _steps(block) if is_of_thread(set(part.names) - {"wp"}, index)])
    ahead, back = random.pick(NAMES)
    names: dict[Value, Value] = {}
    for step, count in found.items():
        axis, sign, size = _direction(step, index)
        word = (ahead if sign > 0 else back).format(axis) + ("" if size == 1 else str(size))
        if (count > 1 or step.operation == "%") and sign and (local := new_local(word, INT, taken)):
            names[step] = local
    guards = next((place for place, s in enumerate(block) if not (isinstance(s, If) and s.body == (Return(),))), 0)
    return _named(block, guards, names) if names else block


def _named(block: Block, place: int, names: Mapping[Value, Value]) -> Block:
    """The block with locals for some values from a place on."""
    locals_ = (Assign((local,), value) for value, local in names.items())
    return (*block[:place], *locals_, *exchanged(block[place:], names))


def _direction(step: Value, index: Collection[str]) -> tuple[str, int, int]:
    """Axis, sign and length of a step; the sign is 0 where it is no step by a literal."""
    for part in step.walk():
        match part:
            case Value("+" | "-" as sign, (Value("name", (axis,)), Value("literal", (size, *_)))) if axis in index:
                return axis, 1 if sign == "+" else -1, int(size)
    return "", 0, 0
