"""Vectors whose geometry is decided before anything is computed: ``dot(a, cross(a, b))``, one distance twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.types import VECTORS

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

_WORD = re.compile(r"[A-Za-z_]\w*")
_CROSS = re.compile(r"\b(?:cross|skew)\(")
_PRODUCT = re.compile(r"\b(?:dot|ddot|cross|skew|outer)\(")
_LENGTH = re.compile(r"\b(?:length|length_sq|norm_l2)\(")


def note_geometry(builder: Builder, name: str, value: Expression) -> None:
    """Record what a new variable's vectors went through; Unfit where products of them can be told beforehand.

    ``builder.crossed`` holds, by name, the vectors behind a cross product inside it (``builder.sources``: behind any
    vector): most products with one of these again vanish or fall back to a length.
    """
    vectors = {_WORD.findall(v.expression.text)[0] for v in builder.variables if v.expression.type in VECTORS}
    if not vectors:
        return
    used = frozenset(vectors.intersection(_WORD.findall(value.text)))
    if not used:
        return
    inside = frozenset().union(*(builder.crossed.get(vector, ()) for vector in used))
    if not inside.isdisjoint(used) and _PRODUCT.search(value.text):
        raise Unfit("product of vectors that is decided")
    for kind, pattern in (("cross", _CROSS), ("length", _LENGTH)):
        if len(used) == 2 and pattern.search(value.text):
            if (kind, used) in builder.pairs:
                raise Unfit(f"{kind} of the same vectors twice")
            builder.pairs.add((kind, used))
    if value.type in VECTORS:
        sources = used.union(*(builder.sources.get(vector, ()) for vector in used))
        builder.sources[name] = sources
        builder.crossed[name] = inside | sources if _CROSS.search(value.text) else inside
