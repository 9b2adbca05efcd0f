"""Helpers are called after what they do, and return it without another name."""

from __future__ import annotations

import ast
import re

import pytest

from generator.synthesis.page import LONGEST_LINE
from tests.synthesis.kernels import draw

FRESH = pytest.mark.parametrize("fresh", (False, True))
VAGUE = {"transform", "combine", "shape", "blend_pair", "influence", "transfer", "penalty", "rate", "blend_value"}


@FRESH
@pytest.mark.parametrize("category", ("function", "combined", "tile"))
def test_a_helper_returns_what_it_computes_last_under_its_own_name(category, fresh, fresh_seed):
    kept = vague = found = 0
    for candidate in draw(category, 200, f"helpers/{fresh_seed if fresh else 5}"):
        for name, body in re.findall(r"@wp\.func\ndef (\w+)(\(.*?)(?=\n\n\n)", candidate.source, re.S):
            found += 1
            last = re.search(r"    (\w+) = ([^\n]*)\n    return \1$", body)
            short = bool(last) and len(f"return {last[2]}") <= LONGEST_LINE
            kept += short and len(re.findall(rf"\b{last[1]}\b", body.rpartition('"""')[2])) == 2
            vague += name in VAGUE
    assert found > 20
    assert kept == vague == 0


@FRESH
@pytest.mark.parametrize("category", ("function", "combined", "tile"))
def test_no_local_hides_a_helper(category, fresh, fresh_seed):
    for candidate in draw(category, 200, f"hidden/{fresh_seed if fresh else 5}"):
        functions = [node for node in ast.parse(candidate.source).body if isinstance(node, ast.FunctionDef)]
        names = {function.name for function in functions}
        for function in functions:
            given = {argument.arg for argument in function.args.args}
            stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            assert not names & (given | stored), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_gradients_by_hand_have_no_factor_of_one_and_no_second_of_their_kind(fresh, fresh_seed):
    for candidate in draw("function", 500, f"gradients/{fresh_seed if fresh else 5}"):
        assert not re.search(r"-1\.0 \*|def (?:safe_root|softplus_of|bump|cubic_of)_?2", candidate.source), (
            candidate.source
        )


@pytest.mark.parametrize("operator", ["times", "plus", "less", "over"])
def test_a_helper_named_after_two_steps_joins_no_third(operator, fresh_seed):
    for candidate in draw("function", 300, f"joined/{fresh_seed}"):
        for node in ast.parse(candidate.source).body:
            if (
                isinstance(node, ast.FunctionDef)
                and f"_{operator}_" in node.name
                and node.name != candidate.kernel_name
            ):
                returned = next(n for n in ast.walk(node) if isinstance(n, ast.Return) and n is node.body[-1])
                local = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
                used = {n.id for n in ast.walk(returned) if isinstance(n, ast.Name)} & local
                assert len(used) <= 2, candidate.source
                last = re.escape(node.name.rpartition(f"_{operator}_")[2])
                assert not re.search(rf"\([^()]*\b{last}\)", ast.unparse(returned)), candidate.source
