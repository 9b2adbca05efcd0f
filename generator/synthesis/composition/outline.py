"""Upper bounds of a kernel's features, told from its draft or its shape: most drafts end here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from generator.syntax.nodes import with_fields
from generator.syntax.statements import Augment, Block, parts_of, walk
from generator.syntax.values import dotted_name
from generator.syntax.walks.features import Features, features
from generator.synthesis.composition.draft import Draft
from generator.synthesis.expansion.stencils import law_of

Wanted = Callable[[Features], bool]
"""Whether a kernel with at most an outline's counts may be what was asked for."""


def outline(draft: Draft, shape: Block | None = None) -> Features:
    """The outline of a draft, whose guards may still get blocks around the rest; or that of a shape.

    Its counts are as high as what is still drawn can make them.
    """
    body = draft.body if shape is None else shape
    found = features(draft.function(body))
    built_ins = found.built_ins.union(*map(built_ins_of, draft.meanings.laws.values()))
    most = {"own_calls": found.own_calls + 1, "built_ins": built_ins}
    if shape is None:
        branches = found.branches + found.guards  # an ``elif`` before which a value gets a name is no ``elif`` any more
        operators = found.operators + sum([type(statement) is Augment for statement in walk(body)])
        most |= {"branches": branches, "nesting": found.nesting + branches, "operators": operators}
    return with_fields(found, most)


@cache
def built_ins_of(law: Callable[..., Any]) -> frozenset[str]:
    """Built-ins of a law and of the laws that it calls, in any variant."""
    stencil = law_of(law)
    calls = [dotted_name(part.operands[0]) for part in parts_of(stencil.function.body) if part.operation == "call"]
    inner: Iterable[Callable[..., Any]] = (
        other for word, other in stencil.laws.items() if word in calls and other is not law
    )
    own = frozenset(word[3:] for word in calls if word.startswith("wp."))
    return own.union(*map(built_ins_of, inner))
