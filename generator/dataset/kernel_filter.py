"""A filter of drawn kernels by difficulty and by features, applied before any code is made."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from generator.choices import choose, is_whole, names_of
from generator.syntax.walks.difficulty import CONSTRUCTS, LEAST, MOST, constructs_of, difficulty_of, parts_of
from generator.syntax.walks.features import Features
from generator.synthesis import Candidate
from generator.synthesis.catalogue.strata import STRATA

WITHOUT = "!"
"""Prefix of a feature that a kernel must not have."""

IN_FUNCTIONS = frozenset(("branch", "dynamic_loop", "guard", "indirection", "loop", "nesting"))
"""Constructs that a row's functions may have though its category rules them out: that promise is the kernel's alone."""


@dataclass(frozen=True)
class KernelFilter:
    """``difficulty``: least and most, both included; ``features``: those that a kernel has, or with ``!`` lacks.

    A kernel has to meet all of them. ``filter_of`` makes one from what a caller wrote.
    """

    difficulty: tuple[int, int] = (LEAST, MOST)
    features: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether it has a condition."""
        return self != KernelFilter()

    @property
    def difficulty_text(self) -> str:
        """``3-6`` or ``4``, as ``filter_of`` reads it."""
        return "-".join(map(str, dict.fromkeys(self.difficulty)))

    @property
    def conditions(self) -> tuple[str, ...]:
        """Each condition as text: ``difficulty 3-6``, ``atomic``, ``!loop``."""
        asks = self.difficulty != (LEAST, MOST)
        return (*((self._difficulty_condition,) if asks else ()), *self.features)

    @property
    def advice(self) -> str:
        """What to do if a category has too few kernels, as the end of a line; empty for a filter without conditions."""
        return f"; relax {' or '.join(self.conditions)}, or leave the category out" if self else ""

    @property
    def _difficulty_condition(self) -> str:
        return f"difficulty {self.difficulty_text}"

    def unmet(self, difficulty: int, features: Collection[str]) -> tuple[str, ...]:
        """The conditions that a kernel of that difficulty and those features does not meet."""
        least, most = self.difficulty
        too_easy_or_hard = () if least <= difficulty <= most else (self._difficulty_condition,)
        return (*too_easy_or_hard, *self._wrong(features))

    def _wrong(self, features: Collection[str]) -> list[str]:
        return [name for name in self.features if (name.removeprefix(WITHOUT) in features) == name.startswith(WITHOUT)]

    def refuse_impossible(self, categories: Iterable[str]) -> None:
        """Raise ValueError where the promise of a category rules out the features: no draw would ever meet them."""
        if not self.features:
            return
        can = {name: any(map(self._can_be_met, possible_constructs(name))) for name in categories}
        never = [name for name, possible in can.items() if not possible]
        if not never:
            return
        others = [name for name, possible in can.items() if possible]
        advice = (
            f"ask for categories that can: {', '.join(others)}" if others else "relax one, or name other categories"
        )
        raise ValueError(
            f"features {', '.join(self.features)}: no kernel of {', '.join(never)} can meet them together: {advice}"
        )

    def _can_be_met(self, kind: Collection[str]) -> bool:
        """Whether a kernel of these constructs meets the features, or the functions that it calls may have the rest."""
        missing = self._wrong(kind)
        return not missing or ("function" in kind and IN_FUNCTIONS.issuperset(missing))

    def changed(self, difficulty: Any = None, features: Any = None) -> KernelFilter:
        """This filter with another difficulty or other features, as ``filter_of`` reads them; None keeps it."""
        other = filter_of(difficulty, features)
        return KernelFilter(
            self.difficulty if difficulty is None else other.difficulty,
            self.features if features is None else other.features,
        )

    def unmet_by(self, candidate: Candidate) -> tuple[str, ...]:
        """The conditions that a drawn kernel does not meet."""
        return self.unmet(*difficulty_and_features(candidate)) if self else ()


