"""Checks on the finished body: everything is read, and every stored value differs between threads."""

from __future__ import annotations

import re
from collections import Counter

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import INDENT, words

_ASSIGNED = re.compile(r"([A-Za-z_][\w.]*(?:, [\w.]+)*)(\[.*?\])? [-+*/]?= (.*)")
_NAMED = re.compile(r"^ *([A-Za-z_]\w*) = ", re.MULTILINE)
_CONDITION = re.compile(r"(?:if|elif|while) (.*):$")


def check_reads(builder: Builder) -> None:
    """Unfit when a local or an argument stands in no line but its own: it was taken and then not used."""
    text = "\n".join(builder.lines)
    counts = Counter(words(text))
    if 1 in map(counts.__getitem__, _NAMED.findall(text)):
        raise Unfit("computed and never read")
    for argument, _ in (*builder.inputs, *builder.parameters, *builder.outputs):
        if argument.name not in counts:
            raise Unfit("argument that is never read")


def check_threads(builder: Builder) -> None:
    """Unfit when an output gets the same value from every thread."""
    varying = set(words(builder.index))
    # Without loops, everything comes from elements of this thread or from scalars, of which variables know.
    if not varying or f"{INDENT}for " not in "\n".join(builder.lines):
        return
    written = {argument.name for argument, _ in builder.outputs}
    outer: list[tuple[int, bool]] = []
    for line in builder.lines:
        text = line.lstrip()
        depth = len(line) - len(text)
        while outer and outer[-1][0] >= depth:
            outer.pop()
        chosen = bool(outer) and outer[-1][1]
        if text.endswith(":"):
            if condition := _CONDITION.match(text):
                outer.append((depth, chosen or not varying.isdisjoint(words(condition[1]))))
        elif match := _ASSIGNED.match(text):
            target, place, value = match.groups()
            if chosen or not varying.isdisjoint(words(value)):
                varying.update([name.partition(".")[0] for name in target.split(", ")])
            elif place and target in written:
                raise Unfit("output that is the same for every thread")
