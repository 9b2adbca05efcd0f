"""Steps are said with the verbs of the field, each for what happens there."""

from __future__ import annotations

import pytest

from generator.syntax.modules import Function
from generator.syntax.reading import read
from generator.syntax.statements import Call, If
from generator.syntax.types import FLOAT, NAMED, Array, Type
from generator.syntax.values import call, dotted, name
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.known_numbers import Numbers
from generator.synthesis.telling.steps import Step, Teller, teller_of
from generator.synthesis.telling.wording import ACCOUNTS, WORDINGS, Wording

SOURCE = """
def move(x: int, a: int):
    total = float(0.0)
    rest = a[x]
    d = rest - total
    if d > 0.0:
        touch = 1
    else:
        touch = 0
    total = d
    touch = 2
    return total
"""


def steps(wording: Wording) -> list[str]:
    (function,) = [part for part in read(SOURCE).parts if isinstance(part, Function)]
    teller = Teller(Notation(False, False, False), wording, {"x", "a"})
    return list(texts(teller.steps(function.body)))


def test_what_a_block_stores_is_told_as_a_store() -> None:
    stored = Call(call(dotted("wp.tile_store"), name("a"), name("t")))
    tellers = [Teller(Notation(False, False, False), each) for each in (*WORDINGS, *ACCOUNTS)]
    said = {text.lower() for each in tellers for text in texts(each.steps((stored,)))}
    assert said == {"store the tile t in a", "the tile t is stored in a"}


def test_no_formula_names_the_library() -> None:
    (constant,) = read("x = wp.static(wp.pi / SIDES) * wp.sin(a)").parts
    assert Notation(False, False, False).formula(constant.value) == "(pi / SIDES) * sin(a)"


def test_a_number_is_known_in_any_spelling() -> None:
    (constant,) = read("x = 0xFF + 1").parts
    assert Numbers({}).of(constant.value) == 256


def test_a_sum_into_an_array_that_others_add_to_is_told_as_atomic() -> None:
    """``Subtract`` beside ``atomically add`` to one array: who follows the words literally writes a race."""
    source = "def f(a, b, i: int):\n    wp.atomic_add(a, 0, 1.0)\n    a[i] -= 2.0\n    b[i] += 1.0\n"
    (function,) = read(source).functions
    told = texts(teller_of(function, Notation(False, False, False), WORDINGS[0]).steps(function.body))
    assert ["tomically" in text for text in told] == [True, True, False]


def test_what_an_arm_that_leaves_sets_is_new_after_it() -> None:
    arm = "    if x > 0:\n        t = 1\n        a[x] = t\n        return\n"
    source = f"def f(a, x: int):\n{arm}    t = 2\n    a[x] = t\n"
    (function,) = read(source).functions
    told = texts(teller_of(function, Notation(False, False, False), ACCOUNTS[0]).steps(function.body))
    assert [text for text in told if "t = " in text] == ["it starts with t = 1", "it starts with t = 2"]


def test_what_a_loop_or_one_arm_sets_is_new_after_it() -> None:
    """``Update x to a[k]`` in a second loop over the same records, where nothing of the first is left."""
    loop = "    for k in range(9):\n        x = a[k]\n        b += x\n"
    arm = "    if b > 0:\n        y = 1\n        a[0] = y\n"
    source = f"def f(a, b: int):\n{loop}{loop}{arm}{arm}    return b\n"
    (function,) = read(source).functions
    told = texts(teller_of(function, Notation(False, False, False), ACCOUNTS[0]).steps(function.body))
    assert told.count("it reads x = a[k]") == 2
    assert told.count("it starts with y = 1") == 2


def test_a_reason_ends_a_sentence_and_stands_in_brackets_where_others_follow() -> None:
    test = "if t > 0:\n        a[x] = 1\n    elif t < 0:\n        a[x] = 2\n"
    (function,) = read(f"def f(a, x: int):\n    t = a[x]\n    u = a[0]\n    {test}").functions
    load, _, first = function.body
    assert isinstance(first, If)
    reasons = {id(load): ", since so", id(first): "; so that", id(first.otherwise[0]): " (for)"}
    told = texts(teller_of(function, Notation(False, False, False), ACCOUNTS[0], reasons).steps(function.body))
    assert told[:3] == ["it reads t = a[x], since so", "it reads u = a[0]", "if t > 0 (so that)"]
    assert told[4] == "otherwise, if t < 0 (for)"


def texts(found: tuple[Step, ...]) -> list[str]:
    return [text for step in found for text in (step.text, *texts(step.inner))]


def test_a_number_starts_an_element_is_read_and_a_formula_computed() -> None:
    told = steps(ACCOUNTS[0])
    assert told[:3] == ["it starts with total = 0.0", "it reads rest = a[x]", "it computes d = rest - total"]


@pytest.mark.parametrize("wording", (*WORDINGS, *ACCOUNTS))
def test_what_one_arm_sets_is_new_in_the_other(wording: Wording) -> None:
    told = steps(wording)
    first = wording.start.first.format(t="touch", v="{v}")
    assert first.format(v="1") in told and first.format(v="0") in told
    assert wording.again.format(t="touch", v="2") in told


@pytest.mark.parametrize("wording", (*WORDINGS, *ACCOUNTS))
def test_a_function_returns_its_result(wording: Wording) -> None:
    assert "return" in wording.result or "result is" in wording.result


@pytest.mark.parametrize("wording", (*WORDINGS, *ACCOUNTS))
@pytest.mark.parametrize(("element", "apart"), [(NAMED["vec3"], True), (FLOAT, False)])
def test_vectors_are_lowered_component_by_component(wording: Wording, element: Type, apart: bool) -> None:
    lowest = name("lowest", Array(element, 1))
    statement = Call(call(dotted("wp.atomic_min"), lowest, name("i"), name("x")))
    (told,) = texts(Teller(Notation(False, False, False), wording, set()).steps((statement,)))
    assert told.endswith(", component by component") is apart
