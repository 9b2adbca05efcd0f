"""The kernels speak the language: each statement and type that they are to show is in a draw of all categories."""

from __future__ import annotations

import ast
import re
from collections import Counter

from generator.synthesis import CATEGORIES
from tests.synthesis.kernels import draw

STATEMENTS: dict[str, type[ast.AST] | tuple[type[ast.AST], ...]] = {
    "assignment": ast.Assign, "augmented assignment": ast.AugAssign, "if": ast.If, "ternary": ast.IfExp, "for": ast.For,
    "while": ast.While, "break": ast.Break, "continue": ast.Continue, "return": ast.Return, "and, or": ast.BoolOp,
    "not": ast.Not, "several names at once": ast.Tuple,
}  # fmt: skip

WORDS = {
    "elif": r"\n +elif ", "else": r"\n +else:", "early return": r"\n {8}return\n", "static loop": r"range\(\d",
    "dynamic loop": r"range\(n\b", "step of a loop": r"range\([^()]*,[^()]*,[^()]*\)", "wp.where": r"wp\.where\(",
    "wp.static": r"wp\.static\(", "wp.constant": r"wp\.constant\(", "helper": r"@wp\.func\n",
    "custom gradient": r"@wp\.func_grad\(", "struct": r"@wp\.struct\n", "atomic": r"\n +wp\.atomic_\w+\(",
    "atomic whose old value is used": r" = wp\.atomic_\w+\(", "indexed read": r"\w+\[\w+\[\w+\]\]",
    "2-D launch": r"\w+, \w+ = wp\.tid\(\)", "3-D launch": r"\w+, \w+, \w+ = wp\.tid\(\)",
    "2-D array": r"wp\.array2d\(", "3-D array": r"wp\.array3d\(", "float16": r"wp\.float16", "float64": r"wp\.float64",
    "int8": r"wp\.int8", "int16": r"wp\.int16", "int64": r"wp\.int64", "uint8": r"wp\.uint8", "uint16": r"wp\.uint16",
    "uint32": r"wp\.uint32", "bool": r"dtype=(?:wp\.)?bool\)", "vec2": r"wp\.vec2\b", "vec3": r"wp\.vec3\b",
    "vec4": r"wp\.vec4\b",
    "square matrix": r"wp\.mat33\b", "rectangular matrix": r"shape=\(2, 3\)", "quaternion": r"wp\.quat\b",
    "transform": r"wp\.transform\b", "spatial vector": r"wp\.spatial_vector\b", "tile": r"wp\.tile_\w+\(",
}  # fmt: skip


def test_every_statement_and_type_is_drawn() -> None:
    found: Counter[str] = Counter()
    for category in CATEGORIES:
        for candidate in draw(category, 300, "language"):
            kinds = set(map(type, ast.walk(ast.parse(candidate.source))))
            found.update(name for name, kind in STATEMENTS.items() if kind in kinds)
            found.update(name for name, pattern in WORDS.items() if re.search(pattern, candidate.source))
    assert {name for name in (*STATEMENTS, *WORDS) if not found[name]} == set()
