"""Draws a layout: what a computation allows, with the chances of the policy."""

from __future__ import annotations

from generator.syntax.modules import Function
from generator.syntax.nodes import remembered
from generator.syntax.statements import Assign, Augment, Block, For, Store, parts_of, walk
from generator.syntax.types import Scalar
from generator.syntax.values import Value, dotted_name
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.schemas.domains import GEOMETRY
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.storage.central_differences import has_central_differences
from generator.synthesis.storage.layout import BOX, CLAMP, COUNTS, LEAVE, OFFSETS, PER_WORLD, SENTINELS, WRAP, Layout
from generator.synthesis.storage.memory import WORLD

SEED = "seed"
"""Name of the number that every random stream of a launch starts from: each world has its own."""

WORLD_NAMES = ("worldid", "world", "w", "env_id", "env", "batch")
"""What people call the index of a world."""

LANE_NAMES = ("lane", "t", "thread", "lane_id")
"""What people call a thread's number in its block."""

MOST_DEFAULTS = 2
"""Most results to store before an early return where a relation leads nowhere: with more, people do not return."""

MOST_DIMENSIONS = 4
"""Dimensions of an array in Warp."""

WHOLE_ARRAYS = ("wp.tile_", "wp.lower_bound", "wp.volume_sample_index", "wp.volume_sample_grad_index", "len")
"""Prefixes of functions that take rows and whole arrays, which then are stored as declared."""


class Needs:
    """What the statements of a computation, whose variant is settled, ask of any layout."""

    def __init__(self, function: Function) -> None:
        self.function, self.parts = function, parts_of(function.body)

    calls = remembered(lambda self: [part for part in self.parts if part.operation == "call"])
    attributes = remembered(lambda self: [part for part in self.parts if part.operation == "attribute"])
    questions = remembered(lambda self: [call.operands[1] for call in self.calls if call.callee == "exists"])
    """What it asks about with ``exists``."""
    words = remembered(lambda self: {part.operands[0] for part in self.parts if part.operation == "name"})
    """Names in the computation."""
    followed = remembered(lambda self: {part.operands[1] for part in self.attributes})
    """Attributes in the computation."""
    certain = remembered(lambda self: {asked.operands[0] for asked in self.questions if asked.operation == "name"})
    """Names of records that it asks about."""
    written = remembered(lambda self: {of.operands[1] for of in _changed(self.function.body)})
    """Attributes that it stores or adds to."""
    whole = remembered(lambda self: any(call.callee.startswith(WHOLE_ARRAYS) for call in self.calls))
    """Whether it passes rows or whole arrays to functions."""
    lane = remembered(lambda self: "lane" in [call.callee for call in self.calls])
    """Whether it asks for a thread's number in its block."""
    both_sides = remembered(lambda self: "at" in self.followed and has_central_differences(self.function.body))
    """Whether it takes central differences, which need a neighbour on both sides."""

    @remembered
    def many(self) -> bool:
        """Whether it stores too many results of its own record to return early."""
        stored, owner = _changed(self.function.body, added=False), self.function.parameters[0].name
        return len({of.operands[1] for of in stored if of.operands[0].operands[0] == owner}) > MOST_DEFAULTS

    @remembered
    def loops(self) -> bool:
        """Whether it stores to records that a loop goes over: ranges of two threads may not overlap then."""
        loops = [loop for loop in walk(self.function.body) if type(loop) is For]
        return any(of.operands[0].operands[0] in loop.sets for loop in loops for of in _changed(loop.body))

    @remembered
    def rings(self) -> set[str]:
        """Attributes stored at an index that is neither constant, nor set by a loop, nor counted up: one of a row.

        Such a row, a ring or a buffer, is updated in place: a separate output would lack all other values.
        """
        inside = walk(self.function.body)
        counted = {word for each in inside if type(each) is Augment for word in each.sets}
        run = counted.union(*[each.sets_within for each in inside if type(each) is For])
        rows = [each.target.operands for each in inside if type(each) is Store and each.target.operation == "subscript"]
        found: set[str] = set()
        for of, *places in [row for row in rows if row[0].operation == "attribute"]:
            names = [word for place in places for word in place.names if not word.isupper()]  # constants of its file
            found |= {of.operands[1]} if names and run.isdisjoint(names) else set()
        return found

    @remembered
    def inline(self) -> set[str]:
        """Attributes that are followed without naming the record, and not tested with ``exists``."""
        asked = {_followed(question) for question in self.questions}
        values = [each.value for each in walk(self.function.body) if type(each) is Assign]
        named = [part for value in values for part in (value.operands if value.operation == "tuple" else (value,))]
        direct = {id(_followed(part)) for part in named}
        return {part.operands[1] for part in self.attributes if id(part) not in direct and part not in asked}

    @remembered
    def tested(self) -> set[str]:
        """Relations that ``exists`` is asked about, by their own name or by a local that names the record."""
        bound: dict[str, Value] = {}
        for each in walk(self.function.body) if self.certain else ():
            if type(each) is Assign:
                (target,), value = each.targets, each.value
                tuples = target.operation == "tuple" and value.operation == "tuple"
                pairs = zip(target.operands, value.operands, strict=True) if tuples else [(target, value)]
                bound |= {to.operands[0]: of for to, of in pairs if _followed(of).operation == "attribute"}
        asked = [_followed(bound.get(dotted_name(each), each)) for each in self.questions]
        return {each.operands[1] for each in asked if each.operation == "attribute"}


