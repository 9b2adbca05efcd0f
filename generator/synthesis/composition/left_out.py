"""Records that get no result of their own, told in an intent: at the border of a grid, masked, of worlds done."""

from __future__ import annotations

from generator.syntax.statements import Store
from generator.syntax.value_text import value_text
from generator.syntax.values import Value
from generator.synthesis.composition.draft import Draft
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.schemas.phrases import listed
from generator.synthesis.storage.layout import CLAMP, LEAVE, WRAP
from generator.synthesis.storage.memory import Memory

BORDERS = {WRAP: "with a periodic border", CLAMP: "with indices clamped at the border"}
"""Border rule -> its words. The third, to leave border cells out, may still store something for them."""

ENDS = {(-1,): "the lower end", (1,): "the upper end", (-1, 1): "both ends"}
"""Ways to the neighbours that are read along an axis -> where the cells are that lack one."""

AXES = ("first", "second", "third")


def _border(memory: Memory, record: Entity) -> str:
    """Where the cells are that lack a neighbour that is read."""
    ways = [tuple(way for way in (-1, 1) if memory.reach.get((axis, way))) for axis in range(record.dimensions)]
    if len(set(ways)) == 1 and ways[0]:
        return "the border" if ways[0] == (-1, 1) else f"{ENDS[ways[0]]} of each axis"
    return listed([f"{ENDS[each]} of the {axis} axis" for axis, each in zip(AXES, ways, strict=False) if each])


OMISSION = ", leaving out "
"""Words before a list of records that get no result."""

CLAUSES = (",", ";", " and ")
"""What a phrase goes on after, or a list that no more may follow."""


def _number(value: Value) -> str:
    """A constant in words: ``wp.vec3()`` and ``0.0`` are zero."""
    text = value_text(value)
    return "zero" if text in ("0", "0.0") or text.endswith("()") else text.lower()


def left_out(phrase: str, draft: Draft) -> str:
    """A phrase with what it does not say of such records."""
    memory, record = draft.meanings.memory, draft.record
    at_border = f"{record.plural} at {_border(memory, record)}"
    told, skipped = [], []
    if record.dimensions > 1 and memory.reach:
        if memory.layout.border != LEAVE:
            told.append(BORDERS[memory.layout.border])
        elif not draft.border:
            skipped.append(at_border)
        else:
            values = dict.fromkeys(each.value for each in draft.border if isinstance(each, Store))
            kept = any(value.operation == "subscript" for value in values)
            told.append(
                f"with {at_border} left as they are"
                if kept
                else f"with {listed([*map(_number, values)])} for {at_border}"
            )
    if draft.guards.mask:
        skipped.append(f"{record.plural} that do not take part")
    if draft.guards.worlds_done:
        skipped.append("worlds that are done")
    before, sign, last = phrase.rpartition(OMISSION)
    if skipped and sign and not any(each in last for each in CLAUSES):
        phrase, skipped = before, [last, *skipped]
    return ", ".join((phrase, *told)) + (f"{OMISSION}{listed(skipped)}" if skipped else "")
