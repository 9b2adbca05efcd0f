"""What a local has is not computed again by a later step."""

from __future__ import annotations

import pytest

from generator.syntax.printing import block_text
from generator.synthesis.composition.one_value import with_one_value
from generator.synthesis.computations import md_motion, solver_contacts
from generator.synthesis.expansion.stencils import draws
from tests.synthesis.test_shaping import block


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # a second name for what a value is made of
            "n = x[i]\nt, b = law(n)\nm = x[i]\nu, w = law(m)\ny[i] = w",
            "n = x[i]\nt, b = law(n)\ny[i] = b",
        ),
        ("s = n * 2\ny[i] = n * 2 + 1", "s = n * 2\ny[i] = s + 1"),
        ("n = k\ns = n * 2\nn = 3\ny[i] = n * 2", None),  # another n
        ("s = y[i]\ny[i] = 3\nt = y[i]\nx[i] = t", None),  # an element that is stored
        ("s = y[i]\nt = y[i]\ny[i] = t", "s = y[i]\ny[i] = s"),  # not yet
        ("s = other(n)\nt = other(n)\ny[i] = t", None),  # it may change something
        ("s = n * 2\nt = s\ny[i] = t", None),  # an author's own copy
    ],
)
def test_a_value_is_computed_once(before: str, after: str | None) -> None:
    assert block_text(with_one_value(block(before), {"law"})) == (before if after is None else after)


def test_laws_are_pure_but_those_that_draw_numbers() -> None:
    assert draws(md_motion.thermal_velocity) and not draws(solver_contacts.tangent_basis)
