"""The plan: an external sort in bounded memory, unique structures, candidates that only ever append."""

from __future__ import annotations

import json
import random
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from generator.dataset.splits import split_of, split_rows
from generator.production.folder.files import sidecar
from generator.production.making.draw import (
    ATTEMPTS,
    Draws,
    Stretch,
    draw,
    draws_for,
    first_draws,
    further_draws,
    position,
    shard_and_attempt,
    shards_of_a_draw,
)
from generator.production.making.plan import NEAR, Plan, load_plan, write_plan
from generator.production.making.recipe import Recipe
from generator.production.making.sorting import (
    KEY_FIRST,
    POSITION_FIRST,
    RECORD,
    also_in,
    in_chunks,
    later_of_each,
    records_of,
    repeated,
    sorted_records,
    without,
)
from tests.production import toy_kernels


def planned(recipe: Recipe, work: Path, draws: Draws) -> Plan:
    for split in draws:
        for task in draws_for(recipe, split, draws):
            draw(recipe, work, task)
    return write_plan(recipe, work, draws)


@pytest.mark.parametrize("run_records", [7, 1_000, 100_000])
def test_sorted_stream_is_what_a_sort_in_memory_gives(tmp_path: Path, fresh_seed: int, run_records: int) -> None:
    numbers = np.random.default_rng(fresh_seed)
    records = np.empty(5_000, RECORD)
    records["key"] = numbers.integers(0, 900, 5_000)
    records["position"] = numbers.permutation(5_000)
    chunks = np.array_split(records, 13)
    for by in (KEY_FIRST, POSITION_FIRST):
        stream = list(sorted_records(iter(chunks), by, tmp_path / by[0], run_records))
        assert stream == np.sort(records, order=by).tolist()
    assert not list(tmp_path.rglob("run-*"))


def test_sort_holds_one_run_in_memory(tmp_path: Path) -> None:
    run, count = 20_000, 25
    numbers = np.random.default_rng(1)

    def chunks():
        for _ in range(count):
            found = np.empty(run, RECORD)
            found["key"] = numbers.integers(0, 1 << 64, run, dtype=np.uint64)
            found["position"] = numbers.integers(0, 1 << 64, run, dtype=np.uint64)
            yield found

    tracemalloc.start()
    total = sum(1 for _ in sorted_records(chunks(), KEY_FIRST, tmp_path, run))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total == run * count
    # Two copies of a run while it is sorted, and one block of each run as Python numbers while they are merged.
    assert peak < 8 * run * RECORD.itemsize + count * 8_192 * 150


def test_chunks_and_all_but_the_first_of_each_key() -> None:
    ordered = [(1, 5), (1, 9), (4, 2), (7, 1), (7, 3)]
    assert list(later_of_each(ordered)) == [9, 3]
    assert [chunk.tolist() for chunk in in_chunks(iter(ordered), 2)] == [ordered[:2], ordered[2:4], ordered[4:]]


def test_position_orders_by_shard_and_slot_and_names_the_attempt(fresh_seed: int) -> None:
    numbers = random.Random(fresh_seed)
    keys = [(numbers.randrange(1 << 24), numbers.randrange(1 << 10), numbers.randrange(1 << 20)) for _ in range(200)]
    by_place = sorted(keys, key=lambda key: position(*key, category=5))
    assert [key[:2] for key in by_place] == sorted(key[:2] for key in keys)
    for shard, slot, attempt in keys:
        assert shard_and_attempt(position(shard, slot, attempt, 3)) == (shard, attempt)
    with pytest.raises(OverflowError):
        position(0, 0, ATTEMPTS, 0)


def test_every_cell_gets_unique_structures_of_its_split(tmp_path: Path) -> None:
    recipe = toy_kernels.recipe()
    plan = planned(recipe, tmp_path, first_draws(recipe))
    seen: set[int] = set()
    for cell in recipe.cells():
        keys = plan.keys(cell, 0, plan.available(cell))
        assert keys == sorted(keys)
        found = {toy_kernels.fingerprint_of(recipe.seed, cell.category, cell.split, *key) for key in keys}
        assert len(found) == len(keys) == plan.available(cell)
        assert {split_of(f"{fingerprint:016x}") for fingerprint in found} <= {cell.split}
        assert not found & seen
        seen |= found
    assert plan.repeats > 0 and plan.rejected["constant output"] > 0


@pytest.mark.parametrize("rows", [11, 440, 7_000, 2_000_000])
def test_a_build_draws_few_shards_more_than_it_needs(rows: int) -> None:
    recipe = replace(toy_kernels.recipe(), rows=rows)
    draws = first_draws(recipe)
    for split in draws:
        needed = toy_kernels.shard_count(split_rows(rows)[split])
        drawn = draws_for(recipe, split, draws)[-1].stop
        assert needed <= drawn <= 1.1 * needed


