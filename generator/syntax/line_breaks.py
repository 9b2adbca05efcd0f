"""Line breaks in long statements, as formatters set them, and the number of lines that a block takes."""

from __future__ import annotations

from dataclasses import dataclass

from generator.syntax.operations import BINARY, BOOLEANS, COMPARISONS, FACTORS, POSTFIX, SUMS, TERNARY, UNARIES
from generator.syntax.statements import Blank, Block, If, walk
from generator.syntax.value_text import beside, compared, value_text
from generator.syntax.values import Value

INDENT = "    "

LONGEST = 110
"""Longest line, in letters, of what can be broken."""


@dataclass(frozen=True)
class Bracket:
    """A bracket with what stands in it: arguments, indices, or one value that needs brackets."""

    opening: str
    inside: tuple[Value, ...]
    closing: str
    indexing: bool = False

    def __str__(self) -> str:
        return f"{self.opening}{', '.join(value_text(each, TERNARY) for each in self.inside)}{self.closing}"


def value_lines(before: str, value: Value, after: str, depth: int) -> list[str]:
    """``before``, a value and ``after``, on one line where they fit; ``before`` begins with the indent of ``depth``.

    Brackets of its own are opened where it is one operation that begins or ends with them; else it gets new ones.
    """
    if len(whole := f"{before}{value_text(value)}{after}") <= LONGEST:
        return [whole]
    parts, pieces = _parts(value), _pieces(value, value_text(value))
    own = [each for each in (pieces[0], pieces[-1]) if isinstance(each, Bracket) and not (parts and each.indexing)]
    if len(parts) > 2 or not own:
        pieces = [Bracket("(", value.operands if value.operation == "tuple" else (value,), ")")]
    return _opened(before, pieces, after, depth)


def _within(before: str, value: Value, text: str, after: str, depth: int) -> list[str]:
    """The same within brackets, where a value may go on on the next line: a line for each part."""
    if len(whole := f"{before}{text}{after}") <= LONGEST:
        return [whole]
    if not (parts := _parts(value)) or text != value_text(value):
        return _opened(before, _pieces(value, text), after, depth)
    lines: list[str] = []
    for place, (sign, part, inner) in enumerate(parts):
        head = f"{INDENT * depth}{sign}" if place else before
        lines += _within(head, part, inner, after if place == len(parts) - 1 else "", depth)
    return lines


def _opened(before: str, pieces: list[str | Bracket], after: str, depth: int) -> list[str]:
    """The pieces on one line, but for the brackets after which the next one would open beyond its end."""
    lines, line = [], before
    for place, piece in enumerate(pieces):
        text = str(piece)
        if isinstance(piece, Bracket) and len(line + text + _until_bracket([*pieces[place + 1 :], after])) > LONGEST:
            lines += [line + piece.opening, *_inside(piece, depth + 1)]
            line, text = "", INDENT * depth + piece.closing
        line += text
    return [*lines, line + after]


def _until_bracket(pieces: list[str | Bracket]) -> str:
    """The text up to where a line may break next."""
    found = ""
    for piece in pieces:
        if isinstance(piece, Bracket):
            return found + piece.opening
        found += piece
    return found


def _inside(bracket: Bracket, depth: int) -> list[str]:
    """What stands in a bracket together on a line, or one a line."""
    pad = INDENT * depth
    if len(together := pad + str(bracket)[1:-1]) <= LONGEST:
        return [together]
    comma = "," if len(bracket.inside) > 1 else ""
    return [line for each in bracket.inside for line in _within(pad, each, value_text(each, TERNARY), comma, depth)]


def _pieces(value: Value, text: str) -> list[str | Bracket]:
    """The brackets of a value that is printed as ``text``, and what stands between them."""
    if text != value_text(value):
        return [Bracket("(", (value,), ")")]
    if parts := _parts(value):
        return [
            piece
            for place, (sign, part, inner) in enumerate(parts)
            for piece in ([f" {sign}"] if place else []) + _pieces(part, inner)
        ]
    first, *rest = value.operands
    match value.operation:
        case "call" | "subscript" if rest:
            opening, closing = "()" if value.operation == "call" else "[]"
            inside = Bracket(opening, tuple(rest), closing, value.operation == "subscript")
            return [*_pieces(first, value_text(first, POSTFIX)), inside]
        case "list":
            return [Bracket("[", value.operands, "]")]
        case "attribute":
            return [*_pieces(first, value_text(first, POSTFIX)), f".{rest[0]}"]
        case "keyword":
            return [f"{first}=", *_pieces(rest[0], value_text(rest[0], TERNARY))]
        case operation if operation in UNARIES:
            sign, binding = UNARIES[operation]
            return [sign, *_pieces(first, value_text(first, binding))]
    return [text]


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
    for each in walk(block):
        found += each.lines if type(each) is Blank else 1
        found += type(each) is If and bool(each.otherwise) and not each.has_elif
    return found
