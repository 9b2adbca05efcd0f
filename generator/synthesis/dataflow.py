"""A check on the finished body: everything is read."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import words


def check_reads(builder: Builder) -> None:
    """Unfit when a local or an argument stands nowhere but where it gets its value: it was taken and then not used."""
    assigned, elsewhere = [], []
    for line in builder.lines:
        name, assigns, value = line.partition(" = ")
        if assigns and (name := name.lstrip()).isidentifier():
            assigned.append(name)
            elsewhere.append(value)
        else:
            elsewhere.append(line)
    read = set(words("\n".join(elsewhere)))
    if not read.issuperset(assigned):
        raise Unfit("computed and never read")
    for argument, _ in (*builder.inputs, *builder.parameters, *builder.outputs):
        if argument.name not in read:
            raise Unfit("argument that is never read")
