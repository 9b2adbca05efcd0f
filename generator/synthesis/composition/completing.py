"""A thread stores all results of its own record, whichever path it takes.

What a thread leaves alone keeps its old value in its own array; where the old value of any goes into a new array, those
of all states do. A result without a value gets the one for none, unless another one can only keep what its array holds:
then all keep it. Threads that have no part in the launch store nothing: of records that are switched off or masked, of
another level or colour than the launch's, or beyond the last. Where old values go into new arrays all have a part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.syntax.statements import Assign, Block, If, Jump, Return, Statement, Store, blocks_of, walk
from generator.syntax.values import Value, array_of
from generator.syntax.walks.names import definitions, uses
from generator.synthesis.composition.participation import Participation, is_own
from generator.synthesis.schemas.entities import RESULT, STATE, Attribute, Entity
from generator.synthesis.schemas.zeros import none_of
from generator.synthesis.storage.layout import NEXT_VALUE
from generator.synthesis.storage.memory import READ, Memory, RecordAt
from generator.synthesis.storage.merging import is_one_array
from generator.synthesis.storage.signature import parted, twin

Tells = Callable[[Statement], bool]
"""Whether a branch asks who takes part."""

ELSEWHERE = ("order", "place")
"""Words of attributes that hold what becomes of another record."""


def completed(block: Block, memory: Memory, at: RecordAt) -> Block:
    """The block with a store on each path, for each attribute of the thread's own record that it stores."""
    if memory.layout.lane:  # one thread of a block stores for all
        return block
    results = [each for each in _own_results(block, memory, at) if not _is_stored(block, each[0])]
    lacking, keeps = _left_alone(results, block, memory, at)
    copies = [store for store in lacking if _reads(store.value)]
    tells = Participation(block, memory, at).tells if lacking and not copies else None
    once = frozenset(word for word, count in definitions(block).items() if count == 1)
    for store in copies if keeps else lacking:
        block, have = _Way(store, once, tells).through(block)
        block = (*block, store) if have is False else block
    return block


def cleared(block: Block, memory: Memory, at: RecordAt) -> tuple[Store, ...]:
    """Stores of the old value, or of the one for none, to each result of the own record that a block stores."""
    return tuple(_left_alone(list(_own_results(block, memory, at)), block, memory, at)[0])


def has_copies(stores: Iterable[Store]) -> bool:
    """Whether any of them takes an old value to a new array."""
    return any(_reads(store.value) for store in stores)


def _own_results(block: Block, memory: Memory, at: RecordAt) -> Iterator[tuple[Value, Attribute]]:
    """Elements of the thread's own record that a block stores, one for each array, with their attributes."""
    stored: dict[str, set[Value]] = {}
    for each in walk(block):
        if type(each) is Store:
            stored.setdefault(array_of(each.target), set()).add(each.target)
    for array, targets in stored.items():
        entity, word = parted(array)
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
    alike = [each for each in entity.attributes if each is not of and (each.type, each.extent) == (of.type, of.extent)]
    return next((each for each in alike if of.name in [form.format(each.name) for form in NEXT_VALUE]), None)


def made_anew(arrays: Collection[str], memory: Memory, own: RecordAt) -> frozenset[str]:
    """Those arrays of the own record in which, before they are stored to, there is no value to go on with.

    What a state holds is one; what a result holds is none, nor what the array of a next value does.
    """
    unread = [array for array in arrays if not memory.signature.is_read(twin(array))]
    found = {array: own.entity.attribute(parted(array)[1]) for array in unread}
    return frozenset([a for a, of in found.items() if of and (of.role == RESULT or before_it(own.entity, of))])


def _left_alone(
    results: Sequence[tuple[Value, Attribute]], block: Block, memory: Memory, at: RecordAt
) -> tuple[list[Store], bool]:
    """What is stored for a record that is left alone, and whether some array can only keep what it holds.

    A result that the block makes without ever reading its old value gets the one for none.
    """
    slots, read = memory.signature.slots, uses(block)
    stores: list[Store] = []
    unread: list[tuple[Value, Attribute]] = []
    for target, of in results:
        array = array_of(target)
        old = twin(array)
        if memory.signature.is_read(old) and (of.role != RESULT or old in read):
            if not is_one_array(slots[old], slots[array], memory.layout, block):
                stores.append(Store(target, memory.place(at, of, READ)))
        elif before := before_it(at.entity, of):
            stores.append(Store(target, memory.place(at, before, READ)))
        elif of.role == RESULT:
            stores.append(Store(target, none_of(of)))
        else:
            unread.append((target, of))
    if has_copies(stores):  # states go into new arrays: all do
        stores += [Store(target, memory.place(at, of, READ)) for target, of in unread if of.role == STATE]
        unread = [each for each in unread if each[1].role != STATE]
    return stores, bool(unread)


@dataclass(frozen=True)
class _Way:
    """A store that each path through a block is to have, but those of who has no part, as a branch ``tells``.

    A local of ``once``, those set once, that holds the value is stored in its place.
    """

    store: Store
    once: frozenset[str] = frozenset()
    tells: Tells | None = None

    def through(self, block: Block, later: bool = False, have: bool = False) -> tuple[Block, bool | None]:
        """The block with the store on paths that lack one, and whether it is stored at the end; None if no path ends.

        ``later``: what follows the block surely stores. ``have``: what came before it did.
        """
        found: list[Statement] = []
        way, store, target = self, self.store, self.store.target
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
                case If():
                    sure = later or _is_stored(block[place + 1 :], target)
                    statement, have = way._arms(statement, sure, have)
                case _ if not (have or _reads(store.value)) and blocks_of(statement) and _may_end(statement, target):
                    found.append(way.store)
                    have = True
            found.append(statement)
        return tuple(found), have

    def _arms(self, statement: If, sure: bool, have: bool) -> tuple[If, bool]:
        """A branch with the store in the arms that lack it, and whether it is stored after the branch."""
        lets_pass = self.tells and _may_end(statement, self.store.target) and self.tells(statement)
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
    left: list[bool] = []
    return _end(block, target, False, left) is not False and all(left)


def _end(block: Block, target: Value, have: bool, left: list[bool]) -> bool | None:
    """Whether the element is stored at the end of a block, None if no path ends; returns tell ``left`` the same."""
    for statement in block:
        if type(statement) is Store:
            have = have or statement.target == target
        elif arms := blocks_of(statement):
            ends = {_end(arm, target, have, left) for arm in arms}
            if type(statement) is If and ends == {None}:
                return None
            have = have or (type(statement) is If and False not in ends)  # a loop may run no turn
        elif type(statement) is Return:
            left.append(have)
            return None
    return have


def _may_end(statement: Statement, target: Value) -> bool:
    """Whether a statement may store the element, or leave."""
    return bool(_stores((statement,), target)) or any(isinstance(each, Return) for each in walk((statement,)))


def _leaves(block: Block) -> bool:
    return bool(block) and isinstance(block[-1], Return)


def _stores(block: Block, target: Value) -> list[Store]:
    return [each for each in walk(block) if type(each) is Store and each.target == target]


def _reads(value: Value) -> bool:
    """Whether a value reads an array: a second store of it would have a wrong adjoint."""
    return any(part.operation == "subscript" for part in value.walk())
