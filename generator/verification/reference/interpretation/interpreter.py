"""Run a kernel's own Python over NumPy, thread by thread: the independent reading that Warp is checked against."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from generator.launch import INPUT, Launch
from generator.verification.reference.builtins.table import BUILTINS, CHANGED_ARGUMENTS
from generator.verification.reference.interpretation.arms import MARK, mark_arms
from generator.verification.reference.interpretation.helpers import HELPERS, typed
from generator.verification.reference.interpretation.namespace import WarpNamespace
from generator.verification.reference.interpretation.rewrite import rewrite
from generator.verification.reference.interpretation.rewrite_names import Names
from generator.verification.reference.values.arrays import OutOfBounds, make_array
from generator.verification.reference.values.types import ArrayType, CompositeType, StructType, as_type, convert
from generator.verification.reference.values.values import StructValue

Change = Callable[[ast.Module, Names], dict[str, Any]]
"""A function that changes a rewritten tree in place and gives the names that the change needs, with their values."""


KERNEL_ERRORS = (NameError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


class Unsupported(Exception):
    """The kernel uses something that the reference has no definition of."""


class Stopped(Exception):
    """The kernel's own Python raised one of ``KERNEL_ERRORS``."""


UNDEFINED = (OutOfBounds, ArithmeticError, Stopped)
"""Exceptions of a reading without a result: bounds, division by zero, casts, and what stopped the kernel's Python."""


@dataclass
class Grid:
    """Coordinates of the running thread."""

    coordinates: tuple[np.int32, ...] = ()

    def tid(self, count: int) -> Any:
        """``wp.tid()`` assigned to ``count`` names."""
        if count == 1:
            return self.coordinates[0]
        return (self.coordinates + (np.int32(0),) * count)[:count]


@dataclass(frozen=True)
class ReferenceKernel:
    """A kernel as a Python function of one thread, and the grid that holds the thread's coordinates."""

    function: Callable[..., Any]
    grid: Grid
    parameters: dict[str, Any]
    """Name -> reference type."""
    begin: Callable[[int], None] | None = None
    """Called before each run with its number of threads."""
    arms: int = 0
    """Number of arms of branches and bodies of loops; they are numbered from 0 in no particular order."""
    reached: set[int] = field(default_factory=set, compare=False)
    """The arms that threads have reached since the set was last cleared."""

    def run(
        self, launch: Launch, inputs: dict[str, Any], backwards: bool = False, first: int | None = None
    ) -> dict[str, Any]:
        """Run all threads on copies of ``inputs``; the arrays that the kernel may write, by argument name.

        ``backwards`` runs the last thread first: a GPU promises no order. ``first`` limits the number of threads.
        Array fields of a struct argument are called ``argument.field``. Raises Unsupported and the exceptions in
        ``UNDEFINED``.
        """
        values = {name: _as_value(kind, inputs[name], name) for name, kind in self.parameters.items()}
        arguments = list(values.values())
        if self.begin:
            total = math.prod(launch.dim)
            self.begin(total if first is None else min(first, total))
        with np.errstate(all="ignore"):
            try:
                for coordinates in itertools.islice(threads(launch.dim, backwards), first):
                    self.grid.coordinates = coordinates
                    self.function(*arguments)
            except UNDEFINED:
                raise
            except KERNEL_ERRORS as error:
                raise Stopped(f"{type(error).__name__}: {error}") from error
        found: dict[str, Any] = {}
        for argument in launch.arguments:
            if argument.kind == "array" and argument.role != INPUT:
                found[argument.name] = plain(values[argument.name].data)
            for spec in argument.fields:
                if argument.kind == "struct" and spec.kind == "array" and spec.role != INPUT:
                    array = getattr(values[argument.name], spec.name)
                    found[f"{argument.name}.{spec.name}"] = plain(array.data)
        return found


@lru_cache(maxsize=64)
def _coordinates(dim: tuple[int, ...]) -> tuple[tuple[np.int32, ...], ...]:
    axes = [[np.int32(i) for i in range(n)] for n in dim]
    return tuple(itertools.product(*axes))


