"""Constants of the module that a kernel takes as ``wp.static``: numbers of the build, not of the module's code."""

from __future__ import annotations

from collections.abc import Iterable

from generator.syntax.modules import Constant, Part
from generator.syntax.statements import Block
from generator.syntax.values import Value, call, dotted
from generator.syntax.walks.rewriting import change_value, change_wholes


def with_static_constants(block: Block, parts: Iterable[Part]) -> Block:
    """The block with ``wp.static(NAME)`` for each use of a constant."""
    words = {part.name for part in parts if isinstance(part, Constant)}

    def change(value: Value) -> Value:
        if value.is_name and value.operands[0] in words:
            return call(dotted("wp.static"), Value("python", (value.operands[0],)), type=value.type)
        return value

    return change_wholes(block, lambda whole: whole if words.isdisjoint(whole.names) else change_value(whole, change))
