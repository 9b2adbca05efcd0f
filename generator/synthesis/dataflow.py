"""Checks on the finished body: everything is read, and every stored value differs between threads."""

from __future__ import annotations

import re
from collections import Counter

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit

_WORD = re.compile(r"[A-Za-z_]\w*")
_ASSIGNED = re.compile(r"([A-Za-z_][\w., ]*?)(\[.*?\])? [-+*/]?= (.*)")
_CONDITION = re.compile(r"(?:if|elif|while) (.*):$")


def check_reads(builder: Builder) -> None:
    """Unfit when a local or an argument stands in no line but its own: it was taken and then not used."""
    words = Counter(_WORD.findall("\n".join(builder.lines)))
    for line in builder.lines:
        name, assigned, _ = line.partition(" = ")
        if assigned and words[name.strip()] < 2 and name.strip().isidentifier():
            raise Unfit("computed and never read")
    for argument, _ in (*builder.inputs, *builder.parameters, *builder.outputs):
        if argument.name not in words:
            raise Unfit("argument that is never read")


def check_threads(builder: Builder) -> None:
    """Unfit when an output gets the same value from every thread."""
    varying = set(_WORD.findall(builder.index))
    # Without loops, everything comes from elements of this thread or from scalars, of which variables know.
    if not varying or not any(line.lstrip().startswith("for ") for line in builder.lines):
        return
    written = {argument.name for argument, _ in builder.outputs}
    outer: list[tuple[int, bool]] = []
    for line in builder.lines:
        text = line.lstrip()
        depth = len(line) - len(text)
        while outer and outer[-1][0] >= depth:
            outer.pop()
        chosen = any(differs for _, differs in outer)
        if condition := _CONDITION.match(text):
            outer.append((depth, not varying.isdisjoint(_WORD.findall(condition[1]))))
        elif match := _ASSIGNED.match(text):
            target, place, value = match.groups()
            if chosen or not varying.isdisjoint(_WORD.findall(value)):
                varying.update(name.split(".")[0] for name in target.split(", "))
            elif place and target in written:
                raise Unfit("output that is the same for every thread")
