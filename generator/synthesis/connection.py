"""Whether what a kernel stores belongs together: outputs that share no quantity are two kernels in one.

A mask has a bit for each input and each parameter behind a value, but for sizes and indices.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import RESERVED, words
from generator.synthesis.variable import Variable

_ATOMIC = ("atomic_", "] += ", "] -= ")
_HEADERS = ("if ", "elif ", "while ", "for ")


def check_connected(builder: Builder) -> None:
    """Unfit when what is behind one output is behind no other; those of atomics meet where they add."""
    if len(builder.outputs) < 2:
        return
    body = "\n".join(builder.lines)
    if any(atomic in body for atomic in _ATOMIC):
        return
    masks = _masks(builder)
    groups: list[int] = []
    for argument, _ in builder.outputs:
        mask = masks.get(argument.name, 0)
        if not mask:  # of the thread index alone
            continue
        for other in [group for group in groups if group & mask]:
            groups.remove(other)
            mask |= other
        groups.append(mask)
    if len(groups) > 1:
        raise Unfit("two kernels in one")


def apart(builder: Builder, one: Iterable[Variable], other: Iterable[Variable]) -> bool:
    """Whether variables share nothing that was read."""
    masks = _masks(builder)
    left, right = (_mask_of(builder, masks, " ".join([v.expression.text for v in some])) for some in (one, other))
    return not left & right


def _masks(builder: Builder) -> dict[str, int]:
    """What each name stands for at the end of the body."""
    masks = dict.fromkeys((*RESERVED, *words(builder.index)), 0)
    for argument, _ in (*builder.inputs, *builder.parameters):
        if "int" in argument.dtype and (argument.kind == "scalar" or argument.fill == "index"):
            masks[argument.name] = 0
    outer: list[tuple[int, int]] = []
    for line in builder.lines:
        text = line.lstrip()
        depth = len(line) - len(text)
        while outer and outer[-1][0] >= depth:
            outer.pop()
        around = outer[-1][1] if outer else 0
        if text.startswith(_HEADERS):
            outer.append((depth, around | _mask_of(builder, masks, text)))
            continue
        target, assigns, value = text.partition("= ")
        if not assigns:
            continue
        mask = around | _mask_of(builder, masks, value)
        for name in words(target.partition("[")[0]):
            masks[name] = mask | masks.get(name, 0)
    return masks


def _mask_of(builder: Builder, masks: dict[str, int], text: str) -> int:
    mask = 0
    for word in words(text):
        if word not in masks:
            masks[word] = 1 << len(masks) if word in builder.names else 0
        mask |= masks[word]
    return mask
