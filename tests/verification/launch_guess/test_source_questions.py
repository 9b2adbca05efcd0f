"""What a guess asks of a source and of a written launch: uses of arrays, ids, numbers, arguments by path."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.verification.launch_guess.adjoint_limits import adjoint_limits
from generator.verification.launch_guess.argument_tree import at_path, changed_at, changed_leaves, is_integer, leaves
from generator.verification.launch_guess.array_uses import Use, uses_of_parameters
from generator.verification.launch_guess.bounded_reading import MOST_STEPS, Steps, TooLong
from generator.verification.launch_guess.geometry_ids import with_geometry
from generator.verification.launch_guess.search import LARGEST_CODE, Palette, palette_of
from generator.verification.launch_guess.written_launch import WrittenLaunch, following

LOAD, STORE, SCALE, ADD, REPEATED = Use.LOAD, Use.STORE, Use.SCALE, Use.ADD, Use.REPEATED

HELPER = "def put(out, i, v):\n    out[i] = v\n\n\n"


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("y = x[i]", {"x": {LOAD}}),
        ("x[i] = 1.0", {"x": {STORE}}),
        ("x[i].v = 1.0", {"x": {STORE}}),
        ("x[i].v += 1.0", {"x": {ADD}}),
        ("x[i][0] = 1.0", {"x": {STORE}}),
        ("x[x[i]] = 1.0", {"x": {LOAD, STORE}}),
        ("x[i] += 1.0", {"x": {ADD}}),
        ("x[i] -= 1.0", {"x": {ADD}}),
        ("x[i] *= 2.0", {"x": {SCALE}}),
        ("s.a[i] = 1.0", {"s.a": {STORE}}),
        ("wp.atomic_add(x, i, 1.0)", {"x": {ADD}}),
        ("wp.tile_atomic_add(x, t)", {"x": {ADD}}),
        ("wp.tile_store(x[i], t)", {"x": {LOAD, STORE}}),
        ("t = wp.tile_load(x, 4)", {"x": {LOAD}}),
        ("x[i] = 1.0\n    x[i] = 2.0", {"x": {STORE, REPEATED}}),
        ("x[i] = 1.0\n    x[j] = 2.0", {"x": {STORE}}),
        ("put(x, i, 1.0)", {"x": {STORE}}),
        ("put(s.a, i, 1.0)", {"s.a": {STORE}}),
        ("other[i] = 1.0", {}),
    ],
)
def test_what_a_kernel_does_with_the_elements_of_its_arguments(text: str, uses: dict[str, set[Use]]) -> None:
    source = f"{HELPER}def k(x, s, i, j):\n    {text}\n"
    assert uses_of_parameters(ast.parse(source))["k"] == uses


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("x[i] = 1.0", ()),
        ("x[i] = 2.0 * x[j]", ("overwritten_input",)),
        ("x[i].v = 1.0", ()),
        ("x[i] += x[j]", ("overwritten_input",)),
        ("x[i] *= 2.0", ("overwritten_input",)),
        ("x[i] = 1.0\n    x[i] = 2.0", ("element_written_twice",)),
        ("x[i] = [k for k in x]", ()),
    ],
)
def test_a_source_that_no_tree_holds_is_asked_for_its_arrays(text: str, limits: tuple[str, ...]) -> None:
    assert adjoint_limits(f"def k(x: wp.array(dtype=float), i: int, j: int):\n    {text}\n") == limits


IDS = Launch(tuple(Argument(name, "scalar", "uint64", fill="value") for name in ("a", "b", "c")), (1,))


@pytest.mark.parametrize(
    ("text", "fills"),
    [
        ("wp.mesh_query_point(a, p, 1.0)", ["mesh", "value", "value"]),
        ("wp.bvh_query_aabb(b, p, q)", ["value", "bvh", "value"]),
        ("wp.hash_grid_query(c, p, 1.0)", ["value", "value", "hash_grid"]),
        ("near(p, b)", ["value", "mesh", "value"]),
        ("wp.sin(a)", ["value", "value", "value"]),
    ],
)
def test_ids_are_what_a_kernel_queries(text: str, fills: list[str]) -> None:
    source = f"def near(p, mesh):\n    wp.mesh_get_point(mesh, 0)\n\n\ndef k(a, b, c):\n    {text}\n"
    assert [argument.fill for argument in with_geometry(IDS, source).arguments] == fills
    whole = replace(IDS, arguments=tuple(replace(each, dtype="int32") for each in IDS.arguments))
    assert with_geometry(whole, source) == whole


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("i == 3", (3,)),
        ("i < -2 or 5 >= i", (-2, 5)),
        ("i == LIMIT", (7,)),
        ("i == wp.int32(4)", (4,)),
        (f"i < {LARGEST_CODE}", (LARGEST_CODE,)),
        (f"i < {LARGEST_CODE + 1}", ()),
        ("x < 0.5", ()),
        ("flag == True", ()),
        ("i + 3", ()),
    ],
)
def test_numbers_that_a_source_compares_with(text: str, codes: tuple[int, ...]) -> None:
    assert palette_of(f"LIMIT = wp.constant(7)\nif {text}:\n    pass\n").codes == codes


@pytest.mark.parametrize(("code", "low", "high"), [(3, 0, 4), (0, 0, 2), (1, 0, 2), (-2, -2, 2)])
def test_arrays_of_whole_numbers_reach_what_a_source_compares_with(code: int, low: int, high: int) -> None:
    arguments = (
        Argument("a", "array", "int32", 1, shape=(4,)),
        Argument("u", "array", "uint32", 1, shape=(4,)),
        Argument("f", "array", "float32", 1, shape=(4,)),
        Argument("out", "array", "int32", 1, OUTPUT, (4,)),
        Argument("n", "scalar", "int32"),
    )
    found = Palette((code,)).spanned(Launch(arguments, (4,)), code).arguments
    assert [(each.fill, each.low, each.high) for each in found[:2]] == [("index", low, high), ("index", 0, high)]
    assert found[2:] == arguments[2:]


WRITTEN = Launch(
    (
        Argument("x", "array", "float32", 2, shape=(5, 6)),
        Argument("n", "scalar", "int32", fill="value", value=1.0),
        Argument("f", "scalar", "float32", fill="value", value=1.0),
    ),
    (7,),
)


@pytest.mark.parametrize(
    ("dim", "texts", "values"),
    [
        (("n",), ("x", "n", "0.5"), [7.0, 0.5]),
        (("n",), ("x", "x.shape[1]", "-2"), [6.0, -2.0]),
        (("n",), ("x", "len(x)", "True"), [5.0, 1.0]),
        (("n", "m"), ("x", "n", "n"), [1.0, 1.0]),
        (("n",), ("x", "m", "1e6"), [1.0, 1.0]),
        (("n",), ("x", "3", "1e5"), [3.0, 1e5]),
        (("n",), ("x", "n"), [1.0, 1.0]),
        (("0.5",), ("x", "1", "0.5"), [1.0, 0.5]),
    ],
)
def test_a_guess_takes_the_numbers_of_a_written_launch(
    dim: tuple[str, ...], texts: tuple[str, ...], values: list[float]
) -> None:
    told = following(WRITTEN, WrittenLaunch(dim, texts, "a.py:1"))
    assert [argument.value for argument in told.arguments[1:]] == values
    assert told.arguments[0] == WRITTEN.arguments[0]


def test_arguments_are_found_and_changed_by_path() -> None:
    inner = Argument("pose", "struct", "Pose", fields=(Argument("x", "scalar", "float32"),))
    body = Argument("body", "struct", "Body", fields=(Argument("mass", "array", "float32", 1), inner))
    launch = Launch((Argument("x", "scalar", "int32"), body), (1,))
    assert [path for path, _ in leaves(launch.arguments)] == ["x", "body.mass", "body.pose.x"]
    assert at_path(launch.arguments, "body.pose.x") == inner.fields[0]
    assert at_path(launch.arguments, "body.none") is None and at_path(launch.arguments, "none.x") is None
    for path in ("x", "body.pose.x"):
        changed = changed_at(launch, path, lambda one: replace(one, value=3.0))
        assert [at for at, one in leaves(changed.arguments) if one.value == 3.0] == [path]
    every = changed_leaves(launch, lambda path, one: replace(one, over=path))
    assert [one.over for _, one in leaves(every.arguments)] == ["x", "body.mass", "body.pose.x"]


@pytest.mark.parametrize(
    ("dtype", "whole"),
    [
        *(("int32", True), ("uint8", True), ("vec3i", True), ("vec2ub", True), ("vec4l", True), ("float32", False)),
        *(("vec3", False), ("vec3d", False), ("mat33", False), ("bool", False)),
        *(("wp.vec(length=3, dtype=wp.int32)", True), ("wp.vec(length=3, dtype=wp.float32)", False)),
    ],
)
def test_types_of_whole_numbers(dtype: str, whole: bool) -> None:
    assert is_integer(Argument("a", "array", dtype, 1, INPUT)) == whole


def test_a_reading_ends_after_so_many_steps() -> None:
    steps = Steps(lines=16, most=100)
    steps.begin(4)
    assert steps.taken == 4 * 3
    for _ in range(MOST_STEPS):
        steps.mark(1)
    with pytest.raises(TooLong, match=f"more than {MOST_STEPS} steps"):
        steps.mark(1)
    assert steps.seen == {1}
    with pytest.raises(TooLong, match="more than 100 steps in all"):
        steps.begin(1)
