"""What a result is cleared to is a value that Warp knows."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp

from generator.syntax.reading import read
from generator.syntax.statements import Store
from generator.syntax.types import NAMED
from generator.syntax.values import dotted_name, element, literal, name
from generator.synthesis.schemas.rays import RAYS
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.schemas.sorting import SORTING
from generator.synthesis.schemas.zeros import none_of, zero


@pytest.mark.parametrize("word", ["vec3", "vec2i", "spatial_vector", "mat22", "mat33", "spatial_matrix"])
def test_warp_has_what_a_type_is_cleared_to(word: str) -> None:
    """A matrix of six rows has a name of its own: there is no ``wp.mat66``."""
    function, *numbers = zero(NAMED[word]).operands
    made = getattr(wp, dotted_name(function).removeprefix("wp."))(*(number.operands[0] for number in numbers))
    assert np.array_equal(np.array(made), np.array(getattr(wp, word)()))


@pytest.mark.parametrize(
    ("schema", "record", "attribute", "none"),
    [
        (RAYS, "query", "side", "0"),
        (RAYS, "query", "face_id", "-1"),
        (SORTING, "segment", "best", "-1"),
        (SORTING, "segment", "leaders", "wp.vec4i(-1, -1, -1, -1)"),
    ],
)
def test_a_result_that_there_is_none_of_means_nothing_else(
    schema: Schema, record: str, attribute: str, none: str
) -> None:
    """A query without a shape was said to lie inside it, and masked segments to be led by item 0.

    The value equals one that a computation stores.
    """
    entity = schema.entity(record)
    assert entity is not None
    of = entity.attribute(attribute)
    assert of is not None
    (function,) = read(f"def f(x):\n    x[0] = {none}\n").functions
    assert function.body == (Store(element(name("x"), literal(0)), none_of(of)),)
