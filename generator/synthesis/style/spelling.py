"""A style: the spelling of a whole kernel, drawn once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from generator.syntax.cpp_words import CPP_WORDS
from generator.syntax.statements import Block
from generator.syntax.types import BOOL, FLOAT, INT, Array, Record, Type, type_word
from generator.syntax.values import Value, call, dotted, literal
from generator.syntax.walks.names import RESERVED
from generator.syntax.walks.rewriting import change_block
from generator.synthesis.chance.habits import BRACKETS, DTYPE, Habits
from generator.synthesis.chance.randomness import Random
from generator.synthesis.storage.signature import Signature, Slot, twin

STYLES = ("owner", "plain", "short")
"""Styles of names, in the order of an attribute's ``names``."""

ANY = dotted("Any")
"""The annotation of what may be of any type."""

OUT_SUFFIXES = ("_out", "_new", "_next", "_result")
"""Suffixes of an output that has an attribute in common with an input."""

FOR_INPUTS, FOR_OUTPUTS = ("inputs", "src"), ("out", "output", "outputs", "dst")
"""Whole names of arrays that say what a kernel does to them."""

_PLAIN: dict[Type | None, str] = {FLOAT: "float", INT: "int", BOOL: "bool"}
"""Types that Python has words for."""


class Style:
    """Which names, annotations, constants and comments a kernel has, drawn with the chances of a project."""

    def __init__(self, random: Random, habits: Habits) -> None:
        self.names = random.weighted(habits.naming)
        self.directions = random.chance(habits.directions)
        self.arrays = random.weighted(habits.arrays)
        self.spelled = random.chance(habits.spelled_scalars)
        self.comments = random.chance(habits.comments)
        self.docstring = random.chance(habits.docstring)
        self.explained_laws = random.chance(habits.explained_laws)
        self.headings = random.weighted(habits.headings)
        self.out = random.pick(OUT_SUFFIXES)
        self.wrapped_constants = random.chance(habits.wrapped_constants)
        self.static_constants = random.chance(habits.static_constants) and not self.wrapped_constants
        self.shown_results = random.chance(habits.shown_results)

    def type(self, kind: Type | None) -> Value:
        """The annotation of a number, a vector, a record, an array."""
        return _annotation(kind, self.arrays, self.spelled)


@lru_cache(maxsize=1024)
def _annotation(kind: Type | None, arrays: str, spelled: bool) -> Value:
    """One value wherever it stands: what is known of it, such as its text, is found once."""
    if isinstance(kind, Record):
        return dotted(kind.name)
    if not isinstance(kind, Array):
        plain = _PLAIN.get(kind)
        return dotted(f"wp.{type_word(kind)}" if plain is None or (spelled and kind != BOOL) else plain)
    inside = ANY if kind.element is None else _annotation(kind.element, arrays, spelled)
    word = "wp.array" if kind.dimensions == 1 else f"wp.array{kind.dimensions}d"
    if arrays == BRACKETS:
        return Value("subscript", (dotted(word), inside))
    dtype = Value("keyword", ("dtype", inside))
    if arrays == DTYPE or kind.dimensions == 1:
        return call(dotted(word), dtype)
    return call(dotted("wp.array"), dtype, Value("keyword", ("ndim", literal(kind.dimensions))))


def with_static_constants(body: Block, constants: Collection[str]) -> Block:
    """The body with ``wp.static(NAME)`` for each use of a constant of the module."""
    words = set(constants)

    def change(value: Value) -> Value:
        if value.operation == "name" and value.operands[0] in words:
            return call(dotted("wp.static"), Value("python", (value.operands[0],)), type=value.type)
        return value

    return change_block(body, change) if words else body


def argument_names(style: Style, signature: Signature, taken: Collection[str]) -> dict[str, str]:
    """Symbol -> the name that an argument gets; none of those that are taken, and none twice.

    What a new value is stored to has the name of what the old one is read from.
    """
    used = set(taken)
    place = STYLES.index(style.names)
    found: dict[str, str] = {}
    for slot in signature.slots.values():
        ending = _ending(style, slot, signature)
        first = slot.names[min(place, len(slot.names) - 1)]
        own = _in_its_direction((first, *slot.names), slot)
        words = [word if ending and word.endswith(("_out", "_in")) else word + ending for word in own]
        if old := found.get(twin(slot.symbol)):
            words.insert(0, old.removesuffix("_in") + ending)
        owner = slot.symbol[1:].partition(".")[0]
        words += [f"{owner}_{own[0]}{ending}", *[f"{owner}_{word}_array{ending}" for word in own]]
        for word in words:
            if word not in used and word not in RESERVED and word not in CPP_WORDS:
                break
        used.add(word)
        found[slot.symbol] = word
    return found


def _in_its_direction(words: Sequence[str], slot: Slot) -> Sequence[str]:
    """Names of an array, of which none says ``out`` of what is only read, or ``in`` of what is only written.

    ``pixel_value_out`` that is read is ``new_pixel_value`` where it has no other name.
    """
    if type(slot.type) is not Array or (slot.reads and slot.writes):
        return words
    side, others = ("_in", FOR_INPUTS) if slot.writes else ("_out", FOR_OUTPUTS)
    kept = [word for word in words if not word.endswith(side) and word not in others]
    return kept or [f"new_{word.removesuffix(side)}" for word in words]


def _ending(style: Style, slot: Slot, signature: Signature) -> str:
    if type(slot.type) is not Array:
        return ""
    if style.directions:
        return "" if slot.reads and slot.stores else "_out" if slot.writes else "_in"
    return style.out if slot.symbol.endswith(".out") and twin(slot.symbol) in signature.slots else ""
