"""What a kernel is called by what it does: a verb that follows from what its first output was made by."""

from __future__ import annotations

import re

from generator.synthesis.builder import Builder

Verbs = tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]
NEUTRAL = ("compute", "evaluate", "derive")
"""Verbs that are true of everything."""


def verbs(**table: str) -> Verbs:
    """Verbs, each with a pattern of how the text begins that it is true of: ``blend=r"wp\\.lerp\\("``."""
    found: dict[str, list[str]] = {}
    for verb, pattern in table.items():
        found.setdefault(pattern, []).append(verb)
    return tuple((re.compile(pattern), tuple(options)) for pattern, options in found.items())


def verb_of(builder: Builder, table: Verbs, neutral: tuple[str, ...] = NEUTRAL) -> str:
    """The verb of the first output: of the first line of the table that its text matches, or else a neutral one."""
    text = stored(builder)
    for pattern, options in table:
        if pattern.match(text):
            return builder.random.pick(options)
    return builder.random.pick(neutral)


def stored(builder: Builder) -> str:
    """What is stored in the first output: for a local, what was assigned to it."""
    start = f"{builder.outputs[0][0].name}["
    for line in builder.lines:
        if line.lstrip().startswith(start):
            text = line.partition(" = ")[2]
            return builder.definitions.get(text, text)
    return ""
