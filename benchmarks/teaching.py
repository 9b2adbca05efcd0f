"""Does it teach? Models trained on default rows, on real train and on both, measured on real test.

Usage: python -m benchmarks.teaching DIR [--config cuda_backward] [--tokens 200000] [--seeds 3] [--steps 400]

DIR is a folder that `collect` wrote. A model is trained from nothing on the definitions of kernels and of what they
call, each once, none of which is in validation or test. Tokens are forms of code: `benchmarks/likeness/code_tokens.py`.
Printed are bits a token of real test, with the half width of the 95 % interval over the seeds; a seed draws the rows
and the weights. The small transformer needs torch: `make test-train` makes `.venv-train`, which has it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.likeness.kernel_sets import real_kernels
from benchmarks.likeness.ngram_model import NgramModel
from benchmarks.likeness.training_sets import HeldOut, Tokens, held_out, training_sets
from generator.production.folder.errors import BuildError

ALL = "real test"

# 97.5 % points of Student's t by degrees of freedom.
_STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}

Measure = Callable[[Sequence[Tokens]], float]
"""Bits that a model needs for documents, their ends included."""


@dataclass(frozen=True)
class Lesson:
    """A training set and its options; ``words`` is the vocabulary of all models of one seed."""

    documents: Sequence[Tokens]
    validation: Sequence[Tokens]
    words: Sequence[str]
    seed: int
    steps: int


Bits = dict[tuple[str, str, str], list[float]]
"""(model, training set, project) -> bits a token, one entry per seed."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--config", default="cuda_backward", help="the config whose stream teaches")
    parser.add_argument("--tokens", type=int, default=200_000, help="tokens of each training set")
    parser.add_argument("--seeds", type=int, default=3, choices=range(2, 11), metavar="2..10")
    parser.add_argument("--steps", type=int, default=400, help="steps of the transformer; 0 leaves it out")
    options = parser.parse_args()
    if find_spec("torch") is None and options.steps:
        print("teaching: no torch, so no transformer: `make test-train`, then .venv-train/bin/python", file=sys.stderr)
    try:
        kernels = real_kernels(options.folder)
        kept_out = held_out(kernels)
        lengths: dict[str, list[int]] = defaultdict(list)
        bits: Bits = defaultdict(list)
        for seed in range(options.seeds):
            sets = training_sets(kernels, kept_out, options.config, seed, options.tokens)
            for name, documents in sets.items():
                lengths[name].append(sum(map(len, documents)))
            for key, value in measured(sets, kept_out, seed, options.steps):
                bits[key].append(value)
                if key[-1] == ALL:
                    print(f"seed {seed}, {', '.join(key)}: {value:.3f} bits a token", file=sys.stderr, flush=True)
    except (BuildError, ValueError) as error:
        sys.exit(f"teaching: {error}")
    Console(width=200).print(_table(bits, lengths, kept_out))


def measured(
    sets: Mapping[str, Sequence[Tokens]], kept_out: HeldOut, seed: int, steps: int
) -> Iterator[tuple[tuple[str, str, str], float]]:
    """((model, training set, project), bits a token), and the same over all of test."""
    words = sorted({word for documents in sets.values() for each in documents for word in each})
    validation = list(chain.from_iterable(kept_out.validation.values()))
    lengths = {project: sum(len(each) + 1 for each in test) for project, test in kept_out.test.items()}
    for name, documents in sets.items():
        lesson = Lesson(documents, validation, words, seed, steps)
        for model, learn in MODELS.items():
            measure = learn(lesson)
            if measure is None:
                continue
            bits = {project: measure(test) for project, test in kept_out.test.items()}
            yield (model, name, ALL), sum(bits.values()) / sum(lengths.values())
            yield from (((model, name, project), bits[project] / lengths[project]) for project in bits)


def _learn_ngrams(lesson: Lesson) -> Measure:
    # Two more words: the end of a document, and any word in no set.
    model = NgramModel(lesson.documents, order=5, words=len(lesson.words) + 2)
    return lambda documents: sum(map(model.bits, documents))


def _learn_transformer(lesson: Lesson) -> Measure | None:
    if not lesson.steps or find_spec("torch") is None:
        return None
    from benchmarks.likeness.small_transformer import Size, trained  # torch is an extra

    return trained(lesson.documents, lesson.validation, lesson.words, lesson.seed, Size(steps=lesson.steps)).bits


MODELS: dict[str, Callable[[Lesson], Measure | None]] = {"5-gram": _learn_ngrams, "transformer": _learn_transformer}
"""Model -> function that trains it and returns a measure of bits, or None if it cannot run here."""


def interval(values: Sequence[float]) -> float:
    """Half width of the 95 % interval of the mean, by Student's t."""
    return _STUDENT[len(values) - 1] * statistics.stdev(values) / len(values) ** 0.5


def _table(bits: Bits, lengths: Mapping[str, Sequence[int]], kept_out: HeldOut) -> Table:
    projects = (ALL, *kept_out.test)
    table = Table("model", "trained on", box=box.MARKDOWN)
    for column in ("tokens", *projects):
        table.add_column(column, justify="right")
    for model in dict.fromkeys(model for model, _, _ in bits):
        for name, length in lengths.items():
            values = [bits[model, name, project] for project in projects]
            cells = (f"{statistics.mean(each):.3f} ± {interval(each):.3f}" for each in values)
            table.add_row(model, name, f"{round(statistics.mean(length), -3):,.0f}", *cells)
    return table


if __name__ == "__main__":
    main()
