"""One true sentence about a kernel: its docstring."""

from __future__ import annotations

from generator.synthesis.builder import Builder


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
        if " of " in phrase and not any(f" {name} " in f" {phrase} " for name in computed):
            return f"using {phrase}"
    return ""
