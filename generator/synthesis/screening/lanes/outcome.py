"""What screening finds: a reason to strike a kernel, or that it cannot be read here."""

from __future__ import annotations

OUTSIDE = "out of bounds"
DIVISION = "division by zero"
CAST = "cast out of range"
ENDLESS = "endless loop"
NOT_FINITE = "not finite"
SILENT = "no effect"
UNMOVED = "unmoved"
UNSEEN = "unseen arm"
KINDS = (OUTSIDE, DIVISION, CAST, ENDLESS, NOT_FINITE, SILENT, UNMOVED, UNSEEN)
"""Why a kernel is struck: each says what it does, or never does, on inputs that its launch declares."""


class Struck(Exception):
    """A kernel does what none should; ``kind`` is one of ``KINDS``, ``where`` an argument or a condition."""

    def __init__(self, kind: str, where: str) -> None:
        super().__init__(f"{kind}: {where}")
        self.kind = kind
        self.where = where


class NotScreened(Exception):
    """A kernel uses something that has no definition over lanes."""
