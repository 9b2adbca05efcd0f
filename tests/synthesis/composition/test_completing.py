"""No kernel leaves a result of its thread's own record unwritten, whichever way the thread goes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generator.syntax.statements import Assign, Block, If, Return, Store, walk
from generator.syntax.types import INT
from generator.syntax.values import Value, array_of, literal, name
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.completing import _is_stored
from generator.synthesis.composition.draft import Draft
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel
from generator.synthesis.composition.participation import Participation
from generator.synthesis.schemas.neighbors import NEIGHBORS
from generator.synthesis.storage.layout import ARGUMENT, BOX, Layout
from generator.synthesis.storage.memory import READ, STORE, Memory, RecordAt
from generator.synthesis.storage.signature import Signature
from tests.synthesis.test_shaping import block


def drafted(name: str, **variant: object) -> Draft:
    """The plainest draft of a computation, whose variant says so much."""
    computation = load_all()[name]
    drawn = choose_variant(Random(name), computation) | variant
    return draft_kernel(f"completing/{name}", (chosen(computation, drawn),), DEFAULT_POLICY, plain=True)


def ways(block: Block, stored: frozenset[str] = frozenset()) -> Iterator[frozenset[str]]:
    """The arrays that each way through a block stores to; loops are taken to store what they may."""
    for place, statement in enumerate(block):
        match statement:
            case Return():
                yield stored
                return
            case If(_, body, otherwise):
                for arm in (body, otherwise):
                    yield from ways((*arm, *block[place + 1 :]), stored)
                return
            case _:
                stored |= {array_of(each.target) for each in walk((statement,)) if isinstance(each, Store)}
    yield stored


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("move_agent", {"frozen": True}),
        ("fused_adam_step", {"layer": True, "overflow": True, "average": True}),
        ("md_torsion_force", {"energy": True, "angle": True}),
        ("ray_triangle", {"outputs": "uv"}),
        ("advance_rover_mode", {"stop": True}),
        ("lbm_block_totals", {"active": True, "momentum": True, "bulk": True}),
        ("count_mask_neighbours", {"own": True}),  # at the border, too
        ("start_voices", {}),  # a state that is not read goes into a new array with those that are
        ("mpm_gather_step", {"guarded": True}),
        ("fire_projectile", {}),
    ],
)
def test_each_way_stores_each_result(name: str, variant: dict[str, object]) -> None:
    found = list(ways(drafted(name, **variant).body))
    everything = frozenset().union(*found)
    assert len(found) > 1
    assert all(way == everything for way in found)


def test_a_record_that_is_left_alone_keeps_what_it_was() -> None:
    body = drafted("move_agent", frozen=True, limit=False, heading=False).body
    (guard,) = (each for each in body if isinstance(each, If))
    kept = [each for each in (*guard.body, *guard.otherwise) if isinstance(each, Store)]
    twins = [each for each in kept if array_of(each.target) == "@agent.position.out"]
    assert any(array_of(each.value) == "@agent.position.in" for each in twins)


@pytest.mark.parametrize(
    ("name", "variant", "always"),
    [
        ("mpm_restore_particle", {"copied": True}, "@particle.affine.out"),  # a state keeps what it held: all keep it
        ("scatter_path", {}, "@hit.direction.out"),  # a state that goes into a new array is stored: all are
    ],
)
def test_all_results_of_a_record_are_left_alone_alike(name: str, variant: dict[str, object], always: str) -> None:
    computation = load_all()[name]
    found = set()
    for number in range(24):
        drawn = choose_variant(Random(f"{name}/{number}"), computation) | variant
        draft = draft_kernel(f"alike/{name}/{number}", (chosen(computation, drawn),), DEFAULT_POLICY)
        if always in draft.signature.slots and not draft.meanings.memory.layout.lane:
            found |= set(ways(draft.body))
    assert len(found) > 1
    assert all(always in way for way in found if way)


def test_what_is_switched_off_is_not_touched() -> None:
    body = drafted("reset_coord").body
    (guard,) = (each for each in body if isinstance(each, If) and each.body == (Return(),))
    assert isinstance(guard.condition, Value)
    assert not any(isinstance(each, Store) for each in body[: body.index(guard)])


def test_a_switch_tells_nothing_where_its_branch_stores_nothing() -> None:
    computations = [load_all()[name] for name in ("solver_report", "solver_list_worlds")]
    choices = tuple(chosen(each, choose_variant(Random("told"), each) | {"kept": False}) for each in computations)
    draft = draft_kernel("told", choices, DEFAULT_POLICY, plain=True)
    assert len(draft.choices) == 2
    assert {"@world.slot.out" in way for way in ways(draft.body)} == {True}


def test_a_pass_over_one_level_touches_no_other() -> None:
    found = list(ways(drafted("broad_fit_nodes", level=True, counted=False).body))
    everything = frozenset().union(*found)
    assert found.count(frozenset()) == 1  # that of the other levels
    assert all(way == everything for way in found if way)


@pytest.mark.parametrize("where", [ARGUMENT, BOX])
def test_what_is_given_to_the_launch_chooses_who_takes_part(where: str) -> None:
    memory = Memory(NEIGHBORS, Layout(numbers={"tree_level": where}), Signature())
    node, depth = NEIGHBORS.entity("node"), NEIGHBORS.number("tree_level")
    rank = node.attribute("level") if node else None
    assert node and depth and rank
    own, other = (RecordAt(node, (name(word),), own=word == "tid") for word in ("tid", "k"))
    level, others = (memory.place(at, rank, READ) for at in (own, other))
    given, local = memory.number(depth), name("level", INT)
    block = (Assign((local,), level),)

    def tells(left: Value, right: Value, operation: str = "!=") -> bool:
        leaves = If(Value(operation, (left, right)), (Return(),), ())
        return Participation((*block, leaves), memory, own).tells(leaves)

    assert tells(level, given)
    assert tells(given, local, "==")
    assert not tells(level, literal(1))  # of one kind or another, but all take part
    assert not tells(others, given)
    assert not tells(level, given, "<")
    memory.place(own, rank, STORE)
    assert not tells(level, given)  # it is no constant of this launch


@pytest.mark.parametrize(
    ("lines", "stored"),
    [
        ("for j in range(n):\n    if x[j] < 0.0:\n        return\nout[i] = 1.0", False),
        ("for j in range(n):\n    if x[j] < 0.0:\n        out[i] = x[j]\n        return\nout[i] = 1.0", True),
        ("for j in range(n):\n    out[i] = x[j]", False),
        ("if n > 2:\n    out[i] = 2.0\n    return\nelse:\n    out[i] = 1.0\n    return", True),
        ("if n > 2:\n    out[i] = 2.0\nelse:\n    return\n", False),
    ],
)
def test_a_loop_may_leave_and_may_run_no_turn(lines: str, stored: bool) -> None:
    (target,) = {each.target for each in walk(block(lines)) if isinstance(each, Store)}
    assert _is_stored(block(lines), target) == stored
