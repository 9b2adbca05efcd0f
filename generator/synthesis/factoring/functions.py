"""Functions taken out of a drawn body, and the body that calls them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from generator.syntax.annotations import type_of
from generator.syntax.line_breaks import line_count
from generator.syntax.modules import Function, Parameter
from generator.syntax.statements import Assign, Block, Call, If, Return, Store
from generator.syntax.types import INT, Several, Type, element_of
from generator.syntax.values import Value, array_of, call, dotted, name, root_of, together
from generator.syntax.walks.inference import types_of_locals
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_inner, is_same, rename
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.factoring.elements import with_elements
from generator.synthesis.factoring.naming import argument_words, function_name, words_of
from generator.synthesis.factoring.runs import COMPUTES, Run, runs_of
from generator.synthesis.storage.signature import Signature
from generator.synthesis.style.spelling import RESERVED, Style

LONG = 20
"""Lines of a body above which people take functions out of it more often."""

MOST_OF_BODY = 0.6
"""Share of a body, at the most, that a function takes with its loads or stores: the kernel does more than call it."""


@dataclass(frozen=True)
class Surroundings:
    """What a body is drawn with: its arguments, spelling, functions, and the words of its module."""

    signature: Signature
    style: Style
    laws: tuple[Function, ...]
    index: tuple[str, ...]
    thread: tuple[str, ...]
    """What ``wp.tid()`` gives: the index, and the number of a thread in its block where it is asked for."""
    names: Mapping[str, str]
    """Symbol of an argument -> the name that it has in the kernel."""
    computation: str
    """The noun of its name; empty where several are joined: none of them says what a part does."""
    record: str
    number: str
    """The index that is the number of the thread's record; empty where it is a cell of a grid."""
    taken: Collection[str]
    """Other names of the module."""
    random: Random
    policy: Policy


def factored(body: Block, around: Surroundings) -> tuple[Block, tuple[Function, ...]]:
    """The body with some of its runs as functions, and these functions, in order of definition."""
    random, policy = around.random, around.policy
    if not random.chance(policy.factored_long if line_count(body) > LONG else policy.factored):
        return body, ()
    functions: list[Function] = []
    known: dict[str, Type | None] = {symbol: slot.type for symbol, slot in around.signature.slots.items()}
    known |= dict.fromkeys(around.thread, INT)
    gives = {law.name: type_of(law.returns) for law in around.laws}
    for _ in range(random.weighted(policy.functions)):
        types = types_of_locals(body, known, gives)
        kind = random.weighted(policy.function_kinds)
        most = line_count(body) * (1.0 if kind == COMPUTES else MOST_OF_BODY)
        worth = [run for run in runs_of(body, types, kind) if run.weight > 0.0 and run.lines <= most]
        runs = [run for run in worth if any(words_of(run, body, around.computation))]
        if not runs:
            break
        run = random.weighted([(run, run.weight) for run in runs])
        taken = {*around.taken, *RESERVED, *types}
        plain, elements = run, dict[str, Value]()
        if kind == COMPUTES:
            plain, elements = with_elements(run, types, around.index, taken)
        plain = replace(plain, taken=_in_order(plain, elements, types, around))
        kinds = types | {word: element_of(types[array_of(element)]) for word, element in elements.items()}
        function = _function(plain, body, kinds, around, [each.name for each in functions])
        given = [elements.get(word, name(word)) for word in plain.taken]
        body = _replaced(body, run, call(name(function.name), *given))
        gives[function.name] = _gives(run, types)
        functions.append(function)
    return body, tuple(functions)


def _in_order(
    run: Run, elements: Mapping[str, Value], types: Mapping[str, Type | None], around: Surroundings
) -> tuple[str, ...]:
    """What a run takes: values as the kernel comes to have them, and its arguments as its own signature has them."""
    order = list(types)
    place = {word: len(order) + order.index(root_of(element)) for word, element in elements.items()}
    words = sorted(run.taken, key=lambda word: place[word] if word in place else order.index(word))
    values = [word for word in words if word not in around.signature.slots]
    arguments = [word for word in words if word in around.signature.slots]
    leads = around.random.chance(around.policy.arguments_lead)
    return (*arguments, *values) if leads else (*values, *arguments)


def _gives(run: Run, types: dict[str, Type | None]) -> Type | None:
    parts = tuple(types[word] for word in run.given)
    return Several(parts) if len(parts) > 1 else next(iter(parts), None)


def _function(
    run: Run, body: Block, types: dict[str, Type | None], around: Surroundings, others: list[str]
) -> Function:
    """The function of a run; arrays and the thread's index get names of their own within."""
    random = around.random
    taken = {*definitions(run.statements), *run.taken, *around.taken, *RESERVED, *uses(run.statements)}
    taken |= set(around.names.values())  # one name means one array in a module
    names: dict[str, str] = {}
    for word in run.taken:
        candidates: tuple[str, ...] = (word,)
        if word in around.signature.slots:
            candidates = argument_words(around.signature, word)
        elif word == around.number and random.chance(around.policy.index_by_record):
            candidates = (around.record, f"{around.record}_id", word)
        found = next(each for each in candidates if each not in taken - {word, around.names.get(word)})
        taken.add(found)
        names[word] = found
    parameters = tuple(Parameter(names[word], around.style.type(types[word]), types[word]) for word in run.taken)
    kind = _gives(run, types)
    shown = kind is not None and not isinstance(kind, Several) and around.style.shown_results
    taken |= {*others, *around.thread, *names.values()}
    return Function(
        function_name(run, body, around.computation, around.record, taken, random),
        parameters,
        rename(_with_result(run), names),
        (dotted("wp.func"),),
        around.style.type(kind) if shown else None,
    )


def _with_result(run: Run) -> Block:
    """The statements with a ``return`` of what they give, or of the value itself where it is set last."""
    *before, last = run.statements
    if not run.given:
        return run.statements
    match last:
        case Assign((Value("name", words),), value) if words == run.given and words[0] not in last.reads:
            return (*before, Return(value))
        case If(condition, (Assign((Value("name", words) as one,), first),), (Assign((two,), second),)) if (
            one == two and words == run.given
        ):
            return (*before, If(condition, (Return(first),)), Return(second))
    return (*run.statements, Return(_result(run)))


def _result(run: Run) -> Value:
    """What a run gives, as one value."""
    return together("tuple", tuple(map(name, run.given)))


def _replaced(block: Block, run: Run, value: Value) -> Block:
    """The block with that call where the run stood."""
    size = len(run.statements)
    for start in range(len(block) - size + 1):
        if is_same(block[start : start + size], run.statements):
            return (*block[:start], *_calling(run, value, block[start + size :]))
    return tuple(change_inner(statement, lambda inner: _replaced(inner, run, value)) for statement in block)


def _calling(run: Run, value: Value, rest: Block) -> Block:
    """The call and what follows it; where only a store reads the result, the call stands in that store."""
    if not run.given:
        return (Call(value), *rest)
    match rest:
        case (Store(target, Value("name", words)), *after) if run.reads == 1 and words == run.given:
            return (Store(target, value), *after)
    return (Assign((_result(run),), value), *rest)
