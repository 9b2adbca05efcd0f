"""How a row is shaped: code columns as they are, or a translation task for a trainer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Task:
    """A translation: what the answer is, and how one may ask for it."""

    name: str
    column: str
    requests: tuple[str, ...]


_RULES = (
    "Use what Warp's native headers define (`wp::` types, functions and array accessors), keep the grid-stride loop "
    'and the `extern "C" __global__` entry point, and include every struct and device function that the kernel calls.'
)

TASKS = (
    Task(
        "forward",
        "cuda_forward",
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
)


def as_code(row: dict[str, Any]) -> dict[str, Any]:
    """The row itself."""
    return row


def as_completion(row: dict[str, Any]) -> dict[str, Any]:
    """``prompt`` and ``completion``."""
    task, prompt, completion = _exchange(row)
    return row | {"task": task, "prompt": prompt + "\n\n", "completion": completion}


def as_messages(row: dict[str, Any]) -> dict[str, Any]:
    """``messages`` of a user and an assistant."""
    task, prompt, completion = _exchange(row)
    messages = [{"role": "user", "content": prompt}, {"role": "assistant", "content": completion}]
    return row | {"task": task, "messages": messages}


VIEWS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "code": as_code,
    "sft": as_completion,
    "chat": as_messages,
}


def _exchange(row: dict[str, Any]) -> tuple[str, str, str]:
    """Name of the task, prompt, completion: picked by the row's id, so they never change and need no random state."""
    pick = int.from_bytes(hashlib.blake2b(row["id"].encode(), digest_size=8).digest())
    task = TASKS[pick % len(TASKS)]
    request = task.requests[pick // len(TASKS) % len(task.requests)].format(kernel_name=row["kernel_name"])
    about = f"What it does: {row['description']}"
    source = f"```python\n{row['python_source'].rstrip()}\n```"
    prompt = "\n\n".join((request, about, _RULES, source))
    return task.name, prompt, f"```cpp\n{row[task.column].rstrip()}\n```"
