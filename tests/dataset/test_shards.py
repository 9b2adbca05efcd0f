"""Shards are balanced, unique in themselves, and depend on nothing but their key."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.dataset.configs import MOST_ROWS, get_config
from generator.dataset.shards import SHARD_ROWS, Shard, kernels_of, shard_count, shards_of
from generator.dataset.splits import SPLITS, split_of, split_rows
from generator.dataset.stream import MOST_DRAWS, MOST_SHARDS, Drawing, Exhausted, stream
from generator.launch import Launch
from generator.synthesis import CATEGORIES, Candidate, Rejected

NAMES = list(CATEGORIES)
SMALL: dict[str, Any] = {"rows": 750}
"""A build whose shards hold half of what a shard may."""


def balanced(categories: list[str], names: tuple[str, ...]) -> bool:
    counts = Counter(categories)
    return max(counts[name] for name in names) - min(counts[name] for name in names) <= 1


@settings(max_examples=60)
@given(rows=st.integers(1, 30_000), names=st.sets(st.sampled_from(NAMES), min_size=1))
def test_categories_are_balanced_to_one_row_everywhere(rows: int, names: set[str]) -> None:
    config = get_config("cuda_forward", rows=rows, categories=sorted(names))
    everything: list[str] = []
    for split, size in split_rows(rows).items():
        shards = shards_of(config, split)
        parts = [list(shard.slots()) for shard in shards]
        assert all(balanced(part, config.categories) and len(part) <= SHARD_ROWS for part in parts)
        assert max(map(len, parts)) - min(map(len, parts)) <= 1
        in_split = [category for part in parts for category in part]
        assert len(in_split) == size and balanced(in_split, config.categories)
        prefixes = accumulate(([c] for c in in_split[:200]), lambda head, one: head + one)
        assert all(balanced(prefix, config.categories) for prefix in prefixes)
        everything += in_split
    assert len(everything) == rows and balanced(everything, config.categories)


@given(st.integers(0, 10**9))
def test_the_number_of_shards_has_many_divisors(rows: int) -> None:
    count = shard_count(rows)
    assert count * SHARD_ROWS >= rows
    assert count == 1 or count * SHARD_ROWS <= 2.3 * max(rows, SHARD_ROWS)
    if count >= 12:
        assert all(count % workers == 0 for workers in (2, 3, 4, 6, 12))


def test_as_many_rows_as_may_be_have_shards_that_a_list_can_hold_and_ids_can_name() -> None:
    with pytest.raises(ValueError, match=r"^rows must be at most 100,000,000, not 100,000,001$"):
        get_config("cuda_forward", rows=MOST_ROWS + 1)
    assert shard_count(split_rows(MOST_ROWS)["train"]) < min(10**6, MOST_SHARDS)


@pytest.mark.parametrize("split", SPLITS)
def test_a_shard_is_of_its_split_unique_and_repeatable(split: str, fresh_seed: int) -> None:
    shard = Shard(get_config("cuda_backward", seed=fresh_seed, rows=220), split, 0)
    drawing = Drawing()
    kernels = list(kernels_of(shard, drawing))
    assert [drawn.key.category for drawn in kernels] == list(shard.slots())
    assert {split_of(drawn.fingerprint) for drawn in kernels} == {split}
    assert len({drawn.fingerprint for drawn in kernels}) == len(kernels)
    assert kernels == list(kernels_of(shard))
    assert drawing.passed_over["other split"] == 0  # a draft is shaped until its split owns it
    assert all(drawn.candidate.category == drawn.key.category for drawn in kernels)


def test_configs_are_views_of_one_stream(fresh_seed: int) -> None:
    def ids(name: str, **options: Any) -> list[str]:
        return [d.key.id for d in kernels_of(Shard(get_config(name, seed=fresh_seed, **(SMALL | options)), "train", 1))]

    reference = ids("cuda_backward")
    assert reference == ids("cuda_forward") == ids("sft") == ids("cpu", comments=False)
    vector = [row_id for row_id in reference if row_id.startswith("s2-vector-")]
    assert ids("cuda_forward", categories="vector", rows=2_000)[: len(vector)] == vector


def test_shards_and_seeds_share_no_kernel(fresh_seed: int) -> None:
    config = get_config("cuda_forward", seed=fresh_seed, **SMALL)
    next_seed = get_config("cuda_forward", seed=fresh_seed + 1, **SMALL)
    found = [
        {drawn.candidate.source for drawn in kernels_of(shard)}
        for shard in (Shard(config, "train", 0), Shard(config, "train", 1), Shard(next_seed, "train", 0))
    ]
    assert not found[0] & found[1] and not found[0] & found[2]


def test_a_category_that_repeats_itself_is_an_error_not_a_hang() -> None:
    def same(category: str, key: str, split: str) -> Candidate:
        return Candidate("x = 1\n", "x", category, "Nothing.", Launch((), (1,)))

    split = next(drawn.fingerprint for drawn in stream(0, "math", split_of_text("x = 1\n"), 0, Drawing(same)))
    shard = Shard(get_config("cpu", categories="math"), split_of(split), 0)
    with pytest.raises(Exhausted, match=f"'math' gave nothing but repeats in {MOST_DRAWS} draws"):
        list(kernels_of(shard, Drawing(same)))


def test_a_category_that_gives_nothing_says_why() -> None:
    def never(category: str, key: str, split: str) -> Candidate:
        raise Rejected("too dull")

    with pytest.raises(Exhausted, match=r"gave no kernel for test in 5000 draws: \{'too dull': 5000\}"):
        list(islice(stream(0, "math", "test", 0, Drawing(never)), 1))


def split_of_text(source: str) -> str:
    from generator.dataset.fingerprint import fingerprint

    return split_of(fingerprint(source))
