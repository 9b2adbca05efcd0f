"""A check on the finished body: everything is read."""

from __future__ import annotations

import re
from collections import Counter

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import words

_NAMED = re.compile(r"^ *([A-Za-z_]\w*) = ", re.MULTILINE)


def check_reads(builder: Builder) -> None:
    """Unfit when a local or an argument stands in no line but its own: it was taken and then not used."""
    text = "\n".join(builder.lines)
    counts = Counter(words(text))
    if 1 in map(counts.__getitem__, _NAMED.findall(text)):
        raise Unfit("computed and never read")
    for argument, _ in (*builder.inputs, *builder.parameters, *builder.outputs):
        if argument.name not in counts:
            raise Unfit("argument that is never read")
