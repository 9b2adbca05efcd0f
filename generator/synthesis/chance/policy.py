"""Every probability of the synthesizer by name; ``benchmarks/fit_policy.py`` fits them to what people write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from generator.synthesis.chance.habits import PROJECTS, Habits, Weights

T = TypeVar("T")

Sizes = tuple[tuple[int, float], ...]
"""The most statements -> a chance."""


@dataclass(frozen=True)
class Policy:
    """Chances of the choices that a kernel is drawn by; shares of kernels unless said otherwise."""

    projects: tuple[tuple[Habits, float], ...] = PROJECTS
    """In whose habits a kernel is written."""
    pairs: Weights = (("flat", 0.3), ("rows", 0.25), ("vector", 0.3), ("separate", 0.15))
    ranges: Weights = (("offsets", 0.6), ("counts", 0.4))
    near: Weights = (("offsets", 0.35), ("table", 0.3), ("counts", 0.15), ("all", 0.2))
    border: Weights = (("leave", 0.45), ("clamp", 0.3), ("wrap", 0.25))
    flat_grid: float = 0.3
    components: Weights = (("", 0.88), ("rows", 0.08), ("flat", 0.04))
    """Vectors that are only read lie as plain numbers: in rows, or in one flat array."""
    flat_rows: float = 0.4
    shape_counts: float = 0.85
    """How many records there are is read from an array's shape, of kernels that ask."""
    fields_reordered: float = 0.5
    """Fields of a struct in an order of their own, not the schema's."""
    in_place: float = 0.08
    empty: float = 0.5
    """An optional relation may lead nowhere, of those that a computation names."""
    box: float = 0.06
    """Numbers are arrays of one element."""
    per_world: float = 0.25
    """A number differs by world, of numbers in batched launches."""
    bounds: float = 0.1
    """More threads than records are launched, and the rest leave."""
    count_on_device: float = 0.3
    """How many records there are is read from an array, of kernels with a bound."""
    mask: float = 0.1
    """A mask says which records take part."""
    worlds_done: float = 0.2
    """Worlds that are done are left out, of batched launches."""
    verb_in_name: float = 0.5
    """A kernel's name begins with what it does, of those whose computation has a noun for a name."""
    inline: tuple[tuple[float, float], ...] = ((0.0, 0.4), (0.35, 0.35), (0.8, 0.25))
    """Chance that a local that is read once stands in line, and how often a kernel has that chance."""
    inline_elements: tuple[tuple[float, float], ...] = ((0.5, 0.3), (1.0, 0.7))
    """The same of a local that is an element of an array."""
    inline_results: tuple[tuple[float, float], ...] = ((0.5, 0.2), (1.0, 0.8))
    """The same of a local that is stored by the statement after it."""
    named_reads: tuple[tuple[float, float], ...] = ((0.0, 0.7), (0.3, 0.2), (0.9, 0.1))
    """Chance that an element that is read within a value gets a name first."""
    named_stores: tuple[tuple[float, float], ...] = ((0.0, 0.7), (0.3, 0.3))
    """Chance that a value that is stored gets a name first."""
    range_ends: float = 0.6
    """Where loops over ranges begin and end has names."""
    reordered: float = 0.5
    """Neighbouring steps that do not need each other change places, of the kinds of such pairs."""
    loads_together: float = 0.8
    """Elements that get a name stand together, ahead of what is computed of them, of kernels."""
    commuted: float = 0.5
    """The sides of float sums or products of one form change places, of those that mean the same."""
    split_tests: float = 0.1
    """``if a or b: return`` as two guards, of such guards."""
    joined_tests: tuple[tuple[float, float], ...] = ((0.0, 0.25), (1.0, 0.75))
    """Chance that guards that follow each other, or stand in one another, are one test, and how often."""
    flat_names: float = 0.75
    """The place of a cell in a flat array gets a name, of kernels that compute it more than once."""
    ternaries: tuple[tuple[float, float], ...] = ((0.0, 0.5), (1.0, 0.5))
    """Chance that two arms that set one name are one value, and how often."""
    where_calls: float = 0.35
    """``wp.where(c, a, b)`` instead of ``a if c else b``, of kernels."""
    arms: float = 0.3
    """What is stored before an early return, and what comes after it, are two arms, of kernels with such a return."""
    holding: float = 0.2
    """A guard holds the rest instead of leaving early, of kernels with one."""
    spelled_sums: float = 0.07
    """``x = x + y`` instead of ``x += y``."""
    plumbing: float = 0.12
    """Kernels of plumbing, of a default category that has others."""
    plumbing_extended: float = 0.06
    """The same of the extended families."""
    kinds: Weights = (
        *(("unpack", 0.03), ("mark_runs", 0.1), ("compact", 0.1), ("count_by_owner", 0.1)),
        *(("sum_by_owner", 0.3), ("extremes_by_owner", 0.3), ("reset", 0.2), ("clear", 0.3), ("copy", 0.4)),
        *(("gather", 0.5),),
    )
    """How much less often kinds of plumbing are drawn that are written in few ways, than their share."""
    involved: Weights = (("random_math", 0.5), ("", 3.0))
    """How much more often a computation is drawn whose kernels all branch, nest and mix constructs than a plain one.

    In random_math, which has fewer computations than the others, the same few came too often."""
    alike: float = 500.0
    """How much less often a computation is drawn all of whose kernels are near-duplicates than one that has none: the
    rows that have one are fewest where each is drawn as often as it has ways to be written. `docs/uniqueness.md`."""
    least_alike: float = 0.001
    """Share of pairs that are taken to be near-duplicates at the least: the draws of the index tell no less."""
    most_alike: float = 0.05
    """The same at the most: what a computation alone has is to come now and then, built-ins above all."""
    most_of_rows: float = 0.004
    """Share of the rows that a computation is drawn for, at the most; a category takes more of some than of others."""
    vectors: float = 0.4
    """How much less often a computation is drawn whose kernels all have vectors than one whose kernels have none: a
    third more of ours had some than of those that people write."""
    loops: float = 1.0
    """How much more often a computation is drawn whose kernels all loop than one whose kernels never do."""
    open_loops: Weights = (("random_math", 1.0), ("", 6.0))
    """The same, on top, of loops whose end is known when they run: half as many of ours had one as people write.

    By category: those that draw random numbers in such a loop are few and short, and came too often."""
    steps: float = 1.0
    """How much more often a computation is drawn for each step that it begins: few joined kernels are near others."""
    most_steps: int = 3
    """Steps that count so, at the most."""
    without_derivative: Weights = (("nested", 0.1), ("random_math", 0.5), ("", 0.2))
    """Chance that a draw without a derivative is taken, by default category; of those not named under the empty word.

    A fifth of a category's rows, at the most, are then without one; of random_math, where few computations have one
    and would come too often, three tenths."""
    join: float = 0.9
    """Others are tried that are one step of the field with the first, of computations that begin one."""
    factored: float = 0.15
    """Steps of a kernel stand in functions of their own, besides the laws that it calls."""
    factored_long: float = 0.5
    """The same of kernels that would have more than 20 lines."""
    functions: tuple[tuple[int, float], ...] = ((1, 0.5), (2, 0.3), (3, 0.2))
    """How many, of such kernels."""
    index_by_record: float = 0.5
    """A function calls the thread's index by its record."""
    short: tuple[tuple[str, Sizes], ...] = (
        ("arithmetic", ((2, 0.1), (3, 0.2), (4, 0.2), (5, 0.25), (7, 0.35), (10, 0.6), (13, 0.8))),
        ("", ((2, 0.35), (3, 0.55), (4, 0.4), (5, 0.45), (7, 0.45), (10, 0.6), (13, 0.8))),
    )
    """Statements of computations -> chance that a draft of up to so many is made: `docs/uniqueness.md` says why.

    By category: a short one of arithmetic is a formula in one line, and a quarter of its rows were that."""
    most_operations: int = 220
    """Operations that Warp may write for a draft, those of loops that it unrolls at each step: an adjoint text of
    70,000 letters at the most, where one had half a million."""

    def kind(self, family: str) -> float:
        """The weight of a family of plumbing, ``plumbing:copy``."""
        return dict(self.kinds).get(family.partition(":")[2], 1.0)

    def of_size(self, statements: int, category: str) -> float:
        """The chance that a draft of computations of so many statements is made for a category."""
        return next((chance for most, chance in of_category(self.short, category) if statements <= most), 1.0)


def of_category(values: Sequence[tuple[str, T]], category: str) -> T:
    """What a table of the policy has for a category, or else under the empty word."""
    found = dict(values)
    return found.get(category, found[""])


DEFAULT_POLICY = Policy()
