"""What a name stands for where a definition stands, and which values other machines have as well."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import types
from collections.abc import Mapping
from typing import Any

import warp as wp

from generator.lowering.user_kernels.self_contained.nodes import NotExtractable

NOTHING = object()
"""What an expression gives that cannot be evaluated any more."""


def function_source(function: Any) -> str:
    """Source text of a function or class, at the margin; ``NotExtractable`` where there is none."""
    try:
        return textwrap.dedent(inspect.getsource(function)).strip("\n")
    except (OSError, TypeError) as error:
        raise NotExtractable(f"{getattr(function, '__name__', function)!s} has no source text") from error


def scope_of(function: Any) -> dict[str, Any]:
    """Names a function or class sees beyond its own: its closure, then the globals of its module."""
    if inspect.isclass(function):
        return dict(vars(sys.modules[function.__module__]))
    closure = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    filled = {}
    for name, cell in closure:
        try:
            filled[name] = cell.cell_contents
        except ValueError:  # a name of the enclosing function that was never set
            continue
    return function.__globals__ | filled


def evaluated(node: ast.AST, scope: Mapping[str, Any]) -> Any:
    assert isinstance(node, ast.expr)
    try:
        return eval(compile(ast.Expression(node), "<part>", "eval"), dict(scope))
    except Exception:  # an expression of names that are not there any more fails as it likes
        return NOTHING


def is_namespace(value: Any) -> bool:
    """Whether a name stands for a class or module that other machines have not got."""
    if isinstance(value, types.ModuleType):
        root, _, rest = value.__name__.partition(".")
        public = root in ("warp", "numpy") and not rest.startswith(("_", "examples"))
        return not public and root not in sys.stdlib_module_names
    known_to_warp = hasattr(value, "_wp_scalar_type_") or hasattr(wp, getattr(value, "__name__", ""))
    return isinstance(value, type) and value is not Any and not known_to_warp


def is_public(value: Any) -> bool:
    """Whether Warp has it under its name."""
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
