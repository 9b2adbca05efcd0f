"""Makes kernels: ``synthesize(category, key)`` is a pure function of its two strings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import generator.synthesis.categories  # noqa: F401  (every category registers itself)
from generator.synthesis.builder import Builder
from generator.synthesis.candidate import Candidate, Rejected, assemble
from generator.synthesis.category import DEFAULT, EXTENDED, REGISTRY, Category
from generator.synthesis.connection import check_connected
from generator.synthesis.dataflow import check_dataflow
from generator.synthesis.expression import Unfit
from generator.synthesis.sharing import shared

__all__ = ["CATEGORIES", "DEFAULT", "EXTENDED", "Candidate", "Category", "Rejected", "candidates", "synthesize"]

CATEGORIES: dict[str, Category] = dict(sorted(REGISTRY.items()))
"""Every category by name, in alphabetical order."""


def synthesize(category: str, key: str) -> Candidate:
    """The kernel of a category and a key. Rejected when the key gives no good one; KeyError for an unknown category."""
    chosen = CATEGORIES[category]
    builder = Builder(f"{category}/{key}", chosen.precisions)
    try:
        verb, purpose = chosen.grow(builder)
        check_connected(builder)
        builder.lines = shared(builder)
        check_dataflow(builder)
        return assemble(builder, category, kernel_name(builder, verb), purpose)
    except Unfit as reason:
        raise Rejected(str(reason)) from None
    finally:
        builder.let_go()


def candidates(category: str, label: str) -> Iterator[tuple[str, Candidate]]:
    """The kernels of the keys ``label/0``, ``label/1`` and so on that give one, without end, each with its key."""
    for attempt in count():
        key = f"{label}/{attempt}"
        try:
            yield key, synthesize(category, key)
        except Rejected:
            continue


def kernel_name(builder: Builder, verb: str) -> str:
    """Verb and what it is about, the first output if nothing else is said: ``accumulate_flux``."""
    subject = builder.subject or builder.outputs[0][0].name
    verb = "compute" if subject.split("_")[0] == verb else verb
    return builder.name(f"{verb}_{subject}", f"{verb}_{builder.theme.element}_{subject}")
