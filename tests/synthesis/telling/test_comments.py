"""Reasons in the source: comments alone, before the steps that they are of, where a project writes comments."""

from __future__ import annotations

from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import cast

import pytest

from generator.syntax.reading import read
from generator.syntax.statements import Comment, walk
from generator.syntax.types import FLOAT, Array
from generator.syntax.walks.rewriting import change_statements
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.storage.signature import Size, Slot
from generator.synthesis.telling.comments import commented
from generator.synthesis.telling.reasons import Reasons
from generator.synthesis.telling.recognisers.facts import Facts
from generator.synthesis.telling.recognisers.of_functions import purpose_of

FUNCTIONS = """
def f(i: int):
    return 2.0 * float(i)

def write(i: int, out: wp.array(dtype=float)):
    out[i] = 1.0

def add(i: int, out: wp.array(dtype=float)):
    wp.atomic_add(out, i, 1.0)
"""


@cache
def kernels() -> list[DrawnKernel]:
    found = []
    for name in islice(Random("comments").shuffled(sorted(load_all())), 150):
        computation = load_all()[name]
        choice = chosen(computation, choose_variant(Random(name), computation))
        found.append(draw_kernel(f"comments/{name}", (choice,), DEFAULT_POLICY))
    return found


def texts(drawn: DrawnKernel) -> list[str]:
    (kernel,) = [each for each in commented(Reasons(drawn, Random(drawn.name))).functions if each.is_kernel]
    return [each.text for each in walk(kernel.body) if type(each) is Comment]


def test_kernels_of_projects_with_comments_say_why() -> None:
    before = {
        drawn.name: [each.text for each in walk(drawn.kernel.body) if type(each) is Comment] for drawn in kernels()
    }
    more = [drawn for drawn in kernels() if texts(drawn) != before[drawn.name]]
    assert len(more) > 15 and all(drawn.style.comments for drawn in more)


def test_nothing_but_comments_and_docstrings_differs() -> None:
    for drawn in kernels():
        module = commented(Reasons(drawn, Random(drawn.name)))
        for before, after in zip(drawn.module.functions, module.functions, strict=True):
            bodies = [change_statements(each.body, lambda comment: (), Comment) for each in (before, after)]
            assert bodies[0] == bodies[1]
            assert after.docstring == before.docstring or not before.is_kernel


def test_functions_are_explained_in_some_projects() -> None:
    shown = {
        (drawn.style.explained_laws, after.docstring is not None)
        for drawn in kernels()
        for before, after in zip(drawn.module.functions, commented(Reasons(drawn, Random("1"))).functions, strict=True)
        if before.docstring and not before.is_kernel
    }
    assert shown == {(True, True), (False, False)}


KERNEL = """
    i = wp.tid()
    {}
"""


@pytest.mark.parametrize(
    ("name", "steps", "said"),
    [
        ("f", "x = f(i)\n    force[i] = x", "Force of a body."),
        ("f", "force[i] = f(i)", "Force of a body."),
        ("f", "x = f(i)\n    force[i] = x * 2.0", ""),
        ("write", "write(i, force)", "Write the force of a body."),
        ("add", "add(i, force)", "Add to the force of a body."),
        ("write", "x = f(i)", ""),
    ],
)
def test_what_is_taken_out_of_a_kernel_is_explained_by_its_results(name: str, steps: str, said: str) -> None:
    text = f"def k(force: wp.array(dtype=float)):{KERNEL.format(steps)}" + FUNCTIONS
    kernel, *others = read(text).functions
    slot = Slot("@body.force.out", Array(FLOAT, 1), Size("body"), ("force",), (), 0, "force of each body", stores=True)
    facts = SimpleNamespace(drawn=SimpleNamespace(kernel=kernel), slots={"force": slot})
    (function,) = [each for each in others if each.name == name]
    assert purpose_of(function, cast(Facts, facts)) == said


def test_a_comment_is_a_sentence_that_stands_alone() -> None:
    for text in (text for drawn in kernels() for text in texts(drawn)):
        assert text and text[0] not in " ,;(" and "{" not in text
