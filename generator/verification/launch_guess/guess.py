"""Guess a kernel's launch: try fills by name, then other settings, and keep the one that shows most of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.verification.launch_guess.argument_tree import changed_leaves, is_float, is_integer, leaves
from generator.verification.launch_guess.bounded_reading import NO_RESULT, BoundedReading, bounded_reading
from generator.verification.launch_guess.fills_by_name import with_named_fills
from generator.verification.launch_guess.fitting import Fitted, NoFit, all_written, changed, fit
from generator.verification.launch_guess.geometry_ids import with_geometry
from generator.verification.launch_guess.search import palette_of, starting_otherwise
from generator.verification.launch_guess.written_launch import WrittenLaunch, following
from generator.verification.reference import Unsupported
from generator.verification.reference.values.types import named_type
from generator.verification.tiers.comparison import order_matters
from generator.verification.tiers.execute_tier import constant

POINTS = 3
"""Draws of inputs at which a launch has to stay within bounds."""

SEARCHES = 40
"""Most random settings that are tried where those of ``SETTINGS`` do not show everything."""

CODES = 4
"""Most numbers of the kernel's comparisons that integer arrays are drawn up to, one after another."""

PATIENCE = 400_000
"""Steps of reading after which no further setting is tried."""

Change = Callable[[str, Argument], Argument]


def _whole_numbers(low: float, high: float) -> Change:
    def change(_: str, argument: Argument) -> Argument:
        if argument.kind != "array" or not is_integer(argument) or argument.role == OUTPUT:
            return argument
        return replace(argument, low=low, high=high)

    return change


def _scalars(value: float) -> Change:
    def change(_: str, argument: Argument) -> Argument:
        return replace(argument, value=value, low=value, high=value) if argument.fill == "value" else argument

    return change


def _floats(low: float, high: float) -> Change:
    def change(_: str, argument: Argument) -> Argument:
        drawn = is_float(argument) and argument.fill == "uniform" and argument.role != OUTPUT
        return replace(argument, low=low, high=high) if drawn else argument

    return change


def _starts(_: str, argument: Argument) -> Argument:
    return starting_otherwise(argument) if argument.role == OUTPUT and argument.kind == "array" else argument


SETTINGS: tuple[tuple[str, tuple[Change, ...]], ...] = (
    ("by names", ()),
    ("by names, floats from 1/2 to 3/2", (_floats(0.5, 1.5),)),
    ("by names, whole numbers from 1", (_whole_numbers(1.0, 4.0),)),
    ("by names, whole numbers below 2", (_whole_numbers(0.0, 2.0),)),
    ("by names, numbers of 1", (_whole_numbers(1.0, 2.0), _scalars(1.0))),
    ("by names, numbers of 0", (_whole_numbers(0.0, 1.0), _scalars(0.0))),
    ("by names, results hold 1 before", (_starts,)),
)
"""Settings tried in turn: words for the row, and changes of the launch."""


@dataclass(frozen=True)
class LaunchGuess:
    """A launch that stays within bounds and writes something, and how it was found; or None and why there is none."""

    launch: Launch | None
    origin: str
    reading: BoundedReading | None = None


@dataclass(frozen=True, order=True)
class Merit:
    """How much a launch shows, compared field by field: all finite, outputs that vary, branches taken, outputs changed.

    ``steady``: the reversed order of threads gives the same.
    """

    finite: bool
    varying: int
    steady: bool
    branches: int
    changed: int


