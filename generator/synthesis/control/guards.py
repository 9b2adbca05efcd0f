"""Guards that a launch asks for and a computation does not: threads beyond the records, masks, worlds that are done."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from generator.syntax.statements import Assign, Block, If, Return, Statement, parts_of
from generator.syntax.types import BOOL, INT, Array
from generator.syntax.values import Value, array_of, call, dotted, element, literal, name, together
from generator.syntax.walks.negation import negated
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.schemas.domains import code, truth
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.schemas.phrases import of_each
from generator.synthesis.storage.layout import LEAVE
from generator.synthesis.storage.memory import WORLD, Memory
from generator.synthesis.storage.signature import MODEL_GROUP, Indices, Size, Slot, symbol

FLAGS = (("active", "mask", "takes_part"), ("done", "finished", "is_done"))
"""Names for the flag of a record that takes part, and of one that is done; the first that is no attribute is taken."""

MASKS = (("{}_mask", "{}_active", "mask"), ("{}_enabled", "{}_enabled", "enabled"), ("use_{}", "use_{}", "used"))
"""What arrays of flags may be called: a record gets the first group that shares no name with its attributes."""


@dataclass(frozen=True)
class Guards:
    """Which guards a kernel has."""

    bounds: bool
    on_device: bool
    mask: bool
    worlds_done: bool
    numbered: bool = False
    """Masks are whole numbers, 0 or 1, and not truth values."""

    def counts_on_device(self, record: Entity) -> bool:
        """Whether the count of records is read from an array: not where a number of the schema is the count."""
        return self.on_device and not isinstance(record.records, str)

    def fitting(self, record: Entity, memory: Memory, switches: Collection[str], body: Block) -> Guards:
        """The guards without masks of the entities of ``switches``, of which the kernel itself tests who takes part.

        "" stands for the thread's own ``record``. None is counted on the device where indices lead to others of its
        kind, or the ``body`` goes through all of them: that would be past the count.
        """
        on_device = self.bounds and self.on_device
        if on_device:
            fills = [slot.fill for slot in memory.signature.slots.values()]
            led = record.name in [fill.entity for fill in fills if type(fill) is Indices]
            on_device = not led and not any(_is_number(part, memory, record) for part in parts_of(body))
        mask, worlds_done = self.mask and "" not in switches, self.worlds_done and WORLD not in switches
        return Guards(self.bounds, on_device, mask, worlds_done, self.numbered)


def draw_guards(random: Random, policy: Policy, habits: Habits, record: Entity, batched: bool) -> Guards:
    """Guards with the chances of the policy."""
    return Guards(
        record.dimensions == 1 and random.chance(policy.bounds),
        random.chance(policy.count_on_device),
        record.dimensions == 1 and random.chance(policy.mask),
        batched and random.chance(policy.worlds_done),
        not random.chance(habits.bool_masks),
    )


def guard_statements(guards: Guards, memory: Memory, record: Entity, index: Value, first: Block = ()) -> Block:
    """The guards, between the thread's index and the computation; those who have no part do what is ``first``."""
    found: list[Statement] = []
    if guards.bounds:
        bound = _bound(memory, record) if guards.counts_on_device(record) else memory.size(record)
        found.append(If(Value(">=", (index, bound)), (Return(),)))
    tests: list[Value] = []
    if guards.worlds_done and memory.world is not None:
        tests.append(_flag(memory, WORLD, ("world_done", "done", "finished"), memory.world, guards.numbered, done=True))
    if guards.mask:
        taken = {word for of in record.attributes for word in of.names}
        groups = (tuple(each.format(record.name) for each in group) for group in MASKS)
        names = next(group for group in groups if taken.isdisjoint(group))
        tests.append(negated(_flag(memory, record.name, names, index, guards.numbered)))
    return (*found, If(together("or", tests), (*first, Return()))) if tests else tuple(found)


def _is_number(value: Value, memory: Memory, record: Entity) -> bool:
    """Whether a value is the count of records, as an argument or the shape of an array."""
    match value:
        case Value("name", (word,)):
            return word == symbol(record.name, "count")
        case Value("subscript", (Value("attribute", (Value("name", (word,)), "shape")), Value("literal", (axis,)))):
            slot = memory.signature.slots.get(word)
            return slot is not None and slot.shape[axis] == Size(record.name)
    return False


def is_bound(value: Value, memory: Memory, record: Entity) -> bool:
    """Whether a value is the count of records, as the host or the device tells it."""
    return array_of(value) == symbol(record.name, "counter") or _is_number(value, memory, record)


def _bound(memory: Memory, record: Entity) -> Value:
    """The count of records, where only the device knows it."""
    names = (f"{record.name}_count", f"num_{record.collection}", f"n_{record.name}")
    fill, shape, words = Size(record.name), (Size("", 0, 1),), f"number of {record.plural}"
    slot = Slot(symbol(record.name, "counter"), Array(INT, 1), fill, names, shape, MODEL_GROUP, words)
    return element(memory.signature.read(slot), literal(0))


def _flag(
    memory: Memory, owner: str, names: tuple[str, ...], place: Value, numbered: bool, done: bool = False
) -> Value:
    """The test whether the record at a place takes part, or is ``done``."""
    words = of_each("whether it is done" if done else "whether it takes part", owner)
    kind, fill = (INT, code(2)) if numbered else (BOOL, truth())
    entity = memory.schema.entity(owner)
    word = next(each for each in FLAGS[done] if entity is None or entity.attribute(each) is None)
    worlds = () if owner == WORLD or memory.world is None else (memory.world,)
    shape = (*(Size(WORLD) for _ in worlds), Size(owner))
    slot = Slot(symbol(owner, word), Array(kind, len(shape)), fill, names, shape, MODEL_GROUP, words)
    flag = element(memory.signature.read(slot), *worlds, place)
    return Value("!=", (flag, literal(0))) if numbered else flag


def thread_statement(index: tuple[str, ...]) -> Statement:
    """The statement that asks for the thread's index: ``i = wp.tid()``."""
    target = tuple(name(word, INT) for word in index)
    return Assign((together("tuple", target),), call(dotted("wp.tid"), type=INT))


def border_statements(memory: Memory, record: Entity, index: tuple[Value, ...], first: Block = ()) -> Block:
    """The early return of cells that lack a neighbour that is read, where the layout's border rule is ``LEAVE``.

    What is done ``first`` is for grids that end there: no other kernel stores what their border holds.
    """
    if record.dimensions == 1 or memory.layout.border != LEAVE:
        return ()
    tests: list[Value] = []
    for axis in range(record.dimensions):
        below, above = (memory.reach.get((axis, way), 0) for way in (-1, 1))
        if below:
            tests.append(Value("==" if below == 1 else "<", (index[axis], literal(below if below > 1 else 0))))
        if above:  # beyond the last too: a grid may be smaller than its arrays
            tests.append(Value(">=", (index[axis], Value("-", (memory.side(record, axis), literal(above)), INT))))
    return (If(together("or", tests), (*first, Return())),) if tests else ()
