"""What is read and printed again is the same program, and what was printed is read as the same tree."""

from __future__ import annotations

import ast
from itertools import islice
from pathlib import Path

import pytest
import warp
from hypothesis import given
from hypothesis import strategies as st

from generator.dataset.configs import get_config
from generator.dataset.shards import kernels_of, shards_of
from generator.syntax.operations import BINARY, BOOLEANS, COMPARISONS, UNARIES
from generator.syntax.printing import module_text
from generator.syntax.reading import NotReadable, read
from generator.syntax.reading.source import Source
from generator.syntax.reading.value_reader import read_value
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, attribute, call, literal, name

LIBRARY = Path(warp.__file__).parent

NAMES = st.sampled_from(["a", "b", "wp", "out"]).map(name)
LITERALS = st.one_of(st.integers(0, 99), st.floats(0, 1e9, allow_nan=False), st.booleans(), st.none()).map(literal)


def _larger(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    two, several = st.tuples(inner, inner), st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Value, st.sampled_from([*BINARY, *COMPARISONS]), two),
        st.builds(Value, st.sampled_from(list(UNARIES)), st.tuples(inner)),
        st.builds(Value, st.sampled_from([*BOOLEANS, "tuple", "list", "call"]), several),
        several.map(_element),
        st.builds(Value, st.just("ternary"), st.tuples(inner, inner, inner)),
        st.builds(lambda a, b, c: Value("chain", (a, "<", b, "==", c)), inner, inner, inner),
        st.builds(lambda a, b: call(name("f"), a, Value("keyword", ("x", b))), inner, inner),
        st.builds(lambda a: attribute(a, "x"), inner),
    )


def _element(operands: tuple[Value, ...]) -> Value:
    """A subscript; a tuple that is the only index is as many indices, since Python's syntax makes no difference."""
    array, *indices = operands
    first = indices[0]
    return Value(
        "subscript", (array, *(first.operands if len(indices) == 1 and first.operation == "tuple" else indices))
    )


def same_program(one: str, other: str) -> bool:
    return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))


@given(st.recursive(NAMES | LITERALS, _larger, max_leaves=12))
def test_a_printed_value_is_read_as_itself(value: Value) -> None:
    """Brackets, precedence, chains: whatever the tree says."""
    text = value_text(value)
    again = read_value(ast.parse(text, mode="eval").body, Source(text))
    assert value_text(again) == text
    assert ast.dump(ast.parse(value_text(again))) == ast.dump(ast.parse(text))
    assert _untyped(again) == _untyped(value)


@pytest.mark.parametrize(
    "text",
    [
        "(m >> c) & 1",
        "m | (1 << c)",
        "1 << (k + 1)",
        "(k // 3) % 3",
        "a * b / c",
        "a & b & c",
        "p > q or (p == q and o > s)",
        "a and b",
        "a + b * c",
        *("a[()]", "a[*b, 1]", "a[*b,]", "a[1:2:3]", "a[::3]", "a[:, 1]", "a[(1, 2):3]", "a[i][j].x", "(a, b)[0]"),
        *("[*(a or b)]", "f(*(a or b), x=a or b)", "{1, 2}", "{a: b, c: d}", "()", "f(a if b else c)", "f()(a)"),
        *("(1).real", "1.5.real", "-1 ** 2", "(-1) ** 2", "2 ** 3 ** 4", "(2 ** 3) ** 4", "~-+a", "-(a + b)"),
        *("a - (b - c)", "a - b - c", "a / (b * c)", "not (a and b)", "(not a) < b", "not a < b", "(a < b) < c"),
        *("a < b <= c", "a < (b < c)", "(a & b) == c", "a not in b", "a is not None", "a if b else c if d else e"),
        *("(a if b else c) if d else e", "...", "1e-3", "'x'", "0.10", "wp.static(N + 1)", "True", "1", "1.0"),
    ],
)
def test_brackets_stand_where_people_write_them(text: str) -> None:
    assert value_text(read_value(ast.parse(text, mode="eval").body, Source(text))) == text


