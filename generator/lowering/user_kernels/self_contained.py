"""The source of one kernel with what it needs: structs, functions, constants and imports, as one module text."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import math
import re
import sys
import textwrap
import types
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import warp as wp

from generator.lowering.user_kernels.generics import annotation, instances, overload_statement
from generator.lowering.warp_backend import BLOCK_DIM, close_program, describe_type, lower, open_program

_PLACE = re.compile(r"^// .*:\d+\n", re.MULTILINE)


class NotExtractable(Exception):
    """A name that the kernel uses has no source text that could stand in another module."""


@dataclass(frozen=True)
class Extracted:
    """A module text that holds a kernel; ``complete`` says that the text alone lowers to the same CUDA code."""

    source: str
    complete: bool


def extract(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> Extracted:
    """The kernel's source with all that it references, or, where some of that has no source, the kernel alone."""
    alone = "import warp as wp\n\n\n" + function_source(kernel.func) + "\n"
    collector = _Collector()
    try:
        source = collector.module_text(kernel)
    except NotExtractable:
        return Extracted(alone, complete=False)
    alike = _lowers_alike(source, kernel, collector.functions, block_dim)
    return Extracted(source, complete=True) if alike else Extracted(alone, complete=False)


def _lowers_alike(source: str, kernel: wp.Kernel, functions: Iterable[str], block_dim: int) -> bool:
    try:
        opened = open_program(source)
    except Exception:  # the text is a guess, and any failure of it says that the guess was wrong
        return False
    try:
        (found,) = instances(opened.kernel, block_dim)
        return _code(found, functions, block_dim) == _code(kernel, functions, block_dim)
    except Exception:  # the same
        return False
    finally:
        close_program(opened)


def _code(kernel: wp.Kernel, functions: Iterable[str], block_dim: int) -> tuple[str, str]:
    """CUDA text without what depends on the place: file lines, the class around a definition, numbers of functions."""
    code = lower(kernel, comments=False, block_dim=block_dim)
    names = "|".join(re.escape(name) for name in (kernel.func.__name__, *functions))
    number = re.compile(rf"\b(adj_)?(?:\w+?__)??({names})(?:_\d+\b|(?=_cuda_kernel_))")
    return tuple(number.sub(r"\1\2", _PLACE.sub("", text)) for text in (code.cuda_forward, code.cuda_backward))  # type: ignore[return-value]


@dataclass
class _Collector:
    imports: dict[str, None] = field(default_factory=dict)
    constants: list[str] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    named: dict[str, Any] = field(default_factory=dict)
    functions: dict[str, None] = field(default_factory=dict)
    classes: dict[str, dict[str, str]] = field(default_factory=dict)

    def module_text(self, kernel: wp.Kernel) -> str:
        self.imports["import warp as wp"] = None
        self.named["wp"] = wp
        self._define(kernel.func)
        standard = sorted(line for line in self.imports if line.split()[1].split(".")[0] in sys.stdlib_module_names)
        others = sorted(self.imports.keys() - set(standard))
        parts = ["\n".join(lines) for lines in (standard, others) if lines]
        if self.constants:
            parts.append("\n".join(self.constants))
        classes = [
            f"class {owner}:\n" + "\n".join(f"    {name} = {text}" for name, text in members.items())
            for owner, members in self.classes.items()
        ]
        body = "\n\n\n".join(["\n\n".join(parts), *self.definitions[:-1], *classes, self.definitions[-1]])
        statement = overload_statement(kernel)
        return body + "\n" + (f"\n\n{statement}\n" if statement else "")

    def _define(self, function: Any) -> None:
        text = function_source(function)
        scope = _scope_of(function)
        for name in _free_names(text):
            if name in scope and _is_namespace(scope[name]):
                for attribute in _attributes_of(text, name):
                    self._need_member(name, attribute, getattr(scope[name], attribute))
            elif name in scope:
                self._need(name, scope[name])
            elif not hasattr(builtins, name):
                raise NotExtractable(name)
        self.definitions.append(text)

    def _need_member(self, owner: str, name: str, value: Any) -> None:
        # A class or a module serves as a namespace of functions and constants: keep the members that are used.
        members = self.classes.setdefault(owner, {})
        if name not in members:
            members[name] = ""
            if isinstance(value, wp.Function) and value.func is not None:
                self._need(value.func.__name__, value)
                members[name] = value.func.__name__
            elif hasattr(value, "cls"):
                self._need(value.cls.__name__, value)
                members[name] = value.cls.__name__
            else:
                members[name] = _constant(value)

    def _need(self, name: str, value: Any) -> None:
        if name in self.named:
            if self.named[name] is not value and not _same_constant(self.named[name], value):
                raise NotExtractable(f"two things are called {name}")
            return
        self.named[name] = value
        if isinstance(value, types.ModuleType):
            self.imports[f"import {value.__name__} as {name}" if value.__name__ != name else f"import {name}"] = None
        elif isinstance(value, wp.Function) and value.func is not None and not value.is_builtin():
            self._need_function(name, value)
        elif hasattr(value, "cls") and inspect.isclass(value.cls):
            self._define_as(name, value.cls)
        elif inspect.isfunction(value):
            self._define_as(name, value)
        elif value is typing.Any or isinstance(value, typing.TypeVar):
            module = "typing" if value is typing.Any else "warp"
            self.imports[f"from {module} import {_as(value.__name__ if module == 'warp' else 'Any', name)}"] = None
        else:
            self.constants.append(f"{name} = {_constant(value)}")

    def _need_function(self, name: str, function: wp.Function) -> None:
        known = [*function.user_overloads.values(), *function.user_templates.values()]
        # Instances of a generic one are there too, once something was lowered that calls it.
        overloads = [overload for overload in known if overload.generic_parent is None]
        if function.custom_grad_func is not None or function.custom_replay_func is not None:
            raise NotExtractable(f"{name} has an adjoint of its own")
        self.functions[name] = None
        for overload in overloads or [function]:
            self._define_as(name, overload.func)

    def _define_as(self, name: str, function: Any) -> None:
        if function.__name__ != name:
            raise NotExtractable(f"{function.__name__} is used as {name}")
        self._define(function)


