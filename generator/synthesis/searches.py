"""Searches: helpers with ``while``, ``break``, ``continue`` or early return that give an index, and a read there.

The index is an integer, so that no derivative flows through the search; inside a helper Warp's adjoint runs it again.
"""

from __future__ import annotations

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression
from generator.synthesis.inputs import quantity, size_parameter
from generator.synthesis.motifs.motif import readable
from generator.synthesis.page import INDENT
from generator.synthesis.samples import varies

FORMS = {
    "while": (
        "Index of the first entry that is not below the value, or of the last one.",
        (
            "{k} = int(0)",
            "while {k} < {n} - 1 and {table}[{k}] < {value}:",
            "    {k} += 1",
            "return {k}",
        ),
    ),
    "break": (
        "Index of the first entry above the value, or of the last one.",
        (
            "{k} = int({n} - 1)",
            "for {j} in range({n}):",
            "    if {table}[{j}] > {value}:",
            "        {k} = {j}",
            "        break",
            "return {k}",
        ),
    ),
    "continue": (
        "Index of the last entry that is not above the value, or of the first one.",
        (
            "{k} = int(0)",
            "for {j} in range({n}):",
            "    if {table}[{j}] > {value}:",
            "        continue",
            "    {k} = {j}",
            "return {k}",
        ),
    ),
    "nearest": (
        "Index of the entry that is nearest to the value.",
        (
            "{k} = int(0)",
            "{best} = wp.abs({table}[0] - {value})",
            "for {j} in range(1, {n}):",
            "    {gap} = wp.abs({table}[{j}] - {value})",
            "    if {gap} < {best}:",
            "        {best} = {gap}",
            "        {k} = {j}",
            "return {k}",
        ),
    ),
    "return": (
        "Index of the first entry that exceeds the value, or of the last one.",
        (
            "for {j} in range({n}):",
            "    if {table}[{j}] > {value}:",
            "        return {j}",
            "return {n} - 1",
        ),
    ),
}


def _middle(value: Expression) -> tuple[float, float]:
    """Where most of the samples lie: a table over it has entries on both sides of them."""
    ordered = sorted(value.samples)
    return ordered[1], ordered[-2]


def search_step(builder: Builder) -> str:
    """Look a value up in a table by a helper, and read a second table there."""
    random = builder.random
    kind = random.pick((*FORMS, "bound"))
    if kind == "bound":
        return lower_bound_step(builder)
    doc, lines = FORMS[kind]
    length = random.between(6, 14)
    value = builder.take("F", (), lambda e: not e.rough and varies(e.samples))
    name = builder.module_name(*random.shuffled(("find_entry", "locate", "lookup_index", "search_table")))
    words = {
        w: builder.name(w, f"{w}_local") for w in ("entries", "value", "length", "slot", "candidate", "best", "gap")
    }
    renamed = {
        "k": words["slot"], "n": words["length"], "table": words["entries"], "value": words["value"],
        "j": words["candidate"], "best": words["best"], "gap": words["gap"],
    }  # fmt: skip
    array = builder.array_type("F")
    header = f"def {name}({words['entries']}: {array}, {words['value']}: {builder.spell('F')}, {words['length']}: int):"
    text = [f"@wp.func\n{header}", f'{INDENT}"""{doc}"""', *(INDENT + line.format(**renamed) for line in lines)]
    builder.functions.append("\n".join(text))
    keys = builder.name("breakpoints", "knots", "edges")
    builder.array(keys, "F", (length,), INPUT, "sorted", *_middle(value))
    values, low, high = quantity(builder, "F")
    builder.array(values, "F", (length,), INPUT, "uniform", low, high)
    bound = size_parameter(builder, length)
    slot = builder.name("entry", "bin_index")
    builder.emit(f"{slot} = {name}({keys}, {value}, {bound})")
    result = Expression(builder, f"{values}[{slot}]", "F", low, high)
    builder.assign(
        ("looked_up", "table_value"), result, f"the {values.replace('_', ' ')} found for {readable(value)} by {keys}"
    )
    return f"looking {values.replace('_', ' ')} up in a table"


def lower_bound_step(builder: Builder) -> str:
    """The same with Warp's own binary search."""
    length = builder.random.between(6, 14)
    value = builder.take("F", (), lambda e: not e.rough and varies(e.samples))
    keys = builder.name("breakpoints", "knots", "edges")
    builder.array(keys, "F", (length,), INPUT, "sorted", *_middle(value))
    values, low, high = quantity(builder, "F")
    builder.array(values, "F", (length,), INPUT, "uniform", low, high)
    bound = size_parameter(builder, length)
    slot = builder.name("entry", "bin_index")
    builder.emit(f"{slot} = wp.min(wp.lower_bound({keys}, {value}), {bound} - 1)")
    result = Expression(builder, f"{values}[{slot}]", "F", low, high)
    builder.assign(
        ("looked_up", "table_value"), result, f"the {values.replace('_', ' ')} found for {readable(value)} by {keys}"
    )
    return f"looking {values.replace('_', ' ')} up in a table by binary search"
