"""The sentence that asks for a kernel says nothing twice."""

from __future__ import annotations

import pytest

from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen
from generator.synthesis.composition.intent import in_sentences, intent_of, phrase_of


def told(name: str, draw: int) -> str:
    random = Random(f"intents/{name}/{draw}")
    computation = load_all()[name]
    choice = chosen(computation, choose_variant(random, computation))
    return intent_of(phrase_of(choice), choice.record, computation.schema.name, random)


@pytest.mark.parametrize(
    ("name", "variant", "said"),
    [
        (
            "correct_robot_position",
            {"gate": True, "form": "short"},
            "along with its covariance, unless the landmark is too far from where it expects it",
        ),
        (
            "sparse_transpose_product",
            {"guarded": True, "scaled": True},
            "each row by atomics, scaled by a factor, leaving out prescribed rows",
        ),
        ("option_greeks", {"order": 2, "vega": True}, "calls and puts, with gamma, with vega"),
        ("tile_part_offsets", {"inclusive": True}, "as a tile into where each ends"),
        (
            "max_world_speed",
            {"momentum": True, "masked": True},
            "by an atomic maximum over active ones alone, and add up their momentum",
        ),
    ],
)
def test_words_of_variants_belong_to_what_stands_before_them(name: str, variant: dict[str, bool], said: str) -> None:
    """What was ``unless that is too far, and how uncertain it is``; offsets ``that take in the part itself``."""
    assert phrase_of(chosen(load_all()[name], variant)).endswith(said)


@pytest.mark.parametrize(("rank", "said"), [("plain", ""), ("length", "; also rank it by its length-normalised score")])
def test_the_second_act_that_is_added_has_a_sentence_of_its_own(rank: str, said: str) -> None:
    """What was ``extend each beam, and rule out some, and rank it``."""
    choice = chosen(load_all()["extend_beam"], {"root": "leave", "rank": rank})
    assert phrase_of(choice).endswith(f"has ended, and rule out those without a parent{said}")


def test_a_text_of_three_clauses_has_three_sentences() -> None:
    assert in_sentences("add; then take; also count") == "add. Then take. Also count"
    assert in_sentences("add; then take") == "add; then take"


def test_no_phrase_of_a_variant_is_a_participle_alone() -> None:
    """``halved`` does not say what is: "and halve it"."""
    optional = {
        (name, text)
        for name, each in load_all().items()
        for values in each.variants.values()
        for text in values.values()
        if "" in values.values()
    }
    assert {(name, text) for name, text in optional if text.endswith("ed") and " " not in text} == set()
