"""What the source says beside its code: reasons as comments, and what laws are, in projects that write such."""

from __future__ import annotations

from collections.abc import Mapping

from generator.syntax.modules import Function, Module, Part
from generator.syntax.nodes import with_fields
from generator.syntax.statements import HOLDING, Block, Comment, If, Statement
from generator.syntax.walks.rewriting import change_inner
from generator.synthesis.telling.reasons import Reasons
from generator.synthesis.telling.recognisers.of_functions import purpose_of

CHANCE = 0.85
"""Share of the reasons that stand in the source, of kernels with comments: then as many have one as people write."""


def commented(reasons: Reasons) -> Module:
    """The module as its project writes it, with some of the reasons for what its kernel does before their steps."""
    drawn = reasons.drawn
    style, kernel = drawn.style, drawn.kernel
    if style.comments:
        comments = {key: text for key, text in reasons.sentences().items() if reasons.random.chance(CHANCE)}
        if comments:
            kernel = with_fields(kernel, {"body": _with_comments(kernel.body, comments)})
    others = [part if part is drawn.kernel else _explained(part, reasons) for part in drawn.module.parts]
    return Module(tuple([kernel if part is drawn.kernel else part for part in others]))


def _explained(part: Part, reasons: Reasons) -> Part:
    """A part with its docstring, if it is a function and the project writes such; else without."""
    if type(part) is not Function:
        return part
    said = (part.docstring or purpose_of(part, reasons.facts)) if reasons.drawn.style.explained_laws else ""
    return with_fields(part, {"docstring": said or None})


def _with_comments(block: Block, comments: Mapping[int, str]) -> Block:
    """The block with the comments before the statements of these identities that have none."""
    found: list[Statement] = []
    for each in block:
        text = comments.get(id(each))
        branch = type(each) is If and len(block) == 1  # an elif can have none before it
        if text and not branch and not (found and type(found[-1]) is Comment):
            found.append(Comment(text))
        if type(each) in HOLDING:
            each = change_inner(each, lambda inner: _with_comments(inner, comments))
        found.append(each)
    return tuple(found)
