"""Line breaks in long statements, and the number of lines that a block takes."""

from __future__ import annotations

from generator.syntax.operations import BINARY, BOOLEANS, COMPARISONS, FACTORS, POSTFIX, SUMS, TERNARY, UNARIES, WHOLE
from generator.syntax.statements import Blank, Block, If, blocks_of
from generator.syntax.value_text import LOOSEST, beside, compared, value_text
from generator.syntax.values import Value

INDENT = "    "

LONGEST = 110
"""Longest line, in letters, of what can be broken."""


def value_lines(before: str, value: Value, after: str, depth: int, around: int = LOOSEST) -> list[str]:
    """``before``, a value and ``after``, on one line where they fit; ``before`` begins with the indent of ``depth``."""
    whole = f"{before}{value_text(value, around)}{after}"
    if len(whole) <= LONGEST:
        return [whole]
    if value.operation in UNARIES:
        sign, binding = UNARIES[value.operation]
        return value_lines(f"{before}{sign}", value.operands[0], after, depth, binding)
    if value.operation == "call" and len(value.operands) > 1:
        callee, *arguments = value.operands
        return _bracketed(f"{before}{value_text(callee, POSTFIX)}(", arguments, f"){after}", depth)
    if value.operation == "list":
        return _bracketed(f"{before}[", list(value.operands), f"]{after}", depth)
    if parts := _parts(value):
        pad = INDENT * (depth + 1)
        lines = [line for sign, part, text in parts for line in _part_lines(f"{pad}{sign}", part, text, depth + 1)]
        if max(map(len, lines)) <= max(LONGEST, 0.9 * len(whole)):
            return [f"{before}(", *lines, f"{INDENT * depth}){after}"]
    return [whole]


def _part_lines(before: str, part: Value, text: str, depth: int) -> list[str]:
    """The lines of a part, broken where its text is too long for one."""
    lines = value_lines(before, part, "", depth, WHOLE) if len(before) + len(text) > LONGEST else []
    return lines if len(lines) > 1 else [before + text]


def _bracketed(head: str, arguments: list[Value], tail: str, depth: int) -> list[str]:
    """Arguments together on a line below the bracket, or one a line."""
    pad, last = INDENT * (depth + 1), f"{INDENT * depth}{tail}"
    together = pad + ", ".join(value_text(each, TERNARY) for each in arguments)
    if len(together) <= LONGEST:
        return [head, together, last]
    lines = [line for each in arguments for line in value_lines(pad, each, ",", depth + 1, TERNARY)]
    return [head, *lines, last]


def _parts(value: Value) -> list[tuple[str, Value, str]]:
    """Lines of their own: a sign, a part and its text, of sums, products, comparisons, tests and choices; else []."""
    if value.operation in BOOLEANS:
        binding, word = BOOLEANS[value.operation] + 1, f"{value.operation} "
        return [
            (word if place else "", part, beside(part, value.operation, binding))
            for place, part in enumerate(value.operands)
        ]
    if value.operation == "ternary":
        yes, condition, no = value.operands
        arms = (("", yes, TERNARY + 1), ("if ", condition, TERNARY + 1), ("else ", no, TERNARY))
        return [(word, part, value_text(part, binding)) for word, part, binding in arms]
    if value.operation in COMPARISONS:
        left, right = value.operands
        return [("", left, compared(left)), (f"{value.operation} ", right, compared(right))]
    signs = next((signs for signs in (SUMS, (*FACTORS, "@"), ("|",), ("^",), ("&",)) if value.operation in signs), ())
    found: list[tuple[str, Value, str]] = []
    while value.operation in signs:
        left, right = value.operands
        found.append((f"{value.operation} ", right, beside(right, value.operation, BINARY[value.operation] + 1)))
        last = value.operation
        value = left
    return [("", value, beside(value, last, BINARY[last])), *reversed(found)] if found else []


def line_count(block: Block) -> int:
    """Lines of a block's text, counted without writing it; lines are not broken for their length."""
    found = 0
    for statement in block:
        found += statement.lines if isinstance(statement, Blank) else 1
        found += isinstance(statement, If) and bool(statement.otherwise) and not statement.has_elif
        for inner in blocks_of(statement):
            found += line_count(inner)
    return found
