"""Random streams by name: for nudges, directions, cotangents and other values of scalars.

Arguments are filled by ``generator.launch`` alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence


def random_stream(seed: str, name: str) -> np.random.Generator:
    """The generator of a seed and a name. A change here changes the figures and stored I/O of every row."""
    digest = hashlib.sha256(f"{seed}/{name}".encode()).digest()
    return np.random.Generator(np.random.Philox(_Key(digest)))  # type: ignore[arg-type]  # the stubs forget ISeedSequence


@dataclass(frozen=True)
class _Key(ISeedSequence):
    """Hand ``Philox`` its key: by its argument ``key`` it would also ask the system for a seed that it does not use."""

    digest: bytes

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> np.ndarray:
        """The first words of the digest."""
        size = n_words * np.dtype(dtype).itemsize
        return np.frombuffer(self.digest[:size], np.dtype(dtype).newbyteorder("<")).astype(dtype)
