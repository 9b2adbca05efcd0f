"""Whether what a kernel stores belongs together: outputs that share no quantity are two kernels in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import RESERVED, words
from generator.synthesis.variable import Variable

_ATOMIC = re.compile(r"\batomic_|\] [+-]= ")
_KEYWORD = re.compile(r"\w+=(?=[^= ])")
_HEADER = re.compile(r"(?:if|elif|while|for \w+ in) ")


def check_connected(builder: Builder) -> None:
    """Unfit when no line leads from one output to another; those of atomics meet where they add."""
    if len(builder.outputs) < 2 or any(map(_ATOMIC.search, builder.lines)):
        return
    known = _quantities(builder)
    leaders: dict[str, str] = {}
    outer: list[tuple[int, list[str]]] = []
    for line in builder.lines:
        text = line.lstrip()
        depth = len(line) - len(text)
        while outer and outer[-1][0] >= depth:
            outer.pop()
        found = [word for word in words(_KEYWORD.sub("", text)) if word in known]
        if _HEADER.match(text):
            outer.append((depth, found))
        elif text.startswith("else"):
            continue
        else:
            _join(leaders, [*found, *(word for _, around in outer for word in around)])
    if len({_leader(leaders, argument.name) for argument, _ in builder.outputs}) > 1:
        raise Unfit("two kernels in one")


def apart(builder: Builder, one: Iterable[Variable], other: Iterable[Variable]) -> bool:
    """Whether variables share nothing that was read; what a loop made may hold anything."""
    left, right = ({word for v in some for word in _behind(builder, v)} for some in (one, other))
    return left.isdisjoint(right) and "" not in left | right


def _behind(builder: Builder, variable: Variable) -> set[str]:
    """What was read for a variable; "" where that is not known."""
    found: set[str] = set()
    unread = {*RESERVED, *builder.module_names, *words(builder.index)}
    pending = [variable.expression.text]
    while pending:
        text = pending.pop()
        for word in words(text):
            if word in builder.definitions:
                pending.append(builder.definitions[word])
            elif any(word == a.name for a, _ in (*builder.inputs, *builder.parameters)) or word in builder.prose:
                found.add(word)
            elif word in builder.names and word not in unread:
                found.add("")
    return found


def _quantities(builder: Builder) -> set[str]:
    """Names that hold more than whole numbers: floats, vectors, structs, and what is made of them."""
    whole = {a.name for a, _ in (*builder.inputs, *builder.parameters) if "int" in a.dtype}
    return set(builder.names) - whole - set(words(builder.index)) - RESERVED


def _join(leaders: dict[str, str], names: Sequence[str]) -> None:
    for name in names[1:]:
        leaders[_leader(leaders, name)] = _leader(leaders, names[0])


def _leader(leaders: dict[str, str], name: str) -> str:
    while name in leaders and leaders[name] != name:
        name = leaders[name]
    return name
