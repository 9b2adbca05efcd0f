"""What statements read, set and change, and what follows from that: small texts with their answers."""

from __future__ import annotations

import pytest

from generator.syntax.modules import Constant, Function
from generator.syntax.printing import block_text
from generator.syntax.reading import read
from generator.syntax.statements import Assign, Block, For
from generator.syntax.types import FLOAT, INT, Array, Scalar, Vector, element_of, type_word
from generator.syntax.values import Value, dotted_name, element, literal, name, root_of
from generator.syntax.walks.constant_stores import constant_arrays
from generator.syntax.walks.dead_code import together, without_dead_code
from generator.syntax.walks.effects import found_by_queries, is_pure, written_arrays
from generator.syntax.walks.loop_lengths import operations_written, unrolled_steps
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_block, change_inner, change_own


def function(text: str, arguments: str = "") -> Function:
    lines = "".join(f"    {line}\n" for line in text.split("\n"))
    return read(f"@wp.kernel\ndef f({arguments}):\n{lines}").functions[0]


def block(text: str) -> Block:
    return function(text).body


def value(text: str) -> Value:
    (part,) = read(f"x = {text}\n").parts
    assert isinstance(part, Constant)
    return part.value


@pytest.mark.parametrize(
    ("text", "reads", "sets"),
    [
        ("x = y", "y", "x"),
        ("x = z = y", "y", "x z"),
        ("x, z = y", "y", "x z"),
        ("a.x, b[i] = y", "y a b i", ""),
        ("a[i] = y", "y a i", ""),
        ("x += y", "y x", "x"),
        ("a[i] += y", "y a i", ""),
        ("for k in range(n):\n    x = k", "range n", "k"),
        ("while x < n:\n    x += 1", "x n", ""),
        ("f(x)", "f x", ""),
    ],
)
def test_names_that_a_statement_reads_and_sets(text: str, reads: str, sets: str) -> None:
    statement = block(text)[0]
    assert (" ".join(statement.reads), " ".join(statement.sets)) == (reads, sets)


@pytest.mark.parametrize(("text", "local"), [("x = 1", "x"), ("x = y = 1", ""), ("x, y = z", "")])
def test_the_local_of_an_assignment_is_its_only_name(text: str, local: str) -> None:
    (statement,) = block(text)
    assert isinstance(statement, Assign) and statement.local == local


def test_an_element_has_a_type_where_all_indices_are_there() -> None:
    grid = name("grid", Array(FLOAT, 2))
    row = element(grid, name("i"))
    assert row.type is None and element(grid, name("i"), name("j")).type == FLOAT
    rows = Value("subscript", (grid, name("i")), Array(FLOAT, 1))
    assert element(rows, name("j")) == element(grid, name("i"), name("j"))
    whole = Value("subscript", (grid, name("i"), name("j")), Array(FLOAT, 1))
    assert element(whole, name("k")).operands[0] == whole
    assert literal(1) != Value("literal", (1,), FLOAT)


def test_words_of_values_and_types() -> None:
    assert [dotted_name(value(text)) for text in ("wp.vec3", "a", "f().x", "a[0].x")] == ["wp.vec3", "a", "", ""]
    assert root_of(value("a[i].x[k]")) == "a"
    assert [type_word(kind) for kind in (FLOAT, Scalar("bool"), Vector(3, FLOAT))] == ["float32", "bool", "vec3"]
    assert (element_of(Array(INT, 2)), element_of(INT)) == (INT, INT)
    with pytest.raises(TypeError, match="no name"):
        type_word(None)


@pytest.mark.parametrize(
    ("text", "opposite"),
    [
        *(("a < b", "a >= b"), ("a <= b", "a > b"), ("a == b", "a != b"), ("not a", "a"), ("a", "not a")),
        *(("a < b and not c", "a >= b or c"), ("a or b == c", "not a and b != c"), ("a < b < c", "not a < b < c")),
    ],
)
def test_the_opposite_of_a_test(text: str, opposite: str) -> None:
    assert negated(value(text)) == value(opposite)


@pytest.mark.parametrize(
    ("loop", "steps"),
    [
        *(("range(16)", 16), ("range(17)", None), ("range(2, 5)", 3), ("range(3, 0, -1)", 3), ("range(n)", None)),
        *(("range(SIDES)", 4), ("range(-SIDES, 0)", 4), ("range(wp.static(3))", 3), ("range(wp.static(SIDES))", 4)),
        *(("range(wp.constant(2))", 2), ("range(True)", None), ("range(0, n)", None), ("items", None)),
    ],
)
def test_steps_of_a_loop_that_is_written_out(loop: str, steps: int | None) -> None:
    (statement,) = block(f"for k in {loop}:\n    pass")
    assert isinstance(statement, For) and unrolled_steps(statement, {"SIDES": literal(4)}) == steps


def test_operations_of_a_loop_count_once_a_step() -> None:
    def count(text: str) -> int:
        return operations_written(block(text), {"SIDES": literal(4)})

    inside, head = count("x = a + b"), count("for k in range(5):\n    pass")
    assert inside == 1 and count("for k in range(5):\n    x = a + b") == head + 5 * inside
    assert (
        count("for k in range(n):\n    x = a + b")
        == count("for k in range(TURNS):\n    x = a + b")
        == head - 1 + inside
    )
    assert count("for k in range(SIDES):\n    x = a + b") == head - 1 + 4 * inside


