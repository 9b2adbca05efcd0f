"""Straight-line code: statements of a code column without a branch between them."""

from __future__ import annotations

_BRANCHES = ("goto ", "label", "return", "break", "continue")


def longest_block(text: str) -> int:
    """Number of statements in the longest run without a brace, a label or a jump; Warp writes one a line."""
    longest = length = 0
    for line in text.splitlines():
        statement = line.strip()
        if not statement or statement.startswith("//"):
            continue
        length = length + 1 if statement.endswith(";") and not statement.startswith(_BRANCHES) else 0
        longest = max(longest, length)
    return longest