def threads(dim: tuple[int, ...], backwards: bool = False) -> Iterator[tuple[np.int32, ...]]:
    """Thread coordinates in the order of Warp's CPU build, the last axis fastest, or in reverse."""
    found = _coordinates(tuple(dim))
    return reversed(found) if backwards else iter(found)


@lru_cache(maxsize=128)
def compile_reference(source: str, kernel_name: str = "") -> ReferenceKernel:
    """The reference of a source's only kernel, or of the one called ``kernel_name``. Raises Unsupported."""
    return changed_reference(source, lambda _tree, _names: {}, kernel_name)


def changed_reference(
    source: str, change: Change, kernel_name: str = "", begin: Callable[[int], None] | None = None
) -> ReferenceKernel:
    """As ``compile_reference``, with the rewritten tree changed by ``change``, which gives the names that this needs.

    ``begin`` is called before each run with its number of threads.
    """
    tree, names = rewrite(source, CHANGED_ARGUMENTS)
    grid = Grid()
    namespace: dict[str, Any] = {"__name__": "reference", "_tid": grid.tid, **HELPERS}
    namespace |= change(tree, names)
    reached: set[int] = set()
    arms = mark_arms(tree)
    namespace[MARK] = reached.add
    ast.fix_missing_locations(tree)
    warp = WarpNamespace(namespace)
    namespace.update(dict.fromkeys(names.warp, warp))
    for alias, literal in names.constants.items():
        namespace[alias] = typed(literal)
    for alias, name in names.builtins.items():
        if name not in BUILTINS and not hasattr(warp, name):
            raise Unsupported(f"wp.{name} has no reference definition")
        namespace[alias] = BUILTINS[name] if name in BUILTINS else getattr(warp, name)
    exec(compile(tree, "<reference>", "exec", dont_inherit=True), namespace)
    for alias, expression in names.outer.items():
        namespace[alias] = typed(_evaluate(expression, namespace))
    kernels = {f.__name__: f for f in warp.kernels}
    if kernel_name:
        function = kernels[kernel_name]
    elif len(kernels) == 1:
        (function,) = kernels.values()
    else:
        raise ValueError(f"expected one kernel, found {sorted(kernels) or 'none'}")
    return ReferenceKernel(function, grid, function.__annotations__, begin, arms, reached)


def _evaluate(expression: ast.expr, namespace: dict[str, Any]) -> Any:
    code = compile(ast.fix_missing_locations(ast.Expression(expression)), "<reference>", "eval", dont_inherit=True)
    try:
        return eval(code, namespace)
    except AttributeError as error:
        raise Unsupported(str(error)) from error


def _as_value(kind: Any, given: Any, path: str = "") -> Any:
    if isinstance(kind, ArrayType):
        return make_array(_storage(as_type(kind.dtype), given), as_type(kind.dtype), kind.ndim, path)
    if isinstance(kind, StructType):
        value = kind.zero()
        for name, field_kind in kind.cls.fields.items():
            value.__dict__[name] = _as_value(field_kind, given[name], f"{path}.{name}")
        return value
    if not isinstance(given, (np.ndarray, np.generic)) and hasattr(given, "indices"):
        return given  # an id: queries take the geometry itself
    if isinstance(kind, CompositeType):
        return kind.wrap(np.array(given, dtype=kind.scalar))
    return convert(given, kind.scalar)


def _storage(kind: Any, given: np.ndarray) -> np.ndarray:
    if not isinstance(kind, StructType):
        return np.array(given, dtype=kind.scalar)
    made = np.empty(given.shape, dtype=object)
    for index in np.ndindex(given.shape):
        made[index] = _as_value(kind, given[index])
    return made


def plain(data: np.ndarray) -> np.ndarray:
    """Array storage as numbers: struct elements become a NumPy structured array."""
    if data.dtype != object:
        return data
    first: StructValue = data.flat[0]
    layout = [(n, k.scalar, k.numpy_shape) for n, k in first.fields.items() if hasattr(k, "numpy_shape")]
    made = np.zeros(data.shape, dtype=layout)
    for index in np.ndindex(data.shape):
        for name, _, _ in layout:
            value = getattr(data[index], name)
            made[index][name] = getattr(value, "a", value)
    return made
