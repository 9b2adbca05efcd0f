"""Short words for the trees that plumbing is made of, in the language of computations."""

from __future__ import annotations

from generator.syntax.statements import Assign, Augment, Block, For, Return, Statement
from generator.syntax.values import Value, attribute, call, dotted, name

LEAVE = Return()


def of(owner: Value | str, word: str) -> Value:
    """``owner.word``."""
    return attribute(name(owner) if isinstance(owner, str) else owner, word)


def let(word: str, value: Value) -> Statement:
    """``word = value``."""
    return Assign((name(word),), value)


def add(target: Value, value: Value) -> Statement:
    """``target += value``."""
    return Augment(target, "+", value)


def atomic(word: str, *arguments: Value) -> Value:
    """``wp.atomic_...`` of a record's attribute."""
    return call(dotted(f"wp.atomic_{word}"), *arguments)


def times(word: str, end: Value, body: Block) -> Statement:
    """``for word in range(end)``."""
    return For(name(word), call(name("range"), end), body)


def exists(record: Value) -> Value:
    """Whether an optional relation leads anywhere."""
    return call(name("exists"), record)
