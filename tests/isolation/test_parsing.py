"""Foreign Python is parsed within bounds, and what passes them is refused before a parser sees it."""

from __future__ import annotations

import ast

import pytest

from generator.dataset.fingerprint import fingerprint
from generator.isolation.parsing import MAX_NESTING, NotParsed, parse, safe_to_parse

DEEP = {
    "signs": "x = " + "-" * 900_000 + "1",
    "sum": "x = " + "+".join("1" * 5000),
    "brackets": "x = " + "(" * 5000 + ")" * 5000,
    "calls": "x = f" + "()" * 5000,
    "attributes": "x = a" + ".b" * 5000,
    "not": "x = " + "not " * 5000 + "y",
    "lambda": "x = " + "lambda a, b: " * 3000 + "1",
    "conditional": "x = " + "1 if a else " * 3000 + "2",
    "elif": "if a:\n    pass\n" + "elif b:\n    pass\n" * 3000,
    "f-string": "x = f'{" + "-" * 5000 + "1}'",
    "f-string of sets": "x = f'{ " + "-".join(["{1}"] * 3000) + "}'",
    "behind a comment": "# a comment\rx = " + "-" * 5000 + "1",
    "never closed": "x = " + "(-" * 5000,
    "chain of assignments in brackets": "x = " + "[a," * 5000 + "]" * 5000,
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_texts_are_refused_with_the_bound(name: str) -> None:
    assert f"nested deeper than {MAX_NESTING}" in safe_to_parse(DEEP[name])
    with pytest.raises(NotParsed):
        parse(DEEP[name])


def test_long_texts_and_nul_are_refused() -> None:
    assert safe_to_parse("#" * 1_000_001) == "1,000,001 letters of Python: more than 1,000,000"
    assert safe_to_parse("x = 1\0") == "a NUL in Python"


@pytest.mark.parametrize("text", ["x = (", "x = 1 +", "\tx\n  y", "if a:\nb", "x = '", "'''", "x = $", "x = 0777"])
def test_what_is_no_python_has_one_line(text: str) -> None:
    with pytest.raises(NotParsed, match=r"^no Python: line \d+: .+$"):
        parse(text)


def test_flat_texts_of_any_length_are_parsed() -> None:
    branches = "if a:\n    pass\nelif b:\n    pass\nelse:\n    pass\n"
    text = "x = [" + "-1.5, " * 20_000 + "]\n" + "y = 1 + 2\n" * 20_000 + branches * (2 * MAX_NESTING)
    assert len(parse(text).body) == 20_001 + 2 * MAX_NESTING


@pytest.mark.parametrize(
    ("unit", "count"),
    [("-", MAX_NESTING), ("not ", MAX_NESTING), ("f(", 199), ("1 + ", MAX_NESTING), ("lambda: ", MAX_NESTING // 2)],
)
def test_what_is_parsed_is_walked_without_an_end_of_the_stack(unit: str, count: int) -> None:
    count -= 2
    text = "x = " + unit * count + "1" + ")" * (count if "(" in unit else 0)
    assert not safe_to_parse(text)
    assert ast.dump(parse(text))
    assert fingerprint(text)
