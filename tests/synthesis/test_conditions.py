"""Conditions and thresholds divide the imagined threads as they were asked to, and say what they are."""

from __future__ import annotations

import gc
import re
from types import SimpleNamespace

import pytest

from generator.synthesis import CATEGORIES, Rejected, synthesize
from generator.synthesis.asked import asked, decides, sides, terms
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, distance
from generator.synthesis.categories.multi_cond import conditions
from generator.synthesis.conditions import UNTOLD, _among, _pair, comparison, compound, met_by
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.inputs import add_arrays, start
from generator.synthesis.samples import COUNT, EVERY, clear_of, mask_of, outcomes_of
from generator.synthesis.thresholds import below, divides, threshold
from tests.synthesis.kernels import draw

KEYS = range(300)


def builder_of(key: object, floats: int = 3) -> Builder:
    """A kernel that has loaded so many floats."""
    builder = Builder(f"conditions/{key}", (("float32", 1.0),))
    builder.inline_loads = False
    start(builder, guard=0.0)
    add_arrays(builder, floats)
    return builder


def evaluated(builder: Builder, text: str) -> int:
    """The threads whose samples make the text true."""
    values = {v.expression.text: v.expression.samples for v in builder.variables if v.type == "F"}
    size = builder.dim[0]
    values[builder.index] = tuple(int(share * size) for share in builder.place(0))
    wp = SimpleNamespace(abs=abs)
    threads = [{name: column[k] for name, column in values.items()} for k in range(COUNT)]
    for flag in [v.expression for v in builder.variables if v.type == "B"]:
        for k, thread in enumerate(threads):
            thread[flag.text.partition("[")[0]] = {thread[builder.index]: flag.samples[k]}
    return mask_of([bool(eval(text, {"wp": wp}, thread)) for thread in threads])


def sides_of(text: str) -> tuple[str, list[str]]:
    """A condition without the ``not`` before all of it, and its two sides."""
    whole = text.removeprefix("not (").removesuffix(")") if text.startswith("not (") else text
    return whole, re.split(" and | or ", whole)


def test_a_mask_and_its_outcomes():
    for mask in (0, 1, 0b101, EVERY):
        assert mask_of(outcomes_of(mask)) == mask


def test_a_threshold_divides_as_it_is_asked_to():
    asked = 0b000000111111  # of these six, some below it and some not
    found = 0
    for key in KEYS:
        builder = Builder(f"threshold/{key}", (("float32", 1.0),))
        value = Expression(builder, "x", "F", -2.0, 3.0)
        try:
            edge = threshold(value, lambda met: divides(met) and 0 < met & asked < asked).low
        except Unfit:
            continue
        found += 1
        assert clear_of(value.samples, edge)
        assert 0 < below(value, edge) & asked < asked
        assert divides(below(value, edge))
    assert found > 0.9 * len(KEYS)


def test_no_threshold_where_none_is_admitted():
    value = Expression(Builder("none"), "x", "F", 0.0, 1.0)
    with pytest.raises(Unfit):
        threshold(value, lambda met: False)


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_a_condition_is_what_its_samples_say_and_says_nothing_twice(parts):
    for key in KEYS:
        builder = builder_of(f"{parts}/{key}")
        try:
            condition, _ = compound(builder, parts)
        except Unfit:
            continue
        assert met_by(condition) == evaluated(builder, condition.text), condition.text
        assert divides(met_by(condition)), condition.text
        assert len(sides(condition)) == len(re.findall(r" [<>=!]=? ", condition.text)), condition.text


def test_prose_groups_what_the_code_groups():
    grouped = 0
    for key in KEYS:
        try:
            condition, prose = compound(builder_of(f"prose/{key}"), 3)
        except Unfit:
            continue
        prose = re.sub(r"the (gap between|product of) .*? and ", "it and ", prose).replace("it and ", "")
        if "(" in condition.text.replace("wp.abs(", ""):
            assert re.search(r"and either .* or ", prose), (condition.text, prose)
            assert not re.search(r"either .* or .* and ", prose), (condition.text, prose)
        elif " and " in condition.text and " or " in condition.text:
            assert ", or " in prose, (condition.text, prose)
        grouped += " and " in condition.text and " or " in condition.text
    assert grouped > 30


def test_no_side_of_a_condition_decides_alone():
    joined = 0
    for key in KEYS:
        builder = builder_of(f"sides/{key}")
        try:
            condition, _ = compound(builder, 2)
        except Unfit:
            continue
        whole, parts = sides_of(condition.text)
        for side in parts:
            assert (evaluated(builder, side) ^ evaluated(builder, whole)).bit_count() >= 2, condition.text
        joined += 1
    assert joined > 0.9 * len(KEYS)


def test_both_sides_of_a_gap_reach_its_edge():
    """``wp.abs(d - h) > 3.2`` of a difference that is never below -3.2 is ``d - h > 3.2``."""
    found = 0
    for key in range(6 * len(KEYS)):
        builder = builder_of(f"gap/{key}")
        text = comparison(builder)[0].text
        if gap := re.fullmatch(r"wp\.abs\((\w+) - (\w+)\) [<>]=? ([\d.]+)", text):
            known = {v.expression.text: v.expression for v in builder.variables}
            one, other, edge = known[gap[1]], known[gap[2]], float(gap[3])
            assert one.low - other.high < -edge < edge < one.high - other.low, text
            found += 1
    assert found > 20


def test_a_comparison_is_seldom_given_up():
    given_up = 0
    for key in KEYS:
        try:
            comparison(builder_of(f"one/{key}"))
        except Unfit:
            given_up += 1
    assert given_up < 0.02 * len(KEYS)


