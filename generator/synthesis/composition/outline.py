"""Bounds of a kernel's features, told from its draft: most drafts end here."""

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
from generator.synthesis.shaping.arms import stores_and_leaves
from generator.synthesis.style.remarks import without_comments


def outline(draft: Draft) -> tuple[Features, Features]:
    """The least counts of a module and the most of its kernel; the built-ins are the most of both.

    Guards may still get blocks around the rest. Functions may take constructs out of the kernel, not out of its module.
    """
    found = features(draft.function(without_comments(draft.body)))  # with a comment a guard does more than leave
    exits = sum(map(stores_and_leaves, walk(draft.body)))  # in a row they may become one
    known = found.built_ins.union(*map(built_ins_of, draft.meanings.laws.values()))
    least = with_fields(found, {"built_ins": known, "branches": found.branches - max(exits - 1, 0)})
    branches = found.branches + found.guards  # an ``elif`` before which a value gets a name is no ``elif`` any more
    most = {
        "own_calls": found.own_calls + 1,
        "branches": branches,
        "nesting": found.nesting + branches,
        "operators": found.operators + sum([type(statement) is Augment for statement in walk(draft.body)]),
    }
    return least, with_fields(least, most)


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
