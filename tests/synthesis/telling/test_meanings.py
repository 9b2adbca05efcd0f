"""Elements are told in the words of their schema: what they are, and whose."""

from __future__ import annotations

import ast
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from generator.syntax.modules import Constant, Function
from generator.syntax.reading import read
from generator.syntax.statements import Assign, For, If, parts_of
from generator.syntax.types import FLOAT, INT, Array, Type
from generator.syntax.walks.names import definitions
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.schemas.domains import Domain, between, whole
from generator.synthesis.schemas.entities import Entity, attribute, relation
from generator.synthesis.schemas.phrases import of_each
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.storage.layout import Layout
from generator.synthesis.storage.signature import Indices, Size, Slot
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.meanings import Meanings
from generator.synthesis.telling.narration import narration_of
from generator.synthesis.telling.nouns import meaning_of
from generator.synthesis.telling.outline import Step
from generator.synthesis.telling.reasons import Reasons
from generator.synthesis.telling.recognisers.facts import facts_of
from generator.synthesis.telling.steps import teller_of
from generator.synthesis.telling.wording import ACCOUNTS

TIES = (
    relation("left", "body", "one", "first body", "left left l", group="ends"),
    relation("right", "body", "one", "second body", "right right r", group="ends"),
    relation("parts", "part", "range", "parts", "parts parts p"),
    relation("near", "bond", "near", "bonds nearby", "near near n"),
)
SCHEMA = Schema(
    "bonds",
    (
        Entity("bond", "bonds", (attribute("rest", "float", between(0.1, 1.0), "", "rest", "r r r"),), TIES),
        Entity("body", "bodies", (attribute("mass", "float", between(0.1, 1.0), "", "mass", "m m m"),)),
        Entity("part", "parts", ()),
        Entity("counter", "counters", (), records=(1,)),
    ),
)
BOND = (Size("bond"),)
PLAIN, QUOTED = Notation(False, True, False), Notation(False, False, True)


def slot(
    name: str, words: str, fill: Domain | Indices | Size, kind: Type = FLOAT, shape: tuple[Size, ...] = BOND
) -> Slot:
    owner = name.partition(".")[0]
    said = of_each(words, owner) if "." in name else words
    return Slot(f"@{name}", Array(kind, len(shape)) if shape else kind, fill, (), shape, words=said)


VALUES = between(0.1, 1.0)
SLOTS = {
    "rest": slot("bond.rest.in", "rest length", VALUES),
    "rest_out": slot("bond.rest.out", "rest length", VALUES),
    "cut": slot("bond.cut.in", "whether it takes part", whole(0, 1), INT),
    "end": slot("bond.end.in", "side that it leaves by, or -1", VALUES),
    "modes": slot("bond.modes.in", "modes", VALUES, FLOAT, (*BOND, Size("", 0, 3))),
    "ends": slot("bond.ends", "ends", Indices("body"), INT, (Size("bond", 2),)),
    "rows": slot("bond.ends", "ends", Indices("body", empty=True), INT, (*BOND, Size("", 0, 2))),
    "mass": slot("body.mass.in", "mass", VALUES, FLOAT, (Size("body"),)),
    "start": slot(
        "bond.parts.start", "offsets of the parts", Indices("part", ascending=True), INT, (Size("bond", 1, 1),)
    ),
    "first": slot("bond.near.start", "first", Indices("bond*4", room=4), INT),
    "many": slot("bond.near.count", "number of bonds nearby", Size("", 0, 5), INT),
    "list": slot("bond.near.list", "bonds nearby", Indices("bond"), INT, (Size("bond", 4),)),
    "died": slot("counter.died.out", "number of bonds that broke", whole(0, 1), INT, (Size("counter"),)),
    "dt": slot("dt", "time step", VALUES, FLOAT, (Size("", 0, 1),)),
    "n": slot("bond.count", "number of bonds", Size("bond"), INT, ()),
}


