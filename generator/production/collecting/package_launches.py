"""Launches of kernels in a package's own text: parsed, never run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from generator.isolation.parsing import NotParsed, parse
from generator.production.collecting.places import source_modules
from generator.verification.launch_guess.written_launch import WrittenLaunch

MOST = 4
"""Most launches of one kernel that are kept."""

LONGEST = 200
"""Longest text of an argument that is kept, in letters: a longer one names no size."""

LAUNCHES = ("launch", "launch_tiled")


def package_launches(root: Path) -> dict[str, list[dict[str, Any]]]:
    """Name of a kernel -> its first launches in the files below ``root``, in order: `WrittenLaunch` as JSON."""
    found: dict[str, list[dict[str, Any]]] = {}
    for module in source_modules(root):
        try:
            text = module.path.read_text(encoding="utf-8", errors="replace")
            tree = parse(text) if "launch" in text else ast.Module([], [])
        except (NotParsed, OSError):
            continue
        for kernel, launch in _launches(tree, module.path.relative_to(root).as_posix()):
            if len(found.setdefault(kernel, [])) < MOST:
                found[kernel].append(asdict(launch))
    return found


def _launches(tree: ast.Module, file: str) -> Iterator[tuple[str, WrittenLaunch]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") not in LAUNCHES:
            continue
        given = dict(zip(("kernel", "dim", "inputs", "outputs"), node.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        kernel = given.get("kernel")
        name = kernel.attr if isinstance(kernel, ast.Attribute) else getattr(kernel, "id", "")
        if name and "dim" in given:
            arguments = (*_texts(given.get("inputs")), *_texts(given.get("outputs")))
            yield name, WrittenLaunch(_texts(given["dim"]), arguments, f"{file}:{node.lineno}")


def _texts(node: ast.expr | None) -> tuple[str, ...]:
    if node is None:
        return ()
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    texts = (ast.unparse(part) for part in parts)
    return tuple(text if len(text) <= LONGEST else "" for text in texts)
