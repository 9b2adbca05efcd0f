"""Compares CUDA code of two kernels up to numbering and the places of their definitions."""

from __future__ import annotations

import re
from collections.abc import Mapping

_PLACE = re.compile(r"^// .*:\d+\n", re.MULTILINE)


def canonical(code: str, kernel: str, names: Mapping[str, str]) -> str:
    """CUDA text in a form that does not depend on where it was defined: no file lines, enclosing names, or hashes.

    ``names``: name of a function or struct in the text -> name to write instead. Definitions of the same name
    (overloads, functions of two modules) are numbered in order of appearance.
    """
    code = _PLACE.sub("", code).replace(f"{kernel}_cuda_kernel_", "_cuda_kernel_")
    if not names:
        return code
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    number = re.compile(rf"\b((?:adj_)?(?:replay_)?)({longest_first})_(\d+|[0-9a-f]{{8}})\b")
    seen: dict[str, dict[tuple[str, str], int]] = {}

    def renumbered(found: re.Match[str]) -> str:
        name = names[found[2]]
        numbers = seen.setdefault(name, {})
        return f"{found[1]}{name}_{numbers.setdefault((found[2], found[3]), len(numbers))}"

    return number.sub(renumbered, code)
