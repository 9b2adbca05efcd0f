"""A source as tokens without names, numbers and prose, and MinHash of them: what near-duplicates have in common."""

from __future__ import annotations

import hashlib
import keyword
import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from generator.syntax.walks.structure import KEPT_NAMES

NGRAM = 5

NAME, NUMBER = "v", "0"
"""Placeholders for every name that is not Warp's or Python's, and for every number."""

_PROSE = re.compile(r'"""[\s\S]*?"""|#[^\n]*|^import warp as wp$', re.MULTILINE)
_TOKEN = re.compile(r"wp\.\w+|[A-Za-z_]\w*|\d+\.?\d*(?:[eE][+-]?\d+)?|[^\w\s]{1,2}=|\*\*|//|->|[^\w\s]")
_KEPT = KEPT_NAMES | frozenset(keyword.kwlist)

HASHES = 200
"""Hash functions of a signature."""

ALIKE_BANDS, ALIKE_BAND_ROWS = 15, 13
"""Kernels of Jaccard index 0.85 share a band key with probability 0.86, of 0.9 with 0.99, of 0.7 with 0.14.

Of 16,000 drawn kernels 86 % stay, and 0.25 % of these have a neighbour at 0.85; 14 bands of 14 left 89 % and 0.58 %.
"""

Shingles = NDArray[np.uint32]
Signatures = NDArray[np.uint32]


def tokens(source: str) -> list[str]:
    """Tokens of a source, docstrings, comments and layout left out."""
    return _TOKEN.findall(_PROSE.sub("", source))


def renamed(words: list[str]) -> int:
    """Hash of the tokens with names numbered in order of appearance, numbers as they are."""
    numbers: dict[str, str] = {}
    shown = [w if _is_kept(w) or w[0].isdigit() else numbers.setdefault(w, f"{NAME}{len(numbers)}") for w in words]
    return int(hashlib.blake2b(" ".join(shown).encode(), digest_size=8).hexdigest(), 16)


def shingles(words: list[str]) -> Shingles:
    """The distinct runs of ``NGRAM`` masked tokens, hashed and sorted; shorter sources are padded to one run."""
    codes = np.array([_code(word) for word in words] + [0] * (NGRAM - len(words)), np.uint64)
    found = np.zeros(len(codes) - NGRAM + 1, np.uint64)
    for offset in range(NGRAM):
        found = found * np.uint64(0x9E3779B97F4A7C15) + codes[offset : offset + len(found)]
    return np.unique((found >> np.uint64(32)).astype(np.uint32))


def _is_kept(word: str) -> bool:
    return word.startswith("wp.") or word in _KEPT or not (word[0].isalpha() or word[0] == "_")


@cache
def _code(word: str) -> int:
    masked = word if word.startswith("wp.") else NUMBER if word[0].isdigit() else word if _is_kept(word) else NAME
    return int.from_bytes(hashlib.blake2b(masked.encode(), digest_size=8).digest(), "big")


def signature(found: Shingles) -> Signatures:
    """Smallest value of each of ``HASHES`` hash functions over the shingles."""
    hashed = found.astype(np.uint64)[:, None] * _FACTORS + _OFFSETS
    return (hashed >> np.uint64(32)).min(axis=0).astype(np.uint32)


def band_keys(signatures: Signatures, bands: int, rows: int) -> NDArray[np.uint64]:
    """One number for each band (rows) of each signature (columns), made of ``rows`` of its values."""
    parts = signatures[:, : bands * rows].reshape(len(signatures), bands, rows).astype(np.uint64)
    keys = np.zeros(parts.shape[:2], np.uint64)
    for row in range(rows):
        keys = keys * np.uint64(0x9E3779B97F4A7C15) + parts[:, :, row]
    return np.ascontiguousarray(keys.T)


def alike_keys(source: str) -> tuple[int, ...]:
    """Band keys of a source, of which a near-duplicate shares at least one: ``ALIKE_BANDS`` of ``ALIKE_BAND_ROWS``."""
    own = signature(shingles(tokens(source)))
    return tuple(band_keys(own[None, :], ALIKE_BANDS, ALIKE_BAND_ROWS)[:, 0].tolist())


_generator = np.random.Generator(np.random.PCG64(2026))
_FACTORS = _generator.integers(1, 1 << 63, HASHES, dtype=np.uint64) | np.uint64(1)
_OFFSETS = _generator.integers(0, 1 << 63, HASHES, dtype=np.uint64)
