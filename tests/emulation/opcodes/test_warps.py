"""What lanes of a warp do together, against loops over lanes written from PTX's document."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import reduce

import pytest

from tests.emulation.opcodes.running import results
from tests.emulation.opcodes.values import WIDTHS, value_of

WARPS = 4
_RANDOM = random.Random(5)
WORDS = [_RANDOM.getrandbits(32) for _ in range(32 * WARPS)]
FEW = [_RANDOM.getrandbits(2) for _ in range(32 * WARPS)]
MASK = 0x0F3355F7
"""Lanes that take part where not all do."""


def shuffled(values: list[int], mode: str, distances: list[int], clamp: int) -> tuple[list[int], list[bool]]:
    """`shfl` of a warp by the document's pseudocode."""
    found, inside = [], []
    segment, bound = clamp >> 8 & 31, clamp & 31
    for lane in range(32):
        last, first, b = (lane & segment) | (bound & ~segment & 31), lane & segment, distances[lane] & 31
        source = {"up": lane - b, "down": lane + b, "bfly": lane ^ b, "idx": first | (b & ~segment & 31)}[mode]
        holds = source >= last if mode == "up" else source <= last
        found.append(values[source if holds else lane])
        inside.append(holds)
    return found, inside


@pytest.mark.parametrize("width", [32, 16, 8, 2])
@pytest.mark.parametrize("mode", ["up", "down", "bfly", "idx"])
def test_a_shuffle_takes_from_the_lane_that_is_named(mode: str, width: int) -> None:
    clamp = (32 - width) << 8 | (0 if mode == "up" else 31)
    distances = [each % 40 for each in WORDS]
    expected = [shuffled(WORDS[at : at + 32], mode, distances[at : at + 32], clamp) for at in range(0, 32 * WARPS, 32)]
    lanes = [WORDS, distances]
    text = f"shfl.sync.{mode}.b32 $d, $0, $1, {clamp}, -1"
    assert results(text, "b32", ["b32", "b32"], lanes) == [each for found, _ in expected for each in found]
    text = f"shfl.sync.{mode}.b32 %r20|$d, $0, $1, {clamp}, -1"
    assert results(text, "pred", ["b32", "b32"], lanes) == [int(each) for _, inside in expected for each in inside]


def by_warp(of: Callable[[list[int]], list[int]], values: list[int]) -> list[int]:
    return [each for at in range(0, len(values), 32) for each in of(values[at : at + 32])]


def members(values: list[int], mask: int) -> list[int]:
    return [value for lane, value in enumerate(values) if mask >> lane & 1]


def bits(holds: list[bool]) -> int:
    return sum(int(each) << lane for lane, each in enumerate(holds))


VOTES: dict[str, Callable[[list[int]], int]] = {
    "all": lambda each: int(all(each)), "any": lambda each: int(any(each)),
    "uni": lambda each: int(len(set(each)) == 1),
}  # fmt: skip


@pytest.mark.parametrize("mode", VOTES)
@pytest.mark.parametrize("kind", ["mixed", "set", "clear"])
def test_a_vote_is_of_all_lanes(mode: str, kind: str) -> None:
    values = {"mixed": [each & 1 for each in FEW], "set": [1] * len(FEW), "clear": [0] * len(FEW)}[kind]
    found = results(f"vote.sync.{mode}.pred $d, $0, -1", "pred", ["pred"], [values])
    assert found == by_warp(lambda each: [VOTES[mode](each)] * 32, values)


def test_a_ballot_has_a_bit_a_lane() -> None:
    values = [each & 1 for each in FEW]
    found = results("vote.sync.ballot.b32 $d, $0, -1", "b32", ["pred"], [values])
    assert found == by_warp(lambda each: [bits([bool(one) for one in each])] * 32, values)


@pytest.mark.parametrize("kind", ["b32", "b64"])
def test_a_match_names_the_lanes_of_the_same_value(kind: str) -> None:
    found = results(f"match.any.sync.{kind} $d, $0, -1", "b32", [kind], [FEW])
    assert found == by_warp(lambda each: [bits([other == one for other in each]) for one in each], FEW)
    mixed = [5] * 32 + FEW[32:]
    found = results(f"match.all.sync.{kind} $d|%p20, $0, -1", "b32", [kind], [mixed])
    assert found == by_warp(lambda each: [0xFFFFFFFF if len(set(each)) == 1 else 0] * 32, mixed)


REDUCTIONS: dict[str, tuple[tuple[str, ...], Callable[[int, int], int]]] = {
    "add": (("u32", "s32"), lambda a, b: a + b), "min": (("u32", "s32"), min), "max": (("u32", "s32"), max),
    "and": (("b32",), lambda a, b: a & b), "or": (("b32",), lambda a, b: a | b), "xor": (("b32",), lambda a, b: a ^ b),
}  # fmt: skip


