"""The variant of a launch in which indices lie at the ends of their domain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from generator.launch import EDGES, OUTPUT, Argument, Launch
from generator.launch.edges import has_ends
from generator.launch.fills import FILLS
from generator.launch.numbers import Element, Numbers, seed_of
from generator.launch.ties import draw

N = 400


def element_of(argument: Argument) -> Element:
    return Element(argument.dtype)


def ends(argument: Argument) -> bool:
    return has_ends(Launch((argument,), (N,)), element_of)


def drawn(argument: Argument, variant: str) -> np.ndarray:
    numbers = Numbers(argument.name, argument, element_of(argument), argument.shape, seed_of("edges", argument.name))
    return draw(Launch((argument,), (N,), variant=variant), [numbers])[argument.name]


def of(fill: str, low: float, dtype: str = "int32", role: str = "input") -> Argument:
    return Argument("a", "array", dtype, 1, role, (N,), fill, low, 30.0)


def test_half_of_all_indices_are_the_least_or_the_greatest() -> None:
    for fill, low in (("index", 3.0), ("optional", -1.0)):
        values = drawn(of(fill, low), EDGES)
        assert values.min() == low and values.max() == 29.0
        assert (values == low).sum() > N / 5 and (values == 29.0).sum() > N / 5
        assert len(set(values)) > 10


def test_members_of_a_record_differ_at_their_ends() -> None:
    argument = replace(of("distinct", 0.0), members=2)
    values = drawn(argument, EDGES).reshape(-1, 2)
    assert (values[:, 0] != values[:, 1]).all() and ends(argument)
    assert (values == 0.0).sum() > N / 10 and (values == 29.0).sum() > N / 10


def test_others_differ_at_their_ends_from_each_other_and_their_record() -> None:
    argument = replace(of("other", 0.0), members=4, shape=(120,))
    values = np.column_stack([drawn(argument, EDGES).reshape(-1, 4), np.arange(30.0)])
    assert all(len(set(row)) == 5 for row in values.tolist()) and ends(argument)
    assert (values[:, 0] == (values[:, 4] + 1.0) % 30.0).any() and (values[:, 3] == (values[:, 4] - 1.0) % 30.0).any()


def test_a_number_is_the_greatest_index() -> None:
    number = Argument("a", "scalar", "int32", 0, "input", (), "index", 2.0, 30.0)
    assert drawn(number, EDGES) == 29.0 and ends(number)


def test_whole_numbers_that_are_uniform_are_indices() -> None:
    for dtype, expected in (("int32", True), ("bool", True), ("float32", False)):
        argument = of("uniform", 0.0, dtype)
        assert ends(argument) is expected
        assert np.array_equal(drawn(argument, EDGES), drawn(argument, "")) is not expected


def test_all_else_is_drawn_as_ever() -> None:
    for argument in (
        of("uniform", 0.0, "float32"), of("sorted", 0.0), of("permutation", 0.0), of("index", 0.0, role=OUTPUT),
    ):  # fmt: skip
        assert argument.fill in FILLS
        np.testing.assert_array_equal(drawn(argument, EDGES), drawn(argument, ""))
        assert not ends(argument)
    assert ends(of("optional", -1.0))


def test_a_field_has_the_role_of_the_array_that_holds_it() -> None:
    field = Argument("at", "scalar", "int32", fill="index", high=30.0)
    inner = Argument("inner", "struct", "Inner", fields=(field,))
    for role, expected in (("input", True), ("inout", True), (OUTPUT, False)):
        for fields in ((field,), (inner,)):
            records = Argument("a", "array", "Record", 1, role, (N,), fields=fields)
            assert ends(records) is expected