def told(body: str) -> tuple[Meanings, Function]:
    lines = "".join(f"    {line}\n" for line in ("i = wp.tid()", *body.split("\n")))
    (kernel,) = read(f"@wp.kernel\ndef k({', '.join(SLOTS)}):\n{lines}").functions
    drawn: Any = SimpleNamespace(
        kernel=kernel,
        module=SimpleNamespace(functions=(kernel,)),
        slots=list(SLOTS.values()),
        names={each.symbol: word for word, each in SLOTS.items()},
        layout=Layout(index=("i",)),
        launch=SimpleNamespace(tiled=False, dim=(9,)),
        features=SimpleNamespace(built_ins=()),
        computation=SimpleNamespace(schema=SCHEMA),
        draft=SimpleNamespace(record=SCHEMA.entity("bond")),
    )
    facts = facts_of(drawn, {}, kernel, kernel.body)
    facts.slots = SLOTS
    return Meanings(facts, PLAIN), kernel


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("rest[i]", "the rest length of the bond (rest[i])"),
        ("rest[j]", "the rest length of the bond j (rest[j])"),
        ("rest_out[i]", "the new rest length of the bond (rest_out[i])"),
        ("cut[j]", "cut[j] (whether the bond j takes part)"),
        ("end[i]", "end[i] (the side that it leaves by)"),
        ("end[j]", "end[j] (the side that it leaves by, for the bond j)"),
        ("modes[i, 2]", "the mode [2] of the bond (modes[i, 2])"),
        ("rows[i, 1]", "the second body of the bond (rows[i, 1])"),
        ("mass[ends[i * 2]]", "the mass of the first body of the bond (mass[ends[i * 2]])"),
        ("mass[list[k]]", "the mass of the bond at place k of the list (mass[list[k]])"),
        ("start[i + 1]", "start[i + 1] (where the parts of the bond end)"),
        ("died[0]", "died[0] (the number of bonds that broke)"),
        ("dt[0]", "the time step (dt[0])"),
        ("rest[i] * dt[0]", "rest[i] * dt[0] (from the rest length of the bond and the time step)"),
        ("rest[i] - rest[j] + rest[k]", "rest[i] - rest[j] + rest[k]"),
        ("modes[i, a] + b[i]", "modes[i, a] + b[i] (from the mode [a] of the bond)"),
    ],
)
def test_an_element_is_told_by_what_it_is_and_whose(value: str, words: str) -> None:
    meanings, kernel = told(f"x = {value}")
    assert isinstance(kernel.body[1], Assign)
    assert meanings.told(kernel.body[1].value) == words


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("cut[i] == 0", "the bond does not take part (cut[i] == 0)"),
        ("cut[i] != 0", "the bond takes part (cut[i] != 0)"),
        ("not cut[j]", "the bond j does not take part (not cut[j])"),
        ("rest[i] == 0", ""),
        ("rows[i, 0] < 0", "the bond has no first body (rows[i, 0] < 0)"),
        ("rows[j, 1] != -1", "the bond j has a second body (rows[j, 1] != -1)"),
        ("rows[i, 0] < 1", ""),
        ("wp.bvh_query_next(q, j)", "the query gives another j (bvh_query_next(q, j))"),
    ],
)
def test_a_flag_is_told_as_what_it_says(test: str, words: str) -> None:
    meanings, kernel = told(f"if {test}:\n    return")
    assert isinstance(kernel.body[1], If)
    assert meanings.condition(kernel.body[1].condition) == words


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ("range(start[i], start[i + 1])", "the parts of the bond"),
        ("range(start[i], start[i + 2])", ""),
        ("range(first[j], first[j] + many[j])", "the places in the list of the bonds nearby, for the bond j"),
        ("range(many[i])", "the places of the bonds nearby"),
        ("range(n)", "all bonds"),
        ("range(rest.shape[0])", "all bonds"),
        ("wp.hash_grid_query(grid, x, r)", "what lies in cells of the hash grid within r of x"),
        ("range(3)", ""),
    ],
)
def test_a_loop_over_a_relation_is_told_as_such(turns: str, words: str) -> None:
    meanings, kernel = told(f"for k in {turns}:\n    pass")
    assert isinstance(kernel.body[1], For)
    assert meanings.turns(kernel.body[1].iterable) == words