def test_no_candidate_is_near_another_of_its_split_or_a_held_out_one_near_train(tmp_path: Path) -> None:
    recipe = toy_kernels.recipe(distinct=True)
    plan = planned(recipe, tmp_path, first_draws(recipe))
    train: set[int] = set()
    for cell in recipe.cells():
        keys = plan.keys(cell, 0, plan.available(cell))
        found = {key: toy_kernels.alike_of(recipe.seed, cell.category, cell.split, *key)[1] for key in keys}
        assert len({*found.values()}) == len(keys)
        if cell.split == "train":  # spares are not of the build unless others fall out
            train |= {near for (shard, _), near in found.items() if shard < toy_kernels.shard_count(594)}
        assert cell.split == "train" or not train & {*found.values()}
    tasks = [task for split in plan.draws for task in draws_for(recipe, split, plan.draws)]
    drawn = sum(json.loads(sidecar(task.path(tmp_path)).read_text())["rows"] for task in tasks)
    assert plan.rejected[NEAR] > 0 and plan.repeats > 0
    assert drawn == plan.rejected[NEAR] + plan.repeats + sum(plan.candidates.values()), "each is counted once"


def test_who_shares_a_key_is_found(tmp_path: Path, fresh_seed: int) -> None:
    numbers = np.random.default_rng(fresh_seed)
    keys = numbers.integers(0, 3_000, (500, 3)).astype(np.uint64)
    own, others = keys[:300], keys[300:]
    places = np.arange(300, dtype=np.uint64)
    before = [bool(np.isin(row, own[:place]).any() or len({*row}) < 3) for place, row in enumerate(own)]
    assert repeated([records_of(own, places)], tmp_path).tolist() == np.flatnonzero(before).tolist()
    dropped = np.flatnonzero(before).astype(np.uint64)
    assert (
        without(dropped, records_of(own[:, :1], places))["position"].tolist()
        == np.flatnonzero(~np.array(before)).tolist()
    )
    shared = np.isin(own, others).any(axis=1)
    found = also_in([records_of(others, places[:200])], [records_of(own, places)], tmp_path)
    assert found.tolist() == np.flatnonzero(shared).tolist()
    assert not list(tmp_path.rglob("run-*"))


@pytest.mark.parametrize("distinct", [False, True])
def test_drawing_more_only_appends(tmp_path: Path, distinct: bool) -> None:
    recipe = toy_kernels.recipe(distinct=distinct)
    train = first_draws(recipe)["train"]
    first = {"train": train, "validation": [Stretch("", 0, 1)], "test": [Stretch("", 0, 1)]}
    more = further_draws(first, {("train", "loop"): 2, ("train", "vector"): 1, ("test", "loop"): 3})
    few, many = planned(recipe, tmp_path / "few", first), planned(recipe, tmp_path / "many", more)
    most = planned(recipe, tmp_path / "most", further_draws(more, {("train", "vector"): 2, ("train", "arithmetic"): 1}))
    for one, other in ((few, many), (many, most)):
        for cell in recipe.cells():
            keys = one.keys(cell, 0, one.available(cell))
            assert other.keys(cell, 0, len(keys)) == keys
    assert many.candidates["train/loop"] > few.candidates["train/loop"]
    assert many.candidates["train/arithmetic"] == few.candidates["train/arithmetic"]
    assert most.candidates["train/vector"] > many.candidates["train/vector"]
    assert load_plan(tmp_path / "most") == most
    assert len(list((tmp_path / "most").glob("plan-*"))) == 1


def test_a_category_that_lacks_candidates_draws_alone() -> None:
    recipe = toy_kernels.recipe()
    size = shards_of_a_draw(recipe, "train")
    first = {"train": [Stretch("", 0, 2)], "test": [Stretch("", 0, 9)]}
    more = further_draws(further_draws(first, {("train", "loop"): 2}), {("train", "loop"): 1, ("train", "vector"): 1})
    found = draws_for(recipe, "train", more)
    assert [task.start // size for task in found] == [0, 1, 2, 3, 4, 4]
    assert [task.category for task in found] == ["", "", "loop", "loop", "loop", "vector"]
    assert len({task.path(Path("work")) for task in found}) == 6


def test_damaged_plan_is_no_plan(tmp_path: Path) -> None:
    recipe = toy_kernels.recipe()
    plan = planned(recipe, tmp_path, first_draws(recipe))
    with (plan.folder / "train" / "loop.bin").open("ab") as opened:
        opened.write(b"x")
    assert load_plan(tmp_path) is None


@pytest.mark.parametrize("rows", [1, 2, 19, 100, 660, 1_100])
@pytest.mark.parametrize("categories", [("loop",), ("arithmetic", "loop", "vector")])
def test_cells_are_equal_to_one_row_in_each_split_and_over_all(rows: int, categories: tuple[str, ...]) -> None:
    recipe = toy_kernels.recipe(rows=rows, categories=categories)
    cells = list(recipe.cells())
    for split, size in split_rows(rows).items():
        counts = [cell.rows for cell in cells if cell.split == split]
        assert sum(counts) == size and max(counts) - min(counts) <= 1
    totals = [sum(cell.rows for cell in cells if cell.category == category) for category in categories]
    assert sum(totals) == rows and max(totals) - min(totals) <= 1
