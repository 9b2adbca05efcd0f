"""Trip counts of loops of constant length, and the size of the code that Warp writes for a block."""

from __future__ import annotations

from collections.abc import Mapping

from generator.syntax.statements import HOLDING, LOOPS, Block, For, Jump, blocks_of
from generator.syntax.values import Value

MOST_UNROLLED = 16
"""Trip count up to which Warp unrolls a loop of constant length (``max_unroll``)."""


def unrolled_steps(loop: For, constants: Mapping[str, Value]) -> int | None:
    """Trip count of a loop of constant length that Warp unrolls: short, and without a ``break``; None for any other."""
    if loop.iterable.operation != "call" or leaves_early(loop.body):
        return None
    ends = loop.iterable.operands[1:]
    bounds = [bound for end in ends if (bound := whole_number(end, constants)) is not None]
    if len(bounds) < len(ends):
        return None
    steps = len(range(*bounds))
    return steps if steps <= MOST_UNROLLED else None


def leaves_early(block: Block) -> bool:
    """Whether the body of a loop has a ``break`` of this loop."""
    for statement in block:
        if isinstance(statement, Jump) and statement.word == "break":
            return True
        if not isinstance(statement, LOOPS) and any(map(leaves_early, blocks_of(statement))):
            return True
    return False


def operations_written(block: Block, constants: Mapping[str, Value]) -> int:
    """Operations that Warp writes for a block, unrolled loops in full; each is 300 to 450 letters of adjoint CUDA."""
    found = 0
    for statement in block:
        found += sum([part.operation != "name" for part in statement.parts])
        if type(statement) in HOLDING:
            inner = sum([operations_written(each, constants) for each in blocks_of(statement)])
            found += inner * ((unrolled_steps(statement, constants) if type(statement) is For else None) or 1)
    return found


def whole_number(value: Value, constants: Mapping[str, Value] = {}) -> int | None:
    """The integer that a literal or a constant of the module is; None for any other value."""
    if value.operation == "name":
        named = constants.get(value.operands[0])
        return None if named is None or named is value else whole_number(named, {})
    if value.operation == "neg":
        inner = whole_number(value.operands[0], constants)
        return None if inner is None else -inner
    if value.operation == "call" and len(value.operands) == 2:  # wp.static(3), wp.constant(3)
        return whole_number(value.operands[1], constants)
    if value.operation == "python":
        text = str(value.operands[0])
        return int(text) if text.isdigit() else whole_number(Value("name", (text,)), constants)
    number = value.operands[0] if value.operation == "literal" else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None
