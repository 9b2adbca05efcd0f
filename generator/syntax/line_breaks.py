"""Line breaks in long statements, and the number of lines that a block takes."""

from __future__ import annotations

from generator.syntax.operations import BINARY, BOOLEANS, POSTFIX, SUMS, TERNARY
from generator.syntax.statements import Blank, Block, If, blocks_of
from generator.syntax.value_text import LOOSEST, beside, value_text
from generator.syntax.values import Value

INDENT = "    "

LONGEST = 110
"""Longest line, in letters, of what can be broken."""


def value_lines(before: str, value: Value, after: str, depth: int, around: int = LOOSEST) -> list[str]:
    """``before``, a value and ``after``, on one line where they fit; ``before`` begins with the indent of ``depth``."""
    whole = f"{before}{value_text(value, around)}{after}"
    if len(whole) <= LONGEST:
        return [whole]
    if value.operation == "call" and len(value.operands) > 1:
        callee, *arguments = value.operands
        return _bracketed(f"{before}{value_text(callee, POSTFIX)}(", arguments, f"){after}", depth)
    if value.operation == "list":
        return _bracketed(f"{before}[", list(value.operands), f"]{after}", depth)
    if terms := _terms(value):
        pad = INDENT * (depth + 1)
        lines = [f"{pad}{sign} {text}" if sign else f"{pad}{text}" for sign, text in terms]
        if max(map(len, lines)) <= max(LONGEST, 0.9 * len(whole)):
            return [f"{before}(", *lines, f"{INDENT * depth}){after}"]
    return [whole]


def _bracketed(head: str, arguments: list[Value], tail: str, depth: int) -> list[str]:
    """Arguments together on a line below the bracket, or one a line."""
    pad, last = INDENT * (depth + 1), f"{INDENT * depth}{tail}"
    together = pad + ", ".join(value_text(each, TERNARY) for each in arguments)
    if len(together) <= LONGEST:
        return [head, together, last]
    lines = [line for each in arguments for line in value_lines(pad, each, ",", depth + 1, TERNARY)]
    return [head, *lines, last]


def _terms(value: Value) -> list[tuple[str, str]]:
    """Terms of a sum, or operands of ``and`` or ``or``, each with the sign before it; [] for any other value."""
    if value.operation in BOOLEANS:
        binding = BOOLEANS[value.operation] + 1
        parts = [beside(part, value.operation, binding) for part in value.operands]
        return [(value.operation if place else "", part) for place, part in enumerate(parts)]
    if value.operation not in SUMS:
        return []
    found: list[tuple[str, str]] = []
    binding = BINARY["+"]
    while value.operation in SUMS:
        left, right = value.operands
        found.append((value.operation, value_text(right, binding + 1)))
        value = left
    return [("", value_text(value, binding)), *reversed(found)]


def line_count(block: Block) -> int:
    """Lines of a block's text, counted without writing it; lines are not broken for their length."""
    found = 0
    for statement in block:
        found += statement.lines if isinstance(statement, Blank) else 1
        found += isinstance(statement, If) and bool(statement.otherwise) and not statement.has_elif
        for inner in blocks_of(statement):
            found += line_count(inner)
    return found
