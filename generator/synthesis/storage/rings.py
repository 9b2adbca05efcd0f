"""Attributes of which a computation stores one value of a row: a ring's next slot, a buffer's head.

Such a row is updated in place: a separate output would lack all other values.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.syntax.statements import Augment, Block, For, Store, walk


def partly_stored(block: Block) -> Iterator[str]:
    """Attributes stored at an index that is neither constant, nor set by a loop, nor counted up."""
    inside = walk(block)
    rows = [each.target for each in inside if type(each) is Store and each.target.operation == "subscript"]
    rows = [row for row in rows if row.operands[0].operation == "attribute"]
    if not rows:
        return
    counted = {word for each in inside if type(each) is Augment for word in each.sets}
    run = counted.union(*[each.sets_within for each in inside if type(each) is For])
    for row in rows:
        of, *places = row.operands
        names = [word for place in places for word in place.names if not word.isupper()]  # constants of its file
        if names and run.isdisjoint(names):
            yield of.operands[1]
