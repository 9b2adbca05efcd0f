"""Upper bounds of a kernel's features, told from its draft: most drafts end here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from generator.syntax.nodes import with_fields
from generator.syntax.statements import Augment, parts_of, walk
from generator.syntax.values import dotted_name
from generator.syntax.walks.features import Features, features
from generator.synthesis.composition.draft import Draft
from generator.synthesis.expansion.stencils import law_of


def outline(draft: Draft) -> Features:
    """The outline of a draft, whose guards may still get blocks around the rest.

    Its counts are as high as what is still drawn can make them.
    """
    found = features(draft.function(draft.body))
    branches = found.branches + found.guards  # an ``elif`` before which a value gets a name is no ``elif`` any more
    most = {
        "own_calls": found.own_calls + 1,
        "built_ins": found.built_ins.union(*map(built_ins_of, draft.meanings.laws.values())),
        "branches": branches,
        "nesting": found.nesting + branches,
        "operators": found.operators + sum([type(statement) is Augment for statement in walk(draft.body)]),
    }
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
