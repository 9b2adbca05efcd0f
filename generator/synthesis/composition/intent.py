"""The intent: one sentence that asks for the kernel, as somebody would who does not have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from generator.synthesis.chance.randomness import Random
from generator.synthesis.computations.language import Computation
from generator.synthesis.schemas.entities import Entity


class Told(Protocol):
    """A computation in one of its variants, over the records of an entity."""

    @property
    def computation(self) -> Computation: ...
    @property
    def variant(self) -> Mapping[str, Any]: ...
    @property
    def record(self) -> Entity: ...


FORMS: tuple[tuple[str, float], ...] = (
    ("{Intent}.", 3),
    ("Write a kernel to {intent}.", 1),
    ("In one thread per {record}, {intent}.", 1),
    ("For each {record}: {intent}.", 1),
    ("Launched over the {records}, {intent}.", 1),
    ("A kernel over {records} is to {intent}.", 1),
    ("For {records} of {field}: {intent}.", 1),
    ("Given the {records}, {intent}.", 1),
    ("{Intent}; one thread handles one {record}.", 1),
    ("Kernel for {field}: {intent}.", 1),
)
"""Sentences with their weights."""


def intent_of(choices: Sequence[Told], random: Random) -> str:
    """A sentence that says what the computations do together."""
    record = choices[0].record
    phrase = "; then ".join(phrase_of(choice) for choice in choices)
    return random.weighted(FORMS).format(
        Intent=phrase[0].upper() + phrase[1:],
        intent=phrase,
        record=record.name.replace("_", " "),
        records=record.plural,
        field=choices[0].computation.schema.name,
    )


def phrase_of(choice: Told) -> str:
    """What a computation does, an imperative without a full stop, with the words of its variant."""
    words = [choice.computation.intent.replace("{attributes}", _attributes(choice))]
    for word, values in choice.computation.variants.items():
        if word != "attributes" and (told := values[choice.variant[word]]):
            words.append(told)
    return " ".join([words[0], ", ".join(words[1:])]).strip()


def _attributes(choice: Told) -> str:
    names = choice.variant.get("attributes", ())
    found = [of.words for of in choice.record.attributes if of.name in names]
    return joined(found)


def joined(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1] if words else ""
