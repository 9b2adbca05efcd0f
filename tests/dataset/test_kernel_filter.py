"""Filters choose among the kernels that were drawn: they change none of them, and an empty choice is one line."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from generator.dataset import kernel_filter
from generator.dataset import stream as streams
from generator.dataset.configs import get_config
from generator.dataset.kernel_filter import (
    EVERY_KERNEL,
    KernelFilter,
    by_difficulty,
    difficulty_and_features,
    filter_of,
)
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard, kernels_of
from generator.dataset.splits import split_of
from generator.dataset.stream import OUTSIDE_FILTER, Drawing, Drawn, Exhausted, stream
from generator.syntax.walks.difficulty import CONSTRUCTS
from generator.synthesis.catalogue.strata import STRATA


@pytest.mark.parametrize(
    ("asked", "difficulty", "text"),
    [
        *((4, (4, 4), "4"), ("4", (4, 4), "4"), ("3-6", (3, 6), "3-6"), (" 3 - 6 ", (3, 6), "3-6")),
        *(((3, 6), (3, 6), "3-6"), ([3, 6], (3, 6), "3-6"), ("1-10", (1, 10), "1-10"), (None, (1, 10), "1-10")),
    ],
)
def test_a_difficulty_has_one_form_however_it_is_written(asked: Any, difficulty: tuple[int, int], text: str) -> None:
    found = filter_of(asked)
    assert (found.difficulty, found.difficulty_text) == (difficulty, text)
    assert filter_of(found.difficulty_text) == found
    assert bool(found) == (difficulty != (1, 10))


@pytest.mark.parametrize("wrong", [0, 11, "6-3", "hard", "3-", "-3", (1, 2, 3), (), 2.5, True, "3-6-7", {3: 6}])
def test_what_is_no_difficulty_is_one_line(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"^difficulty must be a number from 1 to 10, or a range .* '3-6' .*, not "):
        filter_of(wrong)


def test_features_have_one_form_however_they_are_written() -> None:
    assert filter_of(features=["!loop", "atomic", "atomic"]).features == ("atomic", "!loop")
    assert filter_of(features="atomic").features == filter_of(features=("atomic",)).features == ("atomic",)
    assert filter_of(features=[]) == filter_of() == EVERY_KERNEL and not EVERY_KERNEL


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["atomics"], r"^unknown feature 'atomics', did you mean 'atomic'\? Allowed: atomic, branch, .*vector$"),
        ("!lop", r"^unknown feature 'lop', did you mean 'loop'\?"),
        (["loop", "!loop"], r"^features: no kernel has 'loop' and lacks it: leave out one of the two$"),
        (5, r"^features must be a name or a list of names, not 5\. Allowed: atomic, .*vector$"),
        ({"loop": 1}, r"^features must be a name or a list of names, not {'loop': 1}\. Allowed: atomic, .*vector$"),
    ],
)
def test_wrong_features_are_one_line(wrong: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        filter_of(features=wrong)


def test_each_condition_that_a_kernel_does_not_meet_is_named() -> None:
    wanted = filter_of("3-6", ["atomic", "!loop"])
    assert wanted.unmet(3, ["atomic"]) == wanted.unmet(6, ["atomic", "branch"]) == ()
    assert wanted.unmet(7, ["loop"]) == ("difficulty 3-6", "atomic", "!loop") == wanted.conditions
    assert EVERY_KERNEL.unmet(1, []) == EVERY_KERNEL.unmet(10, CONSTRUCTS) == ()


def test_options_change_a_part_and_keep_the_other() -> None:
    hard = get_config("cpu", difficulty="5-10")
    both = hard.with_options(features="scalar_argument", curriculum=True)
    assert both.kernel_filter == KernelFilter((5, 10), ("scalar_argument",)) and both.curriculum
    assert both.with_options() == both
    with pytest.raises(ValueError, match=r"^curriculum must be True or False, not 'yes'$"):
        get_config("cpu", curriculum="yes")


MANY = 40
"""Kernels of which a filter is sure to let some through and to stop some."""


@pytest.mark.parametrize("split", ["train", "test"])
def test_a_filtered_stream_is_what_the_filter_leaves_of_the_whole_stream(split: str, fresh_seed: int) -> None:
    wanted = filter_of("3-10", ["!vector", "branch"])  # lets every other kernel through

    def taken(*how: KernelFilter) -> list[Drawn]:
        return list(islice(stream(fresh_seed, "conditional", split, 3, None, *how), 3 if how else MANY))

    passing = [drawn for drawn in taken() if not wanted.unmet_by(drawn.candidate)]
    assert 0 < len(passing) < MANY
    length = min(len(passing), 3)
    assert taken(wanted)[:length] == passing[:length]


def test_a_filtered_shard_keeps_its_categories_its_split_and_its_uniqueness(fresh_seed: int) -> None:
    options: dict[str, Any] = {"rows": 180, "seed": fresh_seed, "categories": ["loop", "atomic", "vector"]}
    drawing = Drawing()
    shard = Shard(get_config("cuda_backward", difficulty="2-4", features=["!random"], **options), "validation", 0)
    kernels = list(kernels_of(shard, drawing))
    assert [drawn.key.category for drawn in kernels] == list(shard.slots()) and len(kernels) == 9
    assert {split_of(drawn.fingerprint) for drawn in kernels} == {"validation"}
    assert len({drawn.fingerprint for drawn in kernels}) == len(kernels)
    measured = [difficulty_and_features(drawn.candidate) for drawn in kernels]
    assert all(2 <= level <= 4 and "random" not in features for level, features in measured)
    assert drawing.passed_over[OUTSIDE_FILTER] > 0


@pytest.mark.parametrize("config", ["cuda_forward", "chat"])
def test_a_curriculum_orders_the_same_rows_of_a_shard(config: str, fresh_seed: int) -> None:
    options: dict[str, Any] = {"rows": 33, "seed": fresh_seed, "difficulty": "1-4"}
    plain = list(rows_of(Shard(get_config(config, **options), "train", 0)))
    ordered = list(rows_of(Shard(get_config(config, **options, curriculum=True), "train", 0)))
    whole = list(rows_of(Shard(get_config("cuda_forward", **options), "train", 0)))
    assert [row["id"] for row in ordered] == [row["id"] for row in sorted(whole, key=by_difficulty)]
    assert [row["id"] for row in ordered] != [row["id"] for row in plain]
    assert sorted(ordered, key=lambda row: row["id"]) == sorted(plain, key=lambda row: row["id"])
    assert Counter(row["category"] for row in ordered) == Counter(row["category"] for row in plain)


def test_a_category_without_such_kernels_says_what_to_relax(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_FILTERED", 25)
    shard = Shard(get_config("cpu", categories="atomic", difficulty="1-9", features=["vector", "random"]), "train", 0)
    line = (
        r"^category 'atomic' has no kernel for train with all that was asked for: of 25 draws "
        r"difficulty 1-9 in 2[0-5], random in \d+, vector in \d+; "
        r"relax difficulty 1-9 or random or vector, or leave the category out$"
    )
    with pytest.raises(Exhausted, match=line):
        list(kernels_of(shard))


def test_repeats_under_a_filter_end_with_what_to_relax(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_DRAWS_FILTERED", 30)
    config = get_config("cpu", categories="loop", difficulty="1-9")
    (first,) = islice(kernels_of(Shard(config, "train", 0)), 1)
    with pytest.raises(Exhausted, match=r"repeats in 30 draws; relax difficulty 1-9, or leave the category out$"):
        list(kernels_of(Shard(config, "train", 0), Drawing(lambda category, key, split: first.candidate)))


@pytest.mark.parametrize(
    ("categories", "features", "never", "others"),
    [
        ("atomic", "!atomic", "atomic", "relax one"),
        (["loop", "atomic", "arithmetic"], ["atomic", "!loop"], "loop, arithmetic", "categories that can: atomic$"),
        ("nested", ["!loop", "!branch"], "nested", "relax one"),
        ("arithmetic", "random", "arithmetic", "relax one"),
    ],
)
def test_what_a_promise_rules_out_is_refused_before_any_draw(
    categories: Any, features: Any, never: str, others: str
) -> None:
    named = ", ".join(sorted(never.split(", ")))
    with pytest.raises(ValueError, match=rf"^features .*: no kernel of {named} can meet them together: .*{others}"):
        get_config("cpu", categories=categories, features=features)


def test_what_kernels_have_is_never_ruled_out(fresh_seed: int) -> None:
    for category in STRATA:
        for drawn in islice(stream(fresh_seed, category, "train", 0), 10):
            _, features = difficulty_and_features(drawn.candidate)
            lacks = [f"!{name}" for name in CONSTRUCTS if name not in features]
            filter_of(features=[*features, *lacks]).refuse_impossible([category])


@pytest.mark.parametrize(
    ("features", "kinds", "possible"),
    [
        (["loop"], [{"loop"}], True),
        (["loop"], [{"atomic"}], False),
        (["loop"], [{"atomic"}, {"loop"}], True),
        (["loop"], [{"function"}], True),
        (["loop", "branch"], [{"function", "loop"}], True),
        (["loop", "atomic"], [{"function", "loop"}], False),
        (["atomic"], [{"function"}], False),
        (["!loop"], [{"function", "loop"}], False),
        (["!loop"], [{"function"}], True),
    ],
)
def test_functions_may_have_what_the_kernel_must_not(
    features: list[str], kinds: list[set[str]], possible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_filter, "possible_constructs", lambda name: kinds)
    wanted = filter_of(features=features)
    if possible:
        wanted.refuse_impossible(["a"])
        return
    with pytest.raises(ValueError, match="no kernel of a can meet them together: relax one, or name other categories"):
        wanted.refuse_impossible(["a"])


def test_a_long_search_says_how_it_goes(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(streams, "MOST_FILTERED", 5)
    monkeypatch.setattr(streams, "SECONDS_OF_SILENCE", 0.0)
    config = get_config("cpu", categories="atomic", features=["random", "vector"])
    with pytest.raises(Exhausted):
        list(kernels_of(Shard(config, "train", 0)))
    told = [record.getMessage().partition(": of ") for record in caplog.records]
    assert {head for head, _, _ in told} == {"looking for random and vector in category 'atomic' for train"}
    assert [rest.partition(" ")[0] for _, _, rest in told][-4:] == ["1", "2", "3", "4"]  # since the last that fits
    assert ": of 4 draws random in " in caplog.records[-1].getMessage()
