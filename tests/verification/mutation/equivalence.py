"""When a mutant computes what its original does: by its machine code, by its adjoints, on many inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Protocol

from generator.launch import EDGES, OUTPUT, TIES, Launch
from generator.launch.edges import has_ends
from generator.launch.redraws import variants
from generator.launch.thresholds import says_ties, with_ties
from generator.lowering.binaries.ptx import ptx_batch
from generator.lowering.warp_backend import CompileError
from generator.verification.launching.device_run import DeviceFault
from generator.verification.launching.host_arguments import Arguments, arguments_of
from generator.verification.launching.inputs import Inputs, element_of, make_inputs
from generator.verification.launching.random_streams import random_stream
from tests.verification.mutation.statements import REVERSE, Statement, bodies

Bits = list[bytes]


class Runnable(Protocol):
    """A text on the emulator or the CPU."""

    def run(self, arguments: Arguments) -> None: ...


def same_code(one: str, other: str) -> bool:
    """Whether two columns become the same PTX: then no input can tell them apart."""
    first, second = ptx_batch([one, other])
    return not isinstance(first, CompileError) and first == second


def no_gradient_reaches(text: str, line: int) -> bool:
    """Whether a line (from 1) is an adjoint statement whose result's adjoint is always zero, as of a value compared.

    Every adjoint is linear in that of its result, so nothing that the line does with it can show.
    """
    for body in bodies(text):
        flows = {each.line: flow for each in body.statements if each.part == REVERSE for flow in _flows(each)}
        if line - 1 in flows:
            return flows[line - 1][0].isdisjoint(_live(list(flows.values())))
    return False


Flow = tuple[frozenset[str], frozenset[str]]
"""From which adjoints to which ones a statement carries; "" stands for a gradient that comes from outside."""

_OUTSIDE = ("array_store", "atomic_", "tile_store", "tile_atomic")
"""Adjoints that read the gradient of an array."""


def _flows(statement: Statement) -> Iterator[Flow]:
    names = [each for each in statement.arguments if each.startswith("adj_")]
    if statement.callee == "+=":
        yield _sources(names), frozenset({statement.target.partition(".")[0]})
    elif statement.callee.startswith("wp::adj_") and names:
        name = statement.callee.removeprefix("wp::adj_")
        if name.startswith(_OUTSIDE):
            yield frozenset({""}), frozenset(names)
        elif name.startswith("assign"):  # what is assigned to stands before what is assigned
            yield _sources(names), frozenset(names)
        else:
            yield _sources(names[-1:]), frozenset(names[:-1])
    elif statement.callee.startswith("adj_") and names:
        yield _sources(names), frozenset(names)


def _sources(names: list[str]) -> frozenset[str]:
    return frozenset("" if name.startswith("adj_ret") else name for name in names)


def _live(flows: list[Flow]) -> set[str]:
    """Adjoints that a gradient from outside comes to."""
    live = {""}
    while True:
        reached = {name for sources, targets in flows if not live.isdisjoint(sources) for name in targets}
        if reached <= live:
            return live
        live |= reached


def input_sets(source: str, launch: Launch, seed: str) -> Iterator[tuple[Launch, Inputs]]:
    """Inputs of fresh fills without end: of the launch and its variants in turn, with ties and with indices at ends."""
    tied = with_ties(launch, source)
    special = [""] + [TIES] * says_ties(tied) + [EDGES] * has_ends(launch, element_of)
    kinds = [replace(own, variant=variant) for own in variants(tied).values() for variant in special]
    number = 0
    while True:
        kind = kinds[number % len(kinds)]
        yield kind, make_inputs(kind, f"{seed}/{number}")
        number += 1


def first_difference(
    kernel: Any,
    sets: Iterable[tuple[Launch, Inputs]],
    one: Runnable,
    other: Runnable,
    forward: Runnable | None,
) -> int | None:
    """Number of the first set on which two texts leave other bits, or one has a fault; None where there is none.

    With ``forward`` they are adjoints: it runs first, and then they start from one cotangent.
    """
    for number, (launch, inputs) in enumerate(sets):
        arguments = arguments_of(kernel, launch, inputs)
        found = [_bits(arguments, text, forward, str(number)) for text in (one, other)]
        if found[0] is None or found[0] != found[1]:
            return number
    return None


def _bits(arguments: Arguments, text: Runnable, forward: Runnable | None, seed: str) -> Bits | None:
    """All numbers and adjoints after a run; None where it has a finding or writes beyond an array."""
    arguments.reset()
    for leaf in arguments.outputs():  # what a text does not store must show: outputs start from other numbers than zero
        if leaf.role == OUTPUT:
            leaf.values[...] = (0.5 + random_stream(seed, f"start {leaf.name}").random(leaf.values.shape)) * 3.0
    try:
        if forward is not None:
            forward.run(arguments)
            for leaf in arguments.outputs():
                if leaf.is_float:
                    leaf.adjoints[...] = 0.5 + random_stream(seed, leaf.name).random(leaf.values.shape)
        text.run(arguments)
    except DeviceFault:
        return None
    if arguments.overrun():
        return None
    return [array.tobytes() for leaf in arguments.leaves for array in (leaf.values, leaf.adjoints)]