def draw_layout(
    random: Random,
    policy: Policy,
    habits: Habits,
    schema: Schema,
    record: Entity,
    needs: Needs,
    rings: frozenset[str] = frozenset(),
) -> Layout:
    """A layout for a computation, whose ``rings`` are updated in place."""
    fills = schema.fills
    one_grid = "hash_grid" in [fills.get(each.name) for each in needs.function.parameters]  # over one list of points
    environments = ("env",) in [entity.index[:1] for entity in schema.entities]  # worlds by another name
    fits = record.name != WORLD and not environments and schema.dimensions < MOST_DIMENSIONS
    batched = fits and not one_grid and random.chance(habits.batched)
    boxed, per_world = random.chance(policy.box), random.chance(policy.per_world)
    where = PER_WORLD if batched and per_world else BOX if boxed else ""
    apart = schema.sizing_numbers
    by_world = [name for name, fill in fills.items() if where and name not in apart and fill not in GEOMETRY]
    whole, words = needs.whole, needs.words
    others = {*words, *WORLD_NAMES} if batched else words
    own = next((word for word in random.turned(record.index) if word not in others), "tid")
    taken = words | schema.record_names
    world = next((word for word in random.turned(WORLD_NAMES) if word not in taken), "worldid")
    lane = ""
    if needs.lane:
        lane = next((word for word in random.turned(LANE_NAMES) if word not in {*words, own, world}), "lane_in_block")
    axes = ("i", "j", "k")[: record.dimensions]
    index = axes if record.dimensions > 1 else (own,)
    return Layout(
        batched,
        random.weighted(policy.pairs),
        OFFSETS if needs.loops else random.weighted(policy.ranges),
        random.weighted(policy.near),
        not whole and random.chance(policy.flat_grid),
        not whole and random.chance(policy.flat_rows),
        border if _fits(border := random.weighted(policy.border), record, needs) else LEAVE,
        random.weighted(habits.model),
        policy.in_place_of if random.chance(policy.in_place) else "",
        frozenset(name for name in schema.records if not whole and random.chance(habits.structs)),
        _empty(random, policy, schema, needs),
        dict.fromkeys(by_world, where) | ({SEED: PER_WORLD} if batched else {}),
        random.chance(policy.shape_counts),
        (world, *index) if batched else index,
        lane,
        random.weighted(SENTINELS),
        rings,
    )


def _fits(border: str, record: Entity, needs: Needs) -> bool:
    """Whether a border rule suits a computation.

    Clamping takes a cell for its own neighbour beyond the border. That halves central differences, and counts the cell
    itself where neighbours are counted or encoded. Wrapping suits no grid that ends.
    """
    if border == WRAP:
        return not record.ends(needs.followed)
    kinds = [of.type for word in needs.written if (of := record.attribute(word)) is not None]
    whole = any(isinstance(kind, Scalar) and not kind.is_float for kind in kinds)
    return border != CLAMP or not (needs.both_sides or whole)


def _changed(block: Block, added: bool = True) -> list[Value]:
    """Attributes of records that a computation stores, and if ``added`` those that it adds to."""
    changes = [each for each in walk(block) if type(each) is Store or (added and type(each) is Augment)]
    targets = [_followed(each.target) for each in changes]
    return [target for target in targets if target.operation == "attribute"]


def _empty(random: Random, policy: Policy, schema: Schema, needs: Needs) -> frozenset[str]:
    """Optional relations that may lead nowhere: always those that the computation asks about with ``exists``.

    By chance also those that it names, unless it stores too many results of its own to leave there.
    """
    found: list[str] = []
    for path, word, members in schema.optional:
        if not needs.inline.isdisjoint(members):
            continue
        leads_nowhere = path.removesuffix(word) + members[0] in found
        if members[0] == word:  # of relations that share an array, the first decides for all
            leaves = needs.many and not needs.followed.isdisjoint(members)
            asks = not needs.tested.isdisjoint(members)
            leads_nowhere = random.chance(1.0 if asks else 0.0 if leaves else policy.empty)
        if leads_nowhere:
            found.append(path)
    return frozenset(found)


def goes_with(layout: Layout, schema: Schema, record: Entity, needs: Needs) -> bool:
    """Whether a layout drawn for another computation suits this one.

    It does not where this one asks about a relation that always leads somewhere, since such a test would be dead; where
    it follows one that may lead nowhere without naming the record; or where it stores to ranges that may overlap.
    """
    if (layout.ranges == COUNTS and needs.loops) or needs.lane != bool(layout.lane):
        return False
    if not _fits(layout.border, record, needs):
        return False
    if needs.whole and (layout.flat_rows or layout.flat_grid or layout.records):
        return False  # rows and whole arrays are stored as declared
    for path, word, members in schema.optional:
        if not needs.inline.isdisjoint(members) if path in layout.empty else word in needs.tested:
            return False
    return True


def _followed(value: Value) -> Value:
    """The attribute that a value leads through: of ``site.links[k]`` it is ``site.links``."""
    return value.operands[0] if value.operation == "subscript" else value
