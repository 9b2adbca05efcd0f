"""The steps of a block in sentences, those inside a loop or a branch beneath it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from generator.syntax.modules import Function
from generator.syntax.statements import (
    Assign,
    Augment,
    Blank,
    Block,
    Call,
    Comment,
    For,
    If,
    Jump,
    Return,
    Statement,
    Store,
    While,
    walk,
)
from generator.syntax.types import Array, Vector
from generator.syntax.values import Value, root_of
from generator.syntax.walks.effects import is_atomic
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.meanings import Meanings
from generator.synthesis.telling.nouns import Meaning
from generator.synthesis.telling.outline import Step
from generator.synthesis.telling.substitution import is_thread
from generator.synthesis.telling.wording import (
    ATOMICS,
    AUGMENTED,
    BEFORE,
    BY_COMPONENT,
    CALLED,
    COMPARING,
    JUMPS,
    TILE_STORED,
    Saying,
    Wording,
)

LONGEST_JOINED = 90
"""Letters of a sentence that further locals may join, at the most."""

ATOMIC_SUMS = {"+": "atomic_add", "-": "atomic_sub"}
"""Sign of an augmented assignment -> the atomic that it is on an element of an array."""


@dataclass
class Teller:
    """Says the statements of one function, in one notation and wording."""

    notation: Notation
    wording: Wording
    known: set[str] = field(default_factory=set)
    """Locals that surely had a value before."""
    contended: frozenset[str] = frozenset()
    """Arrays that have atomics: Warp adds to an element of any array atomically, and here other threads may."""
    reasons: Mapping[int, str] = field(default_factory=dict)
    """Identity of a statement -> why it is there, as the end of its sentence."""
    meanings: Meanings | None = None
    """What elements of arguments are, where that is told."""

    def steps(self, block: Block) -> tuple[Step, ...]:
        """The steps of a block, in order; locals that follow each other are introduced together."""
        found: list[Step] = []
        items: list[str] = []
        last: Saying | Meaning | None = None
        for statement in block:
            if type(statement) is Comment or type(statement) is Blank or is_thread(statement):
                continue
            place = len(found)
            kind: Saying | Meaning | None = None
            if type(statement) is Assign and (said := self._first_value(statement)) is not None:
                kind, saying, words = said
                room = last is not None and len(items) < saying.most and len(found[-1].text) < LONGEST_JOINED
                if room and _follows(kind, last, words):
                    items.append(saying.more.format_map(words))
                    found[-1] = Step(saying.join(items), (), found[-1].formula_first)
                    place -= 1
                else:
                    found.append(_step(saying.first, words))
                    items = [found[-1].text]
                self.known.update(statement.targets[0].names)
            elif type(statement) is If:
                found += self._branches(statement, "")
            elif type(statement) is For:
                target = statement.target
                turns = self.meanings.turns(statement.iterable) if self.meanings else ""
                words = {"t": self.notation.formula(target), "v": turns or self.notation.turns(statement.iterable)}
                found.append(_step(self.wording.loop, words, self._inside(target.names).steps(statement.body)))
            elif type(statement) is While:
                found.append(self._on(self.wording.repeat, statement.condition, self._inside().steps(statement.body)))
            else:
                found.append(self._plain(statement))
            last = kind
            if id(statement) in self.reasons and type(statement) is not If:
                found[place] = self._with_reason(statement, found[place])
                last = None
        return tuple(found)

    def _branches(self, statement: If, before: str) -> list[Step]:
        """The arms of a condition, and of those that follow as ``elif``; a guard that leaves is one sentence."""
        body, otherwise = statement.body, statement.otherwise
        if not before and not otherwise and len(body) == 1 and type(body[0]) is Return and body[0].value is None:
            return [self._with_reason(statement, self._on(self.wording.stop, statement.condition))]
        arm = self._inside()
        first = self._on(before + self.wording.when, statement.condition, arm.steps(body))
        found = [self._with_reason(statement, first)]
        if len(otherwise) == 1 and type(otherwise[0]) is If:
            found += self._branches(otherwise[0], f"{self.wording.otherwise}, ")
        elif otherwise:
            found.append(_step(self.wording.otherwise, {}, self.steps(otherwise)))
        if _leaves(otherwise):
            self.known = arm.known
        elif not _leaves(body):
            self.known &= arm.known
        return found

    def _with_reason(self, statement: Statement, step: Step) -> Step:
        if (reason := self.reasons.get(id(statement))) is None:
            return step
        return step.because(reason, self.notation.formula(statement.condition) if type(statement) is If else "")

    def _inside(self, more: Collection[str] = ()) -> Teller:
        """The teller of a block within this one: what only that sets, is set anew after it."""
        known = {*self.known, *more}
        return Teller(self.notation, self.wording, known, self.contended, self.reasons, self.meanings)

    def _plain(self, statement: Statement) -> Step:
        """A statement that holds no others."""
        match statement:
            case Assign((target, *_), value):
                self.known.update(target.names)
                if said := self._atomic(value):
                    before = BEFORE[self.wording.mood].format(t=self.notation.formula(target))
                    return Step(said.text + before, (), said.formula_first)
                return self._step_of(self.wording.again, target, value)
            case Store(target, value):
                return self._step_of(self.wording.store, target, value)
            case Augment(target, sign, value) if sign in ATOMIC_SUMS and root_of(target) in self.contended:
                return self._step_of(ATOMICS[ATOMIC_SUMS[sign]][self.wording.mood], target, value)
            case Augment(target, sign, value):
                if sign in AUGMENTED:
                    return self._step_of(AUGMENTED[sign][self.wording.mood], target, value)
                again = self.wording.again.replace("{v}", f"{{t}} {sign} {{v}}")
                words = {"+": self.wording.add, "-": self.wording.subtract}
                return self._step_of(words.get(sign, again), target, value)
            case Call(Value("call", (_, array, tile)) as value) if _called(value) == "tile_store":
                return self._step_of(TILE_STORED[self.wording.mood], array, tile)
            case Call(value):
                return self._atomic(value) or _step(CALLED[self.wording.mood], {"v": self.notation.formula(value)})
            case Return(None):
                return Step("nothing more is done")
            case Return(Value() as value):
                return _step(self.wording.result, {"v": self.notation.formula(value)})
            case Jump(word):
                return Step(JUMPS[word][self.wording.mood])
        raise TypeError(f"no sentence for {type(statement).__name__}")

    def _step_of(self, sentence: str, target: Value, value: Value) -> Step:
        return _step(sentence, {"t": self._told(target), "v": self._told(value)})

    def _told(self, value: Value) -> str:
        return self.meanings.told(value) if self.meanings else self.notation.formula(value)

    def _on(self, sentence: str, condition: Value, inner: tuple[Step, ...] = ()) -> Step:
        told = self.meanings.condition(condition) if self.meanings else ""
        say = self.meanings.element if self.meanings else None
        return _step(sentence, {"c": told or self.notation.condition(condition, say)}, inner)

    def _first_value(self, statement: Assign) -> tuple[Saying | Meaning, Saying, dict[str, str]] | None:
        """How it is said that locals get their first value, with its words; those of one kind stand together.

        None where none do, or what an atomic gives back.
        """
        value = statement.value
        if not self.known.isdisjoint(statement.targets[0].names) or _called(value) in ATOMICS:
            return None
        target = self.notation.formula(statement.targets[0])
        if self.meanings and (read := self.wording.read) and (meaning := self.meanings.of(value)):
            code = self.notation.formula(value) if "{v}" in read.first else ""
            return meaning, read, {"t": target, "v": code, "w": meaning.whole, "b": meaning.before}
        words = {"t": target, "v": self._told(_bare(value))}
        loads = value.operation == "subscript" and value.operands[0].operation == "name"
        saying = self.wording.load if loads else self.wording.start if _is_number(value) else self.wording.let
        return saying, saying, words

    def _atomic(self, value: Value) -> Step | None:
        if (word := _called(value)) not in ATOMICS:
            return None
        array, *indices, amount = value.operands[1:]
        said = ATOMICS[word][self.wording.mood]
        if word in COMPARING and isinstance(array.type, Array) and isinstance(array.type.element, Vector):
            said += BY_COMPONENT
        return self._step_of(said, Value("subscript", (array, *indices)), amount)


def teller_of(
    function: Function,
    notation: Notation,
    wording: Wording,
    reasons: Mapping[int, str] | None = None,
    meanings: Meanings | None = None,
) -> Teller:
    """The teller of one function, whose arguments have values."""
    calls = [call for statement in walk(function.body) for call in statement.calls]
    contended = frozenset([root_of(call.operands[1]) for call in calls if is_atomic(call)])
    known = {parameter.name for parameter in function.parameters}
    return Teller(notation, wording, known, contended, reasons or {}, meanings)


def _step(sentence: str, words: Mapping[str, str], inner: tuple[Step, ...] = ()) -> Step:
    """A sentence of the tables with its words in place."""
    formula_first = sentence[0] == "{" and not words[sentence[1]].startswith("the ")
    return Step(sentence.format_map(words), inner, formula_first)


def _follows(kind: Saying | Meaning, last: Saying | Meaning | None, words: dict[str, str]) -> bool:
    """Whether one value may be told after another in one sentence; of an element, the words for that are added."""
    if type(kind) is Meaning and type(last) is Meaning:
        words["s"] = kind.after(last)
        return bool(words["s"])
    return kind is last


def _leaves(block: Block) -> bool:
    return bool(block) and (type(block[-1]) is Return or type(block[-1]) is Jump)


def _called(value: Value) -> str:
    """The word of a call of Warp; empty where it is no call."""
    return value.callee.removeprefix("wp.")


def _bare(value: Value) -> Value:
    """A value without the cast of a constant that Warp asks for where a loop changes it: ``0.0`` of ``float(0.0)``."""
    cast = value.operation == "call" and value.callee in ("float", "int", "bool")
    return value.operands[1] if cast and not value.operands[1].names else value


def _is_number(value: Value) -> bool:
    """Whether a value is a number, or one of a stated type: ``float(0.0)``, ``wp.vec3(1.0)``."""
    return not (value.names[1:] if value.operation == "call" else value.names)
