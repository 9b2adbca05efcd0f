"""Draws a layout: what a computation allows, with the chances of the policy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.syntax.modules import Function
from generator.syntax.statements import Assign, Augment, Block, For, Store, parts_of, walk
from generator.syntax.types import Scalar
from generator.syntax.values import Value
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.schemas.domains import GEOMETRY
from generator.synthesis.schemas.entities import Entity, Schema
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

NONE: frozenset[str] = frozenset()
"""The empty set, shared: thousands of needs are kept."""

MOST_DIMENSIONS = 4
"""Dimensions of an array in Warp."""


@dataclass(frozen=True)
class Needs:
    """What the statements of a computation ask of any layout."""

    parameters: tuple[str, ...]
    words: frozenset[str]
    """Names in the computation."""
    followed: frozenset[str]
    """Attributes in the computation."""
    inline: frozenset[str]
    """Attributes of attributes: relations that are followed without naming the record."""
    tested: frozenset[str]
    """Relations that it asks about with ``exists``."""
    certain: frozenset[str]
    """Names that it asks about with ``exists``."""
    written: frozenset[str]
    """Attributes that it stores or adds to."""
    many: bool
    """Whether it stores too many results of its own record to return early."""
    loops: bool
    """Whether it stores to records that a loop goes over."""
    whole: bool
    """Whether it passes rows or whole arrays to functions."""
    lane: bool
    """Whether it asks for a thread's number in its block."""
    both_sides: bool
    """Whether it takes central differences, which need a neighbour on both sides."""


def needs_of(function: Function) -> Needs:
    """What a computation whose variant is settled asks of a layout."""
    body, parts = function.body, parts_of(function.body)
    calls = [part for part in parts if part.operation == "call"]
    callees = {call.callee for call in calls}
    followed = [part for part in parts if part.operation == "attribute"]
    attributes = frozenset([part.operands[1] for part in followed])
    questions = [call.operands[1] for call in calls if call.operands[0].operands[0] == "exists"]
    return Needs(
        tuple([parameter.name for parameter in function.parameters]),
        frozenset([part.operands[0] for part in parts if part.operation == "name"]),
        attributes,
        frozenset(_inline(body, followed, questions)) or NONE,
        frozenset(_tested(body, questions)) or NONE,
        frozenset([question.operands[0] for question in questions if question.operation == "name"]) or NONE,
        frozenset([of.operands[1] for of in _changed(body)]) or NONE,
        _own_results(function) > MOST_DEFAULTS,
        _stores_in_loops(body),
        any(word.startswith(WHOLE_ARRAYS) for word in callees),
        "lane" in callees,
        "at" in attributes and has_central_differences(body),
    )


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
    one_grid = "hash_grid" in [fills.get(word) for word in needs.parameters]  # over one list of points
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


WHOLE_ARRAYS = ("wp.tile_", "wp.lower_bound", "wp.volume_sample_index", "wp.volume_sample_grad_index", "len")
"""Prefixes of functions that take rows and whole arrays, which then are stored as declared."""


def _changed(block: Block, added: bool = True) -> list[Value]:
    """Attributes of records that a computation stores, and if ``added`` those that it adds to."""
    changes = [each for each in walk(block) if type(each) is Store or (added and type(each) is Augment)]
    targets = [_followed(each.target) for each in changes]
    return [target for target in targets if target.operation == "attribute"]


def _own_results(function: Function) -> int:
    """How many attributes of the thread's own record a computation stores."""
    owner = function.parameters[0].name
    return len({of.operands[1] for of in _changed(function.body, added=False) if of.operands[0].operands[0] == owner})


def _stores_in_loops(block: Block) -> bool:
    """Whether a computation stores to records that a loop goes over: ranges of two threads may not overlap then."""
    loops = [loop for loop in walk(block) if type(loop) is For]
    return any(of.operands[0].operands[0] in loop.sets for loop in loops for of in _changed(loop.body))


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


def _inline(block: Block, followed: Sequence[Value], questions: Sequence[Value]) -> Iterator[str]:
    """Those attributes that are followed without naming the record, and not tested with ``exists``."""
    tested = {_followed(question) for question in questions}
    values = [statement.value for statement in walk(block) if type(statement) is Assign]
    named = [part for value in values for part in (value.operands if value.operation == "tuple" else (value,))]
    direct = {id(_followed(part)) for part in named}
    return (part.operands[1] for part in followed if id(part) not in direct and not (tested and part in tested))


def _tested(block: Block, questions: Sequence[Value]) -> Iterator[str]:
    """Relations that ``exists`` is asked about, by their own name or by a local that names the record."""
    bound: dict[str, Value] = {}
    for statement in walk(block) if questions else ():
        if type(statement) is Assign:
            (target,), value = statement.targets, statement.value
            tuples = target.operation == "tuple" and value.operation == "tuple"
            pairs = zip(target.operands, value.operands, strict=True) if tuples else [(target, value)]
            bound |= {
                t.operands[0]: v for t, v in pairs if t.operation == "name" and _followed(v).operation == "attribute"
            }
    for question in questions:
        followed = _followed(bound.get(question.operands[0], question) if question.operation == "name" else question)
        if followed.operation == "attribute":
            yield followed.operands[1]


def _followed(value: Value) -> Value:
    """The attribute that a value leads through: of ``site.links[k]`` it is ``site.links``."""
    return value.operands[0] if value.operation == "subscript" else value
