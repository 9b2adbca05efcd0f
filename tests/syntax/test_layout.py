"""Text in the layout that people write is printed as it was read, to the letter."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent, indent

import pytest

from generator.syntax.line_breaks import LONGEST, line_count
from generator.syntax.modules import Function, Module, Parameter
from generator.syntax.printing import block_text, module_text
from generator.syntax.reading import read

A, B, C, D, E, F = (letter * 20 for letter in "abcdef")
"""Names of which six go beyond a line."""

MODULES = {
    "imports": """
        import math
        import os

        import warp as wp
        from .near import far
        from ..shapes import area as size, side
        """,
    "constants": """
        import warp as wp

        FIRST = 1
        SECOND: int = 0xFF

        wp.set_module_options(FIRST)


        wp.set_module_options(SECOND)
        """,
    "after a call": """
        def g(a: float):
            pass


        wp.overload(g)


        x = 1
        """,
    "classes": '''
        @wp.struct
        class Told:
            """A record."""

            mass: float
            size: int = 3


        class Only(Base, other.Base):
            """No fields."""


        class Empty:
            pass


        class Kind(IntEnum):
            ON = 1
        ''',
    "docstrings": '''
        """Of the module."""


        def f():
            r"""With a \\ in it."""


        def g():
            """Ends in \\"quotes\\""""
            return
        ''',
    "arguments": """
        def f(a, b=1, c: int = 2):
            pass


        def g(a: wp.array(dtype=float), b: int = 2) -> float:
            # First of all.
            return a[b]
        """,
    "comments": """
        def f():
            #
            # One.
            if a:
                # Two.
                pass
            elif b:
                pass
            else:
                # Three.
                pass
            # Four.
            # Five.
            for i in range(3):
                # Six.
                continue
            while a:
                break
        """,
    "an else that is no elif": """
        def f():
            if a:
                pass
            else:
                # Alone.
                if b:
                    pass
            if a:
                pass
            else:
                # Not the keyword.
                elsewhere = 1
        """,
    "statements": """
        def f():
            a = b = 1
            a, b = 1, 2
            a: int = 1
            a[0].x = 2
            a.x[1] -= 1_000
            assert a == b, "they are"
            assert a
            wp.printf("é", 0xFF)
        """,
    "a docstring with a hash": '''
        def f():
            """One.

            # No comment.
            """
            # A comment.
            return 0xFF
        ''',
    "a long call": f"""
        def f():
            result = take(
                {A}, {B}, {C}, {D}, x[i]
            )
            take(
                {A} + {B} + {C} + {D} * x[i, j, k]
            )
            take(
                {A},
                {B},
                {C},
                {D},
                {E},
                {F},
            )
        """,
    "a long list": f"""
        def f():
            x = [
                {A},
                {B},
                {C},
                {D},
                {E},
                {F},
            ]
        """,
    "a long sum": f"""
        def f():
            x = (
                {A}
                + {B}
                - ({C} + {D})
                - {E} * {F}
            )
            y = (
                {"g" * 104}
                + {A}
            )
        """,
    "a long test": f"""
        def f():
            if (
                {A}
                or ({B} and {C})
                or {D}
                or {E}
                or {F}
            ):
                pass
        """,
    "a long product, choice and sum within a sum": f"""
        def f():
            x = (
                {A}
                * {B}
                * {C}
                * {D}
                / g({E})
            )
            y = (
                {A}{F}
                if {B} < {C}{F}
                else {D}{E}
            )
            if (
                g({A}, {B}, {C})
                < {D}[i] + {E} * {F}
            ):
                pass
            z = {A} + (
                {B}
                - {C}
                + {D}
                - {E}
                + {F}{F}
            )
            weight = (
                {A} + {B} * {C} * {D} + x[i, j]
            )
            return (
                {A}
                + {B}
                * g(
                    {C} + {D} - {E} - {F},
                    -{A},
                )
                + {B} * {C}
            )
        """,
    "a long denial and a long negation": f"""
        def f():
            if not take(
                {A}, {B}, {C}, {D}, x[i, j, k]
            ):
                pass
            if {A}{F} and not take(
                {A}, {B}, {C}, {D}[i]
            ):
                pass
            x = -(
                {A}
                + {B}
                + {C}
                - {D} * {E}{F}
            )
        """,
    "long brackets that a value begins or ends with": f"""
        def f():
            x = (
                {A}
                - {B} * {C}
                - {D} * {E}{F}
            ) / g({A})
            x = {A}[i] * g({B}, {C}, i) + g(
                {D}, {E}
            )
            x = ({B} + {C}) * {A} - (
                {D} + {E}{F}
            ) / 2.0
            x = (
                {A} * ({B} + {C})
                - {D} / {E}[{F}]
            )
            x = {A}{B}{C}[
                {D}, {E}
            ]
            for i in range(
                {A}{B}, {C}[{E}][i, j]
            ):
                pass
            while (
                {A} + {B} + {C}
                < {D} + {E}
            ):
                pass
        """,
}
"""Modules that are printed as they stand here."""


@pytest.mark.parametrize("what", MODULES)
def test_a_module_is_printed_as_it_was_read(what: str) -> None:
    text = dedent(MODULES[what]).removeprefix("\n")
    assert module_text(read(text)) == text
    for function in read(text).functions:
        if function.body and "long" not in what:
            assert line_count(function.body) == block_text(function.body).count("\n") + 1


@pytest.mark.parametrize("what", [what for what in MODULES if "long" in what])
def test_long_lines_stand_as_a_formatter_sets_them(what: str) -> None:
    text = dedent(MODULES[what]).removeprefix("\n")
    format_it = [sys.executable, "-m", "ruff", "format", "--isolated", f"--line-length={LONGEST}", "-"]
    assert subprocess.run(format_it, input=text, capture_output=True, text=True, check=True).stdout == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("if a:\n    b()\n\nelse:\n    c()", "if a:\n    b()\nelse:\n    c()"),
        ("if a:\n    b()\n# Before it.\nelse:\n    c()", "if a:\n    b()\nelse:\n    c()"),
        ("if a:\n    b()\n# Before it.\nelif c:\n    d()", "if a:\n    b()\nelif c:\n    d()"),
        ("# Far from it.\n\na()\n# Below all.", "a()"),
        ("if a:\n    b()\nelse:\n    if c:\n        d()", "if a:\n    b()\nelif c:\n    d()"),
        ("x = ('one'\n     'two')", "x = 'onetwo'"),
        ("x = (a +\n     # Within.\n     b)", "x = a + b"),
        ("a[1,] = b[(1, 2)]", "a[1] = b[1, 2]"),
    ],
)
def test_what_a_tree_has_no_place_for_is_left_out(text: str, printed: str) -> None:
    assert block_text(read(f"def f():\n{indent(text, '    ')}\n").functions[0].body) == printed


def test_comments_in_a_head_and_texts_below_fields_are_left_out() -> None:
    head = "def f(\n    # Of the first.\n    a: float,\n):\n    return\n"
    assert module_text(read(head)) == "def f(a: float):\n    return\n"
    fields = 'class A:\n    x: int\n    """Of x."""\n    y: int\n'
    assert module_text(read(fields)) == fields.replace('    """Of x."""\n', "")


def test_a_comment_of_an_argument_stands_above_it() -> None:
    function = Function("f", (Parameter("a"), Parameter("b", heading="The second.")), (), one_line=False)
    assert module_text(Module((function,))) == "def f(\n    a,\n    # The second.\n    b,\n):\n    pass\n"


@pytest.mark.parametrize(("letters", "lines"), [(LONGEST, 2), (LONGEST + 1, 5)])
def test_a_line_is_broken_where_it_is_longer_than_the_longest(letters: int, lines: int) -> None:
    line = f"    f({'a' * (letters - len('    f(, 1)'))}, 1)"
    assert module_text(read(f"def g():\n{line}\n")).count("\n") == lines
