"""Text in the layout that people write is printed as it was read, to the letter."""

from __future__ import annotations

from textwrap import dedent

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


        def g(
            a: wp.array(dtype=float),
            b: int = 2,
        ) -> float:
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
                # Three.
            elif b:
                pass
            else:
                # Four.
                pass
                # Five.
            # Six.

            for i in range(3):
                continue

                # Seven.
            while a:
                break
        """,
    "an if in an else": """
        def f():
            if a:
                pass
            else:
                # Alone.
                if b:
                    pass
                c()
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
}
"""Modules that are printed as they stand here."""


@pytest.mark.parametrize("what", MODULES)
def test_a_module_is_printed_as_it_was_read(what: str) -> None:
    text = dedent(MODULES[what]).removeprefix("\n")
    assert module_text(read(text)) == text
    for function in read(text).functions:
        if function.body and "long" not in what:
            assert line_count(function.body) == block_text(function.body).count("\n") + 1


@pytest.mark.parametrize(
    "value",
    [
        *("a[()]", "a[*b, 1]", "a[*b,]", "a[1:2:3]", "a[::3]", "a[:, 1]", "a[(1, 2):3]", "a[i][j].x", "(a, b)[0]"),
        *("[*(a or b)]", "f(*(a or b), x=a or b)", "{1, 2}", "{a: b, c: d}", "()", "f(a if b else c)", "f()(a)"),
        *("(1).real", "1.5.real", "-1 ** 2", "(-1) ** 2", "2 ** 3 ** 4", "(2 ** 3) ** 4", "~-+a", "-(a + b)"),
        *("a - (b - c)", "a - b - c", "a / (b * c)", "not (a and b)", "(not a) < b", "not a < b", "(a < b) < c"),
        *("a < b <= c", "a < (b < c)", "(a & b) == c", "a not in b", "a is not None", "a if b else c if d else e"),
        *("(a if b else c) if d else e", "...", "1e-3", "'x'", "0.10", "wp.static(N + 1)", "True", "1", "1.0"),
    ],
)
def test_a_value_is_printed_as_it_was_read(value: str) -> None:
    assert module_text(read(f"x = {value}\n")) == f"x = {value}\n"


@pytest.mark.parametrize("end", ["\f", "\v", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("line", ["# one, two", 's = "one, two"'])
def test_what_ends_no_line_of_python_moves_no_line(line: str, end: str) -> None:
    """`str.splitlines` ends one there: what followed was read with letters and comments of another line."""
    text = "def f():\n    {}\n    y = 0xFF\n    # Three.\n    if y:\n        pass\n    elif s:\n        pass\n"
    found = read(text.format(line.replace(", ", end)))
    assert module_text(found).partition("y = ")[2] == text.partition("y = ")[2]
    assert read(text.format(line.replace(", ", end)).replace("\n", "\r\n")) == found


def test_a_comment_of_an_argument_stands_above_it() -> None:
    function = Function("f", (Parameter("a"), Parameter("b", heading="The second.")), (), one_line=False)
    assert module_text(Module((function,))) == "def f(\n    a,\n    # The second.\n    b,\n):\n    pass\n"


@pytest.mark.parametrize(("letters", "lines"), [(LONGEST, 2), (LONGEST + 1, 5)])
def test_a_line_is_broken_where_it_is_longer_than_the_longest(letters: int, lines: int) -> None:
    line = f"    f({'a' * (letters - len('    f(, 1)'))}, 1)"
    assert module_text(read(f"def g():\n{line}\n")).count("\n") == lines
