"""Bounds and conditions that never act, of each computation.

    python -m benchmarks.vacuity [--draws 6] [--seed 0] [--zeros] [--steps] [NAME ...]

Draws kernels of each computation in its plainest storage, runs them on inputs from their domains, and prints, but for
those of safety, each ``clamp``, ``min`` and ``max`` one side of which binds in no lane of any draw, each condition that
is never true or never false, each operand without which the whole is the same (``OF``), and each guard that those after
it make needless (``BEFORE``): computation, text, side, lanes, and in how many it acts where inputs are zero or lead
nowhere. With ``--steps`` it draws the steps of those names, each variant by itself: what one computation makes may lie
within what the next one bounds.
"""

from __future__ import annotations

import argparse

from rich.progress import track

from benchmarks.vacuity.search import vacuous_parts
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.index import unsound
from generator.synthesis.composition.steps import steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--draws", type=int, default=6)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--zeros", action="store_true", help="conditions too that act where inputs are zero")
    parser.add_argument("--steps", action="store_true", help="steps, in place of computations alone")
    options = parser.parse_args()
    known = load_all()
    single = {name: (name,) for name in known}
    wanted = {name: step for step, name in steps().items()} if options.steps else single
    whole = [name for name in wanted if options.steps or name not in unsound()]
    draws = 1 if options.steps else options.draws
    for name in track(options.names or whole, "drawing"):
        step = [known[word] for word in wanted[name]]
        for turn in range(options.draws // draws):
            for text, side, tally in vacuous_parts(step, draws, f"{options.seed}{turn or ''}", options.zeros):
                print(f"{name} | {text} | {side} never | {tally.lanes} | {tally.at_zeros[side]}", flush=True)


if __name__ == "__main__":
    main()