BOTH = "if b:\n    x = 1\nelse:\n    x = 2"
STOPPED = "for k in range(n):\n    x = 1\n    if c:\n        break\n    x = 2\n    a[k] = x\na[0] = x"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("x = 1\na[0] = 2", "a[0] = 2"),
        ("x = wp.randf(s)\na[0] = 2", "x = wp.randf(s)\na[0] = 2"),
        ("x = 1\nx += 2\na[0] = 2", "a[0] = 2"),
        ("x = 1\nx += wp.atomic_add(b, 0, 1)\na[0] = 2", "x = 1\nx += wp.atomic_add(b, 0, 1)\na[0] = 2"),
        ("x = 1\nx = 2\na[0] = x", "x = 2\na[0] = x"),
        ("x = wp.randf(s)\nx = 2\na[0] = x", "x = wp.randf(s)\nx = 2\na[0] = x"),
        ("x = 1\nif b:\n    x = 2\na[0] = x", "x = 1\nif b:\n    x = 2\na[0] = x"),
        ("x = 1\nx, y = 2, 3\na[0] = x + y", "x, y = 2, 3\na[0] = x + y"),
        ("if b:\n    x = y\n    return\nx = 2\na[0] = x", "if b:\n    return\nx = 2\na[0] = x"),
        (f"x = 0\n{BOTH}\na[0] = x", f"{BOTH}\na[0] = x"),
        ("a[0] = x\nx = 1\nx = 2\na[1] = x", "a[0] = x\nx = 2\na[1] = x"),
        ("x = 0\nfor k in range(n):\n    a[k] = x\n    x = k", "x = 0\nfor k in range(n):\n    a[k] = x\n    x = k"),
        ("for k in range(n):\n    x = 1", ""),
        ("x = 1\nfor k in range(n):\n    y = x\n    a[k] = k", "for k in range(n):\n    a[k] = k"),
        ("if b:\n    x = 1\na[0] = 2", "a[0] = 2"),
        ("if b:\n    x = 1\nelse:\n    a[0] = 2", "if not b:\n    a[0] = 2"),
        ("if b < c:\n    x = 1\nelse:\n    a[0] = 2", "if b >= c:\n    a[0] = 2"),
        ("if wp.randf(s) < 1.0:\n    x = 1", "if wp.randf(s) < 1.0:\n    pass"),
        (STOPPED, STOPPED),
    ],
)
def test_what_nobody_reads_is_taken_out(text: str, left: str) -> None:
    assert block_text(without_dead_code(block(text))) == left


def test_a_loops_end_is_not_read_again_in_its_turns() -> None:
    beside = together(block("m = n\nfor k in range(m):\n    x = a[k]\n    b[k] = x + y"))
    assert "y" in beside["x"] and "m" not in beside["x"]


@pytest.mark.parametrize(
    ("text", "pure"),
    [
        *(("wp.sin(x)", True), ("float(x)", True), ("min(x, y)", True), ("x[i] + 1", True), ("wp.tile_load(x)", False)),
        *(("wp.atomic_add(x, 0, 1)", False), ("wp.sample_unit_disk(s)", False), ("wp.poisson(s, x)", False)),
        *(("wp.mesh_query_point(m, p)", False), ("wp.bvh_query_aabb(b, x, y)", False), ("f(x)", False)),
        *(("wp.hash_grid_query(g, p, r)", False), ("1.0 + wp.sin(wp.randn(s))", False), ("print(x)", False)),
    ],
)
def test_whether_computing_a_value_changes_something(text: str, pure: bool) -> None:
    assert is_pure(value(text)) == pure


def test_arrays_that_are_written_and_locals_that_queries_set() -> None:
    arguments = "a: wp.array(dtype=float), b: wp.array(dtype=float), c: wp.array(dtype=float), n: int"
    text = "v = wp.vec3()\nv[0] = 1.0\na[0] += 1.0\nx = wp.atomic_add(b, 0, c[0])\nn += 1"
    assert written_arrays(function(text, arguments)) == {"a", "b"}
    assert written_arrays(function("f(n, c)\nn = g(a)", arguments)) == {"c"}
    query = "while wp.bvh_query_next(query, hit):\n    n += wp.atomic_max(b, 0, 1)"
    assert list(found_by_queries(block(query))) == ["hit"]


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("a[i] = 1.0\na[j] = -2.0", {"a"}),
        ("a[i] = 1.0\na[j] += 1.0", set()),
        ("a[i] = 1.0\na[j] = x", set()),
        ("x = 1.0\na[i] = x", {"a"}),
        ("x = 1.0\nx = b[i]\na[i] = x", set()),
        ("x = 1.0\nx += b[i]\na[i] = x", set()),
        ("a[i] = wp.vec3(0.0)", {"a"}),
        ("a[i] = wp.tid()", set()),
        ("a[i] = f(1.0)", set()),
        ("a[i] = 1.0\nwp.atomic_add(a, 0, 2.0)", set()),
        ("a[i] = 1.0\nfill(a)", set()),
    ],
)
def test_arrays_that_hold_what_is_written_out(text: str, constant: set[str]) -> None:
    assert constant_arrays(block(text)) == constant


def test_what_holds_blocks_is_changed_in_both_arms_and_a_loop_keeps_its_head() -> None:
    (chosen,) = block("if a:\n    x = 1\nelse:\n    x = 2")
    assert block_text((change_inner(chosen, lambda inner: inner + inner),)).count("x = 2") == 2
    twice = change_block(block("y = x + x"), lambda part: literal(1) if part == name("x") else part)
    assert block_text(twice) == "y = 1 + 1"
    with pytest.raises(TypeError, match="head"):
        change_own(block("while a:\n    pass")[0], lambda part: part)
