"""The kernels of Warp's own library and examples (Apache-2.0), lowered like any user's.

Kernels that the library builds at run time (inside functions, for one geometry or element) are not among them.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType

import warp as wp

from generator.lowering.user_kernels.api import LoweredKernel, lower
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.user_kernels.written_kernels import written_kernels
from generator.lowering.warp_backend import loaded_kernels

LICENSE = "Apache-2.0"
ROOT = Path(wp.__file__).parent
LEFT_OUT = ("tests", "thirdparty", "__main__")
"""Parts of the library that are left out: no code to learn from, or run when imported."""

_HARMLESS = {"set_module_options", "init", "overload", "filterwarnings", "simplefilter", "register_backend", "append"}


@dataclass(frozen=True)
class Skipped:
    """A module that could not be imported, and why."""

    module: str
    reason: str


@dataclass(frozen=True)
class Failure:
    """A kernel that was found but not lowered."""

    package: str
    file: str
    line: int
    name: str
    reason: str


@cache
def import_library() -> tuple[Skipped, ...]:
    """Import all modules of the installed Warp; skips those that run when imported, or need a missing package."""
    skipped = []
    for path in _library_files():
        parts = _module_parts(path)
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if "examples" in parts and runs_when_imported(path.read_text(encoding="utf-8")):
            skipped.append(Skipped(name, "runs when it is imported"))
            continue
        try:
            with _settings_kept():
                importlib.import_module(name)
        except ImportError as error:
            skipped.append(Skipped(name, str(error).splitlines()[0]))
    return tuple(skipped)


@contextmanager
def _settings_kept() -> Iterator[None]:
    """Restore Warp's settings after the block, as some examples change them when imported."""
    before = {name: value for name, value in vars(wp.config).items() if not name.startswith("_")}
    try:
        yield
    finally:
        for name, value in before.items():
            if getattr(wp.config, name) is not value:
                setattr(wp.config, name, value)


def runs_when_imported(source: str) -> bool:
    """Whether a module's top level does more than define: it has a loop, or a call whose result is not used."""
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.For | ast.While | ast.With):
            return True
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            function = statement.value.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if name not in _HARMLESS:
                return True
    return False


def wild_kernels() -> list[wp.Kernel]:
    """The kernels that importing the library defines, by file and line."""
    import_library()
    # Two examples may use the same Warp module (`module="dft_kernels"`), which keeps only the newest kernel of a name.
    replaced = (value for module in _imported() for value in vars(module).values() if isinstance(value, wp.Kernel))
    found = dict.fromkeys(kernel for kernel in (*loaded_kernels(), *replaced) if _file(kernel).is_relative_to(ROOT))
    return sorted(found, key=lambda kernel: (str(_file(kernel)), kernel.func.__code__.co_firstlineno, kernel.key))


def _imported() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.split(".")[0] == "warp"]


@cache
def lower_wild_kernel(
    kernel: wp.Kernel, emit: tuple[str, ...] = ("forward", "backward"), comments: bool = True
) -> tuple[LoweredKernel, ...] | Failure:
    """Rows of one of the kernels, one for each overload, or why there are none."""
    file, package = place_of(kernel)
    try:
        found = lower(kernel, emit=emit, comments=comments, as_rows=True)
    except UserError as error:
        reason = str(error).replace(f"{ROOT.parent}/", "")
        return Failure(package, file, kernel.func.__code__.co_firstlineno, kernel.func.__name__, reason)
    return tuple(replace(each, file=file, package=package, license=LICENSE) for each in found)


def place_of(kernel: wp.Kernel) -> tuple[str, str]:
    """File, relative to where Warp is installed, and public package: ``warp.examples``, ``warp.fem``, ``warp``."""
    path = _file(kernel).relative_to(ROOT.parent)
    parts = [part for part in path.with_suffix("").parts if part != "_src"]
    known = ("examples", "fem", "optim", "sparse", "render", "geometry")
    return path.as_posix(), ".".join(parts[:2]) if len(parts) > 1 and parts[1] in known else "warp"


def wild_fingerprints(fingerprint: Callable[[str], str]) -> frozenset[str]:
    """Fingerprints of every kernel, alone and with all that it needs, which no synthesized row may have.

    Kernels of modules that cannot be imported here are included alone.
    """
    found = {fingerprint(source) for source in kernel_texts()}
    for kernel in wild_kernels():
        lowered = lower_wild_kernel(kernel)
        if not isinstance(lowered, Failure):
            found |= {fingerprint(each.python_source) for each in lowered}
    return frozenset(found)


def kernel_texts() -> Iterator[str]:
    """A module text with each kernel of the library alone, read from its files without importing them."""
    for path in _library_files():
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for kernel in written_kernels(text):
            alone = "\n".join(lines[kernel.line - 1 : kernel.last_line])
            yield "import warp as wp\n\n\n" + textwrap.dedent(alone) + "\n"


def _library_files() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if not set(_module_parts(path)) & set(LEFT_OUT)]


def _module_parts(path: Path) -> tuple[str, ...]:
    return path.relative_to(ROOT.parent).with_suffix("").parts


def _file(kernel: wp.Kernel) -> Path:
    return Path(inspect.getfile(kernel.func))
