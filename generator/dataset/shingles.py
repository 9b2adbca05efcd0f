"""A source as tokens without names, numbers and prose: what is compared when kernels are called near-duplicates."""

from __future__ import annotations

import hashlib
import keyword
import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from generator.syntax.walks.value_words import KEPT_NAMES

NGRAM = 5

NAME, NUMBER = "v", "0"
"""What stands for every name that is not Warp's or Python's, and for every number."""

_PROSE = re.compile(r'"""[\s\S]*?"""|#[^\n]*|^import warp as wp$', re.MULTILINE)
_TOKEN = re.compile(r"wp\.\w+|[A-Za-z_]\w*|\d+\.?\d*(?:[eE][+-]?\d+)?|[^\w\s]{1,2}=|\*\*|//|->|[^\w\s]")
_KEPT = KEPT_NAMES | frozenset(keyword.kwlist)

Shingles = NDArray[np.uint32]


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
