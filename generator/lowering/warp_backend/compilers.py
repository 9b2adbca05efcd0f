"""The compilers inside Warp: NVRTC for CUDA, Clang for the CPU."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.lowering.native_output import STDERR, STDOUT, printed_to, start_warp
from generator.lowering.private_warp import build as warp_build
from generator.lowering.private_warp import context as warp_context
from generator.lowering.warp_backend.headers import BLOCK_DIM

_CLANG_FLAGS = (
    # Flags that a release build of `clang` passes to its front end: they save a twentieth of the time.
    "-w -ferror-limit 0 -discard-value-names -disable-llvm-verifier"
    # Templates that the header uses are instantiated in the precompiled header: that saves 50 ms a file.
    " -fpch-instantiate-templates"
)
# Instructions of -O0 stay in the order of the text: scheduling them takes a tenth of the time.
_CLANG_FLAGS_UNOPTIMISED = " -mllvm -pre-RA-sched=linearize"
_NVRTC_NOISE = re.compile(r"Warp NVRTC compilation error|.*precompiled header file|Remark: The warnings can be")

_keeps_headers = False


class CompileError(Exception):
    """The device compiler refused a text; ``args[0]`` is what it printed."""


def keep_headers(folder: str) -> None:
    """Have NVRTC precompile module headers in ``folder``: saves a tenth of its time for a batch, half for one text.

    The folder gets 80 MB for each header, architecture and mode. The process's owner must remove it: NVRTC does so only
    where a process returns from `main`, which no worker does. Does nothing where the system has no TMPDIR.
    """
    global _keeps_headers
    if os.name == "posix":
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        _keeps_headers = True


def compile_cuda(
    text: str,
    arch: int,
    *,
    debug: bool = False,
    line_info: bool = False,
    headers: Sequence[Path] = (),
) -> bytes:
    """PTX of a whole CUDA file for ``arch`` (80, 90), made by the NVRTC inside Warp.

    Takes ``module_header("cuda", ...) + text``; options are those of Warp's release mode, or with ``debug`` of its
    debug mode, which accepts the same texts and takes a third of the time. ``line_info``: the PTX names the text's
    lines. ``headers``: folders of headers besides Warp's own. Raises ``CompileError``.
    """
    start_warp()
    with tempfile.TemporaryDirectory(prefix="warp-cuda-ir-") as folder:
        source, output = Path(folder, "kernel.cu"), Path(folder, "kernel.ptx")
        source.write_text(text, encoding="utf-8")
        log = Path(folder, "log")
        with printed_to(log, STDOUT, STDERR):  # NVRTC and Clang have no other way to say what they refused
            try:
                warp_build.build_cuda(
                    str(source),
                    arch,
                    str(output),
                    pch_dir=None,
                    optimization_level=3,
                    config="debug" if debug else "release",
                    lineinfo=line_info,
                    use_precompiled_headers=_keeps_headers,
                    extra_include_dirs=[str(each) for each in headers],
                )
            except Exception as error:  # build_cuda raises nothing narrower
                raise CompileError(_printed(log) or str(error)) from error
        return output.read_bytes()


def compile_cpu(text: str, *, optimization_level: int = 0) -> bytes:
    """Object code of a whole C++ file that starts with ``module_header("cpu", ...)``, made by the Clang inside Warp.

    Raises ``CompileError``. The first call of a process takes a second: Warp's headers are precompiled.
    """
    start_warp()
    runtime: Any = warp_context.runtime
    with tempfile.TemporaryDirectory(prefix="warp-cuda-ir-") as folder:
        source, output = Path(folder, "kernel.cpp"), Path(folder, "kernel.o")
        source.write_text(text, encoding="utf-8")
        log = Path(folder, "log")
        with printed_to(log, STDOUT, STDERR):  # NVRTC and Clang have no other way to say what they refused
            try:
                warp_build.build_cpu(
                    str(output),
                    str(source),
                    optimization_level=optimization_level,
                    use_precompiled_headers=True,
                    pch_dir=runtime.get_clang_pch_dir(),
                    block_dim=BLOCK_DIM["cpu"],
                    extra_flags=_CLANG_FLAGS + ("" if optimization_level else _CLANG_FLAGS_UNOPTIMISED),
                )
            except Exception as error:  # build_cpu raises nothing narrower
                raise CompileError(_printed(log) or str(error)) from error
        return output.read_bytes()


def _printed(log: Path) -> str:
    text = log.read_text(encoding="utf-8", errors="replace").replace(f"{log.parent}/", "")
    # Clang tries again without the precompiled header and prints everything twice.
    text = text.rpartition("retrying without precompiled headers\n")[2]
    return "\n".join(line for line in text.splitlines() if not _NVRTC_NOISE.match(line)).strip()
