"""Refuse a wrong name in one line that helps."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def choose(kind: str, wanted: str, allowed: Iterable[str]) -> str:
    """``wanted`` if it is allowed; else ValueError with the nearest match and all allowed names."""
    names = list(allowed)
    if wanted in names:
        return wanted
    near = difflib.get_close_matches(str(wanted), names, n=1)
    hint = f", did you mean {near[0]!r}?" if near else "."
    raise ValueError(f"unknown {kind} {wanted!r}{hint} Allowed: {', '.join(names)}")
