"""Each construct is seen where it stands and nowhere else; tokens are forms; probabilities add up to one."""

from __future__ import annotations

import ast

import pytest

from benchmarks.likeness.code_tokens import code_tokens
from benchmarks.likeness.comparison import Profile, bits_by_project, gap, means
from benchmarks.likeness.constructs import CONSTRUCTS, constructs_of
from benchmarks.likeness.kernel_sets import RealKernel, by_package
from benchmarks.likeness.kernel_source import KernelSource, kernel_in
from benchmarks.likeness.ngram_model import NgramModel

FUNCTIONS = """
@wp.func
def law(v: float):
    return v

@wp.func
def other(v: float):
    return law(v)

@wp.func
def third(v: float):
    return v
"""
PLAIN_BODY = "i = wp.tid()\ny[i] = x[i] + 1.5\na = 1.5\nb = 1.5\nc = 1.5\ny[i] = a + b + c"


def kernel(
    body: str, arguments: str = "x: wp.array(dtype=float), y: wp.array(dtype=float)", **words: str
) -> KernelSource:
    """A kernel around a body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    head = f"@wp.kernel{words.get('options', '')}\ndef {words.get('name', 'move')}({arguments}):\n"
    found = kernel_in(f"import warp as wp\n{words.get('functions', FUNCTIONS)}\n{head}{lines}", "")
    assert found is not None
    return found


def longer(lines: int) -> str:
    return "\n".join(["a = 1.5"] * lines)


LONG_FUNCTION = "@wp.func\ndef law(v: float):\n" + "    v = v + 1.5\n" * 21 + "    return v\n"
EXAMPLES: dict[str, KernelSource] = {
    "body up to 5 lines": kernel("y[0] = x[0] + 1.5"),
    "body over 25 lines": kernel(longer(26)),
    "body over 40 lines": kernel(longer(41)),
    "reaches over 20 lines of functions": kernel(
        "y[0] = other(x[0])", functions=LONG_FUNCTION + "@wp.func\ndef other(v: float):\n    return law(v)\n"
    ),
    "cyclomatic 5 or more": kernel("if a:\n    y[0] = 1.5 if a else 2.5\nwhile a and b:\n    a = 1.5"),
    "cyclomatic 10 or more": kernel("while a:\n    a = 1.5\n" * 9),
    "nesting 2 or more": kernel("while a:\n    if b:\n        a = 1.5"),
    "nesting 3 or more": kernel(
        "while a:\n    if b:\n        a = 1.5\n    else:\n        while c:\n            a = 1.5"
    ),
    "8 or more arguments": kernel(PLAIN_BODY, ", ".join(f"{name}: float" for name in "abcdefgh")),
    "launch of 2 dimensions": kernel("i, j = wp.tid()"),
    "launch of 3 or more": kernel("i, j, k = wp.tid()"),
    "array of several dimensions": kernel(PLAIN_BODY, "x: wp.array(dtype=float, ndim=2)"),
    "array of 3 or more dimensions": kernel(PLAIN_BODY, "x: wp.array4d[float]"),
    "array of integers": kernel(PLAIN_BODY, "x: wp.array[wp.uint8, Literal[2]]"),
    "index that was read": kernel("j = x[0]\ny[j] = a"),
    "arithmetic in an index": kernel("y[i + 1] = a"),
    "guard that returns at once": kernel("i = wp.tid()\nif i >= n:\n    return\ny[i] = a"),
    "2 or more returns": kernel("if a:\n    b = 1.5\n    return\nreturn"),
    "an if": kernel("if a:\n    y[0] = b"),
    "3 or more ifs": kernel("if a:\n    y[0] = b\n" * 3),
    "else or elif": kernel("if a:\n    y[0] = b\nelse:\n    y[0] = c"),
    "ternary": kernel("y[0] = a if b else c"),
    "and, or": kernel("y[0] = a and b"),
    "a for": kernel("for k in range(3):\n    y[k] = a"),
    "bound known at run time": kernel("for k in range(n):\n    y[k] = a"),
    "range(a, b) of run-time ends": kernel("for k in range(a, b):\n    y[k] = a"),
    "while": kernel("while a:\n    y[0] = a"),
    "break": kernel("while a:\n    break"),
    "continue": kernel("while a:\n    continue"),
    "3 or more stores": kernel("y[i] = a\n" * 3),
    "store of a constant": kernel("y[i] = 1.5"),
    "augmented assignment": kernel("a += 1.5"),
    "atomic": kernel("wp.atomic_add(y, i, a)"),
    "tile": kernel("t = wp.tile_load(x, 4)"),
    "transcendental built-in": kernel("y[i] = wp.sin(a)"),
    "calls a function": kernel("y[i] = law(a)"),
    "calls 3 or more functions": kernel("y[i] = law(other(third(a)))"),
    "tuple from a call": kernel("a, b = law(c)"),
    "attribute of a value": kernel("y[i] = a.mass"),
    "vector": kernel("y[i] = a", "x: wp.array(dtype=wp.vec3)"),
    "matrix": kernel("m = wp.mat33()"),
    "transform or quaternion": kernel("q = wp.quat_identity()"),
    "spatial vector": kernel("s = wp.spatial_top(a)"),
    "generic argument": kernel("y[i] = a", "x: wp.array(dtype=Any)"),
    "wp.static": kernel("y[i] = wp.static(N)"),
    "spelled scalar type": kernel("y[i] = wp.float32(a)"),
    "no operator at all": kernel("y[i] = a"),
    "modulo or floor division": kernel("y[i] = a // b"),
    "integers most of the numbers": kernel("y[i] = a + 1 + 2 + 1.5"),
    "small or huge number": kernel("y[i] = a + 1e-6"),
    "constant by name": kernel("y[i] = MASS"),
    "comments": kernel("y[i] = a  # why"),
    "docstring": kernel('"""What it does."""\ny[i] = a'),
    "decorator with arguments": kernel("y[i] = a", options="(enable_backward=False)"),
    "underscore or _kernel in the name": kernel("y[i] = a", name="_move"),
    "a read named twice": kernel("a = x[i]\nb = x[i]"),
    "names told apart by a counter": kernel("a = 1.5\na_2 = 1.5"),
}
"""Construct -> a kernel that has it."""


def test_every_construct_has_an_example() -> None:
    assert EXAMPLES.keys() == CONSTRUCTS.keys()


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_construct_is_seen_where_it_is_and_only_there(name: str) -> None:
    assert name in constructs_of(EXAMPLES[name])
    assert name not in constructs_of(kernel(PLAIN_BODY))


def test_names_are_written_by_recency_and_numbers_by_kind() -> None:
    body = ast.parse("depth = x[i]\nx[i] = wp.min(depth, 12) + 0.5 + 7").body
    assert code_tokens(body) == (
        "new = new [ new ] <newline> n1 [ n1 ] = wp . min ( n2 , <integer> ) + <float> + 7 <newline>".split()
    )


def test_two_kernels_that_differ_in_names_alone_have_the_same_tokens() -> None:
    one, other = (ast.parse(f"{a} = {b}[0]\nif {a} > 1.5:\n    {b}[0] = {a}").body for a, b in ("pq", "uv"))
    assert code_tokens(one) == code_tokens(other)


@pytest.mark.parametrize("before", [("<start>", "a"), ("a", "b"), ("c", "c")])
def test_probabilities_of_all_words_add_up_to_one(before: tuple[str, str]) -> None:
    model = NgramModel([["a", "b", "a", "c"], ["a", "b"]], order=3, words=4)
    assert sum(model.probability(before, word) for word in ("a", "b", "c", "<end>")) == pytest.approx(1)


def test_an_even_model_needs_the_logarithm_of_its_vocabulary() -> None:
    assert NgramModel([], words=8).bits_a_token([["a"] * 9]) == pytest.approx(3)


def test_bits_of_what_was_learned_are_fewer_than_of_its_reverse() -> None:
    seen = [["a", "b", "c", "d"]] * 5
    model = NgramModel(seen)
    assert model.bits_a_token(seen) < 1 < model.bits_a_token([each[::-1] for each in seen])
    with pytest.raises(ValueError, match="no document"):
        model.bits_a_token([])


def test_a_set_is_at_no_distance_from_itself_and_projects_weigh_alike() -> None:
    plain, guarded = Profile([kernel(PLAIN_BODY)] * 3), Profile([EXAMPLES["guard that returns at once"]])
    assert gap(plain.shares, means({"a": plain, "b": plain})) == 0
    assert means({"a": plain, "b": guarded})["guard that returns at once"] == 50
    assert gap(plain.shares, guarded.shares) == pytest.approx(
        100 * len(constructs_of(plain.kernels[0]) ^ constructs_of(guarded.kernels[0])) / len(CONSTRUCTS)
    )


def test_a_project_is_measured_by_a_model_of_the_others() -> None:
    profiles = {"a": Profile([kernel(PLAIN_BODY)]), "b": Profile([kernel(PLAIN_BODY)])}
    under_ours, under_others = bits_by_project(Profile([EXAMPLES["while"]]), profiles, 5)["a"]
    assert under_others is not None and under_others < under_ours
    assert bits_by_project(profiles["a"], {"b": profiles["b"]}, 5)["b"][1] is None


def test_a_kernel_that_was_read_with_two_types_counts_once() -> None:
    rows = [RealKernel("train", "p", f"source {i}", "k", ("p/a.py", line), ()) for i, line in enumerate((3, 3, 9))]
    assert by_package(rows) == {"p": [rows[0], rows[2]]}