def test_a_variable_is_not_asked_about_under_two_names():
    both = 0
    for key in KEYS:
        builder = builder_of(f"named/{key}", 2)
        x, y = (v.expression for v in builder.variables if v.type == "F" and v.expression.text in builder.prose)
        centered = builder.assign(("centered",), 1.75 * (x - 0.35)).expression
        try:
            steep = builder.assign(("steep",), call("atan", centered)).expression
            gap = builder.assign(("gap",), distance(y, x))
            builder.variables.remove(gap)
            condition, _ = compound(builder, 3)
        except Unfit:
            continue
        found = terms(condition.text)
        assert len(found & {x.text, centered.text, steep.text}) < 2, condition.text
        assert builder.definitions["gap"] not in condition.text
        both += len(found) > 1
    assert both > 100


def test_every_arm_of_a_chain_is_taken_and_left():
    for key in KEYS:
        builder = builder_of(f"chain/{key}")
        try:
            chain = conditions(builder)
        except Unfit:
            continue
        free = EVERY
        for condition, _ in chain:
            taken = free & evaluated(builder, condition.text)
            assert 0 < taken < free, [c.text for c, _ in chain]
            free &= ~taken


def test_a_chain_asks_about_a_variable_once():
    """But for a ladder, whose thresholds rise; a range of one number is one question."""
    chains = 0
    for key in range(3 * len(KEYS)):
        builder = builder_of(f"once/{key}")
        try:
            chain = [condition for condition, _ in conditions(builder)]
        except Unfit:
            continue
        asked_before: set[str] = set()
        if len({condition.text.partition(" <")[0] for condition in chain}) == 1:
            continue  # a ladder
        chains += len(chain) > 1
        for condition in chain:
            found = asked(builder, condition)
            assert asked_before.isdisjoint(found), [c.text for c in chain]
            asked_before |= found
    assert chains > 100


def test_each_part_of_a_later_condition_counts_for_those_that_reach_it():
    for key in KEYS:
        builder = builder_of(f"reach/{key}")
        free = mask_of([value < 0.3 for value in builder.variables[0].expression.samples]) or EVERY
        try:
            condition, _ = compound(builder, 2, _among(free), free)
        except Unfit:
            continue
        whole, parts = sides_of(condition.text)
        for side in parts:
            assert (evaluated(builder, side) ^ evaluated(builder, whole)) & free, condition.text


def test_nothing_of_a_kernel_waits_for_the_collector():
    """Millions are made in one process; a builder that points to itself would stay until the collector comes."""
    gc.collect()
    gc.disable()
    try:
        for category in CATEGORIES:
            for key in range(5):
                try:
                    synthesize(category, f"collected/{key}")
                except Rejected:
                    continue
        gc.collect()  # what first calls leave behind
        for category in CATEGORIES:
            for key in range(5):
                try:
                    synthesize(category, f"collected/{key}")
                except Rejected:
                    continue
        assert gc.collect() < 50
    finally:
        gc.enable()


@pytest.mark.parametrize("arms", (True, False))
def test_no_decision_is_settled_by_the_arm_that_was_taken(arms):
    builder = Builder("arms", (("float32", 1.0),))
    first = tuple(place % 2 == 0 for place in range(COUNT))
    samples = tuple(1.5 + 0.01 * place if taken else 0.1 for place, taken in enumerate(first))
    value = builder.define("piecewise", "F", 0.1, 1.7, samples=samples).expression
    other = builder.define("other", "F", 0.0, 1.0, samples=(0.5,) * COUNT).expression
    if arms:
        builder.outcomes["piecewise"] = [first, [not taken for taken in first]]
        with pytest.raises(Unfit, match="settles"):
            _pair(value, other, ">", divides, UNTOLD)
        with pytest.raises(Unfit, match="settles"):
            _pair(other, value, ">", divides, UNTOLD)
    else:
        assert _pair(value, other, ">", divides, UNTOLD)[1] == "piecewise exceeds other"


@pytest.mark.parametrize(
    "line", ["low = wp.min({0}, {1})", "high = c + wp.max({1}, {0})", "kept = scaled({1}, c, {0})"]
)
def test_what_an_extremum_has_chosen_is_not_asked_again(line):
    """A helper took the smaller of two, and a branch asked which it is (combined-2615021-train-0-8)."""
    builder = builder_of(0, 2)
    left, right = (v.expression for v in builder.of_type("F"))
    left.set_samples([-0.5, 0.5] * (COUNT // 2))
    right.set_samples([0.0] * COUNT)
    assert _pair(left, right, "<", divides, UNTOLD)
    builder.functions.append("@wp.func\ndef scaled(a: float, b: float, c: float):\n    return b * wp.min(a, c)")
    builder.emit(line.format(left, right))
    with pytest.raises(Unfit, match="decision"):
        _pair(left, right, "<", divides, UNTOLD)


def test_a_condition_decides_the_extremum_of_its_two_sides():
    condition = Expression(Builder("decides"), "c > 0.2 and a[i] < b", "B", 0, 1)
    assert decides(condition, "1.5 * wp.max(b, a[i])")
    assert not decides(condition, "wp.min(a[i], c) + wp.max(b, 0.2)")
    assert not decides(condition, "wp.max(a[i] * b, b)")


@pytest.mark.parametrize("category", CATEGORIES)
def test_no_arm_holds_an_extremum_of_what_its_header_compares(category, fresh_seed):
    header = re.compile(r"( +)(?:if|elif) (\w+) [<>]=? ([a-z]\w*):\n((?:\1 +.*\n)+)")
    for candidate in draw(category, 60, fresh_seed):
        for _, left, right, block in header.findall(candidate.source):
            found = re.search(rf"wp\.(?:min|max)\((?:{left}, {right}|{right}, {left})\)", block)
            assert not found, candidate.source
