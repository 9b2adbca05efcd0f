"""The child's work for ``lower`` and ``compare``: import the user's file and lower it. JSON in, JSON out."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path
from typing import Any

from generator.lowering.comparison.side_by_side import sections
from generator.lowering.native_output import silence_warp
from generator.lowering.user_kernels.api import LoweredKernel, lower
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.warp_backend import Lowered


def lower_file(request: dict[str, Any]) -> dict[str, Any]:
    """``{"rows": [...], "refused": [...]}`` if the request says ``as_rows``, else ``texts`` in place of ``rows``.

    A text is (file, line, label of the kernel, column, code).
    """
    found, refused = _lowered(request)
    if request["as_rows"]:
        return {"rows": _rows(found) if found else [], "refused": refused}
    texts = [
        (kernel.file, kernel.line, kernel.label, column, code)
        for kernel in found
        for column, code in kernel.code.items()
        if isinstance(code, str) and code
    ]
    return {"texts": texts, "refused": refused}


def _rows(found: list[LoweredKernel]) -> list[dict[str, Any]]:
    # Synthesizer and Arrow take 0.3 s to import, a third of a run that prints text.
    from generator.dataset.given_rows import given_rows

    return given_rows(found)


def compare_file(request: dict[str, Any]) -> dict[str, Any]:
    """``{"kernels": [(label, [(title, lines)])], "refused": [...]}``; a line is the fields of a ``Line``."""
    found, refused = _lowered(request)
    kernels = [
        (one.label, [(s.title, [astuple(line) for line in s.lines]) for s in sections(Lowered(**one.code))])
        for one in found
    ]
    return {"kernels": kernels, "refused": refused}


def _lowered(request: dict[str, Any]) -> tuple[list[LoweredKernel], list[str]]:
    silence_warp()
    refused: list[UserError] = []
    try:
        found = lower(Path(request.pop("file")), refused=refused.append, **request)
    except UserError as error:
        refused.append(error)
        found = []
    return found, [str(error) for error in refused]
