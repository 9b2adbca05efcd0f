"""Which reasons are given: each once, where it first holds, few of those that hold of many kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.syntax.modules import Constant, Function
from generator.syntax.statements import (
    HOLDING,
    Assign,
    Augment,
    Block,
    Call,
    Comment,
    If,
    Statement,
    Store,
    blocks_of,
    walk,
)
from generator.syntax.values import Value
from generator.syntax.walks.rewriting import rename
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.schemas.phrases import spoken
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.known_numbers import unwrapped
from generator.synthesis.telling.recognisers.facts import Facts, Reason, Words, facts_of
from generator.synthesis.telling.recognisers.of_functions import purpose_of
from generator.synthesis.telling.recognisers.of_kernels import OF_THREADS, of_guard, of_write
from generator.synthesis.telling.recognisers.of_numbers import OF_NUMBERS, of_first, of_search, of_zero
from generator.synthesis.telling.recognisers.wording import PLAIN, SAME, WORDINGS

MOST = 4
"""Reasons that one text gives, at the most."""

FULL = 2
"""Reasons besides which none of the plain ones is given, which hold of very many kernels."""

OF_STATEMENTS: dict[type, tuple[Callable[..., Iterator[Reason]], ...]] = {
    If: (of_zero, of_guard, of_search),
    Assign: (of_first, of_write),
    **dict.fromkeys((Augment, Call, Store), (of_write,)),
}
"""Kind of a statement -> the recognisers of its reasons, which are given the statements that follow, too."""

OF_VALUES = {**OF_NUMBERS, **OF_THREADS}
SIGNS = frozenset({"/", "%", "ternary"})
"""Operations of which a value may have a reason, besides calls."""

READ = ("subscript", "attribute")
"""Operations of a local that only reads what a step needs."""

NAMES = frozenset("Coulomb Darboux Fresnel Garland Gray Hann Jacobian Jacobians Kirchhoff Perona Shan Shirley".split())
"""First words of remarks on functions that keep their capital, as do all with an 's or another capital."""

CODE = Notation(False, False, False)
"""Values as the source has them."""

Found = dict[str, tuple[Statement, Words]]
"""Reason -> the statement where it first holds, and the words for it."""


@dataclass
class Reasons:
    """The reasons of one kernel and its functions: which were given already, and the wording of the next."""

    drawn: DrawnKernel
    random: Random
    notation: Notation = CODE
    said: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        constants = [part for part in self.drawn.module.parts if type(part) is Constant]
        self._constants = {part.name: unwrapped(part.value) for part in constants}
        kernel = self.drawn.kernel
        self.facts = facts_of(self.drawn, self._constants, kernel, kernel.body)
        """Of the kernel."""
        self._found = _found(kernel.body, self.facts)

    def of_kernel(self) -> Mapping[int, str]:
        """Identity of a statement of the kernel -> its reason, as the end of a sentence."""
        return self._told(self._found, _remarks_of_steps(self.drawn))

    def of_function(self, function: Function, body: Block) -> Mapping[int, str]:
        """The same of a function whose ``body`` is told; one at its head may be of all or of a part."""
        facts = facts_of(self.drawn, self._constants, function, body)
        about, rest = function.docstring or purpose_of(function, self.facts), body
        match body:
            case (Comment(text), _):
                about, rest = about or text, body[1:]
            case (Comment(), *_):
                rest = body[1:]
        remarks = {id(each): text for each, text in _remarks(rest)}
        return self._told(_found(body, facts), {id(function): _inside(about), **remarks} if about else remarks)

    def sentences(self) -> Mapping[int, str]:
        """Identity of a statement of the kernel -> its reason, if it is one that stands as a sentence of its own."""
        return {
            id(statement): self._worded(sentences, words)
            for word, (statement, words) in self._found.items()
            if word not in PLAIN and (sentences := [each[2:] for each in WORDINGS[word] if each[0] == ";"])
        }

    def _told(self, found: Found, remarks: Mapping[int, str]) -> Mapping[int, str]:
        told = {key: f" ({text})" for key, text in remarks.items()}
        for word in [word for word in WORDINGS if word in found] if found else ():
            known = not self.said.isdisjoint((word, SAME.get(word)))
            if not known and len(self.said) < (FULL if word in PLAIN else MOST):
                statement, words = found[word]
                if id(statement) not in told:
                    told[id(statement)] = self._worded(WORDINGS[word], words)
                    self.said.add(word)
        return told

    def _worded(self, wordings: Sequence[str], words: Words) -> str:
        record = self.drawn.draft.record
        given = {key: self.notation.formula(each) if isinstance(each, Value) else each for key, each in words.items()}
        return self.random.pick(wordings).format(record=spoken(record.name), records=record.plural, **given)


def _inside(sentence: str) -> str:
    """A sentence as an aside: without its full stop, small at the start but for names."""
    first = sentence.partition(" ")[0]
    named = first in NAMES or first.endswith("'s") or first[1:] != first[1:].lower()
    return (sentence[0] if named else sentence[0].lower()) + sentence[1:].rstrip(".")


def _found(block: Block, facts: Facts) -> Found:
    found: Found = {}
    _look(block, facts, found)
    return found


def _look(block: Block, facts: Facts, found: Found) -> None:
    """Note each reason where it first holds."""
    for place, statement in enumerate(block):
        plain = type(statement) is Assign and statement.value.operation != "call"
        for recognise in OF_STATEMENTS.get(type(statement), ()) if not plain else ():
            for word, words in recognise(statement, block[place + 1 :], facts):
                found.setdefault(word, (statement, words))
        calls = statement.calls
        asked = [(each.callee, each) for each in calls if each.callee in OF_VALUES] if calls else []
        if not SIGNS.isdisjoint(statement.kinds):
            asked += [(each.operation, each) for each in statement.parts if each.operation in SIGNS]
        for asking, value in asked:
            for word, asks in OF_VALUES[asking].items():
                if word not in found and (said := asks(value, facts)) is not None:
                    found[word] = statement, said
        for inner in blocks_of(statement) if type(statement) in HOLDING else ():
            _look(inner, facts, found)


def _remarks(block: Block) -> Iterator[tuple[Statement, str]]:
    """What the writer of a computation remarked, and the statement that it is about.

    That is the next one that does more than read what the statement after it needs.
    """
    for place, statement in enumerate(block):
        if type(statement) is Comment:
            about = [
                each for each in block[place + 1 :] if type(each) is not Assign or each.value.operation not in READ
            ]
            yield from [(each, statement.text) for each in (*about, *block[place + 1 :])[:1]]
        elif type(statement) in HOLDING:
            for inner in blocks_of(statement):
                yield from _remarks(inner)


def _remarks_of_steps(drawn: DrawnKernel) -> Mapping[int, str]:
    """The same of the kernel, whose style may have dropped them; only of statements that stand there once."""
    if Comment not in map(type, walk(drawn.steps)):
        return {}
    told: dict[int, str] = {}
    for statement, text in _remarks(drawn.steps):
        (about,) = rename((statement,), drawn.names)
        same = [each for each in walk(drawn.kernel.body) if type(each) is type(about) and each == about]
        told |= {id(each): text for each in same} if len(same) == 1 else {}
    return told
