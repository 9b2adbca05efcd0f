"""Vectors whose geometry is decided before anything is computed: ``dot(a, cross(a, b))``, one distance twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.structure import factors, spelled_out
from generator.synthesis.types import VECTORS
from generator.synthesis.whole_words import names_in

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

_CROSS = re.compile(r"\b(?:cross|skew)\(")
_PRODUCT = re.compile(r"\b(?:dot|ddot|cross|skew|outer)\(")
_DOT = re.compile(r"\bdot\(")
_OPERAND = r"(?:wp\.normalize\()?(?P<{}>\w+(?:\[\w+\])?)\)?"
_CALLED = re.compile(rf"(?P<kind>dot|cross)\({_OPERAND.format('one')}, {_OPERAND.format('other')}\)")
"""Products of names, or of their directions."""
_IMAGE = re.compile(
    r"wp\.(?:quat_rotate(?:_inv)?|transform_vector)\((?P<by>\w+), (?P<of>\w+)\)"
    r"|(?:wp\.transpose\()?(?P<matrix>\w+)\)? \* (?P<vector>\w+)"
)
"""An image of a vector; where a number stands before the asterisk, the product is along the vector."""
_LENGTH = re.compile(r"\b(?:length|length_sq|norm_l2)\(")


_CARRIERS = frozenset((*VECTORS, "S", "V2I", "V3I", "V4I"))
_PLACE = r"[\w.\[\]]+"
_ORIGIN = re.compile(rf"wp\.transform_get_translation\(({_PLACE})\)")
_ROTATION = re.compile(rf"wp\.transform_get_rotation\(({_PLACE})\)")
_STEPS = (
    re.compile(
        r"transform_(?:point|vector|twist|wrench)\((?:wp\.transform_inverse\()?"
        rf"(?P<by>{_PLACE})\)*, (?P<of>{_PLACE})\)"
    ),
    re.compile(rf"quat_rotate(?:_inv)?\((?P<by>{_PLACE}), (?P<of>{_PLACE})\)"),
)
"""Ways to move a vector by a frame or a rotation, or back by it."""
_TURNED = re.compile(rf"wp\.(?:quat_rotate(?:_inv)?|transform_vector)\({_PLACE}, ")
_SEEN = re.compile(rf"wp\.transform_(?:point|vector|get_translation)\((wp\.transform_inverse\({_PLACE}\)|{_PLACE})[,)]")


def check_return(builder: Builder, text: str) -> None:
    """Unfit where a vector is moved twice by one frame, there and back or on, or a frame's origin by it."""
    for frames, of in _moves(builder, text):
        before = builder.definitions.get(of, "")
        if (origin := _ORIGIN.fullmatch(before)) and _frames(builder, origin[1]) == frames:
            raise Unfit("origin moved by its own frame")
        if any(not frames.isdisjoint(earlier) for earlier, _ in _moves(builder, spelled_out(builder, of))):
            raise Unfit("moved twice by one frame")
        if (f"move {of}", frames) in builder.pairs:
            raise Unfit("moved by a frame and by its inverse")
        builder.pairs.add((f"move {of}", frames))


def _frames(builder: Builder, name: str) -> frozenset[str]:
    """The frames whose product a name stands for, there or back; for a frame's rotation, the frame."""
    part = _ROTATION.fullmatch(builder.definitions.get(name, ""))
    return frozenset([frame for frame, _ in factors(builder, part[1] if part else name)])


def _moves(builder: Builder, text: str) -> Iterator[tuple[frozenset[str], str]]:
    """The frames by which something is moved, and what, for each move in a text."""
    for pattern in _STEPS:
        for match in pattern.finditer(text):
            yield _frames(builder, match["by"]), match["of"]


