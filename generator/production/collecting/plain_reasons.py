"""Reasons why a kernel gives no row, in words that are the same wherever and whenever it is collected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from generator.escaping import one_line
from generator.production.collecting.sessions import Package

WORDS = 300
"""Longest reason that is kept, in letters."""

_ADDRESS = re.compile(r"\b0x[0-9a-f]{4,}\b")
_CHILD_FOLDER = re.compile(r"/[\w./-]*/warp-cuda-ir-child-\w+")
_NAMED = re.compile(r"""(['"`])[^'"`]*\1|\b\d[\d,.]*\b|/\S+""")
_KERNEL = re.compile(r"^[\w.<>]+: ")
"""A kernel's name before the reason, which the entry has as well."""


def plain_reason(reason: str, package: Package) -> str:
    """One line without addresses of objects and folders of this machine."""
    for folder in (package.root.resolve(), *(each.resolve() for each in package.support)):
        reason = reason.replace(f"{folder}/", "").replace(str(folder), ".")
    return one_line(_ADDRESS.sub("0x...", _CHILD_FOLDER.sub("/private", reason)), WORDS)


def causes(entries: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many entries have which reason, names and numbers in them left out; most first."""
    counts = Counter(cause_of(str(entry["reason"])) for entry in entries)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def cause_of(reason: str) -> str:
    """A reason without what differs from one kernel to another."""
    return _NAMED.sub("...", _KERNEL.sub("", reason))[:100]
