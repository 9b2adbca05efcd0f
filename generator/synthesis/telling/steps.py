"""The steps of a block in sentences, those inside a loop or a branch beneath it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from generator.syntax.modules import Function
from generator.syntax.nodes import node
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
from generator.syntax.values import Value, dotted_name, last_word, literal, root_of
from generator.syntax.walks.effects import is_atomic
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.substitution import is_thread
from generator.synthesis.telling.wording import (
    ATOMICS,
    AUGMENTED,
    BEFORE,
    BY_COMPONENT,
    CALLED,
    COMPARING,
    JUMPS,
    Saying,
    Wording,
)

MOST_JOINED = 3
"""Locals that one sentence introduces, at the most."""

LONGEST_JOINED = 90
"""Letters of a sentence that further locals may join, at the most."""

ATOMIC_SUMS = {"+": "atomic_add", "-": "atomic_sub"}
"""Sign of an augmented assignment -> the atomic that it is on an element of an array."""


@node
class Step:
    """A sentence without capital and full stop, and the steps that it leads in."""

    text: str
    inner: tuple[Step, ...] = ()
    formula_first: bool = False
    """Whether it begins with a name, which keeps its small letter."""

    @property
    def sentence(self) -> str:
        """The text with a capital letter."""
        return self.text if self.formula_first else self.text[0].upper() + self.text[1:]


@dataclass
class Teller:
    """Says the statements of one function, in one notation and wording."""

    notation: Notation
    wording: Wording
    known: set[str] = field(default_factory=set)
    """Locals that surely had a value before."""
    contended: frozenset[str] = frozenset()
    """Arrays that have atomics: Warp adds to an element of any array atomically, and here other threads may."""

    def steps(self, block: Block) -> tuple[Step, ...]:
        """The steps of a block, in order; locals that follow each other are introduced together."""
        found: list[Step] = []
        joined = 0
        last: Saying | None = None
        for statement in block:
            if isinstance(statement, Comment | Blank) or is_thread(statement):
                continue
            saying = self._saying(statement)
            if saying is not None and isinstance(statement, Assign):
                target, value = statement.targets[0], _bare(statement.value)
                if saying is last and joined < MOST_JOINED and len(found[-1].text) < LONGEST_JOINED:
                    more = self._step_of(saying.more, target, value)
                    found[-1] = replace(found[-1], text=f"{found[-1].text}; {more.text}")
                    joined += 1
                else:
                    found.append(self._step_of(saying.first, target, value))
                    joined = 1
                self.known.update(target.names)
            else:
                found.extend(self._steps(statement))
            last = saying
        return tuple(found)

    def _steps(self, statement: Statement) -> Iterator[Step]:
        match statement:
            case If(condition, (Return(None),), ()):
                yield self._on(self.wording.stop, condition)
            case If():
                yield from self._branches(statement, "")
            case For(target, iterable, body):
                head = _step(self.wording.loop, t=self.notation.formula(target), v=self._range(iterable))
                yield replace(head, inner=self._inside({str(target.operands[0])}).steps(body))
            case While(condition, body):
                yield replace(self._on(self.wording.repeat, condition), inner=self._inside().steps(body))
            case _:
                yield self._plain(statement)

    def _branches(self, statement: If, before: str) -> Iterator[Step]:
        """The arms of a condition, and of those that follow as ``elif``."""
        arm = self._inside()
        yield replace(self._on(before + self.wording.when, statement.condition), inner=arm.steps(statement.body))
        match statement.otherwise:
            case ():
                pass
            case (If() as inner,):
                yield from self._branches(inner, f"{self.wording.otherwise}, ")
            case other:
                yield replace(_step(self.wording.otherwise), inner=self.steps(other))
        if _leaves(statement.otherwise):
            self.known = arm.known
        elif not _leaves(statement.body):
            self.known &= arm.known

    def _inside(self, more: Collection[str] = ()) -> Teller:
        """The teller of a block within this one: what only that sets, is set anew after it."""
        return replace(self, known={*self.known, *more})

    def _plain(self, statement: Statement) -> Step:
        """A statement that holds no others."""
        match statement:
            case Assign((target, *_), value):
                self.known.update(target.names)
                if said := self._atomic(value):
                    before = BEFORE[self.wording.mood].format(t=self.notation.formula(target))
                    return replace(said, text=said.text + before)
                return self._step_of(self.wording.again, target, value)
            case Store(target, value):
                return self._step_of(self.wording.store, target, value)
            case Augment(target, sign, value) if sign in ATOMIC_SUMS and root_of(target) in self.contended:
                return self._step_of(ATOMICS[ATOMIC_SUMS[sign]][self.wording.mood], target, value)
            case Augment(target, sign, value):
                words = {"+": self.wording.add, "-": self.wording.subtract}
                words |= {each: said[self.wording.mood] for each, said in AUGMENTED.items()}
                again = self.wording.again.replace("{v}", f"{{t}} {sign} {{v}}")
                return self._step_of(words.get(sign, again), target, value)
            case Call(value):
                return self._atomic(value) or _step(CALLED[self.wording.mood], v=self.notation.formula(value))
            case Return(None):
                return _step("nothing more is done")
            case Return(Value() as value):
                return _step(self.wording.result, v=self.notation.formula(value))
            case Jump(word):
                return _step(JUMPS[word][self.wording.mood])
        raise TypeError(f"no sentence for {type(statement).__name__}")

    def _step_of(self, sentence: str, target: Value, value: Value) -> Step:
        return _step(sentence, t=self.notation.formula(target), v=self.notation.formula(value))

    def _on(self, sentence: str, condition: Value) -> Step:
        return _step(sentence, c=self.notation.condition(condition))

    def _saying(self, statement: Statement) -> Saying | None:
        """How it is said that locals get their first value; None where none do, or what an atomic gives back."""
        if not isinstance(statement, Assign) or self.known.intersection(statement.targets[0].names):
            return None
        value = statement.value
        if _called(value) in ATOMICS:
            return None
        if value.operation == "subscript" and value.children[0].is_name:
            return self.wording.load
        return self.wording.start if _is_number(value) else self.wording.let

    def _atomic(self, value: Value) -> Step | None:
        word = _called(value)
        if word not in ATOMICS:
            return None
        array, *indices, amount = value.operands[1:]
        said = ATOMICS[word][self.wording.mood]
        if word in COMPARING and isinstance(array.type, Array) and isinstance(array.type.element, Vector):
            said += BY_COMPONENT
        return self._step_of(said, Value("subscript", (array, *indices)), amount)

    def _range(self, iterable: Value) -> str:
        function, *ends = iterable.operands
        if dotted_name(function) != "range":
            return self.notation.formula(iterable)
        first, end, *step = map(self.notation.formula, ends if len(ends) > 1 else (literal(0), *ends))
        return " in steps of ".join((f"{first} up to but not including {end}", *step))


def teller_of(function: Function, notation: Notation, wording: Wording) -> Teller:
    """The teller of one function, whose arguments have values."""
    calls = [call for statement in walk(function.body) for call in statement.calls]
    contended = frozenset([root_of(call.operands[1]) for call in calls if is_atomic(call)])
    return Teller(notation, wording, {parameter.name for parameter in function.parameters}, contended)


def _step(sentence: str, **words: str) -> Step:
    """A sentence of the tables with its words in place."""
    text = sentence.format(**words)
    return Step(text, formula_first=sentence[0] == "{")


def _leaves(block: Block) -> bool:
    return bool(block) and isinstance(block[-1], Return | Jump)


def _called(value: Value) -> str:
    """The word of a call of Warp; empty where it is none."""
    return last_word(value.operands[0]) if value.operation == "call" else ""


def _bare(value: Value) -> Value:
    """A value without the cast of a constant that Warp asks for where a loop changes it: ``0.0`` of ``float(0.0)``."""
    cast = value.operation == "call" and dotted_name(value.operands[0]) in ("float", "int", "bool")
    return value.operands[1] if cast and not value.operands[1].names else value


def _is_number(value: Value) -> bool:
    """Whether a value is a number, or one of a stated type: ``float(0.0)``, ``wp.vec3(1.0)``."""
    parts = value.children[1:] if value.operation == "call" else (value,)
    return not any(part.names for part in parts)
