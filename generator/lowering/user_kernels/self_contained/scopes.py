"""The scope of a definition, and which of its values exist on every machine."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import types
from collections.abc import Mapping
from typing import Any

import warp as wp

from generator.lowering.user_kernels.self_contained.closures import closure_values
from generator.lowering.user_kernels.self_contained.nodes import NotExtractable

NOTHING = object()
"""Result of an expression that cannot be evaluated."""


def function_source(function: Any) -> str:
    """Source text of a function or class, dedented; ``NotExtractable`` where there is none."""
    try:
        return textwrap.dedent(inspect.getsource(function)).strip("\n")
    except (OSError, TypeError) as error:
        raise NotExtractable(f"{getattr(function, '__name__', function)!s} has no source text") from error


def scope_of(function: Any) -> dict[str, Any]:
    """Names that a function or class can see: the globals of its module, overridden by its closure."""
    if inspect.isclass(function):
        return dict(vars(sys.modules[function.__module__]))
    return function.__globals__ | closure_values(function)


def evaluated(node: ast.AST, scope: Mapping[str, Any]) -> Any:
    assert isinstance(node, ast.expr)
    try:
        return eval(compile(ast.Expression(node), "<part>", "eval"), dict(scope))
    except Exception:  # undefined names may raise anything
        return NOTHING


def is_namespace(value: Any) -> bool:
    """Whether a value is a class or module that does not exist on every machine with Warp."""
    if isinstance(value, types.ModuleType):
        root, _, rest = value.__name__.partition(".")
        public = root in ("warp", "numpy") and not rest.startswith(("_", "examples"))
        return not public and root not in sys.stdlib_module_names
    known_to_warp = hasattr(value, "_wp_scalar_type_") or hasattr(wp, getattr(value, "__name__", ""))
    return isinstance(value, type) and value is not Any and not known_to_warp


def is_public(value: Any) -> bool:
    """Whether it is ``wp.<its name>``."""
    return getattr(wp, value.__name__, None) is value


def is_struct(value: Any) -> bool:
    return inspect.isclass(getattr(value, "cls", None)) and isinstance(getattr(value, "vars", None), dict)


def public_home(value: Any) -> tuple[str, str] | None:
    """Module and name of a function that every machine with Warp has; None for any other value."""
    if not isinstance(value, types.FunctionType | types.BuiltinFunctionType):
        return None
    name = value.__name__
    if is_public(value):
        return "warp", name
    module = str(value.__module__)
    known = module.partition(".")[0] in sys.stdlib_module_names and module in sys.modules
    return (module, name) if known and getattr(sys.modules[module], name, None) is value else None
