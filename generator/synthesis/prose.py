"""What is said of a kernel: its docstring, its steps, and names that tell what a value is."""

from __future__ import annotations

import re

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression

_CAST_LITERAL = re.compile(r"wp\.float(?:16|64)\((-?[\d.e-]+)\)")
_TERM = re.compile(r"wp\.|[A-Za-z_]\w*(?:\[[^\[\]]*(?:\[[^\[\]]*\])?[^\[\]]*\])?")
_OPERATOR_NAMES = {
    "+": ("summed", "sum_term", "added"),
    "-": ("remainder", "net_value", "shortfall"),
    "*": ("multiplied", "scaled_term", "weighted_value"),
    "/": ("divided", "per_unit", "normalized_term"),
}
_VECTOR_NAMES = {
    "+": ("summed_vector", "shifted_vector"),
    "-": ("relative_vector", "offset_by"),
    "*": ("scaled_copy", "weighted_copy"),
    "/": ("shrunk", "normalized_copy"),
}


def formula(value: Expression) -> str:
    """The expression with whole names for what was loaded: ``d * wp.cos(c)`` is "`density * cos(color_index)`"."""
    known = value.builder.prose

    def told(match: re.Match[str]) -> str:
        return "" if match[0] == "wp." else known.get(match[0], match[0]).replace(" ", "_")

    return f"`{_TERM.sub(told, _CAST_LITERAL.sub(lambda literal: literal[1], value.text))}`"


def names_for(value: Expression) -> tuple[str, ...]:
    """Names for a grown value, after what stands at its head: ``cos_term``, ``summed``."""
    if value.type != "F":
        return _VECTOR_NAMES.get(value.head) or (f"{value.head}_vector" if value.head.isidentifier() else "composed",)
    return _OPERATOR_NAMES.get(value.head) or (
        tuple(f"{value.head}_{word}" for word in ("term", "part", "value")) if value.head.isidentifier() else ("term",)
    )


def listed(items: list[str]) -> str:
    """ "a, b and c"."""
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def purpose_of(builder: Builder, how: str = "") -> str:
    """What is computed, from what, for what; ``how`` names the control flow."""
    outputs = listed([a.name.replace("_", " ") for a, _ in builder.outputs])
    inputs = [a.name.replace("_", " ") for a, _ in builder.inputs if a.fill != "index"]
    sources = f" from {listed(inputs[:3])}" if inputs else ""
    text = f"Compute {outputs}{sources} for each {builder.theme.element}"
    detail = how or _detail(builder)
    return f"{text}, {detail}." if detail else text + "."


def _detail(builder: Builder) -> str:
    """The first step that speaks of inputs alone."""
    computed = {name.replace("_", " ") for name, _ in builder.steps}
    for _, phrase in builder.steps:
        if " of " in phrase and not any(re.search(rf"\b{name}\b", phrase.replace("_", " ")) for name in computed):
            return f"using {phrase}"
    return ""
