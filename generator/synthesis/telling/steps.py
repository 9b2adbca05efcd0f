"""The steps of a block in sentences, those inside a loop or a branch beneath it."""

from __future__ import annotations

from collections.abc import Iterator
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
)
from generator.syntax.values import Value, dotted_name
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.wording import ATOMICS, AUGMENTED, JUMPS, Wording

MOST_JOINED = 3
"""Locals that one sentence introduces, at the most."""

LONGEST_JOINED = 90
"""Letters of a sentence that further locals may join, at the most."""


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
    """Locals that had a value before."""

    def steps(self, block: Block) -> tuple[Step, ...]:
        """The steps of a block, in order; locals that follow each other are introduced together."""
        found: list[Step] = []
        joined = 0
        for statement in block:
            if isinstance(statement, Comment | Blank) or _is_thread(statement):
                continue
            if isinstance(statement, Assign) and self._is_new(statement):
                if 0 < joined < MOST_JOINED and len(found[-1].text) < LONGEST_JOINED:
                    more = self._told(self.wording.more, statement.targets[0], statement.value)
                    self.known.update(statement.targets[0].names)
                    found[-1] = replace(found[-1], text=f"{found[-1].text}; {more.text}")
                    joined += 1
                    continue
                joined = 1
            else:
                joined = 0
            found.extend(self._steps(statement))
        return tuple(found)

    def _steps(self, statement: Statement) -> Iterator[Step]:
        match statement:
            case If(condition, (Return(None),), ()):
                yield self._on(self.wording.stop, condition)
            case If():
                yield from self._branches(statement, "")
            case For(target, iterable, body):
                self.known.add(str(target.operands[0]))
                head = _step(self.wording.loop, t=self.notation.formula(target), v=self._range(iterable))
                yield replace(head, inner=self.steps(body))
            case While(condition, body):
                yield replace(self._on(self.wording.repeat, condition), inner=self.steps(body))
            case _:
                yield self._plain(statement)

    def _branches(self, statement: If, before: str) -> Iterator[Step]:
        """The arms of a condition, and of those that follow as ``elif``."""
        yield replace(self._on(before + self.wording.when, statement.condition), inner=self.steps(statement.body))
        match statement.otherwise:
            case ():
                return
            case (If() as inner,):
                yield from self._branches(inner, f"{self.wording.otherwise}, ")
            case other:
                yield replace(_step(self.wording.otherwise), inner=self.steps(other))

    def _plain(self, statement: Statement) -> Step:
        """A statement that holds no others."""
        match statement:
            case Assign((target, *_), value):
                new = self._is_new(statement)
                self.known.update(target.names)
                if value.operation == "call" and (said := self._atomic(value)):
                    return replace(said, text=f"{said.text}, and call what was there {self.notation.formula(target)}")
                return self._told(self.wording.let if new else self.wording.again, target, value)
            case Store(target, value):
                return self._told(self.wording.store, target, value)
            case Augment(target, sign, value):
                words = {"+": self.wording.add, "-": self.wording.subtract, **AUGMENTED}
                return self._told(words.get(sign, f"replace {{t}} by {{t}} {sign} {{v}}"), target, value)
            case Call(value):
                return self._atomic(value) or _step("call {v}", v=self.notation.formula(value))
            case Return(None):
                return _step("nothing more is done")
            case Return(Value() as value):
                return _step(self.wording.result, v=self.notation.formula(value))
            case Jump(word):
                return _step(JUMPS[word])
        raise TypeError(f"no sentence for {type(statement).__name__}")

    def _told(self, sentence: str, target: Value, value: Value) -> Step:
        return _step(sentence, t=self.notation.formula(target), v=self.notation.formula(value))

    def _on(self, sentence: str, condition: Value) -> Step:
        return _step(sentence, c=self.notation.condition(condition))

    def _is_new(self, statement: Assign) -> bool:
        """Whether locals get their first value, and not what an atomic operation gives back."""
        if statement.value.operation == "call" and _atomic_word(statement.value) in ATOMICS:
            return False
        return not self.known.intersection(statement.targets[0].names)

    def _atomic(self, value: Value) -> Step | None:
        word = _atomic_word(value)
        if word not in ATOMICS:
            return None
        array, *indices, amount = value.operands[1:]
        return self._told(ATOMICS[word], Value("subscript", (array, *indices)), amount)

    def _range(self, iterable: Value) -> str:
        ends = iterable.operands[1:]
        if dotted_name(iterable.operands[0]) != "range":
            return self.notation.formula(iterable)
        told = [self.notation.formula(each) for each in ends]
        if len(told) == 1:
            return f"{self.notation.quoted('0')} up to but not including {told[0]}"
        return f"{told[0]} up to but not including {told[1]}" + (f" in steps of {told[2]}" if len(told) > 2 else "")


def teller_of(function: Function, notation: Notation, wording: Wording) -> Teller:
    """The teller of one function, whose arguments have values."""
    return Teller(notation, wording, {parameter.name for parameter in function.parameters})


def _step(sentence: str, **words: str) -> Step:
    """A sentence of the tables with its words in place."""
    text = sentence.format(**words)
    return Step(text, formula_first=sentence[0] == "{")


def _atomic_word(value: Value) -> str:
    return dotted_name(value.operands[0]).removeprefix("wp.")


def _is_thread(statement: Statement) -> bool:
    """Whether the thread's index is set here: a text says which that is before its steps."""
    match statement:
        case Assign(_, Value("call", (function, *_))):
            return dotted_name(function) == "wp.tid"
    return False
