"""A finished kernel, and how one is assembled from a builder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress

from generator.launch import Argument, Launch
from generator.synthesis.builder import Builder
from generator.synthesis.page import INDENT, wrapped
from generator.synthesis.prose import NUMBERS

DOC_WIDTH = 108
MOST_STEPS = 10
"""How many steps a description tells."""
_WORD = re.compile(r"[A-Za-z_]\w*")
_USING = re.compile(r", using .*$")
_DETAIL = re.compile(r", (?:using|depending on whether) (.*)\.$")
_SOURCES = re.compile(r" from (.*?)(?= for each \w+[,.])")


class Rejected(Exception):
    """This key gives no good kernel: an expected outcome, counted by reason."""


@dataclass(frozen=True)
class Candidate:
    """A complete source text with one kernel, and what is known of it."""

    source: str
    kernel_name: str
    category: str
    description: str
    launch: Launch


def assemble(builder: Builder, category: str, name: str, purpose: str) -> Candidate:
    """Write the source: imports, constants and functions, signature, docstring, body."""
    ordered = _signature(builder)
    doc = _docstring(purpose)
    parts = ["import warp as wp\n"]
    if constants := _used_constants(builder):
        parts.append("\n" + "\n".join(constants) + "\n")
    for function in builder.functions:
        parts.append(f"\n\n{function}\n")
    header = _header(name, ordered)
    parts.append(f'\n\n@wp.kernel\n{header}\n{INDENT}"""{doc}"""\n' + "\n".join(builder.lines) + "\n")
    launch = Launch(tuple(a for a, _ in ordered), builder.dim, builder.block_dim, builder.not_differentiable)
    return Candidate("".join(parts), name, category, _description(builder, purpose), launch)


def _used_constants(builder: Builder) -> list[str]:
    """The module's constants, less those of expressions that were thrown away."""
    if not builder.preamble:
        return []
    words = set(_WORD.findall("\n".join([*builder.lines, *builder.functions])))
    return [line for line in builder.preamble if line.partition(" = ")[0] in words]


def _signature(builder: Builder) -> list[tuple[Argument, str]]:
    """Arrays that are read, then scalars, then what is written; a third of the kernels take scalars first."""
    if builder.random.chance(0.33):
        return [*builder.parameters, *builder.inputs, *builder.outputs]
    return [*builder.inputs, *builder.parameters, *builder.outputs]


def _header(name: str, arguments: list[tuple[Argument, str]]) -> str:
    written = [f"{a.name}: {spelling}" for a, spelling in arguments]
    line = f"def {name}({', '.join(written)}):"
    if len(line) <= 100:
        return line
    return f"def {name}(\n" + "".join(f"{INDENT}{item},\n" for item in written) + "):"


def _docstring(purpose: str) -> str:
    """The purpose on one line, without a step, and the inputs counted, where it does not fit; wrapped if need be."""
    text = purpose if len(purpose) <= DOC_WIDTH else _USING.sub(".", purpose)
    text = text if len(text) <= DOC_WIDTH else _SOURCES.sub(_counted, text)
    if len(text) <= DOC_WIDTH:
        return text
    return wrapped(text, DOC_WIDTH)


def _counted(sources: re.Match[str]) -> str:
    names = re.split(", | and ", sources[1])
    return f" from {NUMBERS[len(names)]} inputs" if len(names) > 1 else sources[0]


def _shown(builder: Builder) -> list[str]:
    """The steps that are told: where there are too many, less the last ones that no output is told by."""
    told = [f"{name} {'are' if ' and ' in name else 'is'} {phrase}" for name, phrase in builder.steps]
    if len(told) <= MOST_STEPS:
        return told
    outputs = {argument.name for argument, _ in builder.outputs}
    gives = [name in outputs for name, _ in builder.steps]
    stored = list(compress(told, gives))
    named = [any(name.replace("_", " ") in text.replace("_", " ") for text in stored) for name, _ in builder.steps]
    others = sorted(range(len(told)), key=lambda place: (gives[place], not named[place], place))
    asked = sum(name and not give for name, give in zip(named, gives, strict=True))
    kept = sorted(others[: max(1, asked, MOST_STEPS - sum(gives))])
    if len(kept) + len(stored) >= len(told):
        return told
    return [*[told[place] for place in kept], "and so on", *stored]


def _description(builder: Builder, purpose: str) -> str:
    text = purpose
    if told := "; ".join(_shown(builder)):
        detail = _DETAIL.search(purpose)
        text = f"{purpose[: detail.start()]}." if detail and detail[1] in told else purpose
        text += f" Here {told}."
    if builder.remarks:
        text += " " + " ".join(builder.remarks)
    return text
