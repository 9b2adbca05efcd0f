"""Expressions of a kernel: what each does, to what, and what that takes in all."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from generator.verification.reference.values.types import SCALARS

CASTS = {"bool", "int", "float", *SCALARS}
CHOOSING = {"max", "min", "clamp", "where", "abs", "sign", "if", "mod"}
"""That one of these never acts is for ``idle`` to tell, and where bounds of indices come from."""

SCALING = {"+", "-", "*", "div", "negated", "degrees", "radians"}
"""With a literal, these only scale or shift."""

SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.MatMult: "*",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip


@dataclass(frozen=True)
class Expression:
    """An expression, what it is made of and what that takes. Names stand for what they hold; literals count as nothing.

    Sets of expressions and of operations are the bits of a number.
    """

    block: str
    operation: str
    """An operator or the name of a function; nothing for what is read, or assigned at more than one place."""
    key: int
    """The same for the same operations on names that read the same."""
    operands: tuple[int, ...]
    """Numbers of the expressions that it is directly made of."""
    parts: int
    """Expressions that it is made of, those behind names too."""
    needs: int
    """Keys of the operations that it takes, its own among them."""
    own: int
    """How many operations it spells out."""
    text: str
