"""Reasons why a kernel gives no row, in words that are the same on every machine and in every run."""

from __future__ import annotations

import re
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
"""The kernel's name before a reason; the entry has it in a field of its own."""


def plain_reason(reason: str, package: Package) -> str:
    """One line without addresses of objects and folders of this machine."""
    for folder in (package.root.resolve(), *(each.resolve() for each in package.support)):
        reason = reason.replace(f"{folder}/", "").replace(str(folder), ".")
    return one_line(_ADDRESS.sub("0x...", _CHILD_FOLDER.sub("/private", reason)), WORDS)


def causes(entries: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Reason -> number of entries with it, most first.

    Reasons that differ in names and numbers alone count as one, without these; a single entry keeps them and its file.
    """
    alike: dict[str, list[Mapping[str, Any]]] = {}
    for entry in entries:
        alike.setdefault(cause_of(str(entry["reason"])), []).append(entry)
    counts = {_title(cause, some): len(some) for cause, some in alike.items()}
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _title(cause: str, entries: list[Mapping[str, Any]]) -> str:
    whole = {_KERNEL.sub("", str(entry["reason"]))[:WORDS] for entry in entries}
    if len(whole) > 1:
        return cause
    (reason,) = whole
    return reason if len(entries) > 1 else f"{reason} ({entries[0]['file']})"


def cause_of(reason: str) -> str:
    """A reason without names, numbers and paths, which differ from one kernel to another."""
    return _NAMED.sub("...", _KERNEL.sub("", reason))[:100]
