"""Draws kernels of a computation, or of a step of several, in plainest storage and finds what never acts in any."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from benchmarks.vacuity.bounds import Bounds
from benchmarks.vacuity.conditions import SIDES, Conditions
from benchmarks.vacuity.tallying import Tally
from generator.syntax.modules import Constant
from generator.syntax.values import Value
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.computations.language import Computation
from generator.synthesis.screening.draws import draws_of
from generator.synthesis.screening.evaluation import evaluate
from generator.synthesis.screening.lanes.outcome import NotScreened, Struck

POLICY = replace(DEFAULT_POLICY, projects=((replace(LIBRARY, comments=0.0), 1.0),), factored=0.0, factored_long=0.0)
"""The habits of one project, so that a call has the same text in all draws."""

_COUNT = re.compile(r"@\w+\.count\b")
"""How many records there are, over symbols."""

SETTINGS = 96  # sets of inputs of all kernels


class Counting(Bounds, Conditions):
    """A machine that tallies bounds and conditions."""

    def __init__(self, tallies: dict[str, Tally], constants: Mapping[str, Value], *given: Any) -> None:
        super().__init__(*given)
        self.tallies, self.constants = tallies, constants


def tallies_of(step: Sequence[Computation], draws: int, seed: str) -> dict[str, Tally]:
    """Tallies of what occurs with the same text in ``draws`` kernels of a step, or of a computation alone."""
    found: dict[str, Tally] = {}
    for draw in range(draws):
        key = f"bounds/{seed}/{'+'.join(each.name for each in step)}/{draw}"
        random = Random(key)
        choices = tuple([chosen(each, choose_variant(random, each)) for each in step])
        drawn = draw_kernel(key, choices, POLICY, plain=True)
        constants = {part.name: part.value for part in drawn.module.parts if isinstance(part, Constant)}
        symbols = {name: symbol for symbol, name in drawn.names.items()}
        tallies: dict[str, Tally] = {}
        with suppress(Struck, NotScreened):
            inputs = list(draws_of(drawn.launch, (), key, range(SETTINGS // draws)))
            evaluate(drawn.module, drawn.kernel, drawn.launch, inputs, partial(Counting, tallies, constants))
        for text, tally in tallies.items():
            found.setdefault(_over_symbols(text, symbols), Tally(tally.safe)).add(tally)
    return found


def _over_symbols(text: str, symbols: Mapping[str, str]) -> str:
    plain = re.sub(r"wp\.static\((\w+)\)", r"\1", text)
    return re.sub(r"\b[A-Za-z_]\w*", lambda word: symbols.get(word[0], word[0]), plain)


def vacuous_parts(
    step: Sequence[Computation], draws: int, seed: str, zeros: bool = False
) -> Iterator[tuple[str, str, Tally]]:
    """Each bound or condition, and a side of it that never acts.

    A condition may be for fewer records than there are here, and, unless ``zeros`` are asked for, for inputs that are
    zero or lead nowhere.
    """
    for text, tally in tallies_of(step, draws, seed).items():
        for side in tally.idle:
            spared = side in SIDES and (_COUNT.search(text) or (tally.at_zeros[side] and not zeros))
            if not spared:
                yield text, side, tally
