"""Which threads of a launch have no part in it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from generator.syntax.operations import COMPARISONS
from generator.syntax.statements import Assign, Block, If, Return, Statement, Store, walk
from generator.syntax.types import INT
from generator.syntax.values import Value, array_of
from generator.syntax.values import name as value_name
from generator.syntax.walks.names import definitions
from generator.synthesis.schemas.domains import code, truth
from generator.synthesis.storage.memory import Memory, RecordAt
from generator.synthesis.storage.signature import MARK, Signature, parted, symbol

Stored = frozenset[str]
"""Arrays that are stored to on a path."""

EQUALITIES = ("==", "!=")

SWITCHES = frozenset(
    ("accepted", "active", "alive", "asleep", "awake", "done", "enabled", "finished", "kept", "reset", "solved")
)
"""Attributes that tell whether a record takes part: people leave at once, and touch nothing."""

FLAGS = (truth(), code(2))
"""Domains of attributes that are true or false."""

ACTIVE = "ACTIVE"
"""Name of the bit of a record's flags that tells whether it takes part."""


def switched(record: str, signature: Signature, constants: Collection[str]) -> set[str]:
    """Entities that take no mask, "" for the thread's own: those of which a kernel reads a flag or a switch.

    A mask beside a flag, such as ``frozen``, would say one thing twice. Nor does one suit records that other threads
    read: masked ones would still be seen.
    """
    found = {"" for word in constants if word == ACTIVE}
    for slot in [each for each in signature.slots.values() if each.reads]:
        entity, word = parted(slot.symbol)
        asks = slot.fill in FLAGS or not SWITCHES.isdisjoint((word, *slot.fields))
        if asks or (slot.shared and entity == record):
            found.add("" if entity == record else entity)
    return found


def is_own(target: Value, at: RecordAt, memory: Memory) -> bool:
    """Whether an element is the thread's own, of its world where there are several."""
    own = memory.cell(at)
    return target.operands[1:][-len(own) :] == own


class Participation:
    """Which branches ask whether a thread takes part at all: over switches, or over its own index alone.

    So does one that compares a whole number of the thread's own record with a number of the launch: a pass over one
    level, colour or group touches no other. A thread that stores something of its record before it leaves takes part:
    all its results are stored, not some.
    """

    def __init__(self, block: Block, memory: Memory, at: RecordAt) -> None:
        self._memory, self._at = memory, at
        once = {word for word, count in definitions(block).items() if count == 1}
        assigned = ((each.sets, each.value) for each in walk(block) if isinstance(each, Assign))
        self._locals = {word: value for (word, *others), value in assigned if not others and word in once}
        self._index = set(memory.layout.index)
        self._numbers = set(self._index)
        for each in walk(block):
            if isinstance(each, Assign) and self._is_number(each.value):
                self._numbers |= set(each.sets)

    def tells(self, statement: Statement) -> bool:
        """Whether a statement is such a branch."""
        if not isinstance(statement, If) or any(map(self._leaves_with, (statement.body, statement.otherwise))):
            return False
        condition = statement.condition
        sides = condition.operands if condition.operation in COMPARISONS else ()
        bound = any(side.operation == "name" and side.operands[0] in self._index for side in sides)
        chooses = any(self._is_switch(part) or self._selects(part) for part in condition.walk())
        return bound or chooses or self._is_number(condition)

    def _is_switch(self, part: Value) -> bool:
        """Whether a part is a switch of the thread's own record or of one of another kind, such as its world."""
        entity, word = parted(array_of(part))
        return word in SWITCHES and (entity != self._at.entity.name or is_own(part, self._at, self._memory))

    def _leaves_with(self, arm: Block) -> bool:
        """Whether an arm ends in a return and stores something of the thread's own record."""
        return bool(arm) and isinstance(arm[-1], Return) and any(map(self._is_own_store, arm))

    def _is_own_store(self, statement: Statement) -> bool:
        if not isinstance(statement, Store) or statement.target.operation != "subscript":
            return False
        entity, _ = parted(array_of(statement.target))
        return entity == self._at.entity.name and is_own(statement.target, self._at, self._memory)

    def _selects(self, part: Value) -> bool:
        """Whether a comparison is of a whole number of the record with numbers of the launch."""
        if part.operation not in EQUALITIES:
            return False
        left, right = (self._meant(side) for side in part.operands)
        return (self._is_word(left) and self._is_given(right)) or (self._is_word(right) and self._is_given(left))

    def _meant(self, value: Value) -> Value:
        """The value of a local that is set once; any other value itself."""
        return self._locals.get(str(value.operands[0]), value) if value.operation == "name" else value

    def _is_word(self, value: Value) -> bool:
        """Whether a value is a whole number of the thread's own record that the kernel does not write."""
        held, field = value.operands if value.operation == "attribute" else (value, "")
        if not isinstance(held, Value) or held.operation != "subscript" or not is_own(held, self._at, self._memory):
            return False
        entity, word = parted(array_of(held))
        of = self._at.entity.attribute(str(field) or word) if entity == self._at.entity.name else None
        made = of and self._memory.signature.slots.get(symbol(entity, of.name, "out"))
        return of is not None and of.type == INT and not of.extent and not (made and made.writes)

    def _is_given(self, value: Value) -> bool:
        """Whether a value is over numbers of the launch and the thread's index alone; their symbols name no entity."""
        words = {name for word in value.names for name in self._meant(value_name(word)).names}
        given = {word for word in words if word[0] == MARK and "." not in word}
        return bool(given) and words - given <= self._numbers

    def _is_number(self, value: Value) -> bool:
        """Whether a value is over the thread's index and sizes alone."""
        arrays = any(part.operation == "subscript" and part.operands[0].operation == "name" for part in value.walk())
        return not arrays and bool(value.names) and all(w in self._numbers or w[0] == MARK for w in value.names)


def leaving(block: Block, memory: Memory, own: RecordAt, made: Collection[str], anew: Stored) -> Collection[int] | None:
    """Which branches (their ``id``) leave a kernel of several steps for good; None where a path lacks what is ``made``.

    Those of threads that have no part in the first step, or for which it did not make all that is made ``anew``.
    """
    paths = _Paths(anew, Participation(block, memory, own).tells)
    end = paths.through(block, frozenset())
    stores = any(array_of(each.target) in made for each in walk(tuple(paths.left)) if isinstance(each, Store))
    return None if stores or not anew <= end else [id(each) for each in paths.left]


@dataclass
class _Paths:
    """Follows the paths through a block; ``left`` are branches that leave without all that is made anew."""

    anew: Stored
    tells: Callable[[Statement], bool]
    left: list[If] = field(default_factory=list)

    def through(self, block: Block, stored: Stored) -> Stored:
        """What is surely stored at the end of a block."""
        for statement in block:
            match statement:
                case Store(target):
                    stored |= {array_of(target)}
                case If(_, body, otherwise):
                    ends = [end for arm in (body, otherwise) if (end := self._arm(statement, arm, stored)) is not None]
                    stored = frozenset.intersection(*ends) if ends else stored
        return stored

    def _arm(self, branch: If, arm: Block, stored: Stored) -> Stored | None:
        if not arm or not isinstance(arm[-1], Return):
            return self.through(arm, stored)
        if self.tells(branch) or not self.anew <= stored | {array_of(s.target) for s in arm if isinstance(s, Store)}:
            self.left.append(branch)
        return None
