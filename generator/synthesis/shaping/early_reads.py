"""A local for an element is set where the element is first read, so that it is read once."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Assign, Block, parts_of
from generator.syntax.values import Value
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import change_block


def with_early_reads(block: Block, written: Collection[str]) -> Block:
    """The block with its own names for elements from their first read on; those of ``written`` arrays may change."""
    counts = definitions(block)
    found = list(block)
    for statement in block:
        match statement:
            case Assign((Value("name", (word,)) as local,), value) if value.operation == "subscript":
                here = next(place for place, each in enumerate(found) if each is statement)
                first = next((place for place in range(here) if value in parts_of((found[place],))), here)
                made = set(value.names) & set(counts)
                if first == here or counts[word] > 1 or set(value.names) & set(written):
                    continue
                if all(counts[each] == 1 for each in made) and made <= set(definitions(tuple(found[:first]))):
                    before = change_block(
                        tuple(found[first:here]),
                        lambda part, value=value, local=local: local if part == value else part,  # type: ignore[misc]
                    )
                    found[first : here + 1] = [statement, *before]
    return tuple(found)
