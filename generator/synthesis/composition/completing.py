"""A thread stores all results of its own record, whichever path it takes.

What a thread leaves alone keeps its old value. A result without a value gets the one for none, unless that is all that
is ever stored: what a computation only clears, others make. Only threads that have no part in the launch store nothing:
of records that are switched off, of another level or colour than the launch's, or beyond the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.syntax.statements import Assign, Block, For, If, Jump, Return, Statement, Store, While, parts_of, walk
from generator.syntax.types import INT
from generator.syntax.values import Value, array_of, call, literal
from generator.syntax.walks.names import definitions
from generator.synthesis.composition.participation import Participation, is_own
from generator.synthesis.schemas.entities import RESULT, Attribute, Entity
from generator.synthesis.schemas.zeros import none_of
from generator.synthesis.storage.memory import READ, Memory, RecordAt
from generator.synthesis.storage.merging import is_one_array
from generator.synthesis.storage.signature import twin

MOST_PLACES = 2
"""Most places at which a default is stored; where there would be more, it is stored once before all of them."""

NEXT = ("next_{}", "{}_next", "{}_out", "new_{}")
"""Names of the attribute that holds what becomes of another."""

ELSEWHERE = ("order", "place")
"""Words of attributes that hold what becomes of another record."""


def completed(block: Block, memory: Memory, at: RecordAt) -> Block:
    """The block with a store on each path, for each attribute of the thread's own record that it stores."""
    if memory.layout.lane:  # one thread of a block stores for all
        return block
    participation = None
    for target, of in _own_results(block, memory, at):
        if not _is_stored(block, target):
            participation = participation or Participation(block, memory, at)
            value = _left_alone(memory, at, of, array_of(target))
            if value is None and twin(array_of(target)) in memory.signature.slots:
                continue  # in place: whoever leaves keeps it
            if value is not None and _is_all_that_is_stored(value, _stores(block, target)):
                continue
            if value is None:
                block = _early(block, target, participation)
            else:
                block = _with_default(block, Store(target, value), participation)
    return block


def cleared(block: Block, memory: Memory, at: RecordAt) -> Block:
    """Stores of the old value, or of the one for none, to each result of the own record that a block stores.

    A result that the block makes without ever reading its old value gets the one for none.
    """
    read = {array_of(part) for part in parts_of(block)}
    stores: list[Store] = []
    for target, of in _own_results(block, memory, at):
        value = _left_alone(memory, at, of, array_of(target))
        if value is not None:
            made = of.role == RESULT and array_of(value) == twin(array_of(target)) and array_of(value) not in read
            stores.append(Store(target, none_of(of) if made else value))
    return tuple(stores)


def _own_results(block: Block, memory: Memory, at: RecordAt) -> Iterator[tuple[Value, Attribute]]:
    """Elements of the thread's own record that a block stores, one for each array, with their attributes."""
    stored: dict[str, set[Value]] = {}
    for each in walk(block):
        if type(each) is Store:
            stored.setdefault(array_of(each.target), set()).add(each.target)
    for array, targets in stored.items():
        entity, _, word = array.removesuffix(".out").removeprefix("@").partition(".")
        slot = memory.signature.slots.get(array)
        of = at.entity.attribute(word) if slot and entity == at.entity.name else None
        if slot is None or of is None or of.extent or slot.adds or len(targets) > 1:
            continue
        (target,) = targets
        if is_own(target, at, memory):
            yield target, of


def before_it(entity: Entity, of: Attribute) -> Attribute | None:
    """The attribute whose next value another one is: ``value`` for ``next_value``; None where there is none."""
    if any(word in of.words.split() for word in ELSEWHERE):
        return None
    named = (each for each in entity.attributes if of.name in {form.format(each.name) for form in NEXT})
    found = next(named, None)
    return found if found is not None and (found.type, found.extent) == (of.type, of.extent) else None


def _left_alone(memory: Memory, at: RecordAt, of: Attribute, array: str) -> Value | None:
    """What is stored for a record that is left alone; None where the array holds it already, or nothing is to be."""
    slots = memory.signature.slots
    if (given := slots.get(twin(array))) is not None:
        return None if is_one_array(given, slots[array], memory.layout) else memory.place(at, of, READ)
    if (before := before_it(at.entity, of)) is not None:
        return memory.place(at, before, READ)
    return none_of(of) if of.role == RESULT else None


def _is_all_that_is_stored(none: Value, stores: list[Store]) -> bool:
    """Whether each store stores this constant, as it is written or with its zeros written out."""
    if _reads(none):
        return False
    return {_without_zeros(each.value) for each in stores} == {_without_zeros(none)}


def _without_zeros(value: Value) -> Value:
    """``wp.vec3()`` of ``wp.vec3(0.0, 0.0, 0.0)``; any other value as it is."""
    bare = value.operation == "call" and all(each in (literal(0.0), literal(0)) for each in value.operands[1:])
    return call(value.operands[0]) if bare else value


