"""Small parts of the expansion: ``range``, names of loop variables, what a guard makes certain."""

from __future__ import annotations

from generator.syntax.statements import For
from generator.syntax.types import INT
from generator.syntax.values import Value, call, name
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.expansion.scope import NotExpanded, is_question

PLACES = ("n", "m", "p", "q", "l", "slot", "entry", "item", "place", "idx", "pos", "nbr")
"""Names that people give to loop variables."""


def range_call(*ends: Value) -> Value:
    """``range(first, end)``."""
    return call(name("range"), *ends)


def free_place(word: str, meanings: Meanings, statement: For) -> str:
    """A name for a loop variable that nothing in scope has."""
    choices = [word, *PLACES, *(f"{word}_{place}" for place in PLACES)]
    taken = {*meanings.scope, *meanings.taken, statement.target.operands[0]}
    found = next((choice for choice in choices if choice not in taken), None)
    if found is None:
        raise NotExpanded("more loops in one another than names for them")
    meanings.scope[found] = name(found, INT)
    return found


def relations_tested(condition: Value, denied: bool = False) -> set[str]:
    """Relations that lead somewhere where a condition holds; if ``denied``, where it does not."""
    joins = "or" if denied else "and"
    parts = condition.operands if condition.operation == joins else (condition,)
    if denied:
        parts = tuple(part.operands[0] for part in parts if part.operation == "not")
    questions = [part.operands[1] for part in parts if is_question(part)]
    return {record.operands[1] for record in questions if record.operation == "attribute"}
