"""Fills expression templates with operand texts, with only those brackets that C++ needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

ATOM, UNARY = 20, 12
_LEVELS = {"?": 1, ":": 1, "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7}
_LEVELS |= {"<": 8, ">": 8, "<=": 8, ">=": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11}
_WARNED = frozenset(("|", "^", "&", "<<", ">>", "||", "&&", "?", "==", "!=", "<", ">", "<=", ">="))
_COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def comment(line: str) -> str:
    """A comment line, without a backslash at its end, which would continue it on the next line."""
    return f"// {line}".rstrip("\\ \t")


def operators(text: str) -> list[str]:
    """Binary operators at the outer level; they stand between spaces."""
    depth, found, start = 0, [], 0
    for position, character in enumerate(text):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == " " and depth == 0:
            token = text[start:position]
            if token in _LEVELS:
                found.append(token)
            start = position + 1
    return found


def level(text: str) -> int:
    """How tightly the outermost operator of an expression binds; ``ATOM`` for a name, a call, a bracketed text."""
    found = operators(text)
    if found:
        return min(_LEVELS[o] for o in found)
    return UNARY if text[:1] in "-!~*&" else ATOM


def fill(template: str, operands: Sequence[str], names: Mapping[str, str] | None = None) -> str:
    """Put ``operands`` in place of ``{0}``, ``{1}``, ... and ``names`` in place of ``{g}``, ``{r}``, ..."""
    names = names or {}
    pieces: list[str] = []
    end = 0
    for match in _PLACEHOLDER.finditer(template):
        pieces.append(template[end : match.start()])
        key = match.group(1)
        operand = operands[int(key)] if key.isdigit() else names[key]
        before, after = template[: match.start()], template[match.end() :]
        pieces.append(operand if key in ("f", "T", "S") else _bracketed(operand, before, after))
        end = match.end()
    return "".join(pieces) + template[end:]


def chain(texts: Iterable[str], is_and: bool) -> str:
    """Conditions with ``&&`` or ``||`` between them, from left to right."""
    symbol = "&&" if is_and else "||"
    return reduce(lambda text, part: fill(f"{{0}} {symbol} {{1}}", [text, part]), texts)


def _bracketed(operand: str, before: str, after: str) -> str:
    binding = level(operand)
    if binding == ATOM:
        return operand
    left = re.search(r" (\S+) $", before)
    right = re.match(r" (\S+) ", after)
    needs = before[-1:] in ("-", "!", "~") and not before.endswith("- ")
    needs |= after[:1] in (".", "[") or before.endswith("(float)")
    for match, is_left in ((left, True), (right, False)):
        if match and match.group(1) in _LEVELS:
            operator = match.group(1)
            outer = _LEVELS[operator]
            needs |= binding < outer or (binding == outer and (is_left or operator in _WARNED))
            needs |= operator in _COMPARISONS and binding in (7, 8)
            needs |= operator == "||" and binding == _LEVELS["&&"]  # no bracket needed, but compilers ask for one
            needs |= operator in ("<<", ">>", "&", "|", "^") and binding < UNARY
            needs |= operator in ("?", ":") and binding == 1
    return f"({operand})" if needs else operand
