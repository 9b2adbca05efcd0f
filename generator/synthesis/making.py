"""Makes kernels: a computation of the category and the split, drawn until the category's promise holds."""

from __future__ import annotations

from collections import Counter
from functools import cache

from generator.syntax.printing import module_text
from generator.syntax.walks.features import Features, features
from generator.synthesis.candidate import Candidate, Provenance, Rejected
from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.index import PLUMBING, Entry, companions, computation_of, entries, unsound
from generator.synthesis.catalogue.pools import NOVEL, TRAIN, recipe_of, variants_of
from generator.synthesis.catalogue.strata import STRATA, Stratum
from generator.synthesis.chance.policy import DEFAULT_POLICY, Policy
from generator.synthesis.chance.randomness import Random, Table
from generator.synthesis.composition.companions import companions_of
from generator.synthesis.composition.derivative import KNOWN_ISSUE
from generator.synthesis.composition.drawing import Choice, chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.screen import struck
from generator.synthesis.telling.domains import domains_of
from generator.synthesis.telling.narration import narration_of
from generator.synthesis.telling.specification import specification_of

MOST_TRIES = 60
"""Draws of one key at the most."""

MOST_TRIED = 6
"""Computations that a kernel may be joined of besides its first, at the most."""

INVOLVED = ("nested", "multi_cond", "combined")
"""Categories whose kernels branch, nest or mix constructs."""

LEAST_SHARE = 0.08
"""Share of a computation's kernels that must fall in a category for the category to draw it."""


def synthesize(
    category: str, key: str, split: str = TRAIN, policy: Policy = DEFAULT_POLICY, *, screened: bool = True
) -> Candidate:
    """The kernel of a category and a key, of a recipe that the split owns; without ``screened`` whatever it does.

    Rejected when the key gives no good one; KeyError for an unknown category.
    """
    random = Random(f"{category}/{key}")
    stratum = STRATA.get(category)
    plumbing = policy.plumbing if stratum else policy.plumbing_extended
    for attempt in range(MOST_TRIES):
        novel = split != TRAIN and random.chance(NOVEL) and bool(_table(category, split, plumbing, policy.involved))
        entry = random.weighted(_table(category, split if novel else "", plumbing, policy.involved))
        choices = _choices(random, entry, split, policy)
        if not choices:
            continue
        drawn = draw_kernel(f"{category}/{key}/{attempt}", choices, policy)
        found = features(drawn.kernel, drawn.module.functions)
        belongs = stratum is None or _belongs(stratum, drawn, found, random, policy)
        if belongs and (not screened or _sound(drawn)):
            return _candidate(category, drawn, found, bool(entry.owner), random)
    raise Rejected("no draw of the category")


def _choices(random: Random, entry: Entry, split: str, policy: Policy) -> tuple[Choice, ...]:
    """The computation in a variant of the split, now and then with others over the same records; else nothing."""
    wanted = [entry]
    if not entry.family.startswith(PLUMBING) and random.chance(policy.join):
        near = [each for each in companions()[entry.schema, entry.record] if each.name != entry.name]
        named = {each.name: each for each in near}
        fitting = companions_of(computation_of(entry), map(computation_of, near))
        wanted += random.sample([named[each.name] for each in fitting], MOST_TRIED)
    found: list[Choice] = []
    for each in wanted:
        computation = computation_of(each)
        variants = variants_of(computation, split, each.owner)
        if variants:
            found.append(chosen(computation, random.pick(variants)))
        elif each is entry:
            return ()
    return tuple(found)


def _belongs(stratum: Stratum, drawn: DrawnKernel, found: Features, random: Random, policy: Policy) -> bool:
    """Whether a kernel keeps its category's promise, and its derivative, if it has one, is one that Warp gets right."""
    if not stratum.holds(found):
        return False
    reason = drawn.launch.not_differentiable
    return not reason or (not reason.startswith(KNOWN_ISSUE) and random.chance(policy.without_derivative))


def _sound(drawn: DrawnKernel) -> bool:
    """Whether screening finds nothing against a kernel; what it cannot read, the tiers see."""
    try:
        return struck(drawn.module, drawn.kernel, drawn.launch) is None
    except NotScreened:
        return True


def _candidate(category: str, drawn: DrawnKernel, found: Features, novel: bool, random: Random) -> Candidate:
    made = Provenance(
        tuple(choice.computation.name for choice in drawn.choices),
        "+".join(recipe_of(choice.computation.name, choice.variant) for choice in drawn.choices),
        drawn.computation.schema.name,
        novel,
        domains_of(drawn),
        found,
    )
    return Candidate(
        module_text(drawn.module),
        drawn.name,
        category,
        drawn.intent,
        drawn.launch,
        specification_of(drawn, random),
        narration_of(drawn, random),
        made,
    )


@cache
def _table(category: str, owner: str, plumbing: float, involved: float) -> Table[Entry]:
    """The computations of a category that a split owns, or that all share where ``owner`` is empty, with their weights.

    Plumbing has a share that grows with the kinds that there are, each as likely; others weigh by what they involve.
    """
    sound = [entry for entry in entries().values() if entry.name not in unsound()]
    found = [entry for entry in sound if entry.owner == owner and _fits(entry, category)]
    kinds, every = (Counter(e.family for e in of if e.family.startswith(PLUMBING)) for of in (found, sound))
    if not found and not owner:
        raise Rejected("no computation of the category")
    weights = {e.name: 1.0 + involved * _involved(e) for e in found if e.family not in kinds}
    whole = sum(weights.values())
    share = plumbing * len(kinds) / len(every) if weights else 1.0
    return Table(
        [
            (e, share / len(kinds) / kinds[e.family] if e.family in kinds else (1.0 - share) * weights[e.name] / whole)
            for e in found
        ]
    )


def _involved(entry: Entry) -> float:
    """How much of a computation's kernels lies in the categories of many constructs, from 0 to 1."""
    return sum(entry.strata.get(category, 0.0) for category in INVOLVED) / len(INVOLVED)


def _fits(entry: Entry, category: str) -> bool:
    if category in STRATA:
        return entry.strata.get(category, 0.0) >= LEAST_SHARE
    return entry.schema in FAMILIES[category].fields
