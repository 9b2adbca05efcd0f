"""The child's work for ``emulate FILE``: compile the file and launch a kernel. JSON in, JSON out."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.commands.device_launch.answer import plain
from generator.commands.device_launch.argument_text import argument_of
from generator.commands.device_launch.struct_text import Struct, struct_of
from generator.emulation import PtxError, Recording, Run, Unsupported, emulate, entries, pointed_to
from generator.lowering.warp_backend import CompileError

MOST_THREADS = 1 << 18
"""Most threads of a launch."""

MOST_LETTERS = 32 << 20
"""Most bytes of a file."""

INSTANCE = "instance_of_a_template"
"""The variable that points to the kernel that is asked for, of which the file has the template alone."""

MOST_NAMED = 8
"""Most host functions that are named."""


def launch_file(request: dict[str, Any]) -> dict[str, Any]:
    """Launch a kernel of a PTX or CUDA file; the answer, or ``{"error": line}``."""
    try:
        ptx, host = _ptx_of(Path(request["file"]), request["kernel"])
        kernel = entry_of(ptx, request["kernel"])
        given = [_argument(text, number) for number, text in enumerate(request["args"], request["seed"])]
        names = [f"argument {number}" for number in range(len(given))]
        args = [each.packed() if isinstance(each, Struct) else each for each in given]
        run, recording, where = launched(request, ptx, kernel, args, request["grid"] or [1], request["block"] or [256])
        answer = where | plain(run, _outputs(names, given, run), names, recording, ptx)
        if host:
            first = ", ".join(host[:MOST_NAMED]) + (", ..." if len(host) > MOST_NAMED else "")
            said = f"host code is not run ({first}): --grid, --block and --arg say how the kernel is launched"
            answer["notes"].insert(0, said)
        return answer
    except (CompileError, PtxError, Unsupported, ValueError, OverflowError) as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": "the launch needs more memory than it may have"}


def _argument(text: str, seed: int) -> Any:
    return struct_of(Path(text), seed) if text.endswith(".json") else argument_of(text, seed)


def _outputs(names: Sequence[str], given: Sequence[Any], run: Run) -> Iterator[tuple[str, Any, Any]]:
    """(name, array before, array after) of every array; those in a struct are called ``argument.member``."""
    for name, before, after in zip(names, given, run.outputs, strict=True):
        if isinstance(before, Struct):
            for (_, member, array), found in zip(before.arrays, after, strict=True):
                yield f"{name}.{member}", array, found
        elif after is not None:
            yield name, before, after


def _ptx_of(path: Path, kernel: str) -> tuple[str, list[str]]:
    """The PTX of a file, and the names of its host functions."""
    if path.stat().st_size > MOST_LETTERS:
        raise ValueError(f"more than {MOST_LETTERS:,} bytes")
    try:
        text = path.read_text(encoding="utf-8-sig")  # nvcc takes a byte order mark
    except UnicodeDecodeError:
        raise ValueError("no text in UTF-8") from None
    if path.suffix == ".ptx":
        return text, []
    # Warp takes 0.5 s to start, and PTX does not need it.
    from generator.lowering.binaries.device_program import device_program_ptx
    from generator.lowering.binaries.host_code import device_part

    text = re.sub(r"(?<=\d)'(?=\d)", "", text)  # digit separators would count as quotes
    if "<" in kernel:
        text += f"\n__device__ auto {INSTANCE} = &{kernel};"
    return device_program_ptx(text, path.name), device_part(text)[1]


def entry_of(ptx: str, name: str) -> str:
    """The entry of a kernel, by its name as written or before C++ mangled it; the only one where no name is given."""
    found = entries(ptx)
    if not found:
        raise ValueError("it has no kernel: no .entry, or no __global__ function but templates (--kernel 'k<float>')")
    if "<" in name and (instance := pointed_to(ptx, INSTANCE)):
        return instance
    if not name and len(found) == 1:
        return found[0]
    fitting = [each for each in found if each == name] or [each for each in found if _plain(each) == name]
    if name and len(fitting) == 1:
        return fitting[0]
    what = f"{len(fitting) or 'no'} kernels are called {name!r}" if name else "it has several kernels"
    raise ValueError(f"{what}: give --kernel with one of {', '.join(found)}")


def _plain(mangled: str) -> str:
    """``saxpy`` for ``_Z5saxpyPf``, and in a namespace; a name without such mangling is returned as it is."""
    rest, found = mangled.removeprefix("_Z"), mangled
    in_namespace, rest = rest.startswith("N"), rest.removeprefix("N")
    while mangled.startswith("_Z") and rest[:1].isdigit() and (in_namespace or found == mangled):
        length = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        found = rest[len(length) : len(length) + int(length)]
        rest = rest[len(length) + int(length) :]
    return found


def launched(
    request: dict[str, Any], ptx: str, kernel: str, args: Sequence[Any], grid: Sequence[int], block: Sequence[int]
) -> tuple[Run, Recording | None, dict[str, Any]]:
    """A run, its recording if one was requested, and kernel, grid, block and order; errors are those of `emulate`."""
    threads = math.prod(grid) * math.prod(block)
    if threads > MOST_THREADS:
        raise ValueError(f"{threads:,} threads: a launch here has {MOST_THREADS:,} at most")
    recording = Recording(trace_steps=request["trace"]) if request["trace"] or request["map"] else None
    run = emulate(
        ptx, kernel, args, grid, block,
        shared=request["shared"], order=request["order"], seed=request["seed"], recording=recording,
    )  # fmt: skip
    return run, recording, {"kernel": kernel, "grid": list(grid), "block": list(block), "order": request["order"]}
