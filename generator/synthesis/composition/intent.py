"""The intent: one sentence that asks for the kernel, as somebody would who does not have it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import add

from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.draft import Choice
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.schemas.phrases import spoken

FORMS: tuple[tuple[str, float], ...] = (
    ("{Intent}.", 5),
    ("{Intent}; one thread handles one {record}.", 2),
    ("{Intent}. Use one thread per {record}.", 2),
    ("For each {record}: {intent}.", 2),
    ("One thread per {record}: {intent}.", 1),
    ("Kernel for {field}: {intent}.", 1),
    ("{Field}: {intent}.", 1),
    ("Implement a kernel to {intent}.", 1),
    ("I need a kernel to {intent}.", 1),
)
"""Sentences with their weights."""

DOUBLED = {" write ": "kernel to", " each ": "For each"}
"""Words of an intent -> those of forms that would say them twice: "for each cell: mark each cell"."""

THEN, BOUND = "; then ", "; then, where that was done, "
"""Words between two steps, and where the second is not for records that the first leaves out."""

ALSO = "; also "
"""Words before what is done besides, where a sentence has an "and" already."""

ACTS = frozenset(
    "add call clear count find flag give hide keep leave mark paint pass raise rank set shift stop store take tell "
    "update use wake weigh wrap".split()
)
"""First words of what is done besides."""

LONGEST = 220
"""Letters of a sentence that joins several clauses, at the most."""


BINDING = frozenset({"of", "by", "to", "from", "at", "that", "leading"})
"""First words of a variant's phrase that belong to the word before them, so that no comma may stand between."""

CONDITIONS = ("leaving", "unless", "if", "but", "where")
"""First words of whom a step is for, or not."""

JOINING = BINDING | frozenset(
    "after against along among around as before between for in inside into on outside over plus taken than through "
    "times together towards under until up within without".split()
)
"""The same, with those that need no comma where the sentence has none."""


def intent_of(phrase: str, record: Entity, field: str, random: Random, tiled: bool = False) -> str:
    """A sentence that asks for what a phrase says; ``tiled`` kernels have a block for each record."""
    twice = [again for says, again in DOUBLED.items() if says in f" {phrase}"]
    forms = tuple(form for form in FORMS if not any(again in form[0] for again in twice)) if twice else FORMS
    form = random.weighted(forms)
    text = (form.replace("thread", "block") if tiled else form).format(
        Intent=capital(phrase),
        intent=phrase,
        record=spoken(record.name),
        records=record.plural,
        field=field,
        Field=capital(field),
    )
    return in_sentences(text)


def in_sentences(text: str) -> str:
    """A text with a sentence for each of its main clauses, where it is long or has more than two."""
    first, *others = text.split("; ")
    return ". ".join((first, *map(capital, others))) if len(text) > LONGEST or len(others) > 1 else text


def purpose_of(choices: Sequence[Choice], bound: Collection[int] = ()) -> str:
    """What the computations do together, an imperative without a full stop.

    ``bound`` are those that are only for records that the ones before them do not leave out.
    """
    first, *others = map(phrase_of, choices)
    thens = (BOUND if place in bound else THEN for place in range(1, len(choices)))
    return first + "".join(map(add, thens, others))


def phrase_of(choice: Choice) -> str:
    """What a computation does, an imperative without a full stop, with the words of its variant.

    An intent may end in a comma for the words that follow; it goes where there are none. Words that may be absent have
    a comma before them, unless their first word belongs to the sentence.
    """
    intent = choice.computation.intent
    phrases: list[str] = []
    optional = False
    for word, values in choice.computation.variants.items():
        if said := values[choice.variant[word]]:
            optional = optional if phrases else "" in values.values()
            phrases.append(said)
    if not phrases:
        return intent.rstrip(" ,:")
    phrases = _in_order(phrases)
    close = BINDING if "," in intent or ":" in intent else JOINING
    first = phrases[0].split(" ")[0].strip(",")
    tied = first.startswith("(") or first in close or not (optional or first.endswith("ing"))
    joint = " " if tied or intent.endswith((",", ":")) else ", "
    phrase = intent
    for said in [each.rstrip(",") for each in phrases]:
        chained = _is_act(said) and ", and " in phrase.rpartition("; ")[2]
        phrase = f"{phrase.rstrip(',')}{ALSO}{said.removeprefix('and ')}" if chained else f"{phrase}{joint}{said}"
        joint = ", "
    return phrase.rstrip(" ,")


def _is_act(said: str) -> bool:
    """Whether a phrase says what else is done: ``and count them``."""
    return said.startswith("and ") and said.split(" ")[1] in ACTS


def _in_order(phrases: Sequence[str]) -> list[str]:
    """How it is done before whom a step is for, and both before what else is done."""
    found: list[str] = []
    for said in phrases:
        place, first = len(found), said.split(" ")[0]
        if first not in (*CONDITIONS, "and", "then") and not first.endswith("ing"):
            while place and (found[place - 1].startswith(CONDITIONS) or _is_act(found[place - 1])):
                place -= 1
        found.insert(place, said)
    return found


def capital(text: str) -> str:
    """With a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
