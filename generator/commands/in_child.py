"""What a child process does for ``lower`` and ``compare``: it imports the user's file. JSON in, JSON out."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path
from typing import Any

from generator.commands.console import import_quietly
from generator.lowering.comparison.side_by_side import sections
from generator.lowering.user_kernels.api import LoweredKernel, lower
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.warp_backend import Lowered


def lower_file(request: dict[str, Any]) -> dict[str, Any]:
    """``{"kernels": [...], "rows": [...], "refused": [...]}``; rows where ``as_rows`` asks for them, else texts."""
    found, refused = _lowered(request)
    rows = _rows(found) if request["as_rows"] and found else []
    kernels = [{name: getattr(kernel, name) for name in ("file", "line", "label")} for kernel in found]
    texts = [{name: text for name, text in kernel.code.items() if isinstance(text, str) and text} for kernel in found]
    shown = [about | {"code": code} for about, code in zip(kernels, texts, strict=True)]
    return {"kernels": [] if request["as_rows"] else shown, "rows": rows, "refused": refused}


def _rows(found: list[LoweredKernel]) -> list[dict[str, Any]]:
    # Synthesizer and Arrow take 0.3 s to import, a third of a run that prints text.
    from generator.dataset.given import given_rows

    return given_rows(found)


def compare_file(request: dict[str, Any]) -> dict[str, Any]:
    """``{"kernels": [(label, [(title, lines)])], "refused": [...]}``, lines as the fields of ``Line``."""
    found, refused = _lowered(request)
    kernels = [
        (one.label, [(s.title, [astuple(line) for line in s.lines]) for s in sections(Lowered(**one.code))])
        for one in found
    ]
    return {"kernels": kernels, "refused": refused}


def _lowered(request: dict[str, Any]) -> tuple[list[LoweredKernel], list[str]]:
    import_quietly()
    refused: list[UserError] = []
    try:
        found = lower(Path(request.pop("file")), refused=refused.append, **request)
    except UserError as error:
        refused.append(error)
        found = []
    return found, [str(error) for error in refused]
