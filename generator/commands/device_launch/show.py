"""Print a launch to the terminal; untrusted texts are escaped here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.commands.device_launch.answer import Launched, Output
from generator.emulation import Finding
from generator.escaping import one_line

ELEMENTS = 8
"""Most elements of an output that are shown."""


def show(found: Launched, console: Console) -> None:
    """Print trace, outputs, what the kernel printed, counts, traps, findings and notes."""
    _line(console, f"{found.kernel}: {where(found)}")
    if found.trace:
        console.print(_trace(found.trace))
    for output in found.outputs:
        _line(console, _output(output))
    for text in found.printed:
        _line(console, f"printed: {text}")
    for line, value in counts(found.counts):
        _line(console, f"{line}: {value}")
    for text in found.traps:
        _line(console, f"trapped: {text}")
    for finding in found.findings:
        _line(console, str(finding))
        _line(console, f"    {evidence(finding)}")
    for text in found.notes:
        _line(console, f"note: {text}")
    count = len(found.findings)
    _line(console, f"{count} findings" if count != 1 else "1 finding")


def where(found: Launched) -> str:
    """Grid, block and order of a launch in words."""
    grid, block = (" x ".join(map(str, each)) for each in (found.grid, found.block))
    return f"{grid} block{'' if grid == '1' else 's'} of {block} threads, {found.order} order"


def _line(console: Console, text: str) -> None:
    console.print(Text(one_line(text, 1_000)), soft_wrap=True)


def _output(output: Output) -> str:
    shape = ",".join(map(str, output.values.shape))
    changed = "" if output.changed else " (unchanged)"
    return f"{output.name}, {output.values.dtype}[{shape}]: {first_elements(output)}{changed}"


def first_elements(output: Output) -> str:
    """The first elements of an array, in one line."""
    values = output.values.reshape(-1)
    return " ".join(map(_element, values[:ELEMENTS])) + (" ..." if values.size > ELEMENTS else "")


def _element(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, np.floating) else str(value)


def counts(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each count as (name in words, value); a group of counts is one value."""
    for name, value in found.items():
        words = name.replace("_", " ")
        if isinstance(value, dict):
            yield words, ", ".join(f"{key} {_number(each)}" for key, each in value.items()) or "none"
        else:
            yield words, _number(value)


def _number(value: Any) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def evidence(finding: Finding) -> str:
    """The threads and addresses of a finding, in words."""
    parts = [f"{finding.count:,} threads"] if finding.count > 1 else []
    if finding.threads:
        parts.append("block.thread " + ", ".join(f"{each.block}.{each.thread}" for each in finding.threads))
    if finding.name:
        parts.append(f"{finding.space} {finding.name}")
    if finding.addresses:
        parts.append("bytes " + ", ".join(map(str, finding.addresses)))
    if finding.other_line:
        parts.append(f"the other access: line {finding.other_line}")
    if finding.volatile:
        parts.append("both accesses are volatile")
    return "; ".join(parts) or "no thread is named"


def _trace(steps: list[dict[str, Any]]) -> Table:
    table = Table("line", "instruction", "active", "register", "first lanes", title="trace", title_justify="left")
    for step in steps:
        registers = step["registers"] or [("", ())]
        for number, (name, values) in enumerate(registers):
            head = (step["line"], step["opcode"], step["active"]) if number == 0 else ("", "", "")
            shown = "  ".join(str(value) or "-" for value in values)
            table.add_row(*(Text(one_line(each, 120)) for each in (*head, name, shown)))
    return table
