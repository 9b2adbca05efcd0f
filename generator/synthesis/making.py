"""Makes kernels: a computation of the category and the split, drawn until the category's promise holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from generator.launch.thresholds import with_ties
from generator.syntax.printing import module_text
from generator.syntax.walks.structure import Structure, structure_of
from generator.synthesis.candidate import Candidate, Provenance, Rejected
from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.index import Entry, computation_of, entries, unsound
from generator.synthesis.catalogue.pools import NOVEL, TRAIN, recipe_of, variants_of
from generator.synthesis.catalogue.strata import ALIKE, ISSUE, STRATA, Stratum
from generator.synthesis.chance.policy import DEFAULT_POLICY, Policy, of_category
from generator.synthesis.chance.randomness import Random, Table
from generator.synthesis.choosing import choices_of
from generator.synthesis.composition.derivative import KNOWN_ISSUE
from generator.synthesis.composition.draft import Draft, size_of
from generator.synthesis.composition.drawing import chosen, draft_kernel, kernels_of
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.composition.outline import outline
from generator.synthesis.composition.steps import crowd_of, steps_of
from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.screen import struck
from generator.synthesis.telling.comments import commented
from generator.synthesis.telling.domains import domains_of
from generator.synthesis.telling.narration import narration_of
from generator.synthesis.telling.reasons import Reasons
from generator.synthesis.telling.specification import specification_of

MOST_TRIES = 600
"""Most computations that are tried for one key: a held-out split has variants of few of them."""

INVOLVED = ("nested", "multi_cond", "combined")
"""Categories whose kernels branch, nest or mix constructs."""

CAPPINGS = 8
"""Rounds of capping weights: each lowers the total, of which the caps are shares."""

LEAST_SHARE = 0.4
"""Least share of a computation's kernels in a category for the category to draw it: fewer would waste drafts."""

LEAST_OF_BEST = 0.08
"""The same in a computation's best category, where no category has the share above."""


Owns = Callable[[Structure], bool]
"""Whether a kernel of this structure may be returned."""


def synthesize(
    category: str,
    key: str,
    split: str = TRAIN,
    policy: Policy = DEFAULT_POLICY,
    *,
    screened: bool = True,
    owns: Owns = lambda structure: True,
) -> Candidate:
    """The kernel of a category and a key, of a recipe that the split owns; ``screened=False`` skips screening.

    A draft is shaped until its structure is one that the caller ``owns``. Rejected when the key gives no good one;
    KeyError for an unknown category.
    """
    random = Random(f"{category}/{key}")
    stratum = STRATA.get(category)
    novel = split != TRAIN and random.chance(NOVEL) and bool(table_of(category, split, policy))
    table = table_of(category, split if novel else "", policy)
    chance = of_category(policy.without_derivative, category)
    for attempt in range(MOST_TRIES):
        entry = random.weighted(table)
        free = stratum is None or random.chance(chance)  # it need not have a derivative
        may_serve = free or entry.differentiable > 0.0
        variants = variants_of(computation_of(entry), split, entry.owner) if may_serve else ()
        if not variants:
            continue
        first = chosen(computation_of(entry), random.pick(variants))
        choices = choices_of(random, first, split, policy)
        if not random.chance(policy.of_size(size_of(choices), category)) or (
            not free and ISSUE in entry.strata and first.issue
        ):
            continue
        draft = draft_kernel(f"{category}/{key}/{attempt}", choices, policy if free else policy.with_derivative)
        if draft.operations > policy.most_operations or not _may_serve(draft, entry, category, free):
            continue
        for turn, drawn in enumerate(kernels_of(draft)):
            if turn == 0 and not _serves(drawn, stratum):
                break
            if owns(structure := structure_of(drawn.module)) and (turn == 0 or _serves(drawn, stratum)):
                if screened and not _sound(drawn):
                    break
                return _candidate(category, drawn, structure, novel, random)
    raise Rejected("no draw of the category")


def _may_serve(draft: Draft, entry: Entry, category: str, free: bool) -> bool:
    """Whether a draft may become a kernel of a category; it needs a derivative unless it is ``free``.

    What the index knows of all kernels of its first computation is asked of its shape alone.
    """
    if category not in STRATA:
        return True
    if entry.strata[category] < 1.0 and not STRATA[category].may_hold(*outline(draft)):
        return False
    return (free or not draft.not_differentiable) and not (ISSUE in entry.strata and draft.issue)


def _serves(drawn: DrawnKernel, stratum: Stratum | None) -> bool:
    """Whether a kernel is of a category; no default one has a derivative that Warp is known to get wrong."""
    if stratum is None:
        return True
    return stratum.holds(drawn.features, drawn.module_features) and not drawn.not_differentiable.startswith(KNOWN_ISSUE)


