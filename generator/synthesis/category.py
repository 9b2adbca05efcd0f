"""Every category by name: the default ones promise a construct, the extended ones are families of fields."""

from __future__ import annotations

from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.strata import STRATA

DEFAULT, EXTENDED = "default", "extended"
"""Groups of categories."""

CATEGORIES = dict(sorted({**dict.fromkeys(STRATA, DEFAULT), **dict.fromkeys(FAMILIES, EXTENDED)}.items()))
"""Categories in alphabetical order -> the group that each is of."""
