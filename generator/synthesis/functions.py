"""Local helpers: ``@wp.func`` with typed arguments, grown from motifs like a kernel's body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from generator.synthesis.branches import arm_value
from generator.synthesis.builder import Builder
from generator.synthesis.conditions import comparison
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import gather
from generator.synthesis.helper_names import helper_name, leave
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.page import INDENT, LONGEST_LINE, RESERVED, wrapped
from generator.synthesis.prose import listed, returned
from generator.synthesis.samples import Samples
from generator.synthesis.sharing import shared
from generator.synthesis.types import VECTORS

LONGEST_CALLED = 22
"""Letters of a helper's name up to which its result is called after it."""
PARAMETERS = {"F": ("a", "b", "c", "d"), "V2": ("p", "q", "r"), "V3": ("p", "q", "r"), "V4": ("p", "q", "r")}


@dataclass(frozen=True)
class Helper:
    """A defined function: name, argument types, result type and interval."""

    name: str
    arguments: tuple[str, ...]
    result: str
    low: float
    high: float
    samples: Samples
    rough: bool
    made_by: str = ""
    """What stands at the head of what it returns."""

    def __call__(self, *operands: Expression) -> Expression:
        """The call, as an expression."""
        text = f"{self.name}({', '.join(o.text for o in operands)})"
        builder = operands[0].builder
        called = Expression(
            builder, text, self.result, self.low, self.high, head=self.name, samples=self.samples, rough=self.rough
        )
        called.made_by = self.made_by or self.name
        return called


@contextmanager
def body(builder: Builder) -> Iterator[None]:
    """A fresh scope and fresh lines, in which only names of the module are taken."""
    fresh: dict[str, Any] = {
        "lines": [], "depth": 1, "arms": {}, "variables": [], "steps": [], "remarks": [], "prose": {}, "index": "",
        "crossed": {}, "sources": {}, "pairs": set(), "definitions": {},
        "names": dict.fromkeys((*RESERVED, *builder.module_names)),
    }  # fmt: skip
    outer = {attribute: getattr(builder, attribute) for attribute in fresh}
    for attribute, value in fresh.items():
        setattr(builder, attribute, value)
    try:
        yield
    finally:
        for attribute, value in outer.items():
            setattr(builder, attribute, value)
        builder.names.update(builder.module_names)


def define_parameters(builder: Builder, operands: Sequence[Expression]) -> list[str]:
    """Bring a function's parameters into scope; their declarations."""
    written = []
    for expression in operands:
        parameter = builder.name(*PARAMETERS[expression.type])
        defined = builder.define(
            parameter,
            expression.type,
            expression.low,
            expression.high,
            samples=expression.samples,
            rough=expression.rough,
        )
        defined.expression.unit = expression.unit
        written.append(f"{parameter}: {builder.spell(expression.type)}")
    return written


def function_lines(builder: Builder, parameters: Sequence[str], doc: str) -> str:
    """The source after the name of a function whose body is in ``builder.lines``."""
    if len(doc) + 10 > LONGEST_LINE:
        doc = wrapped(doc, LONGEST_LINE - 10)
    return "\n".join([f"({', '.join(parameters)}):", f'{INDENT}"""{doc}"""', *shared(builder)])


def add_function(builder: Builder, names: list[str], lines: str, piecewise: bool = False) -> str:
    """Write a finished function under the first name that is free; the name."""
    name = helper_name(builder, names, piecewise)
    builder.functions.append(f"@wp.func\ndef {name}{lines}")
    return name


def told_of(name: str, doc: str) -> str:
    """What a helper's docstring says, as a remark on the kernel."""
    return doc.replace("Return", f"`{name}` returns", 1)


def helper(builder: Builder, operands: Sequence[Expression], steps: int, branch: float = 0.3) -> Helper:
    """Define a float function of the operands' types, valid over their intervals."""
    random = builder.random
    with body(builder):
        written = define_parameters(builder, operands)
        vector = next((e.type for e in operands if e.type in VECTORS), None)
        for _ in range(steps):
            with_vectors = vector is not None and random.chance(0.7)
            apply_motif(builder, VECTOR_MOTIFS[vector]["any"] if with_vectors and vector else SCALAR_MOTIFS["any"])
        low, high = float("inf"), -float("inf")
        told = ""
        leaving: tuple[Samples, Samples] | None = None
        if random.chance(branch) and any(v.type == "F" for v in builder.variables):
            condition, reason = comparison(builder)
            builder.arm(map(bool, condition.samples))
            with builder.block(f"if {condition}:"):
                early, phrase = arm_value(builder)
                told = f"{phrase} if {reason}, else "
                builder.emit(f"return {early}")
                low, high = early.low, early.high
                leaving = condition.samples, early.samples
        value = gather(builder, builder.unread() or builder.variables[-1:])
        doc = returned(builder, value, told)
        names = leave(builder, value)
        finished = function_lines(builder, written, doc)
        samples = value.samples
        if leaving is not None:
            samples = tuple([e if left else v for left, e, v in zip(*leaving, samples, strict=True)])
    name = add_function(builder, names, finished, leaving is not None)
    builder.remarks.append(told_of(name, doc))
    return Helper(
        name,
        tuple(e.type for e in operands),
        "F",
        min(low, value.low),
        max(high, value.high),
        samples,
        value.rough,
        value.made_by,
    )


def call_helper(builder: Builder, steps: int, branch: float = 0.3) -> None:
    """Define a helper of two or three variables in scope and assign its value."""
    random = builder.random
    operands: list[Expression] = []
    types = [t for t in ("F", "F", *VECTORS) if builder.of_type(t)]
    for _ in range(random.between(2, 3)):
        try:
            operands.append(builder.take(random.pick(types), operands, lambda e: e.largest() <= 50.0))
        except Unfit:
            continue
    if not operands:
        raise Unfit("nothing to pass to a helper")
    used = helper(builder, operands, steps, branch)
    named = listed([readable(o) for o in operands])
    told = f"what `{used.name}` returns for {named}"
    names = (f"{used.name}_result",) if len(used.name) <= LONGEST_CALLED else ("shaped", "profiled")
    builder.assign((*names, "helper_result"), used(*operands), told)
