"""Elements of arrays that a function takes as values, where a function of the array and an index would be clumsy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from generator.syntax.statements import Assign, Block, parts_of
from generator.syntax.types import Array, Type
from generator.syntax.values import Value, array_of, name
from generator.syntax.walks.effects import surely_computed
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import exchanged
from generator.synthesis.factoring.runs import Run
from generator.synthesis.storage.signature import MARK

SHORTEST_WORD = 3
"""Fewest letters of an attribute that can name a value."""


def with_elements(
    run: Run, types: Mapping[str, Type | None], index: Collection[str], taken: Collection[str]
) -> tuple[Run, dict[str, Value]]:
    """The run with a name for each array of which it reads one element alone, and the elements that these names mean.

    The element must be read whatever the run decides, by indices from before it: the caller reads it instead.
    """
    sets = definitions(run.statements)
    sure = set(surely_computed([value for each in run.statements for value in each.values]))
    loaded = {value: word for word, value in _loads(run.statements) if sets[word] == 1 and word not in run.given}
    reads = Counter([part for part in parts_of(run.statements) if array_of(part).startswith(MARK)])
    count = uses(run.statements)
    found: dict[str, Value] = {}
    for element, times in reads.items():
        symbol = array_of(element)
        kind = types.get(symbol)
        if times != count[symbol] or not isinstance(kind, Array):  # the array is read elsewhere, too
            continue
        free = (word for word in _words(element, index) if word not in {*taken, *sets, *count, *found})
        word = loaded.get(element) or next(free, "")
        whole = len(element.operands) == kind.dimensions + 1 and sets.keys().isdisjoint(element.names)
        if whole and element in sure and word:
            found[word] = element
    if not found:
        return run, {}
    kept = tuple([each for each in run.statements if found.items().isdisjoint(_loads((each,)))])
    block = exchanged(kept, {element: name(word, element.type) for word, element in found.items()})
    left = uses(block)
    found = {word: element for word, element in found.items() if word in left}  # and not within another alone
    return replace(run, statements=block, taken=(*(word for word in run.taken if word in left), *found)), found


def _loads(block: Block) -> Iterator[tuple[str, Value]]:
    """Locals that statements of a block give to what they read, and what that is."""
    for statement in block:
        match statement:
            case Assign((Value("name", (str(word),)),), value):
                yield word, value


def _words(element: Value, index: Collection[str]) -> tuple[str, ...]:
    """What people call the element: ``mass``, or of another record ``mass_b``; nothing where its place is computed."""
    array, *places = element.operands
    symbol = str(array.operands[0])[len(MARK) :].removesuffix(".in").split(".")
    entity, word = symbol[0], symbol[-1]
    if not (len(symbol) == 2 or word == "count") or not all(place.operation == "name" for place in places):
        return ()
    others = [str(place.operands[0]) for place in places if place.operands[0] not in index]
    word = word if len(word) >= SHORTEST_WORD else f"{entity}_{word}"
    return word, "_".join([word, *others])
