"""One row per built-in and kinds of operands: its CUDA text and the gradient that flows to each operand.

Kinds: f floating-point scalar, i integer or bool scalar, s either, v vector, m matrix, q quaternion, t transform,
* any. Placeholders: {0} {1} ... operands, {r} the result, {g} the gradient of the result, {f} the suffix of float
literals and functions, {S} the scalar type, {T} the result's type, {A0} the first operand's type, {n} its leading size,
{N} the result's.
After " @ " stand the operators on vectors, matrices etc. that a text needs (helper functions are found by name).
A gradient that starts with "-" is subtracted. No gradient (or "") where the derivative is zero almost everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from generator.lowering.standalone.cuda_text.builtin_rules_composite import COMPOSITE_ROWS
from generator.lowering.standalone.cuda_text.builtin_rules_scalar import SCALAR_ROWS
from generator.lowering.warp_backend import WarpType

_LETTERS = {"vector": "v", "matrix": "m", "quaternion": "q", "transformation": "t"}


@dataclass(frozen=True)
class Template:
    """A text with placeholders, and the operators that it needs."""

    text: str
    operators: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    kinds: str
    forward: Template
    adjoint: tuple[Template | None, ...]

    def gradient(self, position: int) -> Template | None:
        """The gradient that flows to an operand; None where none does."""
        return self.adjoint[position] if position < len(self.adjoint) else None


def kind_letter(kind: WarpType) -> str:
    if kind.kind == "scalar":
        return "f" if kind.scalar.startswith("float") else "i"
    return _LETTERS.get(kind.kind, "?")


def find_rule(name: str, operands: list[WarpType]) -> Rule | None:
    """The first row of a built-in whose kinds fit."""
    letters = [kind_letter(operand) for operand in operands]
    for rule in _table().get(name, ()):
        if len(rule.kinds) == len(letters) and all(map(_fits, rule.kinds, letters)):
            return rule
    return None


def _fits(pattern: str, letter: str) -> bool:
    return pattern in (letter, "*") or (pattern == "s" and letter in "fi")


@lru_cache(maxsize=1)
def _table() -> dict[str, list[Rule]]:
    table: dict[str, list[Rule]] = {}
    for names, kinds, forward, *gradients in (*SCALAR_ROWS, *COMPOSITE_ROWS):
        rule = Rule(
            "" if kinds == "-" else kinds, _template(forward), tuple(_template(g) if g else None for g in gradients)
        )
        for name in names.split():
            table.setdefault(name, []).append(rule)
    return table


def _template(row: str) -> Template:
    text, _, operators = row.partition(" @ ")
    return Template(text, tuple(o.strip() for o in operators.split(",") if o.strip()))
