"""Fills that the words of an argument's name and its type suggest: the start of a guess."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from generator.launch import OUTPUT, Argument, Launch
from generator.launch.geometry import GEOMETRY_FILLS
from generator.verification.launch_guess.argument_tree import changed_leaves, is_integer, least

SIZES = {1: (12,), 2: (6, 4), 3: (4, 3, 3), 4: (3, 2, 2, 2)}
"""Number of dimensions -> threads along each: few, since the reading runs them one by one."""

LONGEST_AXIS = 12
"""Elements along the first axis of an array whose number of dimensions is not the launch's."""

COMPONENTS = 4
"""Elements along each further axis of such an array."""


@dataclass(frozen=True)
class NamedFill:
    """A row of the tables: words, and the fill of an argument whose name has one of them."""

    words: frozenset[str]
    fill: str
    low: float
    high: float


def _row(words: str, fill: str, low: float, high: float) -> NamedFill:
    return NamedFill(frozenset(words.split()), fill, low, high)


INTEGER_ARRAYS = (
    _row("offset offsets start starts ptr indptr rowptr begin adr cumsum ends", "sorted", 0, LONGEST_AXIS),
    _row("count counts num nnz ncon nefc size sizes len length lengths", "index", 1, 4),
    _row("flag flags type types mode mask masks kind active enabled valid done fixed status state", "index", 0, 3),
    _row("shift shifts", "index", -1, 2),
    _row("world worlds env envs group groups batch system worldid dim color colors", "index", 0, 3),
    _row("", "index", 0, LONGEST_AXIS),
)
"""Fills of integer arrays: the first row that fits counts, and one without words fits all."""

INTEGERS = (
    _row("seed", "index", 1, 1000),
    _row(
        "num count size width height depth total max rows cols capacity length len limit n neq nefc nedge fill"
        " sentinel",
        "size",
        0,
        0,
    ),
    _row("axis index idx component level order", "value", 1, 1),
    _row("offset start begin shift", "value", 0, 0),
    _row("", "value", 2, 2),
)
"""Fills of integers; "size" stands for the launch's first dimension."""

FLOATS = (
    _row("dt timestep", "uniform", 0.01, 0.1),
    _row("cutoff", "uniform", 2.0, 4.0),
    _row("eps epsilon tol tolerance", "uniform", 1e-6, 1e-5),
    _row(
        "mass masses density densities rho volume volumes vol area radius radii length lengths rest stiffness ke kd kf"
        " ka mu weight weights dist distance distances scale scales size h dx dy dz inv thickness damping friction"
        " sigma gamma alpha temperature pressure period spacing margin gap width height time dtau beta ratio"
        " max upper factor relaxation viscosity inertia invmass armature",
        "uniform",
        0.5,
        1.5,
    ),
    _row("", "uniform", -1.0, 1.0),
)
"""Fills of floats and of values made of floats."""

COMPOSITES = (
    (re.compile(r"quat\w?"), _row("", "unit", -1, 1)),
    (re.compile(r"transform\w?"), _row("", "transform", -1, 1)),
    (re.compile(r"vec[234][fdh]?"), _row("normal normals dir direction directions axis axes", "unit", -1, 1)),
    (re.compile(r"mat(22|33)[fdh]?"), _row("rot rotation rotations", "rotation", -1, 1)),
    (re.compile(r"mat(22|33|44|66)[fdh]?"), _row("inertia mass hessian cov covariance metric cell cells", "spd", 1, 4)),
)
"""Types with the fill that suits them where the row's words fit; a row without words fits all."""


def with_named_fills(launch: Launch) -> Launch:
    """The launch with few threads, arrays of matching sizes, and every argument filled as its name suggests."""
    dim = SIZES[len(launch.dim)]
    return changed_leaves(replace(launch, dim=dim), lambda path, argument: _filled(path, argument, dim))


def _filled(path: str, argument: Argument, dim: tuple[int, ...]) -> Argument:
    if argument.fill in GEOMETRY_FILLS:
        return argument
    shape = _shape(argument, dim) if argument.kind == "array" else ()
    if argument.role == OUTPUT and argument.kind == "array":
        return replace(argument, shape=shape)
    row = _row_of(argument, words_of(path.rpartition(".")[2]))
    if row.fill == "size":
        return replace(argument, fill="value", value=float(dim[0]), low=float(dim[0]), high=float(dim[0]))
    if row.fill == "value":
        return replace(argument, fill="value", value=row.low, low=row.low, high=row.high)
    return replace(argument, shape=shape, fill=row.fill, low=least(argument, row.low), high=row.high)


def _shape(argument: Argument, dim: tuple[int, ...]) -> tuple[int, ...]:
    if argument.ndim == len(dim):
        return dim
    return (LONGEST_AXIS, *[COMPONENTS] * (argument.ndim - 1))


def _row_of(argument: Argument, words: frozenset[str]) -> NamedFill:
    if argument.dtype == "bool":
        return _row("", "index", 0, 2)
    for pattern, row in COMPOSITES:
        if pattern.fullmatch(argument.dtype) and (not row.words or row.words & words):
            return row
    rows: tuple[NamedFill, ...] = FLOATS
    if is_integer(argument):
        rows = INTEGER_ARRAYS if argument.kind == "array" else INTEGERS
    return next(row for row in rows if not row.words or row.words & words)


def words_of(name: str) -> frozenset[str]:
    """The words of a name: ``bodyMass_inv`` has body, mass and inv. A count, as ``nx`` or ``nbody``, adds the word n.

    A vowel after the n tells a word as ``node`` or ``normal``.
    """
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    words = {part.lower() for part in parts}
    counts = {word for word in words if re.fullmatch(r"n([a-z]|[^aeiou][a-z]{1,4})?", word)}
    return frozenset(words | ({"n"} if counts else set()))
