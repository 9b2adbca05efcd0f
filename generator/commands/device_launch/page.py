"""One launch as an HTML page: findings, a map of accesses to each allocation, and active lanes line by line."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from generator.commands.device_launch.answer import Launched
from generator.commands.device_launch.show import counts, evidence, first_elements, where
from generator.emulation import Finding
from generator.escaping import one_line
from generator.production.report.page import content_security_policy

FOLDER = Path(__file__).parent

MOST_CELLS = 256
"""Most cells of an allocation's map."""

MOST_LINES = 3_000
"""Most lines of PTX that the page lists."""

KINDS = {
    "untouched": "never touched",
    "read": "read",
    "written": "written",
    "both": "read and written",
    "atomic": "by atomics",
}
"""Class of a cell of the map -> what it means."""


def page(found: Launched, title: str) -> str:
    """The page's HTML: self-contained, without scripts, and with every text escaped."""
    threads = math.prod(found.grid) * math.prod(found.block)
    words: dict[str, Any] = {
        "title": one_line(title),
        "policy": content_security_policy(),
        "style": Markup((FOLDER / "page.css").read_text(encoding="utf-8")),
        "kernel": one_line(found.kernel),
        "where": one_line(where(found)),
        "findings": [_finding(each) for each in found.findings],
        "notes": [one_line(text) for text in found.notes],
        "traps": [one_line(text) for text in found.traps],
        "outputs": [(one_line(each.name), first_elements(each), each.changed) for each in found.outputs],
        "counts": [(one_line(name), one_line(value)) for name, value in counts(found.counts)],
        "memory": [_map(each, found.findings) for each in found.memory],
        "kinds": KINDS,
        "lines": [_line(each, threads) for each in found.lines[:MOST_LINES]],
        "left_out": max(len(found.lines) - MOST_LINES, 0),
        "faults": {finding.line for finding in found.findings} | {finding.other_line for finding in found.findings},
    }
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=True, trim_blocks=True)
    return environment.from_string((FOLDER / "page.html").read_text(encoding="utf-8")).render(words)


def _finding(finding: Finding) -> dict[str, Any]:
    texts = {name: one_line(getattr(finding, name)) for name in ("kind", "message", "source")}
    return texts | {"line": finding.line, "evidence": one_line(evidence(finding), 1_000)}


def _map(allocation: dict[str, Any], findings: tuple[Finding, ...]) -> dict[str, Any]:
    """An allocation's name and its cells as (class, faulty, words); a cell is faulty where a finding names it."""
    size, wide = int(allocation["size"]), max(int(allocation["cell_bytes"]), 1)
    name = str(allocation["name"])
    cells = {int(cell["offset"]) // wide: cell for cell in allocation["cells"]}
    faults = {address // wide for each in findings if each.name == name for address in each.addresses}
    shown = [
        (_kind(cells.get(place)), place in faults, _words(place * wide, wide, cells.get(place)))
        for place in range(min(-(-size // wide), MOST_CELLS))
    ]
    heading = f"{one_line(allocation['space'])}, {size:,} bytes, {wide} a cell"
    outside = sum(1 for each in findings if each.name == name and any(not 0 <= a < size for a in each.addresses))
    return {"name": one_line(name), "heading": heading, "cells": shown, "outside": outside}


def _kind(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return "untouched"
    if cell["atomics"]:
        return "atomic"
    if cell["reads"] and cell["writes"]:
        return "both"
    return "written" if cell["writes"] else "read"


def _words(offset: int, wide: int, cell: dict[str, Any] | None) -> str:
    where = f"bytes {offset}-{offset + wide - 1}"
    if cell is None:
        return f"{where}: never touched"
    touches = ", ".join(f"{int(cell[kind])} {kind}" for kind in ("reads", "writes", "atomics") if cell[kind])
    first, last = int(cell["first_thread"]), int(cell["last_thread"])
    return f"{where}: {touches}, by thread {first}" + (f" to {last}" if last > first else "")


def _line(used: dict[str, Any], threads: int) -> dict[str, Any]:
    issues, lanes = int(used["issues"]), int(used["lanes"])
    share = lanes / (issues * threads) if issues else 0.0
    texts = {name: one_line(" ".join(str(used[name]).split()), 160) for name in ("source", "text")}
    return texts | {"number": int(used["line"]), "issues": issues, "percent": round(100 * share)}
