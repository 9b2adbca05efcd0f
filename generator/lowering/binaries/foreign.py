"""Foreign CUDA and C++ compiled in a child that is shut in: what a row stores, when nobody made it here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.native_text import safe_to_compile
from generator.lowering.binaries.ptx import DEFAULT_ARCHITECTURE, ptx_of
from generator.lowering.warp_backend import CompileError, compile_cpu, module_header

LIMITS = Limits(seconds=120.0, memory_bytes=8 << 30)
"""Of one text: NVRTC takes two minutes for none of ours."""


def compiler_child() -> Child:
    """A child that has Warp's compilers loaded, for ``foreign_ptx`` and ``foreign_cpu_error``; a context manager."""
    return Child(modules=["generator.lowering.binaries.foreign"])


def foreign_ptx(child: Child, text: str, arch: str = DEFAULT_ARCHITECTURE, limits: Limits = LIMITS) -> str:
    """Like ``ptx_of``, for a text of unknown origin; raises ``CompileError`` for all that goes wrong."""
    return str(_compiled(child, "compile_ptx", text, arch, limits))


def foreign_cpu_error(child: Child, text: str, limits: Limits = LIMITS) -> str:
    """What Clang refuses in a C++ column of unknown origin; empty where it compiles."""
    try:
        _compiled(child, "compile_object", text, "cpu", limits)
    except CompileError as error:
        return str(error)
    return ""


def compile_ptx(argument: Sequence[str]) -> dict[str, str]:
    """What the child runs for CUDA: text and architecture -> PTX, or what the compiler said."""
    text, arch = argument
    try:
        return {"ptx": ptx_of(text, arch)}
    except CompileError as error:
        return {"error": str(error)}


def compile_object(argument: Sequence[str]) -> dict[str, str]:
    """What the child runs for C++: nothing is kept of what the compiler makes."""
    text, _ = argument
    try:
        compile_cpu(module_header("cpu", text) + text)
    except CompileError as error:
        return {"error": str(error)}
    return {"ptx": ""}


def _compiled(child: Child, function: str, text: str, arch: str, limits: Limits) -> str:
    reason = safe_to_compile(text)
    if reason:
        raise CompileError(reason)
    try:
        answer: Any = child.call(f"{__name__}:{function}", [text, arch], limits)
    except ChildFailed as error:
        raise CompileError(f"the compiler {error}") from None
    if not isinstance(answer, dict) or not isinstance(answer.get("ptx"), str):
        raise CompileError(str(answer.get("error", "")) if isinstance(answer, dict) else "the compiler gave no answer")
    return str(answer["ptx"])
