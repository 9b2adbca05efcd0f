"""How a helper leaves, and what it is called: after its last step, or after the two that it joins."""

from __future__ import annotations

import re

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.page import INDENT, LONGEST_LINE
from generator.synthesis.whole_words import says

BETWEEN = {"+": "plus", "-": "less", "*": "times", "/": "over", "max": "or", "min": "or"}
BEFORE = {"+": "raised", "-": "reduced", "*": "scaled", "/": "relative", "max": "raised", "min": "limited"}
"""Words for a join of two steps, and of a step with an argument."""
LONGEST_NAME = 26
_RENAMED = re.compile(r"wp\.\w+\([a-z]\w*(?:, [a-z]\w*)*\)")
_INNER = re.compile(r"`| after a shift")
FALLBACK = ("response", "profile", "weighting", "interaction")


def leave(builder: Builder, value: Expression) -> list[str]:
    """``return value``, a local that has no other use by what was assigned to it; names for the helper."""
    start = f"{INDENT * builder.depth}{value.text}"
    name, _, text = builder.lines[-1].partition(" = ")
    known = [v for v in builder.variables if v.expression is value]
    folds = bool(known) and name == start and known[0].uses == 1 and builder.definitions.get(value.text) == text
    names = _names(builder, value)
    if folds and len(builder.lines) == 1 and _RENAMED.fullmatch(text):
        raise Unfit("helper that only renames a built-in")
    if folds and len(f"return {text}") <= LONGEST_LINE:
        builder.lines[-1] = f"{INDENT * builder.depth}return {text}"
        return names
    builder.emit(f"return {value}")
    return [name for name in names if name not in builder.names]


def _names(builder: Builder, value: Expression) -> list[str]:
    labels = [name for name, _ in builder.steps]
    if not value.head:
        # What is done to a formula, as in a cube root of `abs(a) + 1.0`, is not what the name alone says.
        whole = labels == [value.text] and not _INNER.search(builder.steps[0][1])
        plain = [value.text] if whole else []
        return [*plain, *_curves(value.text)] if value.text in labels else []
    parts = [label for label in labels if says(value.text, label)]
    parts.sort(key=value.text.find)
    if not parts:
        return []
    joined = f"{parts[0]}_{BETWEEN.get(value.head, 'and')}_{parts[-1]}"
    if len(parts) == 2 and len(joined) <= LONGEST_NAME and _joins(value, parts[0], parts[-1]):
        return [joined, *_curves(parts[0])]
    before = BEFORE.get(value.head, "combined")
    once = [] if before in parts[0].split("_") else [f"{before}_{parts[0]}"]
    return [*once, *_curves(parts[0])]


def _joins(value: Expression, first: str, last: str) -> bool:
    """Whether the head joins just these two, each with a factor at the most."""
    if value.head not in BEFORE or value.head.isalpha():
        return True
    between = rf" {re.escape(value.head)} "
    return re.fullmatch(rf"(?:\S+ \* )?{first}{between}(?:\S+ \* )?{last}", value.text) is not None


def _curves(name: str) -> list[str]:
    return [f"{name}_{word}" for word in ("curve", "response") if not name.endswith(word)]


def helper_name(builder: Builder, names: list[str], piecewise: bool = False) -> str:
    """The first of the names that is free in the module, in the kernel and in the helpers before."""
    if piecewise:
        names = [f"piecewise_{name.removesuffix('_curve').removesuffix('_response')}" for name in names]
    free = [name for name in names if not any(f" {name} = " in function for function in builder.functions)]
    return builder.module_name(*free, *builder.random.shuffled(FALLBACK))
