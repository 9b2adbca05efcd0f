"""A value that gets or loses a name is the same where it is used: nothing that it is made of is set in between."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from generator.syntax.printing import block_text
from generator.syntax.reading import read
from generator.syntax.statements import Assign, Block, parts_of, walk
from generator.syntax.types import INT, Record
from generator.syntax.values import Value, array_of, literal, name
from generator.syntax.walks.names import definitions
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import PROJECTS
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.schemas.domains import whole
from generator.synthesis.shaping.element_words import ElementWords
from generator.synthesis.shaping.inlining import Inlining, without_names
from generator.synthesis.shaping.naming_values import with_names
from generator.synthesis.shaping.value_kinds import Habit
from generator.synthesis.storage.layout import ROWS
from generator.synthesis.storage.signature import Signature, Size, Slot


def block(text: str) -> Block:
    body = "\n".join(f"    {line}" for line in text.splitlines())
    (function,) = read(f"def f(x):\n{body}\n").functions
    return function.body


def short(value: Value) -> str:
    return "_".join(str(part.operands[0]) for part in value.walk() if part.operation == "name")


def named(text: str) -> Block:
    """With names for what is read twice; ``x`` is written."""
    words = lambda value: "" if array_of(value) == "x" else short(value)  # noqa: E731
    return with_names(block(text), (), words, Habit(Random("n"), 0.0), {*definitions(block(text))})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = 1 + k[i]\nx[0] = 2 * k[i]", "k_i = k[i]\ny = 1 + k_i\nx[0] = 2 * k_i"),
        ("y = 1 + k[i]\ni = 3\nx[0] = 2 * k[i]", "k_i = k[i]\ny = 1 + k_i\ni = 3\nk_i = k[i]\nx[0] = 2 * k_i"),
        (
            "y = 1 + k[i]\nif y > 0:\n    i = 3\nx[0] = 2 * k[i]",
            "k_i = k[i]\ny = 1 + k_i\nif y > 0:\n    i = 3\nk_i = k[i]\nx[0] = 2 * k_i",
        ),
        (
            "if a:\n    y = 1 + k[i]\n    x[0] = 2 * k[i]\nif b:\n    y = 3 * k[i]",
            "if a:\n    k_i = k[i]\n    y = 1 + k_i\n    x[0] = 2 * k_i\nif b:\n    k_i = k[i]\n    y = 3 * k_i",
        ),
        (
            "y = 1 + k[i]\nz = 2 * k[i]\nfor j in range(3):\n    y += 3 * k[i]",
            "k_i = k[i]\ny = 1 + k_i\nz = 2 * k_i\nfor j in range(3):\n    y += 3 * k_i",
        ),
        ("if k[i] >= 0:\n    x[0] = y[k[i]]", "k_i = k[i]\nif k_i >= 0:\n    x[0] = y[k_i]"),
        ("if k[i] > 0 + k[i]:\n    p = k[i]\n    x[0] = p", "p = k[i]\nif p > 0 + p:\n    x[0] = p"),
        ("y = k[i][0] - k[i][1]", "k_i = k[i]\ny = k_i[0] - k_i[1]"),
        ("if k[i].a < y or k[i].b > y:\n    x[0] = y", "k_i = k[i]\nif k_i.a < y or k_i.b > y:\n    x[0] = y"),
        ("if y >= k[i] and y < k[i] + h[i]:\n    y = 0", "k_i = k[i]\nif y >= k_i and y < k_i + h[i]:\n    y = 0"),
        ("y = 2 * k[i]\nx[0] = k[i]", "k_i = k[i]\ny = 2 * k_i\nx[0] = k_i"),
        ("if k[i] > p:\n    p = k[i]\nx[0] = p", "k_i = k[i]\nif k_i > p:\n    p = k_i\nx[0] = p"),
        ("p = k[i]\nif c:\n    p = -k[i]\nx[0] = p", "p = k[i]\nif c:\n    p = -p\nx[0] = p"),
        ("p = k[i]\np += 1\nx[0] = p + k[i]", "k_i = k[i]\np = k_i\np += 1\nx[0] = p + k_i"),
        (  # no swap by a copy
            "p = k[i]\nq = k[j]\nif c:\n    p = k[j]\n    q = k[i]\nx[0] = p - q",
            "k_i = k[i]\np = k_i\nq = k[j]\nif c:\n    p = q\n    q = k_i\nx[0] = p - q",
        ),
        ("if i < 0 or k[i].a < k[i].b:\n    x[0] = y", "if i < 0 or k[i].a < k[i].b:\n    x[0] = y"),
    ],
)
def test_a_name_ends_where_its_index_is_set(before: str, after: str) -> None:
    assert block_text(named(before)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = k[i]\nx[0] = a", "x[0] = k[i]"),
        ("a = k[i]\ni = 3\nx[i] = a", None),
        ("a = k[i]\nif x[0] > 0:\n    i = 3\nx[i] = a", None),
        ("a = k[i]\na = -a\nx[0] = a", "x[0] = -k[i]"),
        ("a = k[i]\na = -a\nx[0] = a\nx[1] = a", None),
        ("i = k[0]\ni = -i\nx[i] = i", None),
        ("a = (y + i) % v\nx[0] = k[a] + y", None),
        ("end = k[i]\nfor j in range(end):\n    x[j] = y", None),
    ],
)
def test_a_local_stands_in_line_where_it_is_the_same(before: str, after: str | None) -> None:
    assert block_text(without_names(block(before), inlining(1.0, 1.0, 1.0), {"x"})) == (after or before)


def inlining(elements: float, results: float, others: float) -> Inlining:
    return Inlining(*(Habit(Random("n"), chance) for chance in (elements, results, others)))


def test_what_stands_in_line_is_settled_by_what_it_is() -> None:
    before = "a = k[i]\nb = -a\nc = g(b)\nx[0] = c"
    told = {
        (1.0, 0.0, 0.0): "b = -k[i]\nc = g(b)\nx[0] = c",
        (0.0, 1.0, 0.0): "a = k[i]\nb = -a\nx[0] = g(b)",
        (0.0, 0.0, 1.0): "a = k[i]\nc = g(-a)\nx[0] = c",
    }
    for chances, after in told.items():
        assert block_text(without_names(block(before), inlining(*chances), {"x"})) == after


def test_one_of_several_records_has_a_name_for_one() -> None:
    computation = load_all()["mix_tracer"]
    policy = replace(DEFAULT_POLICY, pairs=((ROWS, 1.0),))
    names: set[str] = set()
    for key in range(12):
        choices = (chosen(computation, choose_variant(Random(str(key)), computation)),)
        names |= definitions(draw_kernel(f"sides/{key}", choices, policy).kernel.body).keys()
    assert "side" in names and "sides" not in names


def drawn_texts(name: str) -> list[str]:
    computation = load_all()[name]
    texts = []
    for key in range(12):
        choice = chosen(computation, choose_variant(Random(str(key)), computation))
        texts.append(block_text(draw_kernel(f"one/{key}", (choice,), DEFAULT_POLICY).kernel.body))
    return texts


def test_one_of_several_values_is_named_as_one() -> None:
    texts = drawn_texts("reduce_channels")
    assert any(" channel = " in text for text in texts)
    assert not [text for text in texts if " channels = " in text]


def test_no_load_has_two_names() -> None:
    assert block_text(named("p = k[i]\nx[0] = p\nq = k[i]\nx[1] = q")) == "p = k[i]\nx[0] = p\nx[1] = p"


@pytest.mark.parametrize("word", ["bordered_face_flux", "advance_envelope", "contact_friction_rows", "apply_burns"])
def test_a_struct_has_one_local_and_its_fields_are_read_of_that(word: str) -> None:
    computation = load_all()[word]
    policy = replace(DEFAULT_POLICY, projects=tuple((replace(each, structs=1.0), 1.0) for each, _ in PROJECTS))
    for key in range(8):
        choices = (chosen(computation, choose_variant(Random(str(key)), computation)),)
        body = draw_kernel(f"struct/{key}", choices, replace(policy, factored=0.0, factored_long=0.0)).kernel.body
        loads = Counter(each.value for each in walk(body) if isinstance(each, Assign) and array_of(each.value))
        fields = [part.operands[0] for part in parts_of(body) if part.operation == "attribute"]
        read = Counter(owner for owner in fields if array_of(owner))
        assert loads.keys().isdisjoint(read) and max(read.values(), default=1) == 1, block_text(body)
        assert all(count == 1 for element, count in loads.items() if isinstance(element.type, Record)), block_text(body)


@pytest.mark.parametrize("word", ["potential_field", "md_rigid_step"])
def test_a_number_that_an_array_holds_is_read_once(word: str) -> None:
    choices = (chosen(load_all()[word], choose_variant(Random(word), load_all()[word])),)
    policy = replace(DEFAULT_POLICY, box=1.0, per_world=0.0, factored=0.0, factored_long=0.0)
    read = Counter(part for part in parts_of(draw_kernel(word, choices, policy).kernel.body) if array_of(part))
    boxes = [count for element, count in read.items() if element.operands[1:] == (literal(0),)]
    assert boxes and max(boxes) == 1


def test_the_one_element_of_another_record_needs_no_letter_of_it() -> None:
    texts = drawn_texts("total_rotor_thrust")
    assert any(" speed = " in text for text in texts)
    assert not [text for text in texts if "speed_m = " in text]


def test_elements_of_two_records_are_told_apart_by_what_their_indices_differ_in() -> None:
    texts = drawn_texts("interpolate_keyframes")
    assert any(" time0 = " in text for text in texts)
    assert not [text for text in texts if "_k0 = " in text]


@pytest.mark.parametrize(("place", "word"), [(name("k"), "key"), (literal(0), "")])
def test_one_of_several_values_is_named_as_one_before_it_is_stored(place: Value, word: str) -> None:
    slot = Slot("@triangle.keys", INT, whole(0, 9), (), (Size("triangle"), Size(more=3)))
    element = Value("subscript", (name(slot.symbol), name("i"), place))
    words = ElementWords((), (), Signature({slot.symbol: slot}, {}), "", ("", "", ""), ())
    assert words.of_stored(element) == word