def _with_default(block: Block, store: Store, participation: Participation) -> Block:
    """The block with the default on paths that lack a store, or before the first step that may store or leave."""
    once = {word for word, count in definitions(block).items() if count == 1}
    target, reads = store.target, _reads(store.value)
    way = _Way(store, frozenset(once), None if reads else participation)
    found, have = way.through(block)
    if have is False:
        found = (*found, store)
    twice = not reads or store.value.type == INT  # a number that is no float has no adjoint
    if found == block or not twice or len(_stores(found, target)) - len(_stores(block, target)) <= MOST_PLACES:
        return found
    first = next(place for place, each in enumerate(block) if _may_end(each, target) and not participation.tells(each))
    return (*block[:first], store, *block[first:])


def _early(block: Block, target: Value, participation: Participation) -> Block:
    """The block with its first store, of a constant that may be overwritten, moved in front of the early returns."""
    first = next((place for place, each in enumerate(block) if _stores((each,), target)), len(block))
    leaves = next(
        (p for p, each in enumerate(block[:first]) if _may_end(each, target) and not participation.tells(each)), first
    )
    match block[first : first + 1]:
        case (Store(_, value) as default,) if leaves < first and all(_is_constant(word) for word in value.names):
            if _stores(block[first + 1 :], target):
                return (*block[:leaves], default, *block[leaves:first], *block[first + 1 :])
    return block


def _is_constant(word: str) -> bool:
    """Whether a name is one of the module's: of a constant, an enumeration, or Warp."""
    return word == "wp" or (word[0].isupper() and len(word) > 1)


@dataclass(frozen=True)
class _Way:
    """A store that each path through a block is to have, but those that ``participation`` lets pass.

    A local of ``once``, those set once, that holds the value is stored in its place.
    """

    store: Store
    once: frozenset[str] = frozenset()
    participation: Participation | None = None

    def through(self, block: Block, later: bool = False, have: bool = False) -> tuple[Block, bool | None]:
        """The block with the store on paths that lack one, and whether it is stored at the end; None if no path ends.

        ``later``: what follows the block surely stores. ``have``: what came before it did.
        """
        found: list[Statement] = []
        way, target = self, self.store.target
        for place, statement in enumerate(block):
            match statement:
                case Store() if statement.target == target:
                    have = True
                case Assign((Value("name", (word,)) as local,), value) if value == way.store.value and word in way.once:
                    way = replace(way, store=replace(way.store, value=local))
                case Return() | Jump() if statement != Jump("pass"):
                    if isinstance(statement, Return) and not have:
                        found.append(way.store)
                    return (*found, statement), None
                case For() | While() if not have and _may_end(statement, target) and not _reads(self.store.value):
                    found.append(way.store)
                    have = True
                case If():
                    sure = later or _is_stored(block[place + 1 :], target)
                    statement, have = way._arms(statement, sure, have)
            found.append(statement)
        return tuple(found), have

    def _arms(self, statement: If, sure: bool, have: bool) -> tuple[If, bool]:
        """A branch with the store in the arms that lack it, and whether it is stored after the branch."""
        lets_pass = self.participation is not None and self.participation.tells(statement)
        ways = []
        arms = (statement.body, statement.otherwise)
        for arm, other in (arms, arms[::-1]):
            # where those who have no part leave, the others stay
            stays = _leaves(other) and not _stores(other, self.store.target)
            passes = lets_pass and not stays and not _stores(arm, self.store.target)
            ways.append((arm, None if _leaves(arm) else True) if passes else self.through(arm, sure, have))
        ends = {end for _, end in ways} - {None}
        if ends == {True, False} and not sure:
            ways = [(arm if end is not False else (*arm, self.store), end) for arm, end in ways]
        statement = If(statement.condition, ways[0][0], ways[1][0])
        return statement, True in ends and (ends == {True} or not sure)


def _is_stored(block: Block, target: Value) -> bool:
    """Whether each path through the block stores the element, those that leave it early too."""
    for statement in block:  # most often it is stored before anything may leave
        if type(statement) is Store and statement.target == target:
            return True
        if any(type(each) is Return or type(each) is Jump for each in (statement, *statement.inner)):
            break
    found, have = _Way(Store(target, target)).through(block)
    return have is not False and len(_stores(found, target)) == len(_stores(block, target))


def _may_end(statement: Statement, target: Value) -> bool:
    """Whether a statement may store the element, or leave."""
    return bool(_stores((statement,), target)) or any(isinstance(each, Return) for each in walk((statement,)))


def _leaves(block: Block) -> bool:
    return bool(block) and isinstance(block[-1], Return)


def _stores(block: Block, target: Value) -> list[Store]:
    return [each for each in walk(block) if isinstance(each, Store) and each.target == target]


def _reads(value: Value) -> bool:
    """Whether a value reads an array: a second store of it would have a wrong adjoint."""
    return any(part.operation == "subscript" for part in value.walk())
