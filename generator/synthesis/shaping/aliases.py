"""Second names of the thread's index and of arguments, which nobody needs."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Assign, Block
from generator.syntax.values import Value
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import rename
from generator.synthesis.storage.signature import MARK


def without_aliases(block: Block, index: Collection[str]) -> Block:
    """The block without ``row = tid`` and ``n = count``, where neither is set again."""
    once = definitions(block)
    names: dict[str, str] = {}
    found = []
    for statement in block:
        match statement:
            case Assign((Value("name", (str(word),)),), Value("name", (str(place),))) if (
                (place in index or place.startswith(MARK)) and once[word] == 1 and place not in once
            ):
                names[word] = place
            case _:
                found.append(statement)
    return rename(tuple(found), names)
