"""Makes kernels: a computation of the category and the split, drawn until the category's promise holds."""

from __future__ import annotations

from dataclasses import dataclass
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
from generator.synthesis.composition.outline import Outline, Unwanted
from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.screen import struck
from generator.synthesis.telling.domains import domains_of
from generator.synthesis.telling.narration import narration_of
from generator.synthesis.telling.specification import specification_of

MOST_TRIES = 60
"""Draws of one key at the most."""

MOST_TRIED = 6
"""Computations that a kernel may be joined of besides its first, at the most."""

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
        novel = split != TRAIN and random.chance(NOVEL) and bool(_table(category, split, plumbing))
        entry = random.weighted(_table(category, split if novel else "", plumbing))
        promise = Promise(stratum, stratum is None or random.chance(policy.without_derivative))
        choices = _choices(random, entry, split, policy) if promise.may_be_kept_by(entry) else ()
        if not choices:
            continue
        try:
            drawn = draw_kernel(f"{category}/{key}/{attempt}", choices, policy, wanted=promise.may_be_kept)
        except Unwanted:
            continue
        found = features(drawn.kernel, drawn.module.functions)
        if promise.is_kept(drawn, found) and (not screened or _sound(drawn)):
            return _candidate(category, drawn, found, bool(entry.owner), random)
    raise Rejected("no draw of the category")


@dataclass(frozen=True)
class Promise:
    """What a draw has to be: of a stratum, if any, and differentiable unless it is ``free`` from that."""

    stratum: Stratum | None
    free: bool

    def may_be_kept_by(self, entry: Entry) -> bool:
        """Whether a computation has kernels that keep it."""
        return self.free or entry.differentiable > 0.0

    def may_be_kept(self, draft: Outline) -> bool:
        """Whether a draft may become a kernel that keeps it."""
        if self.stratum is None:
            return True
        issue = draft.issue and not draft.reason
        return not issue and (self.free or not draft.reason) and self.stratum.may_hold(draft.most)

    def is_kept(self, drawn: DrawnKernel, found: Features) -> bool:
        """Whether a kernel keeps it; no default category has a derivative that Warp is known to get wrong."""
        reason = drawn.launch.not_differentiable
        if self.stratum is None:
            return True
        return self.stratum.holds(found) and (not reason or (self.free and not reason.startswith(KNOWN_ISSUE)))


def _choices(random: Random, entry: Entry, split: str, policy: Policy) -> tuple[Choice, ...]:
    """The computation in a variant of the split, now and then with others over the same records; else nothing."""
    wanted = [entry]
    if not entry.family.startswith(PLUMBING) and random.chance(policy.join):
        wanted += random.sample(_fitting(entry), MOST_TRIED)
    found: list[Choice] = []
    for each in wanted:
        computation = computation_of(each)
        variants = variants_of(computation, split, each.owner)
        if variants:
            found.append(chosen(computation, random.pick(variants)))
        elif each is entry:
            return ()
    return tuple(found)


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
def _fitting(entry: Entry) -> tuple[Entry, ...]:
    """Computations over the same records that go together with one."""
    near = {each.name: each for each in companions()[entry.schema, entry.record] if each.name != entry.name}
    return tuple(near[other.name] for other in companions_of(computation_of(entry), map(computation_of, near.values())))


@cache
def _table(category: str, owner: str, plumbing: float) -> Table[Entry]:
    """The computations of a category that a split owns, or that all share where ``owner`` is empty, with their weights.

    Plumbing has a share of its own; the others weigh alike.
    """
    sound = (entry for entry in entries().values() if entry.name not in unsound())
    found = [entry for entry in sound if entry.owner == owner and _fits(entry, category)]
    made = [e for e in found if e.family.startswith(PLUMBING)]
    own = [e for e in found if not e.family.startswith(PLUMBING)]
    if not found and not owner:
        raise Rejected("no computation of the category")
    share = plumbing if own else 1.0
    weights = [(e, (1.0 - share) / len(own)) for e in own]
    return Table([*weights, *((e, share / len(made)) for e in made)])


def _fits(entry: Entry, category: str) -> bool:
    if category in STRATA:
        return entry.strata.get(category, 0.0) >= LEAST_SHARE
    return entry.schema in FAMILIES[category].fields
