"""A program: a kernel in CUDA, its arguments, its launches, and what NumPy says of its outputs."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from generator.emulation import Run, emulate
from tests.emulation.device_code import ptx_of

Size = int | tuple[int, ...]
ROOT = Path(__file__).parent


@dataclass(frozen=True)
class Program:
    """A kernel ``k``: arguments, expected outputs by place, (grid, block) of its launches.

    ``shared`` is the dynamic shared memory in bytes: what a thread needs, and what the block needs besides.
    ``sorted`` is the place of an output whose order is free.
    """

    args: Callable[[], list[Any]]
    expected: dict[int, Any]
    launches: tuple[tuple[Size, Size], ...]
    shared: tuple[int, int] = (0, 0)
    sorted: int = -1

    def run(self, text: str, launch: tuple[Size, Size], **options: Any) -> Run:
        """A launch of the text with the program's arguments."""
        grid, block = launch
        dynamic = self.shared[0] * int(np.prod(block)) + self.shared[1]
        return emulate(ptx_of(text), "k", self.args(), grid, block, shared=dynamic, **options)


def source(name: str) -> str:
    """The CUDA text of a program, by "folder/name"."""
    return (ROOT / f"{name}.cu").read_text()


def floats(count: int, seed: int = 7) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Normal numbers."""
    return np.random.Generator(np.random.PCG64(seed)).standard_normal(count).astype(np.float32)


def whole(count: int, end: int, seed: int = 7) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Whole numbers below ``end``."""
    return np.random.Generator(np.random.PCG64(seed)).integers(0, end, count).astype(np.int32)


def zeros(count: int, kind: Any = np.float32) -> np.ndarray[Any, Any]:
    """Room for an output."""
    return np.zeros(count, kind)
