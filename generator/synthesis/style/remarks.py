"""Comments of a kernel: what the next step does, told from what stands there."""

from __future__ import annotations

from collections.abc import Callable

from generator.syntax.statements import Blank, Block, Comment, For, If, Jump, Return, Statement
from generator.syntax.values import Value, array_of, dotted_name, literal
from generator.syntax.walks.loop_lengths import whole_number
from generator.syntax.walks.rewriting import change_statements
from generator.synthesis.chance.randomness import Random
from generator.synthesis.storage.memory import Memory

CHANCE = 0.45
"""Share of the places for a comment that get one."""


def with_remarks(block: Block, memory: Memory, is_bound: Callable[[Value], bool], random: Random) -> Block:
    """The block with comments before some of its steps, besides those that it has.

    ``is_bound`` tells whether a value is how many records there are.
    """
    found: list[Statement] = []
    for place, statement in enumerate(block):
        before = block[place - 1] if place else None
        text = _remark(statement, memory, is_bound)
        if text and not isinstance(before, Comment) and random.chance(CHANCE):
            if place > 1 and random.chance(0.4) and not isinstance(before, Blank):
                found.append(Blank())
            found.append(Comment(text))
        found.append(statement)
    return tuple(found)


def _remark(statement: Statement, memory: Memory, is_bound: Callable[[Value], bool]) -> str:
    """A comment for a statement; empty where it needs none. A store tells by its array what it writes."""
    match statement:
        case If(condition, (Return() | Jump(),), ()):
            return _guard(condition, memory, is_bound)
        case For(_, iterable):
            return _loop(iterable, memory)
    return ""


def _guard(condition: Value, memory: Memory, is_bound: Callable[[Value], bool]) -> str:
    if condition.operation == "not" or (condition.operation == "==" and condition.operands[1] == literal(0)):
        return _flag(condition.operands[0], memory)
    if condition.operation == ">=" and dotted_name(condition.operands[0]) in memory.layout.index:
        # any other bound is the border of a grid
        return "more threads than records" if is_bound(condition.operands[1]) else ""
    tests = condition.operands if condition.operation == "or" else (condition,)
    return "nothing to do without a valid index" if all(map(_is_no_index, tests)) else ""


def _flag(value: Value, memory: Memory) -> str:
    """What a guard asks of a flag, from the schema's words: ``skip if the body is not awake``; empty for others."""
    slot = memory.signature.slots.get(array_of(value))
    record, _, said = (slot.words if slot else "").removeprefix("for each ").partition(", whether it ")
    verb, _, rest = said.partition(" ")
    if verb == "takes":
        return f"skip if the {record} does not take {rest}"
    return f"skip if the {record} {verb} not {rest}" if verb in ("is", "was", "has") else ""


def _is_no_index(test: Value) -> bool:
    """Whether an element or a name is compared as an index is: ``== -1`` or ``< 0``, in whole numbers."""
    if test.operation not in ("<", "==") or test.operands[0].operation not in ("name", "subscript"):
        return False
    return whole_number(test.operands[1]) == (0 if test.operation == "<" else -1)


def _loop(iterable: Value, memory: Memory) -> str:
    """What a loop goes through, by the words of its offsets or of how many there are."""
    if len(iterable.operands) > 1 and iterable.operands[1].operation == "literal":
        return ""
    for part in iterable.walk():
        slot = memory.signature.slots.get(array_of(part))
        noun = slot.noun if slot else ""
        if noun.startswith(("offsets of the ", "number of ")):
            return f"loop over the {noun.partition(' of ')[2].removeprefix('the ')}"
    return ""


def without_comments(block: Block) -> Block:
    """The block without any."""
    return change_statements(block, lambda comment: (), Comment)
