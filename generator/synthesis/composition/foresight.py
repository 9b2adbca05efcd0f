"""What computations say of a kernel before it is drafted: a draft that is refused for that need not be made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from generator.syntax.modules import Function, Parameter
from generator.syntax.statements import LOOPS, Assert, Assign, Augment, Block, For, If, Statement, Store, While, walk
from generator.syntax.values import Value, dotted_name, element, literal, name
from generator.syntax.walks.adjoint_limits import limits_of
from generator.syntax.walks.dead_code import without_dead_code
from generator.syntax.walks.features import Features
from generator.syntax.walks.rewriting import change_inner
from generator.synthesis.composition.drawing import KEPT, Choice
from generator.synthesis.composition.outline import built_ins_of

MANY = 99
"""How many of a construct a kernel may have where its computations do not tell."""

LEAST = Features(
    statements=MANY,
    loops=0,
    dynamic_loops=0,
    branches=MANY,
    guards=MANY,
    tests=MANY,
    nesting=MANY,
    stores=MANY,
    atomics=0,
    operators=MANY,
    own_calls=MANY,
    built_ins=frozenset(),
    scalars=MANY,
    vectors=True,
    composites=True,
    indirections=MANY,
)
"""What a kernel has at the most whose computations have no loop, no atomic and no built-in."""

_ARRAY = name("@")
"""Stands for each array that is stored to."""


@lru_cache(maxsize=KEPT)
def surely_has_issue(choice: Choice) -> bool:
    """Whether every kernel of a computation that has a derivative has a trait of Warp's wrong adjoints.

    Told from its loops, calls and locals, which are the same in every layout; False where only a draft can tell.
    """
    body = tuple(_written(choice.function.body))
    if not _has_trait(choice, body) or not _has_trait(choice, without_dead_code(body)):
        return False
    return not _has_grid(choice) or _has_trait(choice, _without_cells(body))


def outlines(choices: Sequence[Choice]) -> Iterator[Features]:
    """What a kernel of the first of some computations has at the most, then of the first two, and so on.

    Those that do not go together with the ones before them are left out, and all after them.
    """
    loops = atomics = 0
    built_ins: frozenset[str] = frozenset()
    for choice in choices:
        own_loops, own_atomics, own_built_ins = _counts(choice)
        loops, atomics, built_ins = loops + own_loops, atomics + own_atomics, built_ins | own_built_ins
        yield replace(LEAST, loops=loops, dynamic_loops=loops, atomics=atomics, built_ins=built_ins)


@lru_cache(maxsize=KEPT)
def _counts(choice: Choice) -> tuple[int, int, frozenset[str]]:
    """Loops, atomics and built-ins of a computation at the most."""
    statements = walk(choice.function.body)
    values = [part for statement in statements for part in statement.parts]
    calls = [dotted_name(value.operands[0]) for value in values if value.operation == "call"]
    atomics = sum([type(statement) is Augment for statement in statements])
    atomics += sum([word.startswith("wp.atomic_") for word in calls])
    named = {value.operands[0] for value in values if value.operation == "name"}  # a law may be handed on
    laws = [built_ins_of(law) for word, law in choice.stencil.laws.items() if word in named]
    built_ins = frozenset([word[3:] for word in calls if word.startswith("wp.")]).union(*laws)
    return sum([isinstance(statement, LOOPS) for statement in statements]), atomics, built_ins


def size_of(choices: Sequence[Choice]) -> int:
    """Statements of computations, those inside others too, and the one that asks for the thread's index."""
    return 1 + sum([len(walk(choice.function.body)) for choice in choices])


def _has_grid(choice: Choice) -> bool:
    return any(entity.dimensions > 1 for entity in choice.computation.schema.entities)


def _without_cells(block: Block) -> Block:
    """The block without names of cells, which need not be locals."""
    kept = [each for each in block if not (isinstance(each, Assign) and _is_cell(each.value))]
    return tuple([change_inner(each, _without_cells) for each in kept])


def _is_cell(value: Value) -> bool:
    called = value.operands[0] if value.operation == "call" else value
    return value.operation == "subscript" or (called.operation == "attribute" and called.operands[1] == "at")


def _has_trait(choice: Choice, body: Block) -> bool:
    parameters = (*choice.function.parameters, Parameter(_ARRAY.operands[0]))
    return any(limits_of(Function("", parameters, body), choice.stencil.values))


def _written(block: Block) -> Iterator[Statement]:
    """The statements of a computation, of which those that store or add have the forms that they get."""
    for statement in block:
        match statement:
            case Store(target, value) if _is_attribute(target):
                yield Store(element(_ARRAY, literal(0)), value)
            case Augment(target, _, value) if _is_attribute(target):  # an atomic, or a sum
                yield Assert(value)
            case If(condition, body, otherwise):
                yield If(condition, tuple(_written(body)), tuple(_written(otherwise)))
            case For(target, iterable, body):
                yield For(target, iterable, tuple(_written(body)))
            case While(condition, body):
                yield While(condition, tuple(_written(body)))
            case _:
                yield statement


def _is_attribute(target: Value) -> bool:
    """Whether a target is an attribute of a record, or one of its values."""
    return target.operation == "attribute" or (target.operation == "subscript" and _is_attribute(target.operands[0]))
