"""Records that get no result of their own, told in an intent: at a border, unrelated, masked, of worlds done."""

from __future__ import annotations

from generator.syntax.statements import If, Store, walk
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, dotted, literal
from generator.syntax.walks.names import TYPES
from generator.synthesis.composition.draft import Draft
from generator.synthesis.composition.intent import THEN
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.schemas.phrases import article, listed, spoken
from generator.synthesis.schemas.zeros import MINUS_ONE
from generator.synthesis.storage.layout import CLAMP, LEAVE, WRAP
from generator.synthesis.storage.memory import Memory

BORDERS = {
    WRAP: (", with a periodic border", "; the border is periodic"),
    CLAMP: (", with indices clamped at the border", "; indices are clamped at the border"),
}
"""Border rule -> its words in a sentence and in one of their own.

The third, to leave border cells out, may still store something for them.
"""

ENDS = {(-1,): "the lower end", (1,): "the upper end", (-1, 1): "both ends"}
"""Ways to the neighbours that are read along an axis -> where the cells are that lack one."""

AXES = ("first", "second", "third")


def _border(memory: Memory, record: Entity) -> str:
    """Where the cells are that lack a neighbour that is read."""
    ways = [tuple(way for way in (-1, 1) if memory.reach.get((axis, way))) for axis in range(record.dimensions)]
    if len(set(ways)) == 1 and ways[0]:
        return "the border" if ways[0] == (-1, 1) else f"{ENDS[ways[0]]} of each axis"
    return listed([f"{ENDS[each]} of the {axis} axis" for axis, each in zip(AXES, ways, strict=False) if each])


NOTHING = {MINUS_ONE: "-1", literal(False): "false", dotted("wp.transform_identity"): "the identity"}
"""Parts of values that stand for nothing -> their words."""


def _number(value: Value) -> str:
    """A constant in words: ``wp.vec3()`` and ``0.0`` are zero."""
    zeros = value.operation in ("call", "literal") and not any(
        part.operands[0] for part in value.walk() if part.operation == "literal"
    )
    words = "zero" if zeros else value_text(value).lower()
    return next((NOTHING[part] for part in value.walk() if part in NOTHING), words)


def _unrelated(draft: Draft, first: bool) -> list[str]:
    """What is stored for nothing where a relation that nobody asks about leads nowhere: one of the ``first`` step's."""
    memory, followed = draft.meanings.memory, draft.choices[0].needs.followed
    words = {f"{of.name}.{r.name}": r.words for of, r in memory.schema.relations if (r.name in followed) == first}
    found: dict[tuple[str, str], dict[str, None]] = {}
    for branch in walk(draft.body) if memory.untested else ():
        if not isinstance(branch, If):
            continue
        relations = [memory.untested.get(part, "") for part in branch.condition.walk()]
        values = [each.value for each in branch.body if isinstance(each, Store)]
        stored = listed(sorted(set(map(_number, values))))
        constant = values and all(TYPES.issuperset(value.names) for value in values)
        for relation in [each for each in relations if constant and each in words]:
            found.setdefault((stored, article(spoken(relation.partition(".")[0]))), {})[words[relation]] = None
    return [f"with {stored} where {owner} has no {' or no '.join(nouns)}" for (stored, owner), nouns in found.items()]


KEPT = (", with {} left as they are", "; {} are left as they are")
BOTH = (
    ", with {} left as they are and their other outputs {}",
    "; {} are left as they are, and their other outputs are {}",
)
STORED = (", with {1} for {0}", "; {0} get {1}")
OMITTED = (", leaving out {}", "; {} are left out")
"""What becomes of records: in a sentence and in one of their own."""


def left_out(phrase: str, draft: Draft) -> str:
    """A phrase with what it does not say of such records.

    What holds for the whole kernel gets a sentence of its own where the phrase's last clause would seem to have it.
    """
    memory, record = draft.meanings.memory, draft.record
    first, *others = phrase.partition(THEN.strip())
    joined = all(others)
    if joined:
        phrase = "".join((", ".join((first, *_unrelated(draft, True))), *others))
    phrase = ", ".join((phrase, *_unrelated(draft, not joined)))
    own = any(sign in phrase for sign in ",;:")
    values = [each.value for each in draft.skipped]
    numbers = listed([*dict.fromkeys(_number(value) for value in values if value.operation != "subscript")])
    kept = any(value.operation == "subscript" for value in values)
    border, skipped = "", []
    if record.dimensions > 1 and memory.reach:
        at_border = f"{record.plural} at {_border(memory, record)}"
        if memory.layout.border != LEAVE:
            border = BORDERS[memory.layout.border][own]
        elif values and not kept:
            border = STORED[own].format(at_border, numbers)
        else:
            skipped.append(at_border)
    if draft.guards.mask:
        skipped.append(f"{record.plural} that do not take part")
    if draft.guards.worlds_done:
        skipped.append("worlds that are done")
    left = OMITTED if not kept else BOTH if numbers else KEPT
    return phrase + border + (left[own or bool(border)].format(listed(skipped), numbers) if skipped else "")
