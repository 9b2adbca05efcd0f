"""Checks on the finished body: everything is read, and no two names get the same work."""

from __future__ import annotations

import re

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import INDENT, words

_WORK = re.compile(rf"^{INDENT}\w+ = (?!.*(?:rand|state|rng))(.* .*)$", re.MULTILINE)


def check_dataflow(builder: Builder) -> None:
    """Unfit when a local or an argument stands nowhere but where it gets its value, or two locals get the same one.

    It was taken and then not used; two texts became one when what they share got a name.
    """
    assigned, made, elsewhere = [], [], []
    for line in builder.lines:
        name, assigns, value = line.partition(" = ")
        if assigns:
            made.append(value)
            if (name := name.lstrip()).isidentifier():
                assigned.append(name)
                line = value
        elsewhere.append(line)
    read = set(words("\n".join(elsewhere)))
    if not read.issuperset(assigned):
        raise Unfit("computed and never read")
    for argument, _ in (*builder.inputs, *builder.parameters, *builder.outputs):
        if argument.name not in read:
            raise Unfit("argument that is never read")
    if len(set(made)) < len(made):
        found = _WORK.findall("\n".join(builder.lines))
        if len(set(found)) < len(found):
            raise Unfit("computed twice")
