"""The object that ``wp`` stands for in a source that the reference runs."""

from __future__ import annotations

import math
from collections.abc import Callable
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
            kinds = [as_type(k) for n, k in function.__annotations__.items() if n != "return"]
            if len(kinds) == len(arguments) and all(takes(k, a) for k, a in zip(kinds, arguments, strict=True)):
                return function(*arguments)
        raise TypeError(f"no overload of {self.functions[0].__name__} takes {arguments}")


def takes(kind: Any, value: Any) -> bool:
    accepts = getattr(kind, "accepts", None)
    return True if accepts is None else bool(accepts(value))


class WarpNamespace:
    """Stands in for the ``warp`` module: types, decorators, constants and the reference built-ins."""

    def __init__(self) -> None:
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
        self.kernels.append(function)
        return function

    def func(self, function: Any = None, **_: Any) -> Any:
        """``@wp.func``: functions of the same name are overloads."""
        if function is None:
            return self.func
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
        fields = {name: as_type(kind) for name, kind in cls.__annotations__.items()}
        return StructType(type(cls.__name__, (StructValue,), {"fields": fields}))

    def overload(self, function: Callable[..., Any], types: list[Any]) -> Callable[..., Any]:
        """``wp.overload``: sets the types that a generic kernel is read with; the last call counts."""
        names = [name for name in function.__annotations__ if name != "return"]
        function.__annotations__.update(zip(names, types, strict=True))
        return function

    def constant(self, value: Any) -> Any:
        return value

    def set_module_options(self, options: dict[str, Any], module: Any = None) -> None:
        """Ignored: options steer Warp's compiler, not what a kernel computes."""

    def init(self) -> None:
        """Nothing to prepare."""
