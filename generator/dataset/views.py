"""How a row is shaped: code columns as they are, or a task for a trainer."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from generator.lowering.warp_backend import without_source

Row = dict[str, Any]


_RULES = (
    "Use what Warp's native headers define (`wp::` types, functions and array accessors), keep {loop} "
    'and the `extern "C" __global__` entry point, and include every struct and device function that the kernel calls.'
)
"""What CUDA text is to look like."""

_ENTRY = 'extern "C" '
"""How the declaration of a CUDA kernel begins."""

_MODULE = "Give a complete Python module: its imports, and every constant, struct and function that the kernel uses."
"""What Python text is to look like."""


def _from_source(row: Row) -> tuple[str, ...]:
    """The kernel that is to be translated."""
    return f"Description: {row['description']}", _rules(row), _fenced("python", row["python_source"])


def _to_warp(row: Row) -> tuple[str, ...]:
    """All that a Warp kernel is to be written from."""
    signature = _warp_signature(row["python_source"], row["kernel_name"])
    return row["specification"], _MODULE, _fenced("python", signature)


def _to_cuda(row: Row) -> tuple[str, ...]:
    """All that a CUDA kernel is to be written from."""
    return row["specification"], _rules(row), _fenced("cpp", _cuda_signature(row["cuda_forward"]))


def _rules(row: Row) -> str:
    """The prompt's rules for a row's CUDA text, which depend on whether the kernel has a grid-stride loop."""
    strides = "grid_stride=False" not in row["python_source"]
    return _RULES.format(loop="the grid-stride loop" if strides else "one thread for each index")


def _warp_signature(source: str, name: str) -> str:
    """The line that begins the kernel ``name`` of a Python module; ValueError where there is none."""
    for part in ast.parse(source).body:
        if isinstance(part, ast.FunctionDef) and part.name == name:
            return f"def {name}({ast.unparse(part.args)}):"
    raise ValueError(f"no kernel {name!r} in the source")


def _cuda_signature(text: str) -> str:
    """The declaration of the entry point of a CUDA text, up to its body; ValueError where there is none."""
    begin = text.index(_ENTRY)
    return text[begin : text.index("\n{", begin)]


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"


@dataclass(frozen=True)
class Task:
    """Column and language of the answer, what the prompt gives, and the alternative requests for it."""

    name: str
    column: str
    language: str
    given: Callable[[Row], tuple[str, ...]]
    requests: tuple[str, ...]


TASKS = (
    Task(
        "forward",
        "cuda_forward",
        "cpp",
        _from_source,
        (
            "Translate this NVIDIA Warp kernel to the CUDA C++ kernel that computes the same.",
            "Write the CUDA C++ forward kernel for `{kernel_name}`, given here as an NVIDIA Warp kernel in Python.",
            "Lower the NVIDIA Warp kernel `{kernel_name}` to CUDA C++: the forward pass only.",
            "What CUDA C++ does Warp's compiler emit for the forward pass of this kernel?",
        ),
    ),
    Task(
        "adjoint",
        "cuda_backward",
        "cpp",
        _from_source,
        (
            "Translate this NVIDIA Warp kernel to the CUDA C++ kernel of its adjoint: given the gradients of its "
            "outputs, it accumulates those of its inputs.",
            "Write the CUDA C++ adjoint (reverse-mode derivative) of `{kernel_name}`, given here as an NVIDIA Warp "
            "kernel in Python.",
            "Differentiate the NVIDIA Warp kernel `{kernel_name}` in reverse mode and give the CUDA C++ backward "
            "kernel: replay the forward pass, then propagate the adjoints in reverse order.",
            "What CUDA C++ does Warp's compiler emit for the backward pass of this kernel?",
        ),
    ),
    Task(
        "warp_from_specification",
        "python_source",
        "python",
        _to_warp,
        (
            "Write the NVIDIA Warp kernel that this specification describes.",
            "Implement `{kernel_name}` in Python for NVIDIA Warp, from this specification.",
            "Here is what a kernel is to do. Write it with NVIDIA Warp.",
            "From the text below, write the Warp kernel `{kernel_name}`.",
        ),
    ),
    Task(
        "cuda_from_specification",
        "cuda_forward",
        "cpp",
        _to_cuda,
        (
            "Write the CUDA C++ kernel that this specification of an NVIDIA Warp kernel describes.",
            "Implement `{kernel_name}` as a CUDA C++ kernel over Warp's native headers, from this specification.",
            "Here is what a kernel is to do. Write it in CUDA C++ as Warp's compiler would: the forward pass only.",
            "From the text below, write the CUDA C++ forward kernel of `{kernel_name}`.",
        ),
    ),
)
"""Every task; a row's id picks one."""


def as_code(row: Row) -> Row:
    """The row itself."""
    return row


def as_completion(row: Row) -> Row:
    """``prompt`` and ``completion``."""
    task, prompt, completion = _exchange(row)
    return row | {"task": task, "prompt": prompt + "\n\n", "completion": completion}


def as_messages(row: Row) -> Row:
    """``messages`` of a user and an assistant."""
    task, prompt, completion = _exchange(row)
    messages = [{"role": "user", "content": prompt}, {"role": "assistant", "content": completion}]
    return row | {"task": task, "messages": messages}


VIEWS: dict[str, Callable[[Row], Row]] = {
    "code": as_code,
    "sft": as_completion,
    "chat": as_messages,
}


def _exchange(row: Row) -> tuple[str, str, str]:
    """Name of the task, prompt, completion: picked by the row's id, so they never change and need no random state.

    A kernel without an adjoint is not asked for one.
    """
    pick = int.from_bytes(hashlib.blake2b(row["id"].encode(), digest_size=8).digest())
    able = [task for task in TASKS if row[task.column]]
    task = able[pick % len(able)]
    request = task.requests[pick // len(able) % len(task.requests)].format(kernel_name=row["kernel_name"])
    prompt = "\n\n".join((request, *task.given(row)))
    return task.name, prompt, _fenced(task.language, answer_of(row, task))


def answer_of(row: Row, task: Task) -> str:
    """The code that is asked for, without its quotes of the Python source where the prompt does not show that."""
    code = str(row[task.column])
    return without_source(code) if task.given is _to_cuda else code
