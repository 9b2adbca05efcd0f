"""Short words for the trees that plumbing is made of, in the language of computations."""

from __future__ import annotations

from generator.syntax.statements import Assign, Augment, Block, Call, For, If, Jump, Return, Statement, Store
from generator.syntax.values import Value, attribute, call, dotted, element, literal, name

LEAVE, GO_ON = Return(), Jump("continue")


def of(owner: Value | str, word: str) -> Value:
    """``owner.word``."""
    return attribute(name(owner) if isinstance(owner, str) else owner, word)


def let(word: str, value: Value) -> Statement:
    """A local gets a value."""
    return Assign((name(word),), value)


def put(target: Value, value: Value) -> Statement:
    """An attribute gets a value."""
    return Store(target, value)


def add(target: Value, value: Value) -> Statement:
    """An attribute gets more."""
    return Augment(target, "+", value)


def atomic(word: str, *arguments: Value) -> Value:
    """``wp.atomic_...`` of a record's attribute."""
    return call(dotted(f"wp.atomic_{word}"), *arguments)


def do(value: Value) -> Statement:
    """A call for what it does."""
    return Call(value)


def when(condition: Value, body: Block, otherwise: Block = ()) -> Statement:
    """An ``if``."""
    return If(condition, body, otherwise)


def each(word: str, over: Value, body: Block) -> Statement:
    """A loop over the records of a relation."""
    return For(name(word), over, body)


def times(word: str, end: Value, body: Block) -> Statement:
    """A loop over a range of numbers."""
    return For(name(word), call(name("range"), end), body)


def two(left: Value, sign: str, right: Value) -> Value:
    """An operation of two operands."""
    return Value(sign, (left, right))


def exists(record: Value) -> Value:
    """Whether an optional relation leads anywhere."""
    return call(name("exists"), record)


__all__ = [
    "GO_ON",
    "LEAVE",
    "add",
    "atomic",
    "do",
    "each",
    "element",
    "exists",
    "let",
    "literal",
    "name",
    "of",
    "put",
    "times",
    "two",
    "when",
]
