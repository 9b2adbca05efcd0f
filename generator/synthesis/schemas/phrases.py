"""Words of schemas as parts of sentences: articles, owners, and clauses, which are no nouns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_CLAUSES = ("whether", "which", "what", "where", "how", "its", "a", "an")
"""First words of phrases that no "of each record" may follow."""

_INNER = (" that ", " where ", " when ", " which ", " or -1", " by bits")
"""Parts of clauses after which "of each record" would belong to the part."""

_TIES = frozenset(
    "in on at as to by up per for far from with into than near after above below under along around before beside "
    "nearby beyond between against afterwards without over since ago among towards who whose it its their".split()
)
"""Words of nouns to whose last part "of each record" would belong: "point on it", "range of its weapon"."""

NEW = "new "
"""First word for what a step makes; a schema's own words for a result may begin with it."""

_SPOKEN = {
    **{"ground": "grid point", "touch": "contact", "freedom": "degree of freedom", "dof": "degree of freedom"},
    **{"coarse": "coarse cell", "coord": "coordinate", "motor": "rotor", "mimic": "coupling", "wrap": "tendon term"},
    **{"thing": "object", "finish": "material", "lamp": "light", "ball": "sphere", "splat": "Gaussian"},
    **{"stroll": "walk", "synapse": "weight", "line": "row", "half": "half edge", "kept": "kept contact"},
    **{"quadrature": "quadrature point", "step": "sample", "boundary": "boundary sample"},
}
"""Names of entities that a sentence has other words for."""


def article(noun: str) -> str:
    """``an edge``, ``a unit``."""
    spoken_as_consonant = noun.startswith(("unit", "user", "eu", "one"))
    return f"{'an' if noun[0] in 'aeiou' and not spoken_as_consonant else 'a'} {noun}"


def spoken(name: str) -> str:
    """A name as words."""
    return _SPOKEN.get(name, name.replace("_", " "))


def is_clause(words: str) -> bool:
    """Whether a phrase is no noun: ``whether it sleeps``."""
    return words.partition(" ")[0] in _CLAUSES


@lru_cache(maxsize=4096)
def of_each(words: str, record: str) -> str:
    """Whose value it is: ``mass of each body``; ``for each body, whether it sleeps``."""
    if _has_clause(words) or any(sign in words for sign in ",;:") or not _TIES.isdisjoint(words.split()):
        return f"for each {spoken(record)}, {words}"
    return f"{words} of each {spoken(record)}"


def later(words: str) -> str:
    """The same after a step: ``new mass of each body``; ``for each body, whether it sleeps (new)``."""
    if words.startswith(NEW):
        return words
    return f"{words} (new)" if words.startswith("for each ") else f"{NEW}{words}"


def earlier(words: str) -> str:
    """The same before a step: ``former value of each sample`` of what its words call the new one."""
    return f"former {words.removeprefix(NEW)}" if words.startswith(NEW) else words


def unowned(words: str) -> str:
    """The noun of a phrase that ``of_each`` made, without its record; empty where it is none."""
    if not words.startswith("for each "):
        return words.partition(" of each ")[0]
    noun = words.partition(", ")[2]
    return "" if _has_clause(noun) else noun


def _has_clause(words: str) -> bool:
    return is_clause(words) or any(part in words for part in _INNER)


def defined(name: str, words: str) -> str:
    """What a name stands for: ``m is the mass``, ``mass`` itself, ``asleep tells whether it sleeps``, ``q is its charge``."""
    if words == name.replace("_", " "):
        return name
    if not is_clause(words):
        return f"{name} is the {words}"
    return f"{name} {'is' if words.startswith(('its ', 'a ', 'an ')) else 'tells'} {words}"


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1] if words else ""
