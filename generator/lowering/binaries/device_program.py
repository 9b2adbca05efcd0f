"""PTX, with line information, of a CUDA file that somebody wrote: device code alone."""

from __future__ import annotations

import re

from generator.isolation.native_text import safe_program
from generator.lowering.binaries.architectures import DEFAULT_ARCHITECTURE
from generator.lowering.binaries.ptx import architecture_number
from generator.lowering.warp_backend import CompileError, compile_cuda, header_names

_HEAD = """#define WP_NO_CRT
#define assert(e) ((__INCLUDE_LEVEL__ || (e)) ? (void)0 : __assertfail(#e, __FILE__, __LINE__, __func__, 1))
"""
"""With the first macro Warp's headers define the C library's types themselves. The second keeps the assertions of the
text, as nvcc does: Warp's release mode drops them, and those of its headers stay dropped."""

_C_HEADERS = ("assert", "float", "limits", "math", "stddef", "stdint", "stdio")
_HEADERS = dict.fromkeys(("cuda_runtime.h", "device_launch_parameters.h"), "")
_HEADERS |= {form.format(name): '#include "crt.h"' for name in _C_HEADERS for form in ("{}.h", "c{}")}
"""Header of CUDA or C that device code often includes -> the line in its place.

The compiler knows their functions; Warp's header has the types and macros of C that it lacks.
"""


def _included(line: str) -> str:
    """The header that a line includes; empty for any other line."""
    before, word, rest = line.partition("//")[0].partition("include")
    return rest.strip().strip('<>"') if word and before.split() == ["#"] else ""


def device_program_ptx(text: str, name: str, arch: str = DEFAULT_ARCHITECTURE) -> str:
    """PTX of a CUDA file; ``name`` is the file's name in the line information.

    Only Warp's headers and some of CUDA and C may be included, and host code is refused. CompileError says in one line
    what was refused. Call it in an isolated process: foreign text may exploit a fault of the compiler.
    """
    text = "\n".join(_HEADERS.get(_included(line), line) for line in text.split("\n"))
    reason = safe_program(text, header_names())
    if reason:
        raise CompileError(f"{reason}: give device code alone")
    line = f'#line 1 "{re.sub(r"[^A-Za-z0-9_.-]", "_", name)}"\n'
    try:
        return compile_cuda(_HEAD + line + text, architecture_number(arch), line_info=True).decode().rstrip("\0")
    except CompileError as error:
        raise CompileError(_first_error(str(error))) from None


def _first_error(printed: str) -> str:
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    found = next((line for line in lines if "error" in line), lines[0] if lines else "the compiler gave no reason")
    return re.sub(r"\S*/warp/native/", "", found)
