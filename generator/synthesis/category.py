"""Every category by name: the default ones promise a construct, the extended ones are families of fields."""

from __future__ import annotations

from dataclasses import dataclass

from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.strata import STRATA

DEFAULT, EXTENDED = "default", "extended"
"""Groups of categories."""


@dataclass(frozen=True)
class Category:
    """Its name, and the group that it is of."""

    name: str
    group: str


_GROUPS = {**dict.fromkeys(STRATA, DEFAULT), **dict.fromkeys(FAMILIES, EXTENDED)}

CATEGORIES: dict[str, Category] = {name: Category(name, _GROUPS[name]) for name in sorted(_GROUPS)}
"""In alphabetical order."""
