"""PTX, with line information, of a CUDA file that somebody wrote: of its device code alone."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from generator.isolation.native_text import safe_program
from generator.lowering.binaries.architectures import DEFAULT_ARCHITECTURE
from generator.lowering.binaries.cuda_tools import ToolMissing, find_tool
from generator.lowering.binaries.host_code import device_part
from generator.lowering.binaries.ptx import architecture_number
from generator.lowering.warp_backend import CompileError, compile_cuda, header_names

_HEAD = """#define WP_NO_CRT
#define assert(e) ((__INCLUDE_LEVEL__ || (e)) ? (void)0 : __assertfail(#e, __FILE__, __LINE__, __func__, 1))
"""
"""With the first macro Warp's headers define the C library's types themselves. The second keeps the assertions of the
text, as nvcc does: Warp's release mode drops them, and those of its headers stay dropped."""

_STD = Path(__file__).with_name("device_std.cuh")
"""Goes before the text of a file that names `std::`."""

_OF_C = "cuda cuda_runtime device_launch_parameters assert float limits math stddef stdint stdio stdlib string"
_STAND_IN_FOR = frozenset(form.format(name) for name in _OF_C.split() for form in ("{}.h", "c{}"))
"""Headers that `_STAND_IN` has all of that device code can use."""

_OF_CUDA = ("cooperative_groups", "cub/", "cuda/", "cuda_", "cuComplex", "curand", "math_constants", "mma.h", "vector_")
"""How the names of a toolkit's headers for device code begin: they may stand in one folder with those of the system."""

_STAND_IN = '#include "crt.h"'
"""Stands for every header that is not here, those of host code among them: the compiler knows the functions of
CUDA and C, and Warp's header has the types and macros of C that it lacks."""


def device_program_ptx(text: str, name: str, arch: str = DEFAULT_ARCHITECTURE) -> str:
    """PTX of a CUDA file without its host functions; ``name`` is the file's name in the line information.

    Includes reach the headers of Warp and of an installed CUDA toolkit alone. CompileError says in one line what was
    refused. Call it in an isolated process: foreign text may exploit a fault of the compiler.
    """
    folders, hint = _toolkit()
    lines = text.split("\n")
    asked = {_included(line) for line in lines} - header_names() - {""}
    device = {each for each in asked - _STAND_IN_FOR if each.startswith(_OF_CUDA)}
    here = {each for each in device if any((folder / each).is_file() for folder in folders)}
    replaced = asked - here
    text, host = device_part("\n".join(_STAND_IN if _included(line) in replaced else line for line in lines))
    if reason := safe_program(text, header_names() | here):
        raise CompileError(reason)
    line = f'#line 1 "{re.sub(r"[^A-Za-z0-9_.-]", "_", name)}"\n'
    try:
        head = _HEAD + (_STD.read_text(encoding="utf-8") if "std::" in text else "")
        ptx = compile_cuda(head + line + text, architecture_number(arch), line_info=True, headers=folders)
    except CompileError as error:
        reason, without = _first_error(str(error)), ", ".join(sorted(replaced - _STAND_IN_FOR))
        if any(f'identifier "{each}" is undefined' in reason for each in host):
            reason += ": it is a function of the host, without __device__"
        elif without and ("is undefined" in reason or "has no" in reason):
            reason += f" (without {without}{hint})"
        raise CompileError(reason) from None
    return ptx.decode().rstrip("\0")


def _included(line: str) -> str:
    """The header that a line includes; empty for any other line, and for a path that leaves the folders of headers."""
    before, word, rest = line.partition("//")[0].partition("include")
    header = rest.strip().strip('<>"')
    leaves = header.startswith("/") or ".." in PurePosixPath(header).parts
    return header if word and before.split() == ["#"] and not leaves else ""


def _toolkit() -> tuple[list[Path], str]:
    """The folders of CUDA's own headers, and what to say where there are none."""
    try:
        folder = find_tool("nvcc").resolve().parents[1] / "include"
    except ToolMissing as error:
        return [], f"; {error}"
    return [each for each in (folder, folder / "cccl") if each.is_dir()], ""


def _first_error(printed: str) -> str:
    """The line that says most: of an unknown name, of which the compiler first makes other errors, else the first."""
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line]
    names = [line for line in errors if line.endswith("is undefined")]
    found = (names or errors or lines or ["the compiler gave no reason"])[0]
    return re.sub(r"\S*/(?:warp/native|include)/", "", found)
