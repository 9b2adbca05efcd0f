"""When a mutant computes what its original does: by its machine code, by its adjoints, on many inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from generator.launch import TIES, Launch
from generator.launch.redraws import variants
from generator.launch.thresholds import says_ties, with_ties
from generator.lowering.binaries.ptx import ptx_batch
from generator.lowering.warp_backend import CompileError
from generator.verification.launching.device_run import DeviceFault, DeviceText
from generator.verification.launching.host_arguments import Arguments, arguments_of
from generator.verification.launching.inputs import Inputs, make_inputs
from generator.verification.launching.random_streams import random_stream
from tests.verification.mutation.statements import REVERSE, Statement, bodies

Bits = list[bytes]


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
    """Inputs of fresh fills without end: of the launch and its variants in turn, every other time with ties."""
    tied = with_ties(launch, source)
    kinds = [each for own in variants(tied).values() for each in (own, replace(own, variant=TIES))]
    kinds = kinds if says_ties(tied) else list(variants(launch).values())
    number = 0
    while True:
        kind = kinds[number % len(kinds)]
        yield kind, make_inputs(kind, f"{seed}/{number}")
        number += 1


def first_difference(
    kernel: Any,
    sets: Iterator[tuple[Launch, Inputs]],
    count: int,
    one: DeviceText,
    other: DeviceText,
    forward: DeviceText | None,
) -> int | None:
    """Number of the first set on which two texts leave other bits, or one has a finding; None if none of ``count``.

    With ``forward`` they are adjoints: it runs first, and then they start from one cotangent.
    """
    for number, (launch, inputs) in enumerate(islice(sets, count)):
        arguments = arguments_of(kernel, launch, inputs)
        found = [_bits(arguments, text, forward, str(number)) for text in (one, other)]
        if found[0] != found[1]:
            return number
    return None


def _bits(arguments: Arguments, text: DeviceText, forward: DeviceText | None, seed: str) -> Bits | None:
    arguments.reset()
    text.turn = 0
    try:
        if forward is not None:
            forward.turn = 0
            forward.run(arguments)
            for leaf in arguments.outputs():
                if leaf.is_float:
                    leaf.adjoints[...] = 0.5 + random_stream(seed, leaf.name).random(leaf.values.shape)
        text.run(arguments)
    except DeviceFault:
        return None
    parts: list[Callable[[Any], bytes]] = [lambda leaf: leaf.values.tobytes(), lambda leaf: leaf.adjoints.tobytes()]
    return [part(leaf) for leaf in arguments.leaves for part in parts]