def check_pairs(builder: Builder, text: str, axes: Mapping[str, str]) -> None:
    """Unfit where two directions were multiplied before, written otherwise: ``dot(u, v)``, ``dot(normalize(u), v)``.

    So they were with one of them turned, and now with the other turned back: ``dot(R * u, v)``, ``dot(u, R^T * v)``.
    The same text again is shared.
    """
    found = []
    for call in _CALLED.finditer(text):
        roots = frozenset(
            root for operand in call.group("one", "other") for root in _roots(builder, axes.get(operand, operand))
        )
        spelled = call[0].rstrip(")")
        if any(
            known != spelled and of == roots and known.startswith(f"{call['kind']}(") for known, of in builder.pairs
        ):
            raise Unfit(f"{call['kind']} product of the same directions twice")
        found.append((spelled, roots))
    builder.pairs.update(found)


def check_images(builder: Builder, text: str) -> None:
    """Unfit where both operands of a dot product were moved by one rotation: it drops out.

    So do an inverse frame's rotation and the start of it, of points and of its own translation.
    """
    for call in _CALLED.finditer(text):
        one, other = (_mover(builder, operand) for operand in call.group("one", "other"))
        if call["kind"] == "dot" and one and one == other:
            raise Unfit("dot product of two images under one rotation")


def _mover(builder: Builder, name: str) -> str:
    """The inverse frame, or the call with the rotation, that gave a vector; "" for any other."""
    made = builder.definitions.get(name, "")
    seen, turned = _SEEN.match(made), _TURNED.match(made)
    frame = builder.definitions.get(seen[1], seen[1]) if seen else ""
    return frame if frame.startswith("wp.transform_inverse(") else turned[0] if turned else ""


def _roots(builder: Builder, name: str) -> tuple[str, ...]:
    """What a direction is made from: of an image under a rotation or a matrix, that, there or back, and the other."""
    image = _IMAGE.fullmatch(builder.definitions.get(name, ""))
    return (image["by"] or image["matrix"], image["of"] or image["vector"]) if image else (name,)


def note_geometry(builder: Builder, name: str, value: Expression) -> None:
    """Record what a new variable's vectors went through; Unfit where products of them can be told beforehand.

    ``builder.crossed`` holds, by name, the vectors behind a cross product inside it (``builder.sources``: behind any
    vector): most products with one of these again vanish or fall back to a length.
    """
    if "transform_" in value.text or "quat_" in value.text:
        check_return(builder, value.text)
    if "dot(" in value.text:
        check_images(builder, value.text)
    carriers = [v.expression for v in builder.variables if v.type in _CARRIERS]
    if not carriers:
        return
    vectors = {names_in(carrier.text)[0]: carrier for carrier in carriers}
    used = frozenset(vectors.keys() & names_in(value.text))
    if not used:
        return
    inside = frozenset().union(*(builder.crossed.get(vector, ()) for vector in used))
    lines = used.union([word for name in used for word in names_in(vectors[name].axis)[:1]])
    if not inside.isdisjoint(lines) and (_PRODUCT.search(value.text) or (len(used) > 1 and _LENGTH.search(value.text))):
        raise Unfit("product of vectors that is decided")
    check_pairs(builder, value.text, {carrier.text: carrier.axis for carrier in carriers})
    for kind, pattern in (("cross", _CROSS), ("length", _LENGTH), ("dot", _DOT)):
        paired = len(used) == 2 or (kind == "length" and len(used) == 1 and value.type == "F")
        if paired and pattern.search(value.text):
            if (kind, used) in builder.pairs:
                raise Unfit(f"{kind} of the same vectors twice")
            builder.pairs.add((kind, used))
    if value.type in VECTORS:
        sources = used.union(*(builder.sources.get(vector, ()) for vector in used))
        builder.sources[name] = sources
        builder.crossed[name] = inside | sources if _CROSS.search(value.text) else inside


def vectors_behind(builder: Builder, value: Expression) -> frozenset[str]:
    """The vector itself and those that it was made from, by name."""
    name = value.text.partition("[")[0]
    return builder.sources.get(name, frozenset()) | {name}
