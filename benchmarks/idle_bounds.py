"""Bounds that never act: each ``clamp``, ``min`` and ``max`` of a computation, and in how many lanes which side binds.

    python -m benchmarks.idle_bounds [--draws 6] [--seed 0] [NAME ...]

Draws kernels of each computation in its plainest storage, runs them on inputs from their domains, and prints the calls
one side of which binds in no lane of any draw, but for those of safety: computation, call, side, lanes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from rich.progress import track

from generator.syntax.modules import Constant
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, last_word
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.index import unsound
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.computations.language import Computation
from generator.synthesis.screening.builtins.table import BUILTINS
from generator.synthesis.screening.draws import Draw
from generator.synthesis.screening.evaluation import evaluate
from generator.synthesis.screening.lanes.outcome import NotScreened, Struck
from generator.synthesis.screening.lanes.values import numbers
from generator.synthesis.screening.safety import TINY, number_of
from generator.synthesis.screening.statements import Machine

POLICY = replace(DEFAULT_POLICY, projects=((replace(LIBRARY, comments=0.0), 1.0),), factored=0.0, factored_long=0.0)
"""The habits of one project, so that a call has the same text in all draws."""

SIDES = {"clamp": ("lower", "upper"), "min": ("first", "second"), "max": ("second", "first")}
"""Built-in -> the side that binds if the first argument is less than the second, and if it exceeds the last."""

ROOTS = ("sqrt", "acos", "asin", "log")
"""Functions with a limited domain: a bound of 0 or 1 on their argument guards against rounding."""

SETTINGS = 16  # sets of inputs per kernel
FEWEST_LANES = 1000  # with fewer, a side may be idle by chance


@dataclass
class Tally:
    """Lanes in which a call ran, and lanes in which each side bound."""

    safe: bool
    lanes: int = 0
    bound: dict[str, int] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add the lanes of another kernel."""
        self.lanes += other.lanes
        self.bound = {side: lanes + self.bound.get(side, 0) for side, lanes in other.bound.items()}

    @property
    def idle(self) -> list[str]:
        """The sides that never bind."""
        return (
            [] if self.safe or self.lanes < FEWEST_LANES else [side for side, lanes in self.bound.items() if not lanes]
        )


class Counting(Machine):
    """A machine that tallies the bounds that it evaluates, by their text."""

    def __init__(self, tallies: dict[str, Tally], constants: Mapping[str, Value], *given: Any) -> None:
        super().__init__(*given)
        self.tallies, self.constants = tallies, constants
        self.rooted: set[int] = set()

    def call(self, value: Value, wanted: bool = True) -> Any:
        called, *given = value.operands
        word = last_word(called)
        if word in ROOTS:
            self.rooted.add(id(given[0]))
        if word not in SIDES or len(given) < 2:
            return super().call(value, wanted)
        values = [self.value(part) for part in given]
        self._note(value, word, values)
        return BUILTINS[word](*values)

    def _note(self, value: Value, word: str, values: Sequence[Any]) -> None:
        tally = self.tallies.setdefault(value_text(value), Tally(self._is_safety(value)))
        first, *others = np.broadcast_arrays(*map(numbers, values))
        lanes = np.broadcast_to(self.mask.reshape(-1, *[1] * (first.ndim - 1)), (self.lanes.count, *first.shape[1:]))
        tally.lanes += int(lanes.sum())
        for side, binds in zip(SIDES[word], (first < others[0], first > others[-1]), strict=True):
            tally.bound[side] = tally.bound.get(side, 0) + int((lanes & binds).sum())

    def _is_safety(self, value: Value) -> bool:
        """Whether it guards against division by zero (a tiny bound) or rounding below ``ROOTS``."""
        bounds = [abs(number_of(part, self.constants)) for part in value.operands[1:]]
        return any(0.0 < bound <= TINY or (id(value) in self.rooted and bound in (0.0, 1.0)) for bound in bounds)


def tallies_of(computation: Computation, draws: int, seed: str) -> dict[str, Tally]:
    """Tallies of the bounds that occur with the same text in all ``draws`` kernels of a computation."""
    found: dict[str, Tally] = {}
    for draw in range(draws):
        key = f"bounds/{seed}/{computation.name}/{draw}"
        choice = chosen(computation, choose_variant(Random(key), computation))
        drawn = draw_kernel(key, (choice,), POLICY, plain=True)
        constants = {part.name: part.value for part in drawn.module.parts if isinstance(part, Constant)}
        symbols = {name: symbol for symbol, name in drawn.names.items()}
        tallies: dict[str, Tally] = {}
        with suppress(Struck, NotScreened):
            inputs = [Draw(f"{key} {setting}", setting=setting) for setting in range(SETTINGS)]
            evaluate(drawn.module, drawn.kernel, drawn.launch, inputs, partial(Counting, tallies, constants))
        for text, tally in tallies.items():
            found.setdefault(_over_symbols(text, symbols), Tally(tally.safe)).add(tally)
    return found


def _over_symbols(text: str, symbols: Mapping[str, str]) -> str:
    plain = re.sub(r"wp\.static\((\w+)\)", r"\1", text)
    return re.sub(r"\b[A-Za-z_]\w*", lambda word: symbols.get(word[0], word[0]), plain)


def idle_bounds(computation: Computation, draws: int, seed: str) -> list[tuple[str, str, Tally]]:
    """Each call and side of it that never binds."""
    return [(text, side, each) for text, each in tallies_of(computation, draws, seed).items() for side in each.idle]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--draws", type=int, default=6)
    parser.add_argument("--seed", default="0")
    options = parser.parse_args()
    known = load_all()
    names = options.names or [name for name, each in known.items() if not each.plumbing and name not in unsound()]
    for name in track(names, "drawing"):
        for text, side, tally in idle_bounds(known[name], options.draws, options.seed):
            print(f"{name} | {text} | {side} never | {tally.lanes}")


if __name__ == "__main__":
    main()