@dataclass
class _Search:
    """The best launch so far, and the reasons why others did not fit."""

    reading: BoundedReading
    seed: str
    merit: Merit | None = None
    launch: Launch | None = None
    origin: str = ""
    reasons: dict[str, None] = field(default_factory=dict)

    def attempt(self, launch: Launch, origin: str) -> None:
        """Read a launch at one point and, if it may show more than the best, at all points; keep it if it does."""
        kernel, steps = self.reading.kernel, self.reading.steps
        steps.seen.clear()
        try:
            fitted = fit(kernel, launch, (self.seed,))
            branches = len(steps.seen)
            if self.merit is not None and _merit(fitted, branches, steady=True) <= self.merit:
                return
            fitted = fit(kernel, fitted.launch, tuple(_points(self.seed)))
        except NoFit as error:
            self.reasons[str(error)] = None
            return
        written = all_written(fitted.launch)
        steady = not any(order_matters(kernel, written, inputs, after, NO_RESULT) for inputs, after in fitted.runs)
        merit = _merit(fitted, branches, steady)
        if self.merit is None or merit > self.merit:
            self.merit, self.launch, self.origin = merit, fitted.launch, origin

    @property
    def is_over(self) -> bool:
        """Whether the best launch shows everything, or the reading has taken too many steps."""
        if self.reading.steps.taken > PATIENCE:
            return True
        if self.merit is None or self.launch is None or not self.merit.finite:
            return False
        written = sum(argument.role != INPUT for argument in self.launch.arguments if argument.kind == "array")
        return (
            self.merit.varying >= max(written, 1) and self.merit.steady and self.merit.branches == self.reading.branches
        )


def guess(source: str, declared: Launch, seed: str, written: Sequence[WrittenLaunch] = ()) -> LaunchGuess:
    """Find a launch for the only kernel of ``source``, whose arguments and roles are as ``declared``.

    ``written``: its launches in the text of its package, which are tried first.
    Runs the source: call it only where foreign code may run.
    """
    try:
        reading = bounded_reading(source)
    except Unsupported as error:
        return LaunchGuess(None, f"none: not read: {error}")
    except Exception as error:  # whatever the source does as it is executed
        return LaunchGuess(None, f"none: not read: {type(error).__name__}: {_line(error)}")
    search = _Search(reading, seed)
    if strange := _without_numbers(declared):
        return LaunchGuess(None, f"none: {strange}")
    base = with_named_fills(with_geometry(declared, source))
    for one in written:
        named = following(base, one)
        if named != base and not search.is_over:
            search.attempt(named, f"by names, as in {one.place}")
    for name, changes in SETTINGS:
        varied = base
        for change in changes:
            varied = changed_leaves(varied, change)
        if not search.is_over and (varied != base or not changes):
            search.attempt(varied, name)
    palette = palette_of(source)
    for code in palette.codes[:CODES]:
        if not search.is_over:
            search.attempt(palette.spanned(base, code), f"by names, whole numbers to {code}")
    for number in range(SEARCHES):
        if search.is_over:
            break
        start = search.launch or base
        search.attempt(palette.changed(start, f"{seed}/search {number}"), f"by names, then drawn: {number}")
    return _chosen(search)


def _chosen(search: _Search) -> LaunchGuess:
    """The best launch, if its results are finite and it writes something."""
    merit, launch = search.merit, search.launch
    if merit is None or launch is None:
        return LaunchGuess(None, f"none: {next(iter(search.reasons))}")
    if not merit.finite:
        return LaunchGuess(None, "none: results are not finite")
    if not merit.changed:
        return LaunchGuess(None, "none: nothing is written")
    return LaunchGuess(launch, search.origin, search.reading)


def _points(seed: str) -> Iterator[str]:
    yield seed
    yield from (f"{seed}/gradient#{number}" for number in range(POINTS - 1))


def _merit(fitted: Fitted, branches: int, steady: bool) -> Merit:
    first = fitted.runs[0]
    moved = {path: values for path, values in first[1].items() if changed(first, path)}
    finite = all(
        np.isfinite(values).all() for _, after in fitted.runs for values in after.values() if values.dtype.kind == "f"
    )
    varying = sum(not constant(values, 1) for values in moved.values())
    return Merit(finite, varying, steady, branches, len(moved))


def _without_numbers(launch: Launch) -> str:
    """The argument that no numbers can fill (a texture, an array of structs with arrays), in words; empty if none."""
    for path, argument in leaves(launch.arguments):
        try:
            named_type(argument.dtype)
        except ValueError:
            return f"argument {path} has type {argument.dtype}"
    for argument in launch.arguments:
        if argument.kind == "array" and any(field.kind == "array" for _, field in leaves(argument.fields)):
            return f"argument {argument.name} is an array of structs that hold arrays"
    return ""


def _line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or ["(no message)"])[0][:200]