def _sound(drawn: DrawnKernel) -> bool:
    """Whether screening does not strike a kernel; one that it cannot read is left to the tiers."""
    try:
        return struck(drawn.module, drawn.kernel, drawn.launch) is None
    except NotScreened:
        return True


def _candidate(category: str, drawn: DrawnKernel, structure: Structure, novel: bool, random: Random) -> Candidate:
    made = Provenance(
        tuple(choice.computation.name for choice in drawn.choices),
        "+".join(recipe_of(choice.computation.name, choice.variant) for choice in drawn.choices),
        drawn.computation.schema.name,
        novel,
        domains_of(drawn),
        drawn.module_features,
        structure,
    )
    reasons = Reasons(drawn, random)
    return Candidate(
        module_text(commented(reasons)),
        drawn.name,
        category,
        drawn.intent,
        with_ties(drawn.launch, drawn.module) if structure.compares else drawn.launch,
        specification_of(drawn, random),
        narration_of(reasons),
        made,
    )


@cache
def table_of(category: str, owner: str, policy: Policy) -> Table[Entry]:
    """A category's computations with weights: those that the split ``owner`` has alone, or all share where it is "".

    They weigh by their constructs, divided by the number of categories that draw them: so none comes much oftener than
    the rest.
    """
    sound = [entry for entry in entries().values() if entry.name not in unsound()]
    found = [entry for entry in sound if entry.owner == owner and _fits(entry, category)]
    if not found and not owner:
        raise Rejected("no computation of the category")
    return Table(_capped({entry: _weight(entry, category, policy) for entry in found}, category, policy).items())


def _capped(weights: dict[Entry, float], category: str, policy: Policy) -> dict[Entry, float]:
    """Weights, capped so that no computation has more than its largest share of the rows.

    It shares that with the computations that steps join to it.
    """
    alone = policy.most_of_rows * len(STRATA if category in STRATA else FAMILIES)
    taken = {entry: taken_of(entry, category, policy) for entry in weights}
    crowds = {entry: crowd_of(entry.name) * max(_breadth(entry, category), 1.0) for entry in weights}
    most = {entry: alone / (crowds[entry] * max(taken[entry], LEAST_SHARE)) for entry in weights}
    for _ in range(CAPPINGS):
        total = sum(weight * taken[entry] for entry, weight in weights.items())
        weights = {entry: min(weight, most[entry] * total) for entry, weight in weights.items()}
    return weights


def taken_of(entry: Entry, category: str, policy: Policy) -> float:
    """The share of a computation's kernels that a category accepts."""
    if category not in STRATA:
        return 1.0
    chance = of_category(policy.without_derivative, category)
    without = 1.0 - entry.differentiable - entry.strata.get(ISSUE, 0.0)
    return entry.strata.get(category, 1.0) * (entry.differentiable + max(without, 0.0) * chance)


def _weight(entry: Entry, category: str, policy: Policy) -> float:
    """The weight of a computation among others of its category.

    Bonuses add up and do not multiply, so that a computation with all of them comes not much oftener than the rest.
    """
    plain = 1.0 - policy.vectors * entry.strata.get("vector", 0.0)
    involved = sum(entry.strata.get(each, 0.0) for each in INVOLVED) / len(INVOLVED)
    more = of_category(policy.involved, category) * involved
    if category in STRATA:  # the families loop as often as what people write
        more += policy.loops * entry.strata.get("loop", 0.0)
        more += of_category(policy.open_loops, category) * entry.strata.get("open_loop", 0.0)
    more += policy.steps * min(len(steps_of(entry.name)), policy.most_steps)
    share = min(max(entry.strata.get(ALIKE, 0.0), policy.least_alike), policy.most_alike)
    alike = 1.0 + policy.alike * share
    return plain * (1.0 + more) / alike / _breadth(entry, category)


def _breadth(entry: Entry, category: str) -> float:
    """How many default categories, of those that draw a computation, its kernel falls in on average; 1 in a family."""
    if category not in STRATA:
        return 1.0
    return sum(share for other, share in entry.strata.items() if other in STRATA and _fits(entry, other))


def _fits(entry: Entry, category: str) -> bool:
    if category in STRATA:
        sound = 1.0 - entry.strata.get(ISSUE, 0.0)
        best = max([entry.strata.get(each, 0.0) for each in STRATA])
        return sound * entry.strata.get(category, 0.0) >= min(LEAST_SHARE, max(sound * best, LEAST_OF_BEST))
    return entry.schema in FAMILIES[category]
