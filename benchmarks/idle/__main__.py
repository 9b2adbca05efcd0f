"""Bounds and conditions that never act, of each computation.

    python -m benchmarks.idle [--draws 6] [--seed 0] [--zeros] [NAME ...]

Draws kernels of each computation in its plainest storage, runs them on inputs from their domains, and prints, but for
those of safety, each ``clamp``, ``min`` and ``max`` one side of which binds in no lane of any draw, each condition that
is never true or never false, each operand without which the whole is the same (``OF``), and each guard that those after
it make needless (``BEFORE``): computation, text, side, lanes, and in how many it acts where inputs are zero or lead
nowhere.
"""

from __future__ import annotations

import argparse

from rich.progress import track

from benchmarks.idle.search import idle_parts
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.index import unsound


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--draws", type=int, default=6)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--zeros", action="store_true", help="conditions too that act where inputs are zero")
    options = parser.parse_args()
    known = load_all()
    names = options.names or [name for name, each in known.items() if not each.plumbing and name not in unsound()]
    for name in track(names, "drawing"):
        for text, side, tally in idle_parts(known[name], options.draws, options.seed, options.zeros):
            print(f"{name} | {text} | {side} never | {tally.lanes} | {tally.at_zeros[side]}", flush=True)


if __name__ == "__main__":
    main()
