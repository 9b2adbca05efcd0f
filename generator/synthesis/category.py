"""Every category by name: the default ones promise a construct, the extended ones are families of fields."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.strata import STRATA

DEFAULT, EXTENDED = "default", "extended"
"""Groups of categories."""


@dataclass(frozen=True)
class Category:
    """Name, group, and what its kernels are."""

    name: str
    group: str
    summary: str


_EVERY = (
    *(Category(each.name, DEFAULT, each.summary) for each in STRATA.values()),
    *(Category(each.name, EXTENDED, each.summary) for each in FAMILIES.values()),
)

CATEGORIES: dict[str, Category] = {each.name: each for each in sorted(_EVERY, key=attrgetter("name"))}
"""In alphabetical order."""
