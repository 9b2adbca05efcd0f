"""The object that ``wp`` stands for in a source that the reference runs."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from generator.verification.reference.builtins.table import BUILTINS
from generator.verification.reference.values.arrays import ANNOTATIONS
from generator.verification.reference.values.types import (
    StructType,
    as_type,
    matrix,
    named_type,
    quaternion,
    transformation,
    vector,
)
from generator.verification.reference.values.values import StructValue

_NUMBERS = {
    "e": math.e,
    "log2e": math.log2(math.e),
    "log10e": math.log10(math.e),
    "ln2": math.log(2.0),
    "ln10": math.log(10.0),
    "phi": (1.0 + math.sqrt(5.0)) / 2.0,
    "pi": math.pi,
    "half_pi": math.pi / 2.0,
    "tau": math.tau,
    "inf": math.inf,
    "nan": math.nan,
}
CONSTANTS = _NUMBERS | {name.upper(): value for name, value in _NUMBERS.items()}


class Overloads:
    """Several ``wp.func`` functions of one name: a call goes to the first whose annotations accept the arguments."""

    def __init__(self, functions: list[Callable[..., Any]]):
        self.functions = functions

    def __call__(self, *arguments: Any) -> Any:
        for function in self.functions:
            if fits(function, arguments):
                return function(*arguments)
        raise TypeError(f"no overload of {self.functions[0].__name__} takes {arguments}")


def fits(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Whether the annotations of a ``wp.func`` function accept the arguments."""
    kinds = function.__annotations__.values()
    return len(kinds) == len(arguments) and all(_takes(k, a) for k, a in zip(kinds, arguments, strict=True))


def _takes(kind: Any, value: Any) -> bool:
    accepts = getattr(kind, "accepts", None)
    return True if accepts is None else bool(accepts(value))


def _closure_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The names of the function around a nested one that have a value already."""
    found: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # it has none yet
            found[name] = cell.cell_contents
    return found


class WarpNamespace:
    """Stands in for the ``warp`` module: types, decorators, constants and the reference built-ins.

    Its decorators turn annotations into reference types, as Warp's do: those that are text (``from __future__ import
    annotations``) are evaluated in ``scope``, the names of the module.
    """

    def __init__(self, scope: dict[str, Any]) -> None:
        self._scope = scope
        self.kernels: list[Callable[..., Any]] = []
        self._functions: dict[str, Any] = {}
        self.types = SimpleNamespace(vector=vector, matrix=matrix, quaternion=quaternion, transformation=transformation)
        self.config = SimpleNamespace()

    def __getattr__(self, name: str) -> Any:
        for table in (ANNOTATIONS, CONSTANTS, BUILTINS):
            if name in table:
                return table[name]
        try:
            return named_type(name)
        except ValueError:
            raise AttributeError(f"wp.{name} has no reference definition") from None

    def kernel(self, function: Any = None, **_: Any) -> Any:
        """``@wp.kernel``, with or without arguments."""
        if function is None:
            return self.kernel
        function.__annotations__ = self._types(function, _closure_of(function))
        self.kernels.append(function)
        return function

    def func(self, function: Any = None, **_: Any) -> Any:
        """``@wp.func``: functions of the same name are overloads."""
        if function is None:
            return self.func
        function.__annotations__ = self._types(function, _closure_of(function))
        earlier = self._functions.get(function.__name__)
        if earlier is None:
            self._functions[function.__name__] = function
            return function
        known = earlier.functions if isinstance(earlier, Overloads) else [earlier]
        found = Overloads([*known, function])
        self._functions[function.__name__] = found
        return found

    def func_grad(self, forward: Any) -> Callable[[Any], Any]:
        """A custom adjoint does not change what the forward function computes."""
        return lambda function: forward

    func_replay = func_grad

    def struct(self, cls: type) -> StructType:
        """``@wp.struct``."""
        return StructType(type(cls.__name__, (StructValue,), {"fields": self._types(cls)}))

    def _types(self, annotated: Any, closure: Mapping[str, Any] | None = None) -> dict[str, Any]:
        found = inspect.get_annotations(annotated, globals=self._scope, locals=closure, eval_str=True)
        return {name: as_type(kind) for name, kind in found.items() if name != "return"}

    def overload(self, function: Callable[..., Any], types: list[Any]) -> Callable[..., Any]:
        """``wp.overload``: sets the types that a generic kernel is read with; the last call counts."""
        function.__annotations__ = dict(zip(function.__annotations__, map(as_type, types), strict=True))
        return function

    def constant(self, value: Any) -> Any:
        return value

    def set_module_options(self, options: dict[str, Any], module: Any = None) -> None:
        """Ignored: options steer Warp's compiler, not what a kernel computes."""

    def init(self) -> None:
        """Nothing to prepare."""
