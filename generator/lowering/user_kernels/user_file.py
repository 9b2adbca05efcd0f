"""Imports a user's file like a script, and finds the kernels in it."""

from __future__ import annotations

import difflib
import gc
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import warp as wp

from generator.lowering.user_kernels.errors import UserError, require_file
from generator.lowering.user_kernels.package_root import importable
from generator.lowering.user_kernels.written_kernels import WrittenKernel, written_kernels
from generator.lowering.warp_backend import loaded_kernels, own_numbering


@dataclass(frozen=True)
class FileKernels:
    """The kernels of a file: those that importing it made, and those that are in its text alone."""

    made: list[wp.Kernel]
    missing: list[WrittenKernel]


def import_file(path: Path) -> ModuleType:
    """Import a Python file by its path; its folder, or the root of its package, is on ``sys.path`` while it runs.

    The file's ``if __name__ == "__main__"`` part does not run. Raises ``UserError`` for a file that cannot be imported.
    """
    require_file(path)
    path = path.resolve()
    found = importable(path)
    with _on_path(found.root, path.parent), own_numbering():
        try:
            return _import_from_package(path, found.name) if found.in_package else _run(path, found.name)
        except UserError:
            raise
        except SyntaxError as error:
            raise UserError(f"{path.name}:{error.lineno or 1}: syntax error: {error.msg}") from error
        except (Exception, SystemExit) as error:
            raise UserError(
                f"{path.name}:{_line_in(error, path)} {type(error).__name__}: {_first_line(error)}"
            ) from error


def kernels_in(module: ModuleType) -> FileKernels:
    """Kernels of an imported file, from its top level or made by a function that ran; ``UserError`` for none.

    Of several that one function made, those in the file's variables, and the newest.
    """
    file = Path(str(module.__file__))
    written = written_kernels(file.read_bytes())
    made = _made_by(module)
    lines = {kernel.func.__code__.co_firstlineno for kernel in made}
    if any(kernel.line not in lines for kernel in written):
        # Warp does not list kernels of an unregistered `wp.Module`, but the file may keep them.
        kept = (item for item in gc.get_objects() if isinstance(item, wp.Kernel) and item.generic_parent is None)
        made += {_line_of(k): k for k in kept if _stands_in(k, module) and _line_of(k) not in lines}.values()
        made.sort(key=_line_of)
    return file_kernels(made, written, f"{file.name}: no @wp.kernel in this file")


def file_kernels(made: Sequence[wp.Kernel], written: Sequence[WrittenKernel], none: str) -> FileKernels:
    """The made kernels, and those of ``written`` that were not made; ``UserError(none)`` where there are neither."""
    lines = {_line_of(kernel) for kernel in made}
    missing = [kernel for kernel in written if kernel.line not in lines]
    if not made and not missing:
        raise UserError(none)
    return FileKernels(list(made), missing)


def _made_by(module: ModuleType) -> list[wp.Kernel]:
    # Warp lists the newest kernel of each name. For a kernel of `module="unique"` it returns the one of an earlier
    # import of the file.
    top = {value: None for value in vars(module).values() if isinstance(value, wp.Kernel)}
    found = {
        kernel: None
        for kernel in (*loaded_kernels(), *top)
        if _stands_in(kernel, module) or (kernel in top and kernel.func.__code__.co_filename == module.__file__)
    }
    order = {kernel: place for place, kernel in enumerate(dict.fromkeys((*top, *found)))}
    return sorted(found, key=lambda kernel: (_line_of(kernel), order[kernel]))


def _stands_in(kernel: wp.Kernel, module: ModuleType) -> bool:
    return kernel.func.__globals__ is module.__dict__


def _line_of(kernel: wp.Kernel) -> int:
    line: int = kernel.func.__code__.co_firstlineno
    return line


def variable_of(kernel: wp.Kernel) -> str:
    """The variable of the kernel's file that holds it; "" where none does."""
    return next((name for name, value in kernel.func.__globals__.items() if value is kernel), "")


def choose_kernels(kernels: FileKernels, names: Sequence[str]) -> FileKernels:
    """The kernels of these names, all for no names; ``UserError`` with the nearest match for an unknown one."""
    if not names:
        return kernels
    known = [kernel.func.__name__ for kernel in kernels.made] + [kernel.name for kernel in kernels.missing]
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are: {', '.join(known)}"
            raise UserError(f"no kernel {name!r}{hint}")
    return FileKernels(
        [kernel for kernel in kernels.made if kernel.func.__name__ in names],
        [kernel for kernel in kernels.missing if kernel.name in names],
    )


def _import_from_package(path: Path, name: str) -> ModuleType:
    module = importlib.import_module(name)
    if Path(str(module.__file__)).resolve() != path:
        raise UserError(f"{path.name}: Python imports {name} from {module.__file__}")
    return module


def _run(path: Path, name: str) -> ModuleType:
    # A file may have the name of an installed module: it must not replace that, nor the reverse.
    present = getattr(sys.modules.get(name), "__file__", None)
    if name in sys.stdlib_module_names or (name in sys.modules and present != str(path)):
        name = f"{name}_user_file"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UserError(f"{path.name}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@contextmanager
def _on_path(root: Path, folder: Path) -> Iterator[None]:
    """Put the root first on ``sys.path``, and the file's own folder last, for modules that it imports as a script."""
    before = list(sys.path)
    sys.path[:] = [str(root), *before, str(folder)]
    try:
        yield
    finally:
        for added in (str(root), str(folder)):
            if sys.path.count(added) > before.count(added):
                sys.path.remove(added)


def _line_in(error: BaseException, path: Path) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{lines[-1]}:" if lines else ""


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or ["(no message)"])[0]
