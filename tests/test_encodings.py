"""Text files are UTF-8 wherever the program runs: under ``LANG=C`` a report's page could not be read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import generator

ROOT = Path(generator.__file__).parent
CALLS = ("read_text", "write_text")


def _without_encoding(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in CALLS:
            continue
        if all(keyword.arg != "encoding" for keyword in node.keywords):
            yield node.lineno


def test_a_call_without_an_encoding_is_seen() -> None:
    assert list(_without_encoding(ast.parse("path.read_text(errors='replace')\npath.read_text(encoding='utf-8')"))) == [
        1
    ]


def test_text_files_have_an_encoding() -> None:
    files = sorted(ROOT.rglob("*.py"))
    found = {file: list(_without_encoding(ast.parse(file.read_text(encoding="utf-8")))) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}
