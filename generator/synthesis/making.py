"""Makes kernels: ``synthesize(category, key)`` is a pure function of its two strings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from generator.launch import Launch
from generator.synthesis.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.families import FAMILIES
from generator.synthesis.finishing import DrawnKernel
from generator.synthesis.index import PLUMBING, Entry, companions, computation_of, entries
from generator.synthesis.policy import DEFAULT_POLICY, Policy
from generator.synthesis.randomness import Random, Table
from generator.synthesis.strata import STRATA, Stratum
from generator.syntax.modules import Module
from generator.syntax.printing import module_text
from generator.syntax.walks.adjoint_limits import adjoint_limits
from generator.syntax.walks.features import Features, features

MOST_TRIES = 40
"""Draws of one key at the most."""

LEAST_SHARE = 0.08
"""Share of a computation's kernels that must fall in a category for the category to draw it."""


class Rejected(Exception):
    """This key gives no good kernel: an expected outcome, counted by reason."""


@dataclass(frozen=True)
class Candidate:
    """A kernel with its source, what is known of it, and the choices that made it."""

    source: str
    kernel_name: str
    category: str
    description: str
    launch: Launch
    module: Module
    features: Features
    computations: tuple[str, ...]
    field: str
    variants: tuple[Mapping[str, Any], ...]
    drawn: DrawnKernel


def synthesize(category: str, key: str, policy: Policy = DEFAULT_POLICY) -> Candidate:
    """The kernel of a category and a key. Rejected when the key gives no good one; KeyError for an unknown category."""
    random = Random(f"{category}/{key}")
    choices = _table(category, policy.plumbing)
    stratum = STRATA.get(category)
    for attempt in range(MOST_TRIES):
        entry = random.weighted(choices)
        drawn = draw_kernel(f"{category}/{key}/{attempt}", _chosen(random, entry, policy), policy)
        found = features(drawn.kernel, drawn.module.functions)
        if stratum is not None and not _belongs(stratum, drawn, found, random, policy):
            continue
        return _candidate(category, drawn, found)
    raise Rejected("no draw of the category")


def _chosen(random: Random, entry: Entry, policy: Policy) -> tuple[Any, ...]:
    others: list[Entry] = []
    if not entry.family.startswith(PLUMBING) and random.chance(policy.join):
        near = [each for each in companions()[entry.schema, entry.record] if each.name != entry.name]
        others = random.sample(near, random.between(1, 3))
    computations = [computation_of(each) for each in (entry, *others)]
    return tuple(chosen(each, choose_variant(random, each)) for each in computations)


def _belongs(stratum: Stratum, drawn: DrawnKernel, found: Features, random: Random, policy: Policy) -> bool:
    """Whether a kernel keeps its category's promise, and its derivative, if it has one, is one that Warp gets right."""
    if not stratum.holds(found):
        return False
    if drawn.launch.not_differentiable:
        return random.chance(policy.without_derivative)
    return not adjoint_limits(drawn.module)


def _candidate(category: str, drawn: DrawnKernel, found: Features) -> Candidate:
    description = drawn.intent
    return Candidate(
        module_text(drawn.module),
        drawn.name,
        category,
        description,
        drawn.launch,
        drawn.module,
        found,
        tuple(choice.computation.name for choice in drawn.choices),
        drawn.computation.schema.name,
        tuple(choice.variant for choice in drawn.choices),
        drawn,
    )


@cache
def _table(category: str, plumbing: float) -> Table[Entry]:
    """The computations of a category with their weights: plumbing has a share of its own, the others weigh alike."""
    if category in STRATA:
        found = [e for e in entries().values() if e.strata.get(category, 0.0) >= LEAST_SHARE]
    else:
        families = FAMILIES[category].fields
        found = [e for e in entries().values() if e.schema in families]
    made = [e for e in found if e.family.startswith(PLUMBING)]
    own = [e for e in found if not e.family.startswith(PLUMBING)]
    share = plumbing if own else 1.0
    weights = [(e, (1.0 - share) / len(own) if own else 0.0) for e in own]
    return Table([*weights, *((e, share / len(made)) for e in made)])