def _untyped(value: Value) -> object:
    """The value without types, tuples as indices spread: ``a[(i, j)]`` and ``a[i, j]`` are one program."""
    operands = [_untyped(operand) if isinstance(operand, Value) else repr(operand) for operand in value.operands]
    if value.operation == "subscript" and len(operands) == 2 and operands[1][0] == "tuple":  # type: ignore[index]
        return ("subscript", [operands[0], *operands[1][1]])  # type: ignore[index]
    return (value.operation, operands)


def test_rows_of_the_stream(fresh_seed: int) -> None:
    config = get_config("cuda_backward", seed=fresh_seed, categories=["default", "extended"], rows=1100)
    for drawn in islice(kernels_of(shards_of(config, "train")[0]), 60):
        tree = read(drawn.candidate.source)
        text = module_text(tree)
        assert same_program(text, drawn.candidate.source)
        assert read(text) == tree


def test_kernels_of_warps_library() -> None:
    """Files that people wrote: most are read whole, and those are the same program again."""
    told, refused = 0, []
    for path in sorted(LIBRARY.glob("examples/**/*.py")):
        text = path.read_text()
        try:
            tree = read(text)
        except NotReadable as error:
            refused.append(f"{path.name}: {error}")
            continue
        told += 1
        assert same_program(module_text(tree), text), path
        assert read(module_text(tree)) == tree, path
    assert told > 0, refused


COMMENTED = '''import warp as wp

GRAVITY = 0xFF


@wp.kernel(enable_backward=False)
def fall(height: wp.array(dtype=float), step: float):
    """Let fall.

    As in a textbook.
    """
    i = wp.tid()
    # The ground stops it.
    if height[i] <= 0.0:
        # Nothing to do.
        return
    elif i == 0:
        pass
    else:
        x = -(step + 2) * (1.0 - 2.0)
        # It is low now.
        height[i] += x
'''


def test_comments_above_statements_stay() -> None:
    assert module_text(read(COMMENTED)) == COMMENTED


@pytest.mark.parametrize("end", ["\f", "\v", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("line", ["# one, two", 's = "one, two"'])
def test_what_ends_no_line_of_python_moves_no_line(line: str, end: str) -> None:
    """`str.splitlines` ends one there: what followed was read with letters and comments of another line."""
    text = "def f():\n    {}\n    y = 0xFF\n    # Three.\n    if y:\n        pass\n    elif s:\n        pass\n"
    found = read(text.format(line.replace(", ", end)))
    assert module_text(found).partition("y = ")[2] == text.partition("y = ")[2]
    assert read(text.format(line.replace(", ", end)).replace("\n", "\r\n")) == found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(:", "no Python"),
        ("async def f(): pass", "line 1: AsyncFunctionDef at the level of the module"),
        ("def f():\n    x = [i for i in y]", "line 2: ListComp has no place in a kernel"),
        ("def f():\n    for i in x:\n        pass\n    else:\n        pass", "line 2: an else after a loop"),
        ("def f(*a):\n    pass", "line 1: f takes arguments by star, or by keyword or position only"),
        ("def f():\n    a[0] = b[0] = 1\n", "line 2: one value for several elements or fields"),
        ("def f():\n    a.x: int = 1\n", "line 2: a declaration without a value"),
        ("def f():\n    a: int\n", "line 2: a declaration without a value"),
        ("def f(a, /):\n    pass", "line 1: f takes arguments by star, or by keyword or position only"),
        ("def f(*, a):\n    pass\n", "line 1: f takes arguments by star, or by keyword or position only"),
        ("class A(B, metaclass=C):\n    pass\n", "line 1: class A with keywords"),
        ("class A:\n    def f(self): pass\n", "line 2: FunctionDef in a class"),
        ("x = f(**a)\n", "line 1: arguments that are unpacked from a dict"),
        ("x = {**a}\n", "line 1: a dict that is unpacked into a dict"),
        ("x = b'1'\n", "line 1: a literal of type bytes"),
    ],
)
def test_what_is_not_read_is_named(text: str, reason: str) -> None:
    with pytest.raises(NotReadable, match=f"^{reason}"):
        read(text)
