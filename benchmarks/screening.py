"""What screening costs and strikes, and how many rows fail a tier before and after it.

    python -m benchmarks.screening [--rows 500] [--seed fresh] [--categories a,b] [--verify]

Draws rows over the default categories without screening and screens them: time a row, the share struck by what was
seen, the share that it cannot read. ``--verify`` puts the same rows through `codegen` and `execute`, then as many
that screening has let through.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Sequence

from rich.progress import track

from benchmarks.kernels import default_categories
from generator.syntax.reading import read
from generator.synthesis.candidate import Candidate, Rejected
from generator.synthesis.making import synthesize
from generator.synthesis.screening.lanes.outcome import NotScreened, Struck
from generator.synthesis.screening.screen import struck
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.tiers import Item

TIERS = ("codegen", "execute")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--seed", default="fresh")
    parser.add_argument("--categories", default=",".join(default_categories()))
    parser.add_argument("--verify", action="store_true")
    options = parser.parse_args()
    categories = options.categories.split(",")
    drawn = candidates(categories, options.rows, options.seed, screened=False)
    found = _screened(drawn)
    if options.verify:
        _verified("before", drawn, found)
        _verified("after", candidates(categories, options.rows, options.seed, screened=True), {})


def candidates(categories: Sequence[str], rows: int, seed: str, screened: bool) -> list[Candidate]:
    """Kernels under ``rows`` keys, of the categories in turn."""
    made: list[Candidate] = []
    for number in range(rows):
        try:
            category = categories[number % len(categories)]
            made.append(synthesize(category, f"{seed}/{number}", screened=screened))
        except Rejected:
            continue
    return made


def _screened(drawn: Sequence[Candidate]) -> dict[int, Struck]:
    """Print what screening says of kernels; return the struck ones by place."""
    seconds: list[float] = []
    found: dict[int, Struck] = {}
    unread: Counter[str] = Counter()
    for place, candidate in enumerate(drawn):
        module = read(candidate.source)
        start = time.process_time()
        try:
            reason = struck(module, module.kernels[0], candidate.launch)
        except NotScreened as what:
            unread[str(what)] += 1
        else:
            if reason is not None:
                found[place] = reason
        seconds.append(1e3 * (time.process_time() - start))
    median, ninth = statistics.median(seconds), statistics.quantiles(seconds, n=10)[-1]
    print(
        f"{len(drawn)} rows: {median:.1f} ms in the median, {statistics.fmean(seconds):.1f} mean, {ninth:.1f} 9th tenth"
    )
    print(f"not screened: {sum(unread.values()) / len(drawn):.1%} {dict(unread.most_common())}")
    kinds = Counter(reason.kind for reason in found.values())
    print(f"struck: {len(found) / len(drawn):.1%}")
    for kind, count in kinds.most_common():
        print(f"  {kind}: {count / len(drawn):.1%}")
    return found


def _verified(when: str, drawn: Sequence[Candidate], found: dict[int, Struck]) -> None:
    """Print which rows fail a tier, and what screening said of them."""
    items = [Item(c.source, c.launch, seed=f"{place}") for place, c in enumerate(drawn)]
    failed = Counter[str]()
    passed_struck = Counter[str]()
    for place, verdict in track(verify_all(items, TIERS), when, total=len(items)):
        reason = found.get(place)
        if not verdict.sound:
            text = " ".join("; ".join(f"{t}: {r}" for t, r in verdict.failed.items()).split())
            failed["seen" if reason else "not seen"] += 1
            print(f"{when} {drawn[place].kernel_name}: {text[:140]} | screening: {reason}")
        elif reason is not None:
            passed_struck[reason.kind] += 1
    print(
        f"{when}: {failed.total()} of {len(drawn)} rows failed {dict(failed)}; struck, though passed: {passed_struck}"
    )


if __name__ == "__main__":
    main()
