"""Writes ``generator/synthesis/catalogue/index.txt``: which categories the kernels of each computation fall in.

    python -m generator.documents.computation_index [DRAWS] [NAME...]

Draws DRAWS kernels per computation, 64 by default, with the policy's own chances.
With names, only their lines are written. Owners stay, and are added where a category has too few.
Drawn computations join others of the table: once new ones have lines, write the lines of those that lead to them again.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from generator.dataset.shingles import shingles, tokens
from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.index import INDEX, Entry, entries, unsound
from generator.synthesis.catalogue.pools import TEST, TRAIN, VALIDATION, all_variants, variants_of
from generator.synthesis.catalogue.strata import ALIKE, ISSUE, STRATA, TRAITS
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.choosing import choices_of
from generator.synthesis.composition.derivative import KNOWN_ISSUE
from generator.synthesis.composition.drawing import chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.computations.language import Computation

OWN, OWN_OF_FAMILY = 3, 2
"""Computations of a default and of an extended category that each held-out split has for itself, at least."""

MOST_ALIKE = 0.03
"""Largest share of near-duplicates among the kernels of a computation that a split has for itself: it comes often."""

NEAR, STEEPNESS = 0.85, 12
"""Jaccard index of near-duplicates; a pair of a lower index counts as the power ``STEEPNESS`` of its share of that: few
draws have hardly any near-duplicates, and how close other pairs come tells how many more draws would have."""

DRAWS = 64
"""Default number of draws of each computation, of the recipes of train, joined with others as the stream joins them."""


def entry_for(computation: Computation, draws: int) -> Entry:
    """The entry of one computation, without an owner."""
    kernels = list(_kernels(computation, draws))
    held = {name: sum(each.holds(k.features, k.module_features) for k in kernels) for name, each in STRATA.items()}
    held |= {name: sum(holds(k.features) for k in kernels) for name, holds in TRAITS.items()}
    held[ISSUE] = sum(each.launch.not_differentiable.startswith(KNOWN_ISSUE) for each in kernels)
    strata = {name: count / len(kernels) for name, count in held.items() if count}
    strata[ALIKE] = _alike([set(shingles(tokens(module_text(each.module))).tolist()) for each in kernels])
    differentiable = sum(not each.launch.not_differentiable for each in kernels) / len(kernels)
    return Entry(computation.name, computation.family, computation.schema.name, "", differentiable, strata)


def _kernels(computation: Computation, draws: int) -> Iterator[DrawnKernel]:
    """Kernels of a computation as train has them, alone and with others of its field."""
    variants = variants_of(computation, TRAIN, "") or all_variants(computation)
    for draw in range(draws):
        key = f"index/{computation.name}/{draw}"
        random = Random(key)
        choices = choices_of(random, chosen(computation, random.pick(variants)), TRAIN, DEFAULT_POLICY)
        yield draw_kernel(key, choices, DEFAULT_POLICY.with_derivative)


def _alike(texts: Sequence[set[int]]) -> float:
    """Estimated share of pairs of kernels that are near-duplicates, from how close all pairs come to that."""
    pairs = list(combinations(texts, 2))
    shares = (len(a & b) / len(a | b) for a, b in pairs)
    return sum(min(share / NEAR, 1.0) ** STEEPNESS for share in shares) / max(len(pairs), 1)


def lines(draws: int = DRAWS, names: Sequence[str] = ()) -> list[str]:
    """The lines of the table, sorted by name; KeyError for one of ``names`` that is no computation."""
    found = load_all()
    drawn = {name: found[name] for name in names or found}
    made = [entry_for(each, draws) for each in drawn.values()]
    known = entries()
    kept = [entry for name, entry in known.items() if name in found and name not in drawn]
    made = [replace(entry, owner=known[entry.name].owner if entry.name in known else "") for entry in made]
    return sorted(entry.line for entry in with_owners([*kept, *made]))


def with_owners(found: Sequence[Entry]) -> list[Entry]:
    """Entries, with as many computations of each category for each held-out split as it has at least.

    Owners stay; further ones go by the hash of the computation's name.
    """
    owners = {entry.name: entry.owner for entry in found if entry.owner}
    by_hash = sorted(found, key=lambda entry: hashlib.sha256(entry.name.encode()).digest())
    drawn = [entry for entry in by_hash if entry.name not in unsound()]
    sound = [entry for entry in drawn if entry.differentiable >= 0.5]
    varied = [entry for entry in drawn if entry.strata.get(ALIKE, 1.0) <= MOST_ALIKE]
    groups = [(OWN, [each for each in sound if each.strata.get(name, 0.0) >= 0.5]) for name in STRATA]
    groups += [(OWN_OF_FAMILY, [each for each in varied if each.schema in fields]) for fields in FAMILIES.values()]
    for least, fitting in groups:
        for split in (TEST, VALIDATION):
            lacking = least - sum(owners.get(entry.name) == split for entry in fitting)
            free = [entry.name for entry in fitting if entry.name not in owners]
            owners |= dict.fromkeys(free[: max(lacking, 0)], split)
    return [replace(entry, owner=owners.get(entry.name, "")) for entry in found]


def main() -> None:
    arguments = sys.argv[1:]
    draws = int(arguments.pop(0)) if arguments and arguments[0].isdecimal() else DRAWS
    text = lines(draws, arguments)
    INDEX.write_text("\n".join(text) + "\n", encoding="utf-8")
    print(f"{len(text)} computations")


if __name__ == "__main__":
    main()
