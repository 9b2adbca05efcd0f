"""Imports a person's file like a script, and finds the kernels in it."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import warp as wp

from generator.lowering.warp_backend import loaded_kernels, own_numbering


class UserError(Exception):
    """Something is wrong with what the user gave; ``args[0]`` says what, in one line."""


def import_file(path: Path) -> ModuleType:
    """Import a Python file by its path; its folder, or the root of its package, is importable while it runs.

    The file's ``if __name__ == "__main__"`` part does not run. Raises ``UserError`` for a file that cannot be imported.
    """
    path = path.resolve()
    if not path.is_file():
        raise UserError(f"{path.name}: no such file")
    root, name = _importable_name(path)
    with _on_path(root), own_numbering():
        try:
            return importlib.import_module(name) if "." in name else _run(path, name)
        except SyntaxError as error:
            raise UserError(f"{path.name}:{error.lineno}: syntax error: {error.msg}") from error
        except (Exception, SystemExit) as error:
            raise UserError(
                f"{path.name}:{_line_in(error, path)} {type(error).__name__}: {_first_line(error)}"
            ) from error


def kernels_in(module: ModuleType) -> list[wp.Kernel]:
    """Kernels that stand in an imported file, at its top level or made by a function that ran; ``UserError`` for none.

    Of several that one function made, those that the file keeps by name, and the newest.
    """
    # Warp lists the newest kernel of each name. For a kernel of `module="unique"` it gives back the one that an
    # earlier import of the file made.
    top = {value: None for value in vars(module).values() if isinstance(value, wp.Kernel)}
    found = {
        kernel: None
        for kernel in (*loaded_kernels(), *top)
        if kernel.func.__globals__ is module.__dict__
        or (kernel in top and kernel.func.__code__.co_filename == module.__file__)
    }
    if not found:
        raise UserError(f"{Path(str(module.__file__)).name}: no @wp.kernel in this file")
    order = {kernel: place for place, kernel in enumerate(dict.fromkeys((*top, *found)))}
    return sorted(found, key=lambda kernel: (kernel.func.__code__.co_firstlineno, order[kernel]))


def variable_of(kernel: wp.Kernel) -> str:
    """The variable of the kernel's file that holds it; "" for none."""
    return next((name for name, value in kernel.func.__globals__.items() if value is kernel), "")


def choose_kernels(kernels: Sequence[wp.Kernel], names: Sequence[str]) -> list[wp.Kernel]:
    """The kernels of these names, all for no name; ``UserError`` with the nearest match for an unknown one."""
    if not names:
        return list(kernels)
    known = [kernel.func.__name__ for kernel in kernels]
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are: {', '.join(known)}"
            raise UserError(f"no kernel {name!r}{hint}")
    return [kernel for kernel in kernels if kernel.func.__name__ in names]


def _importable_name(path: Path) -> tuple[Path, str]:
    parts, folder = [path.stem], path.parent
    while (folder / "__init__.py").is_file() and path.stem != "__init__":
        parts.insert(0, folder.name)
        folder = folder.parent
    return folder, ".".join(parts)


def _run(path: Path, name: str) -> ModuleType:
    # A file may be called like an installed module: it must neither replace that nor be taken for it.
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
def _on_path(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _line_in(error: BaseException, path: Path) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{lines[-1]}:" if lines else ""


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or ["(no message)"])[0]
