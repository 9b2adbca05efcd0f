"""Loops: what is said of them is what they visit, and what they add is no sum that all threads share."""

from __future__ import annotations

import ast
import re

import pytest

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.mixing import elements, mixed, mixes, own
from tests.synthesis.kernels import draw


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("category", ["loop", "nested", "combined"])
def test_all_elements_are_those_that_the_loop_visits(category, fresh, fresh_seed):
    partial = 0
    for candidate in draw(category, 400, f"{fresh_seed}" if fresh else "visited"):
        headers = re.findall(r"for \w+ in range\((.*)\):", candidate.source.split("@wp.kernel")[1])
        said = candidate.description
        if "and so on" in said:
            continue
        for header in headers:
            if len(header.split(", ")) == 3:
                assert re.search("every (second|third) element", said), candidate.source
            partial += "," in header
        if not any("," in header for header in headers):
            assert not re.search("every (second|third)", said), candidate.source
    assert fresh or partial > 1


RELATIONS = {"<": "is at least", ">": "is at most", "<=": "exceeds", ">=": "is below"}
"""What is said of those that stay, by what leaves a round."""


def test_a_round_that_is_left_is_told_by_what_keeps_it(fresh_seed):
    left = 0
    for candidate in [c for name in ("loop", "combined") for c in draw(name, 300, fresh_seed)]:
        kernel = candidate.source.split("@wp.kernel")[1]
        if found := re.search(r"if .* ([<>]=?) .*:\n +continue\n", kernel):
            assert f" {RELATIONS[found[1]]} " in candidate.description.partition(" for which ")[2], candidate.source
            left += 1
    assert left


@pytest.mark.parametrize("category", ["nested", "loop"])
def test_loops_differ_between_threads(category, fresh_seed):
    for candidate in draw(category, 80, fresh_seed):
        kernel = next(
            node
            for node in ast.walk(ast.parse(candidate.source))
            if isinstance(node, ast.FunctionDef) and node.name == candidate.kernel_name
        )
        varying: set[str] = set()
        for node in kernel.body:
            used = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
            if isinstance(node, ast.For) and not any(isinstance(n, ast.AugAssign) for n in ast.walk(node)):
                continue  # iterations start from a value of the thread's own
            if isinstance(node, ast.For):
                assert used & varying, candidate.source
            if "tid" in ast.unparse(node) or used & varying:
                stored = (n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
                varying.update(n.id for n in stored)


def test_a_sum_that_falls_apart_is_seen():
    builder = Builder("mixing", (("float32", 1.0),))
    t = builder.define("t", "F", 0.5, 2.0).expression
    ours = own(builder)
    x, y = (Expression(builder, text, "F", 0.2, 1.5) for text in ("left[j]", "right[k]"))
    parts = (elements("left", had=lambda: x), elements("right", had=lambda: y), ours)
    for value in (x * y, x + y * t, x * t - y, t * (x - y), x + y):
        assert not mixes(value, parts), value
    for value in (t / (x + y * t), (x + y * t) * (x + y * t)):
        assert mixes(value, parts), value
    for value in (x * y, y + t, x):
        try:
            assert mixes(mixed(value, parts), parts)
        except Unfit:
            continue


def test_a_sum_over_pairs_is_imagined_within_its_bounds(monkeypatch):
    """Beyond them the arc sine of it is no number, and no kernel is drawn at all."""
    define = Builder.define
    beyond = []

    def checked(self, name, type, low, high, *rest, **flags):
        samples = flags.get("samples")
        if samples and not all(low - 1e-9 <= x <= high + 1e-9 for x in samples):
            beyond.append(name)
        return define(self, name, type, low, high, *rest, **flags)

    monkeypatch.setattr(Builder, "define", checked)
    assert list(draw("nested", 200, "bounds"))
    assert beyond == []


@pytest.mark.parametrize("category", ["loop", "nested", "combined"])
def test_the_length_of_a_table_is_told(category, fresh_seed):
    """By a constant that is named after it; a number of rounds stands only beside what is called a table."""
    told = named = 0
    for candidate in draw(category, 150, fresh_seed):
        sizes = {a.name: a.shape[0] for a in candidate.launch.arguments if len(a.shape) == 1}
        constants = dict(re.findall(r"^(\w+_ENTRIES) = wp\.constant\((\d+)\)$", candidate.source, re.M))
        for counter, bound in re.findall(r"for (\w+) in range\((\d+|[A-Z_]+_ENTRIES)\):", candidate.source):
            for array in set(re.findall(rf"(\w+)\[{counter}\]", candidate.source)) & set(sizes):
                if bound.isdigit() and candidate.source.count(f"for {counter} in ") == 1:
                    assert array.endswith(("_table", "_coefficients")), candidate.source
                    named += 1
                elif not bound.isdigit():
                    assert int(constants[bound]) == sizes[array], candidate.source
                    told += 1
    assert told and named


def test_an_iteration_is_no_power_in_disguise(fresh_seed):
    """``state += r * (target - state)`` goes to the target by a power of one minus r."""
    linear = re.compile(r"^ +(\w+) (?:\+= \S+ \* \(\w+ - \1\)|= \S+ \* \(\1 \+ [\w\[\]]+\))$", re.M)
    iterated = 0
    for seed in ("power", fresh_seed):
        for candidate in draw("loop", 300, f"{seed}"):
            assert not linear.search(candidate.source), candidate.source
            iterated += " iterations" in candidate.description
    assert iterated > 40


def test_no_curve_of_the_inner_loop_alone_is_computed_in_each_round_of_the_outer_one(fresh_seed):
    """The loops the other way round, it would be computed once."""
    nest = re.compile(
        r"^    for (\w+) in .*:\n((?:        .*\n)*?)        for (\w+) in .*:\n((?:            .*\n)+)", re.M
    )
    found = 0
    for candidate in draw("nested", 300, f"inner/{fresh_seed}"):
        if " pairs of " not in candidate.description:
            continue
        for outer, before, inner, body in nest.findall(candidate.source):
            found += 1
            changed = {outer, *re.findall(r"^ +(\w+) = ", before, re.M)}
            alone = {inner}
            for line in body.splitlines():
                name, assigns, value = line.strip().partition(" = ")
                words = set(re.findall(r"[A-Za-z_]\w*", value if assigns else line))
                if assigns and words & alone and not words & changed:
                    alone.add(name)
                elif assigns and words & changed:
                    changed.add(name)
                for argument in re.findall(r"wp\.(?:sin|cos|tanh|exp|sqrt|atan|log)\(([^()]*)\)", line):
                    words = set(re.findall(r"[A-Za-z_]\w*", argument))
                    assert not words & alone or words & changed, candidate.source
    assert found
