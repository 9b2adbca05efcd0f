"""What a kernel will have at the most, told from its steps before anything else is drawn: most drafts end here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from generator.syntax.modules import Constant, Function, Module, Parameter
from generator.syntax.statements import Augment, Block, parts_of, walk
from generator.syntax.values import dotted_name, literal
from generator.syntax.walks.features import Features, features
from generator.synthesis.composition.derivative import known_issue
from generator.synthesis.composition.draft import Draft
from generator.synthesis.expansion.stencils import law_of


@dataclass(frozen=True)
class Outline:
    """``most`` has counts as high as what is still drawn can make them; ``issue`` names wrong adjoints of Warp."""

    most: Features
    issue: str


Wanted = Callable[[Outline], bool]
"""Whether a kernel of an outline may be what was asked for."""


def outline(draft: Draft, shape: Block | None = None) -> Outline:
    """The outline of a draft, whose guards may still come to hold steps; or of one in a shape."""
    meanings, body = draft.meanings, draft.body if shape is None else shape
    used = [slot for slot in draft.signature.slots.values() if slot.reads or slot.writes]
    kernel = Function("", tuple([Parameter(slot.symbol, None, slot.type) for slot in used]), body)
    found = features(kernel)
    built_ins = found.built_ins.union(*map(_built_ins, meanings.laws.values()))
    most = replace(found, own_calls=found.own_calls + 1, built_ins=built_ins)
    if shape is not None:
        if draft.not_differentiable:
            return Outline(most, "")
        constants = [Constant(word, literal(number)) for word, number in meanings.constants_used.items()]
        return Outline(most, known_issue(Module((*constants, kernel))))
    branches = found.branches + found.guards  # an ``elif`` before which a value gets a name is no ``elif`` any more
    sums = sum(type(statement) is Augment for statement in walk(body))
    return Outline(
        replace(most, branches=branches, nesting=found.nesting + branches, operators=found.operators + sums), ""
    )


@cache
def _built_ins(law: Callable[..., Any]) -> frozenset[str]:
    """Built-ins of a law and of the laws that it calls, in any variant."""
    stencil = law_of(law)
    calls = [dotted_name(part.operands[0]) for part in parts_of(stencil.function.body) if part.operation == "call"]
    inner: Iterable[Callable[..., Any]] = (
        other for word, other in stencil.laws.items() if word in calls and other is not law
    )
    own = frozenset(word[3:] for word in calls if word.startswith("wp."))
    return own.union(*map(_built_ins, inner))
