"""Attributes of which a computation stores one value of a row: a ring's next slot, a buffer's head.

Such a row is updated in place: a separate output would lack all other values.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.syntax.statements import Augment, Block, For, Store, walk


def partly_stored(block: Block) -> Iterator[str]:
    """Attributes stored at an index that is neither constant, nor set by a loop, nor counted up."""
    inside = list(walk(block))
    counted = {word for each in inside if isinstance(each, Augment) for word in each.sets}
    run = counted.union(*[line.sets for each in inside if isinstance(each, For) for line in (each, *each.inner)])
    for store in inside:
        if not isinstance(store, Store) or store.target.operation != "subscript":
            continue
        row, *places = store.target.operands
        names = [word for place in places for word in place.names if not word.isupper()]  # constants of its file
        if row.operation == "attribute" and names and run.isdisjoint(names):
            yield row.operands[1]
