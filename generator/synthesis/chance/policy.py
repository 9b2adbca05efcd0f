"""Every probability of the synthesizer by name; ``benchmarks/fit_policy.py`` fits them to what people write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from generator.synthesis.chance.habits import PROJECTS, Habits, Weights
from generator.synthesis.chance.operand_orders import ORDERS, Orders

T = TypeVar("T")

Sizes = tuple[tuple[int, float], ...]
"""Upper bound of a number of statements -> chance."""


@dataclass(frozen=True, eq=False)  # told apart by identity: a hash of all chances takes longer than what it finds
class Policy:
    """Chances of all choices that make a kernel; shares of kernels unless said otherwise."""

    projects: tuple[tuple[Habits, float], ...] = PROJECTS
    """In whose habits a kernel is written."""
    pairs: Weights = (("flat", 0.3), ("rows", 0.25), ("vector", 0.3), ("separate", 0.15))
    ranges: Weights = (("offsets", 0.6), ("counts", 0.4))
    near: Weights = (("offsets", 0.35), ("table", 0.3), ("counts", 0.15), ("all", 0.2))
    border: Weights = (("leave", 0.45), ("clamp", 0.3), ("wrap", 0.25))
    flat_grid: float = 0.3
    flat_rows: float = 0.4
    shape_counts: float = 0.85
    """Counts of records are read from an array's shape, of kernels that need one."""
    fields_reordered: float = 0.5
    """Fields of a struct in another order than the schema's."""
    in_place: float = 0.8
    """What a thread reads and stores is one array, of drafts that have such: 17 to 20 in 100 kernels of people's do."""
    in_place_of: str = "everything"
    """Which arrays these are: everything, or ``sums`` where a derivative is needed."""
    empty: float = 0.5
    """An optional relation may lead nowhere, of those that a computation names."""
    box: float = 0.06
    """Numbers are arrays of one element."""
    per_world: float = 0.25
    """A number differs by world, of numbers in batched launches."""
    bounds: float = 0.1
    """More threads than records are launched, and the others leave."""
    count_on_device: float = 0.3
    """The count of records is read from an array, of kernels with a bound."""
    mask: float = 0.1
    """A mask says which records take part."""
    worlds_done: float = 0.2
    """Worlds that are done are left out, of batched launches."""
    verb_in_name: float = 0.5
    """A kernel's name begins with a verb, of those whose computation has a noun for a name."""
    inline: tuple[tuple[float, float], ...] = ((0.0, 0.4), (0.35, 0.35), (0.8, 0.25))
    """Chance that a local that is read once is inlined, and how often a kernel has that chance."""
    inline_elements: tuple[tuple[float, float], ...] = ((0.5, 0.3), (1.0, 0.7))
    """The same of a local that is an element of an array."""
    inline_results: tuple[tuple[float, float], ...] = ((0.5, 0.2), (1.0, 0.8))
    """The same of a local that is stored by the statement after it."""
    named_reads: tuple[tuple[float, float], ...] = ((0.0, 0.7), (0.3, 0.2), (0.9, 0.1))
    """Chance that an element that is read within a value gets a name first."""
    named_stores: tuple[tuple[float, float], ...] = ((0.0, 0.7), (0.3, 0.3))
    """Chance that a value that is stored gets a name first."""
    range_ends: float = 0.85
    """Bounds of loops over ranges have names: 4 to 9 in 100 loops of people's read them in the loop's head."""
    reordered: float = 0.5
    """Independent neighbouring statements swap, of kinds of such pairs."""
    loads_together: float = 0.8
    """Loads that get a name stand together, before what uses them."""
    operand_orders: Orders = ORDERS
    commuted: float = 0.5
    """Operands of float sums or products swap, of forms that are not among ``operand_orders``."""
    ternaries: tuple[tuple[float, float], ...] = ((0.0, 0.5), (1.0, 0.5))
    """Chance that two arms that set one name become a ternary, and how often."""
    where_calls: float = 0.35
    """``wp.where(c, a, b)`` instead of ``a if c else b``, of kernels."""
    one_store: float = 0.85
    """A local is set anew and stored once, of kernels that else store its old value and leave: 9 in 100 of ours did,
    1 of people's."""
    arms: float = 0.3
    """A store with an early return, and the rest, become two arms of an if, of kernels with such a return."""
    holding: float = 0.2
    """The rest stands in the block of a guard, which does not return early, of kernels with a guard."""
    spelled_sums: float = 0.07
    """``x = x + y`` instead of ``x += y``."""
    involved: Weights = (("random_math", 0.5), ("", 3.0))
    """Weight added, to 1 for a plain computation, where all kernels branch, nest and mix constructs. Less in
    random_math, which has fewer computations than the others: the same few came too often."""
    alike: float = 500.0
    """A weight is divided by 1 plus this times the share of near-duplicates among a computation's kernels: fewest rows
    have a near-duplicate where each computation is drawn as often as it has ways to be written.
    `docs/uniqueness.md`."""
    least_alike: float = 0.001
    """Least share of near-duplicates that is assumed: the draws of the index resolve no less."""
    most_alike: float = 0.05
    """Largest share that is assumed: what a computation alone has is to come now and then, built-ins above all."""
    most_of_rows: float = 0.004
    """Share of the rows that a computation is drawn for, at the most; a category takes more of some than of others."""
    vectors: float = 0.4
    """Share of a weight that is lost where all kernels of a computation have vectors: a third more of ours had some
    than of those that people write."""
    loops: float = 1.0
    """Weight added where all kernels of a computation have a loop."""
    open_loops: Weights = (("random_math", 1.0), ("", 6.0))
    """The same, on top, for loops whose end is known at run time only: half as many of ours had one as people write.
    Less in random_math: computations that draw random numbers in such a loop are few and short, and came too often."""
    steps: float = 1.0
    """Weight added for each step that a computation begins: few joined kernels have near-duplicates."""
    most_steps: int = 3
    """Steps that count so, at the most."""
    without_derivative: Weights = (("nested", 0.1), ("random_math", 0.5), ("", 0.2))
    """Chance that a draw without a derivative is accepted, by default category; the empty word stands for all others.
    Then at most a fifth of a category's rows have none; three tenths in random_math, where few computations have one
    and would come too often."""
    join: float = 0.9
    """The other computations of a step are tried, of kernels whose first one begins a step."""
    factored: float = 0.6
    """Steps of a kernel stand in functions of their own, besides the laws that it calls."""
    factored_long: float = 0.8
    """The same of kernels that would have more than 20 lines."""
    functions: tuple[tuple[int, float], ...] = ((1, 0.5), (2, 0.3), (3, 0.2))
    """How many, of such kernels."""
    function_kinds: Weights = (("computes", 0.2), ("loads", 0.5), ("writes", 0.3))
    """What they do. Of people's kernels 19 to 26 % hand an array to a function and 1 to 9 % call one that gives
    nothing; 2 % and none of ours did where functions took elements alone."""
    arguments_lead: float = 0.3
    """A function takes arguments of its kernel before values: 32 of 100 such pairs in the calls that people write."""
    index_by_record: float = 0.5
    """A function names its argument for the thread's index after the record."""
    short: tuple[tuple[str, Sizes], ...] = (
        ("arithmetic", ((2, 0.1), (3, 0.2), (4, 0.2), (5, 0.25), (7, 0.35), (10, 0.6), (13, 0.8))),
        ("", ((2, 0.35), (3, 0.55), (4, 0.4), (5, 0.45), (7, 0.45), (10, 0.6), (13, 0.8))),
    )
    """Number of statements -> chance that a draft of up to so many is made: `docs/uniqueness.md` says why. Less for
    arithmetic, where a short draft is a formula in one line: a quarter of its rows were that."""
    most_operations: int = 280
    """Most operations that Warp writes for a draft, unrolled loops in full: adjoint kernels of up to about 120,000
    letters, where one had half a million."""

    @cached_property
    def with_derivative(self) -> Policy:
        """The same for drafts that need a derivative."""
        return replace(self, in_place_of="sums")

    def of_size(self, statements: int, category: str) -> float:
        """The chance that a draft of computations of so many statements is made for a category."""
        return next((chance for most, chance in of_category(self.short, category) if statements <= most), 1.0)


def of_category(values: Sequence[tuple[str, T]], category: str) -> T:
    """The entry of a policy's table for a category, or else that of the empty word."""
    found = dict(values)
    return found.get(category, found[""])


DEFAULT_POLICY = Policy()
