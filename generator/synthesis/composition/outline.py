"""What a kernel will have at the most, told from its steps before anything else is drawn: most drafts end here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from generator.syntax.modules import Function, Parameter
from generator.syntax.statements import Augment, Block, parts_of, walk
from generator.syntax.values import dotted_name
from generator.syntax.walks.features import Features, features
from generator.synthesis.composition.derivative import why_not_differentiable
from generator.synthesis.expansion.stencils import law_of
from generator.synthesis.storage.signature import Signature

Laws = Mapping[str, Callable[..., Any]]
"""Name -> the law that steps call by it."""


class Unwanted(Exception):
    """A draft is not what was asked for: an expected outcome."""


@dataclass(frozen=True)
class Outline:
    """``most`` has counts as high as what is still drawn can make them; ``reason`` says why there is no derivative."""

    most: Features
    reason: str


Wanted = Callable[[Outline], bool]
"""Whether a draft may become what was asked for."""


def outline(body: Block, signature: Signature, laws: Laws, *, shaped: bool) -> Outline:
    """The outline of steps that call laws: guards may still come to hold steps, unless these are ``shaped``."""
    used = [slot for slot in signature.slots.values() if slot.reads or slot.writes]
    parameters = tuple(Parameter(slot.symbol, None, slot.type) for slot in used)
    found = features(Function("", parameters, body))
    built_ins = found.built_ins.union(*map(_built_ins, laws.values()))
    most = replace(found, own_calls=found.own_calls + 1, built_ins=built_ins)
    if not shaped:
        branches = found.branches + found.guards  # an ``elif`` before which a value gets a name is no ``elif`` any more
        sums = sum(type(statement) is Augment for statement in walk(body))
        most = replace(most, branches=branches, nesting=found.nesting + branches, operators=found.operators + sums)
    return Outline(most, why_not_differentiable(body, used))


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