@pytest.mark.parametrize(
    ("words", "noun"),
    [
        ("normal, out of its owner", "normal"),
        ("roll, pitch and yaw", "roll, pitch and yaw"),
        ("state: empty or full", "state"),
        ("place, or -1", "place"),
    ],
)
def test_a_remark_on_an_attribute_is_left_out(words: str, noun: str) -> None:
    meaning = meaning_of(of_each(words, "bond"), "the bond", own=False)
    assert meaning and meaning.noun == noun


def test_what_takes_no_article_is_told_as_code() -> None:
    assert meaning_of(of_each("one over its chance, else 0", "bond"), "the bond", own=True) is None


def test_a_reason_of_a_flag_stands_in_the_brackets_of_its_code() -> None:
    step = Step("if it sleeps (a != 0)", (Step("it stops"),))
    assert step.because(", since", "a != 0").text == "if it sleeps (a != 0, since)"
    assert step.because(" (so)", "a != 0").text == "if it sleeps (a != 0; so)"
    assert step.because(", since", "b").text == "if it sleeps (a != 0) (since)"


def test_several_reads_are_one_sentence() -> None:
    meanings, kernel = told("r = rest[i]\na = rows[i, 0]\nm = mass[a]\nw = mass[k]\nrest_out[i] = r * m")
    first, second, *others = [
        each.text for each in teller_of(kernel, PLAIN, ACCOUNTS[0], {}, meanings).steps(kernel.body)
    ]
    assert first == "it reads the rest length of the bond (r) and its first body (a)"
    assert second == "it reads the mass of the body a (m) and that of the body k (w)"
    assert others[-1] == "it stores r * m as the new rest length of the bond (rest_out[i])"


def test_each_name_that_steps_mention_is_one_of_the_kernel() -> None:
    for word in islice(Random("names of narrations").shuffled(sorted(load_all())), 60):
        computation = load_all()[word]
        choice = chosen(computation, choose_variant(Random(word), computation))
        drawn = draw_kernel(f"names/{word}", (choice,), DEFAULT_POLICY)
        kernel = drawn.kernel
        meanings = Meanings(facts_of(drawn, {}, kernel, kernel.body), QUOTED)
        parts = parts_of(kernel.body)
        known = {*definitions(kernel.body), *[name for part in parts for name in part.names]}
        known |= {str(part.operands[1]) for part in parts if part.operation == "attribute"}
        known |= {part.name for part in drawn.module.parts if isinstance(part, Constant)}
        for account in ACCOUNTS:
            steps = teller_of(kernel, QUOTED, account, {}, meanings).steps(kernel.body)
            code = [text for step in steps for text in codes(step)]
            names = {each.id for text in code for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Name)}
            assert names <= known, word


def codes(step: Step) -> list[str]:
    """What stands between back ticks in a step and those beneath it."""
    return [*step.text.split("`")[1::2], *[text for each in step.inner for text in codes(each)]]


@pytest.mark.parametrize(("form", "said"), [("logistic", 1), ("hinge", 0)])
def test_a_narration_ends_with_why_a_variant_is_taken(form: str, said: int) -> None:
    choice = chosen(load_all()["binary_loss"], {"form": form, "summed": False})
    drawn = draw_kernel("whys", (choice,), DEFAULT_POLICY)
    assert narration_of(Reasons(drawn, Random("whys"))).count("so that none overflows.") == said


def test_each_why_is_of_a_value_of_a_variant() -> None:
    for computation in load_all().values():
        flags = [name for name, values in computation.variants.items() if True in values]
        values = {"", *flags, *[each for values in computation.variants.values() for each in values]}
        assert computation.why.keys() <= values, computation.name
