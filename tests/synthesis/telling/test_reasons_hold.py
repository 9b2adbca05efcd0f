"""What a text claims of threads is true of every thread of the launch: its index expressions are worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

import numpy as np

from generator.syntax.modules import Constant
from generator.syntax.statements import Assign, Augment, Block, Call, For, If, Statement, Store, While, walk
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, root_of
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.composition.finishing import MORE_THREADS, DrawnKernel
from generator.synthesis.telling.known_numbers import unwrapped
from generator.synthesis.telling.reasons import Found, _look
from generator.synthesis.telling.recognisers.facts import element_at, facts_of
from generator.verification.launching.inputs import make_inputs

DRAWS = 250
"""Kernels that are looked at, of as many computations."""

LAUNCHES = 8
"""Fills of arguments that are tried before two threads are said never to meet."""

Names = dict[str, object]
Place = tuple[int, ...] | None
"""Of an element; None where it takes more than whole numbers."""

UNKNOWN = (NameError, TypeError, AttributeError, SyntaxError, IndexError, ValueError, ArithmeticError)
"""What working out a value raises where it is no whole number, or reads past an array on a path that is not taken."""


@cache
def kernels() -> list[tuple[DrawnKernel, Found]]:
    drawn: list[tuple[DrawnKernel, Found]] = []
    for name in islice(Random("reasons that hold").shuffled(sorted(load_all())), DRAWS):
        computation = load_all()[name]
        choice = chosen(computation, choose_variant(Random(f"reasons/{name}"), computation))
        kernel = draw_kernel(f"reasons/{name}", (choice,), DEFAULT_POLICY)
        constants = {part.name: unwrapped(part.value) for part in kernel.module.parts if isinstance(part, Constant)}
        found: Found = {}
        _look(kernel.kernel.body, facts_of(kernel, constants, kernel.kernel, kernel.kernel.body), found)
        drawn.append((kernel, found))
    return drawn


def claims(*reasons: str) -> Iterator[tuple[DrawnKernel, Statement]]:
    for kernel, found in kernels():
        yield from [(kernel, found[reason][0]) for reason in reasons if reason in found]


def threads(kernel: DrawnKernel, seed: str = "reasons") -> Iterator[Names]:
    """What each thread of the launch knows: its index, constants, and the arguments as a launch fills them.

    Threads without a record are left out: they leave before all else.
    """
    constants = [part for part in kernel.module.parts if isinstance(part, Constant)]
    known = {part.name: unwrapped(part.value).operands[0] for part in constants}
    known |= make_inputs(kernel.launch, seed)
    *outer, last = kernel.launch.dim
    for indices in product(*map(range, (*outer, last - MORE_THREADS * kernel.guards.bounds))):
        yield known | dict(zip(kernel.layout.index, indices, strict=True))


def worked_out(value: Value, names: Names) -> int:
    """A whole number of indices, shapes and arguments; one of `UNKNOWN` where it takes more."""
    with np.errstate(all="ignore"):
        return int(eval(value_text(value), {"__builtins__": {}, "int": int}, names))


def changed_at(statement: Statement) -> tuple[str, tuple[Value, ...]]:
    """The array and the place that a statement stores to, or changes by an atomic."""
    match statement:
        case Store(target) | Augment(target):
            return element_at(target)
        case Call(call) | Assign(_, call) if ".atomic_" in call.callee:
            array, *indices = call.operands[1:-1]
            return root_of(array), (*array.operands[1:], *indices) if array.operation == "subscript" else (*indices,)
    return "", ()


def steps(block: Block, names: Names) -> Iterator[tuple[Statement, Names]]:
    """The statements that a thread may go through, with what it knows: every branch, and every turn of a loop."""
    for statement in block:
        match statement:
            case If(_, body, otherwise):
                yield from steps((*body, *otherwise), names)
            case While(_, body):
                yield from steps(body, names)
            case For(target, iterable, body):
                names.pop(str(target.operands[0]), None)
                try:
                    turns = range(*[worked_out(each, names) for each in iterable.children[1:]])
                except UNKNOWN:
                    yield from steps(body, names)
                else:
                    for turn in turns:
                        yield from steps(body, {**names, str(target.operands[0]): turn})
            case Assign((Value("name", (str() as local,)),), value) if value.callee != "wp.tid":
                yield statement, names
                try:
                    names[local] = worked_out(value, names)
                except UNKNOWN:
                    names.pop(local, None)
            case _:
                yield statement, names


def written(kernel: DrawnKernel, array: str, names: Names) -> Iterator[Place]:
    """Elements of an array that a thread may change."""
    for statement, known in steps(kernel.kernel.body, names):
        changed, place = changed_at(statement)
        if changed == array:
            try:
                yield tuple(worked_out(each, known) for each in place)
            except UNKNOWN:
                yield None


def test_no_two_threads_write_an_element_that_is_called_a_threads_own() -> None:
    found = list(claims("own element", "in place", "old values"))
    assert len(found) > DRAWS // 10
    unknown = 0
    for kernel, statement in found:
        owners: dict[Place, int] = {}
        for thread, names in enumerate(threads(kernel)):
            for place in written(kernel, changed_at(statement)[0], names):
                assert place is None or owners.setdefault(place, thread) == thread, (kernel.name, place)
                unknown += place is None and not thread
    assert unknown < len(found) // 20


def test_no_two_threads_start_from_one_offset_that_is_said_to_differ() -> None:
    found = list(claims("state", "stepped"))
    assert found
    for kernel, statement in found:
        (call,) = [each for each in statement.calls if each.callee == "wp.rand_init"]
        offsets = [
            worked_out(call.operands[-1], known)
            for names in threads(kernel)
            for each, known in steps(kernel.kernel.body, names)
            if each is statement
        ]
        assert offsets and max(Counter(offsets).values()) == 1, (kernel.name, value_text(call))


def test_threads_that_may_change_one_element_do_so_in_some_launch() -> None:
    found = list(claims("same target", "same end"))
    met = [meets(kernel, statement) for kernel, statement in found]
    assert met.count(None) < len(met) // 4  # where a place takes floats, or a function
    assert False not in met, [kernel.name for (kernel, _), each in zip(found, met, strict=True) if each is False]


def meets(kernel: DrawnKernel, statement: Statement) -> bool | None:
    """Whether two threads of some launch change one element where a statement does; None where that is unknown."""
    unknown = False
    for seed in map(str, range(LAUNCHES)):
        owners: dict[Place, int] = {}
        for thread, names in enumerate(threads(kernel, seed)):
            for place in written(kernel, changed_at(statement)[0], names):
                if place is not None and owners.setdefault(place, thread) != thread:
                    return True
                unknown |= place is None
    return None if unknown else False


def test_all_threads_that_are_said_to_meet_at_one_element_do() -> None:
    found = list(claims("one place", "one a world"))
    assert found
    for kernel, statement in found:
        _, place = changed_at(statement)
        loops = [each for each in walk(kernel.kernel.body) if isinstance(each, For)]
        turns = {str(each.target.operands[0]): 0 for each in loops}  # in one turn, if there are several
        met: dict[object, set[Place]] = {}
        for names in threads(kernel):
            world = names[kernel.layout.index[0]] if kernel.layout.batched else 0
            met.setdefault(world, set()).add(tuple(worked_out(each, {**names, **turns}) for each in place))
        assert all(len(places) == 1 for places in met.values()), kernel.name