EVERY_KERNEL = KernelFilter()


def filter_of(difficulty: Any = None, features: Any = None) -> KernelFilter:
    """The filter that a caller asks for; None for either asks for nothing. ValueError says what is wrong.

    ``difficulty`` is a number, a text as ``"3-6"`` or a pair, ``features`` a name or a list of names.
    """
    return KernelFilter(
        (LEAST, MOST) if difficulty is None else _range(difficulty), () if features is None else _names(features)
    )


def difficulty_and_features(candidate: Candidate) -> tuple[int, list[str]]:
    """The values of a kernel's columns ``difficulty`` and ``features``; ValueError for one that was given, not made."""
    made = candidate.made
    if made is None:
        raise ValueError(f"kernel {candidate.kernel_name!r} was given, not made")
    return difficulty_of(parts_of(made.features, len(candidate.launch.arguments))), constructs_of(made.features)


def by_difficulty(row: dict[str, Any]) -> tuple[int, str]:
    """Sort key of a row in a curriculum: the easiest first, ties by id."""
    return row["difficulty"], row["id"]


def _range(value: Any) -> tuple[int, int]:
    ends: Any = [part.strip() for part in value.split("-")] if isinstance(value, str) else value
    ends = [ends] if is_whole(ends) else ends
    levels = [_level(end) for end in ends] if isinstance(ends, (list, tuple)) else []
    if len(levels) in (1, 2) and LEAST <= levels[0] <= levels[-1] <= MOST:
        return levels[0], levels[-1]
    raise ValueError(
        f"difficulty must be a number from {LEAST} to {MOST}, or a range of them such as '3-6' or (3, 6), not {value!r}"
    )


def _level(end: Any) -> int:
    """A level of difficulty; 0, which is no level, where ``end`` is no whole number."""
    if isinstance(end, str) and end.isascii() and end.isdecimal():
        return int(end)
    return int(end) if is_whole(end) else 0


def _names(value: Any) -> tuple[str, ...]:
    names = set(names_of("features", value, CONSTRUCTS))
    wanted = {choose("feature", name.removeprefix(WITHOUT), CONSTRUCTS): name for name in sorted(names)}
    for name in wanted:
        if {name, WITHOUT + name} <= names:
            raise ValueError(f"features: no kernel has {name!r} and lacks it: leave out one of the two")
    return tuple(wanted[name] for name in sorted(wanted))


_MANY = 3
"""A count that is enough for every promise."""

_COUNTS = (
    *("loops", "dynamic_loops", "branches", "guards", "nesting"),
    *("atomics", "own_calls", "scalars", "indirections"),
)
"""Counts that may be zero."""

_WORDS = [frozenset((*curve, *chance)) for curve, chance in product(((), ("sqrt",), ("exp",)), ((), ("randf",)))]
"""Built-ins of each kind: none, mathematical, transcendental; with and without random numbers."""


@cache
def possible_constructs(category: str) -> frozenset[frozenset[str]]:
    """Every set of constructs that the promise allows as all that a kernel has; an extended category allows any."""
    stratum = STRATA.get(category)
    fitting = [found for found in _kinds() if stratum is None or stratum.holds(found, found)]
    return frozenset([frozenset(constructs_of(found)) for found in fitting])


@cache
def _kinds() -> list[Features]:
    """Features of each kind of kernel: every count is zero or ``_MANY``, where such counts may stand together."""
    found: list[Features] = []
    always = dict.fromkeys(("statements", "tests", "operators"), _MANY)
    counts = product((0, _MANY), repeat=len(_COUNTS))
    for own, words, vectors, composites in product(counts, _WORDS, (False, True), (False, True)):
        few = dict(zip(_COUNTS, own, strict=True))
        nests = few["loops"] or few["branches"] or not few["nesting"]
        if nests and few["dynamic_loops"] <= few["loops"]:
            found.append(Features(**always, **few, built_ins=words, vectors=vectors, composites=composites))
    return found