def _scope_of(function: Any) -> dict[str, Any]:
    """Names a function or class sees beyond its own: its closure, then the globals of its module."""
    if inspect.isclass(function):
        return dict(vars(sys.modules[function.__module__]))
    closure = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return function.__globals__ | {name: cell.cell_contents for name, cell in closure}


def _is_namespace(value: Any) -> bool:
    """Whether a name stands for a class or module that other machines have not got."""
    if isinstance(value, types.ModuleType):
        root, _, rest = value.__name__.partition(".")
        public = root in ("warp", "numpy") and not rest.startswith(("_", "examples"))
        return not public and root not in sys.stdlib_module_names
    known_to_warp = hasattr(value, "_wp_scalar_type_") or hasattr(wp, getattr(value, "__name__", ""))
    return isinstance(value, type) and value is not Any and not known_to_warp


def _attributes_of(text: str, name: str) -> list[str]:
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute))
    return list(dict.fromkeys(n.attr for n in nodes if isinstance(n.value, ast.Name) and n.value.id == name))


def function_source(function: Any) -> str:
    """Source text of a function or class, at the margin; ``NotExtractable`` where there is none."""
    try:
        return textwrap.dedent(inspect.getsource(function)).strip("\n")
    except (OSError, TypeError) as error:
        raise NotExtractable(f"no source of {function!r}") from error


def _free_names(text: str) -> Iterator[str]:
    tree = ast.parse(text)
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    bound |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    seen = dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    return (name for name in seen if name not in bound)


def _same_constant(one: Any, other: Any) -> bool:
    try:
        return _constant(one) == _constant(other)
    except NotExtractable:
        return False


def _constant(value: Any) -> str:
    if isinstance(value, enum.Enum):
        return _constant(value.value)
    if isinstance(value, bool | int | float | str):
        return repr(value) if value == value and value not in (math.inf, -math.inf) else f'float("{value}")'
    if isinstance(value, tuple | list):
        inner = ", ".join(_constant(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' if len(value) == 1 else ''})"
    if isinstance(value, type) and (hasattr(value, "_wp_scalar_type_") or value.__name__ in dir(wp)):
        return annotation(value)
    described = describe_type(type(value))
    if described.kind == "scalar":
        return f"{annotation(type(value))}({value.value!r})"
    if described.kind in ("vector", "quaternion", "transformation"):
        return f"{annotation(type(value))}({', '.join(_number(item) for item in value)})"
    if described.kind == "matrix":
        return f"{annotation(type(value))}({', '.join(_number(item) for row in value for item in row)})"
    raise NotExtractable(f"a {type(value).__name__}: {value!r}")


def _number(item: Any) -> str:
    return _constant(getattr(item, "value", item))


def _as(name: str, alias: str) -> str:
    return name if name == alias else f"{name} as {alias}"
