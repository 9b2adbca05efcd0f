"""One quantity of several steps has one name, as long as no two values of it are to be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.printing import block_text
from generator.syntax.statements import Assign, Store, parts_of, walk
from generator.syntax.values import array_of
from generator.syntax.walks.names import definitions, uses
from generator.synthesis.catalogue.index import computation_of, entries
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draft_kernel, draw_kernel
from generator.synthesis.shaping.one_name import copies_in, with_one_name
from generator.synthesis.storage.signature import twin
from tests.synthesis.test_shaping import block


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # the later name stays
            "x = a[0]\nif c:\n    x = x + 1\n    p = x\n    b[0] = p\n    return\np = x * 2\nb[0] = p",
            "p = a[0]\nif c:\n    p = p + 1\n    b[0] = p\n    return\np = p * 2\nb[0] = p",
        ),
        (
            "x = a[0]\nif c:\n    x = 2\nmade = x\nb[0] = made",
            "x = a[0]\nif c:\n    x = 2\nb[0] = x",
        ),  # not a made-up one
        ("x = a[0]\np = x\nif c:\n    p = 3\nb[0] = x\nb[1] = p", None),  # two values
        ("x = a[0]\np = x\nfor k in range(3):\n    p = p + x\nb[0] = p", None),  # in the next turn
        ("x = a[0]\np = x\nwhile f(p):\n    p = p + 1\nb[0] = p", "p = a[0]\nwhile f(p):\n    p = p + 1\nb[0] = p"),
        ("x = a[0]\nkept = x\nb[0] = kept", None),  # an author's own copy
        ("p = n\nb[0] = p", "b[0] = n"),  # an argument
        ("p = n\np += 1\nb[0] = p", None),  # which keeps its value
    ],
)
def test_a_copy_has_the_name_of_what_it_copies(before: str, after: str | None) -> None:
    found = with_one_name(block(before), [("kept", "x")], {"made"})
    assert block_text(found) == (before if after is None else after)


@pytest.mark.parametrize(
    "step",
    [
        "apply_damage count_living",
        "drift_body body_center_state",
        "push_part move_pushed_part",
        "integrate_particle kinetic_energy",
    ],
)
def test_a_state_goes_through_its_steps_by_one_name(step: str) -> None:
    """No step has a copy of its own, no value has a name that is untrue before or after, nothing is read again."""
    known = [computation_of(entries()[name]) for name in step.split()]
    for number in range(12):
        random = Random(f"one name/{number}")
        choices = tuple(chosen(each, choose_variant(random, each)) for each in known)
        body = draft_kernel(f"one name/{number}", choices, replace(DEFAULT_POLICY, join=1.0), plain=True).body
        assert not copies_in(body), block_text(body)
        assert not any(word.endswith(("_new", "_next", "_result")) for word in definitions(body)), block_text(body)
        stores = [each for each in walk(body) if isinstance(each, Store)]
        states = {twin(array_of(each.target)) for each in stores}
        read = [part for part in parts_of(body) if part.operation == "subscript" and array_of(part) in states]
        held = [each.value for each in body if isinstance(each, Assign) and each.value in read]
        assert all(read.count(element) == 1 for element in held), block_text(body)


def test_no_name_of_a_step_hides_a_law_that_it_calls() -> None:
    known = [computation_of(entries()[name]) for name in ("fem_thermal_stress", "fem_equivalent_stress")]
    choices = chosen(known[0], {}), chosen(known[1], {"damaged": False, "active": False})
    draft = draft_kernel("law", choices, replace(DEFAULT_POLICY, join=1.0), plain=True)
    assert len(draft.choices) == 2
    assert "equivalent_stress" in uses(draft.body).keys() - definitions(draft.body).keys()


def test_what_is_loaded_has_the_name_of_what_becomes_of_it() -> None:
    computation = computation_of(entries()["distance_row"])
    for draw in range(12):
        choice = chosen(computation, choose_variant(Random(f"loaded/{draw}"), computation))
        assert not copies_in(draw_kernel(f"loaded/{draw}", (choice,), DEFAULT_POLICY).kernel.body)
