"""Reasons in the source: comments alone, before the steps that they are of, where a project writes comments."""

from __future__ import annotations

from functools import cache
from itertools import islice

from generator.syntax.statements import Comment, walk
from generator.syntax.walks.rewriting import change_statements
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.telling.comments import commented
from generator.synthesis.telling.reasons import Reasons


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
            assert bodies[0] == bodies[1] and after.docstring in (before.docstring, None)
            assert after.docstring == before.docstring or not (before.is_kernel or drawn.style.explained_laws)


def test_laws_are_explained_in_some_projects() -> None:
    shown = {
        (drawn.style.explained_laws, after.docstring is not None)
        for drawn in kernels()
        for before, after in zip(drawn.module.functions, commented(Reasons(drawn, Random("1"))).functions, strict=True)
        if before.docstring and not before.is_kernel
    }
    assert shown == {(True, True), (False, False)}


def test_a_comment_is_a_sentence_that_stands_alone() -> None:
    for text in (text for drawn in kernels() for text in texts(drawn)):
        assert text and text[0] not in " ,;(" and "{" not in text
