"""Refuses wrong values of options, with a helpful line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from numbers import Integral
from typing import Any, TypeGuard


def choose(kind: str, wanted: str, allowed: Iterable[str]) -> str:
    """``wanted`` if it is allowed; else ValueError with the nearest match and all allowed names."""
    names = list(allowed)
    if wanted in names:
        return wanted
    near = difflib.get_close_matches(str(wanted), names, n=1)
    hint = f", did you mean {near[0]!r}?" if near else "."
    raise ValueError(f"unknown {kind} {wanted!r}{hint} Allowed: {', '.join(names)}")


def names_of(option: str, given: Any, allowed: Iterable[str]) -> list[str]:
    """The names given to an option, as texts: one name, or each of an iterable; else ValueError with the allowed ones.

    ``choose`` checks the names themselves.
    """
    if isinstance(given, Iterable) and not isinstance(given, (bytes, dict)):
        return [str(name).strip() for name in ([given] if isinstance(given, str) else given)]
    raise ValueError(f"{option} must be a name or a list of names, not {given!r}. Allowed: {', '.join(allowed)}")


def whole_number(option: str, given: object, least: int, most: int = 2**63 - 1) -> int:
    """The value of an integer option; ValueError with the bound that it breaks."""
    if not is_whole(given) or given < least:
        raise ValueError(f"{option} must be a whole number of at least {least}, not {given!r}")
    if given > most:
        raise ValueError(f"{option} must be at most {most:,}, not {given:,}")
    return int(given)


def is_whole(given: object) -> TypeGuard[int]:
    """Whether ``given`` is an integer, of Python or NumPy; True and False are none."""
    return isinstance(given, Integral) and not isinstance(given, bool)