@pytest.mark.parametrize(("operator", "kind"), [(op, kind) for op, (kinds, _) in REDUCTIONS.items() for kind in kinds])
def test_a_reduction_is_of_all_lanes(operator: str, kind: str) -> None:
    of = REDUCTIONS[operator][1]

    def reduced(each: list[int]) -> list[int]:
        values = [value_of(one, kind) for one in each]
        return [reduce(of, values) & ((1 << WIDTHS[kind]) - 1)] * 32  # type: ignore[arg-type]

    assert results(f"redux.sync.{operator}.{kind} $d, $0, -1", kind, [kind], [WORDS]) == by_warp(reduced, WORDS)


def test_lanes_that_the_mask_leaves_out_do_not_count() -> None:
    """The lanes of the mask take one way of a branch, all others none."""
    head = f"mov.u32 %r20, %laneid; shr.u32 %r21, {MASK}, %r20; and.b32 %r21, %r21, 1; setp.eq.u32 %p20, %r21, 0; "
    head += "mov.u32 %r22, 7; @%p20 bra OUT; "
    tail = ";\nOUT:\nmov.b32 $d, %r22"

    def of_members(of: Callable[[list[int]], int]) -> list[int]:
        return by_warp(lambda each: [of(members(each, MASK)) if MASK >> lane & 1 else 7 for lane in range(32)], WORDS)

    found = results(f"{head}redux.sync.add.u32 %r22, $0, {MASK}{tail}", "u32", ["u32"], [WORDS])
    assert found == of_members(lambda each: sum(each) & 0xFFFFFFFF)
    found = results(
        f"{head}setp.ne.u32 %p21, $0, 0; vote.sync.ballot.b32 %r22, %p21, {MASK}{tail}", "u32", ["u32"], [WORDS]
    )
    assert found == of_members(lambda each: MASK)
    found = results(f"{head}activemask.b32 %r22{tail}", "u32", ["u32"], [WORDS])
    assert found == of_members(lambda each: MASK)


def test_groups_of_a_warp_reduce_apart() -> None:
    """Each lane's mask names those with its value: CUDA's `labeled_partition` followed by a reduction."""
    text = "match.any.sync.b32 %r20, $0, -1; redux.sync.add.u32 $d, $1, %r20"

    def sums(at: int) -> list[int]:
        labels, values = FEW[at : at + 32], WORDS[at : at + 32]
        return [sum(v for k, v in zip(labels, values, strict=True) if k == own) & 0xFFFFFFFF for own in labels]

    expected = [each for at in range(0, 32 * WARPS, 32) for each in sums(at)]
    assert results(text, "u32", ["u32", "u32"], [FEW, WORDS]) == expected


@pytest.mark.parametrize("sink", [False, True])
def test_the_lowest_lane_of_a_mask_is_elected(sink: bool) -> None:
    """By the lanes with one value each; PTX leaves open which it is."""
    text = "match.any.sync.b32 %r20, $0, -1; "
    text += "elect.sync _|$d, %r20" if sink else "elect.sync $d|%p20, %r20"

    def leaders(labels: list[int]) -> list[int]:
        first = [labels.index(own) for own in labels]
        return [int(lane == leader) for lane, leader in enumerate(first)] if sink else first

    assert results(text, "pred" if sink else "u32", ["u32"], [FEW]) == by_warp(leaders, FEW)


@pytest.mark.parametrize(
    ("text", "kind", "of"),
    [
        ("bar.red.popc.u32 $d, 0, $0", "u32", sum),
        ("bar.red.popc.u32 $d, 0, !$0", "u32", lambda each: len(each) - sum(each)),
        ("barrier.sync.red.popc.u32 $d, 0, $0", "u32", sum),
        ("bar.red.and.pred $d, 0, $0", "pred", lambda each: int(all(each))),
        ("bar.red.or.pred $d, 0, $0", "pred", lambda each: int(any(each))),
    ],
)
def test_a_barrier_counts_over_the_block(text: str, kind: str, of: Callable[[list[int]], int]) -> None:
    values = [each & 1 for each in FEW] + [0] * 128 + [1] * 128
    expected = [of(values[at : at + 128]) for at in range(0, 384, 128) for _ in range(128)]
    assert results(text.replace("barrier.sync.red", "barrier.red"), kind, ["pred"], [values]) == expected


def test_a_register_that_only_a_shuffle_writes_is_written() -> None:
    """In one of two branches: who comes the other way does not read it."""
    text = "setp.eq.u32 %p20, $0, 0;\n@%p20 bra OUT;\nshfl.sync.idx.b32 %r20, $0, 0, 31, -1;\nOUT:\n"
    text += "mov.u32 %r21, 9;\n@%p20 bra END;\nadd.u32 %r21, %r20, 1;\nEND:\nmov.b32 $d, %r21"
    assert results(text, "u32", ["u32"], [[5] * 32]) == [6] * 32
