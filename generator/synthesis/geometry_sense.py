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


_PLACE = r"[\w.\[\]]+"
_STEPS = (
    (
        re.compile(
            rf"transform_(?:point|vector)\((?P<back>wp\.transform_inverse\()?(?P<by>{_PLACE})\)?, (?P<of>{_PLACE})\)"
        ),
        "transform_inverse",
    ),
    (re.compile(rf"quat_rotate(?P<back>_inv)?\((?P<by>{_PLACE}), (?P<of>{_PLACE})\)"), "quat_inverse"),
)
"""Ways to move a vector by a frame or a rotation, or back by it; the calls that turn the one into the other."""


def check_return(builder: Builder, text: str) -> None:
    """Unfit where a vector is moved and then moved back, or a frame's origin is seen from the frame."""
    for pattern, inverse in _STEPS:
        for match in pattern.finditer(text):
            by, back = _resolved(builder, match, inverse)
            before = builder.definitions.get(match["of"], "")
            if back and before == f"wp.transform_get_translation({by})":
                raise Unfit("origin seen from its own frame")
            if (earlier := pattern.search(before)) and _resolved(builder, earlier, inverse) == (by, not back):
                raise Unfit("moved and moved back")


def _resolved(builder: Builder, match: re.Match[str], inverse: str) -> tuple[str, bool]:
    """What moves, and whether backwards: a variable that holds an inverse stands for what it inverts."""
    by, back = match["by"], bool(match["back"])
    made = re.fullmatch(rf"wp\.{inverse}\(({_PLACE})\)", builder.definitions.get(by, ""))
    return (made[1], not back) if made else (by, back)


def note_geometry(builder: Builder, name: str, value: Expression) -> None:
    """Record what a new variable's vectors went through; Unfit where products of them can be told beforehand.

    ``builder.crossed`` holds, by name, the vectors behind a cross product inside it (``builder.sources``: behind any
    vector): most products with one of these again vanish or fall back to a length.
    """
    if "transform_" in value.text or "quat_rotate" in value.text:
        check_return(builder, value.text)
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
