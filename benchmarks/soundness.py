"""Which computations give kernels that fail a tier: drawn, verified, and listed with the reason.

    python -m benchmarks.soundness [--draws 1] [--seed 0] [--write] [NAME ...]

Draws kernels of each computation with the policy's own chances and puts them through
`codegen`, `execute` and `gradient`. ``--write`` adds those that fail to ``generator/synthesis/catalogue/unsound.txt``:
the synthesizer does not draw them until they are mended, and a line that is mended is to be taken out by hand.
"""

from __future__ import annotations

import argparse

from rich.progress import track

from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.index import UNSOUND, unsound
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.tiers import Item

TIERS = ("codegen", "execute", "gradient")
"""Tiers that a computation's kernels go through; `compile` is left to rows."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--draws", type=int, default=1)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    known = load_all()
    names = options.names or list(known)
    items, owners = [], []
    for name in names:
        for draw in range(options.draws):
            key = f"sound/{options.seed}/{name}/{draw}"
            variant = choose_variant(Random(key), known[name])
            drawn = draw_kernel(key, (chosen(known[name], variant),), DEFAULT_POLICY)
            items.append(Item(source=module_text(drawn.module), launch=drawn.launch, seed=key))
            owners.append(name)
    failed: dict[str, str] = {}
    for place, verdict in track(verify_all(items, TIERS), "verifying", total=len(items)):
        for tier, reason in verdict.failed.items():
            failed.setdefault(owners[place], f"{tier}: {' '.join(reason.split())[:160]}")
    for name, reason in sorted(failed.items()):
        print(f"{name}|{reason}")
    print(f"{len(failed)} of {len(names)} computations failed a tier in {options.draws} draws each")
    if options.write:
        found = unsound() | failed
        UNSOUND.write_text("".join(f"{name}|{reason}\n" for name, reason in sorted(found.items())), encoding="utf-8")


if __name__ == "__main__":
    main()
