"""The scale of difficulty: where the tenths of what people write end, as `generator/syntax/walks/difficulty.py` has it.

    python -m benchmarks.likeness.difficulty_scale DIR

DIR is a folder that `collect` wrote. Kernels of its largest train projects are read, which weigh alike; what the reader
refuses is counted. Prints the bounds of the tenths, and how many kernels of each project lie in each.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.likeness.kernel_sets import RealKernel, by_package, real_kernels
from generator.syntax.reading import NotReadable, read
from generator.syntax.walks.difficulty import LEAST, MOST, difficulty_of, load_of, parts_of
from generator.syntax.walks.features import features, module_features

FEWEST = 100
"""Projects with fewer kernels are left out."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    train = [kernel for kernel in real_kernels(parser.parse_args().folder) if kernel.split == "train"]
    projects = {name: kernels for name, kernels in by_package(train).items() if len(kernels) >= FEWEST}
    parts = {name: [p for kernel in kernels if (p := _parts(kernel))] for name, kernels in projects.items()}
    print("bounds:", ", ".join(f"{bound:.3f}" for bound in _bounds([[*map(load_of, each)] for each in parts.values()])))
    for name, each in parts.items():
        found = Counter(map(difficulty_of, each))
        shares = " ".join(f"{100 * found[d] / len(each):.0f}" for d in range(LEAST, MOST + 1))
        print(f"{name}: {shares} per cent; {len(projects[name]) - len(each)} of {len(projects[name])} not read")


def _parts(kernel: RealKernel) -> dict[str, int]:
    """The measures of a kernel; empty if the reader refuses it."""
    try:
        module = read(kernel.source)
    except NotReadable:
        return {}
    own = next((function for function in module.functions if function.name == kernel.name), None)
    if own is None:
        return {}
    return parts_of(module_features(features(own, module.functions), own, module.functions), len(own.parameters))


def _bounds(loads: Sequence[Sequence[float]]) -> list[float]:
    """The upper bounds of the first nine tenths; projects weigh alike."""
    values = np.concatenate(loads)
    weights = np.concatenate([np.full(len(each), 1.0 / len(each)) for each in loads])
    order = np.argsort(values, kind="stable")
    below = np.cumsum(weights[order]) / len(loads)
    return [float(values[order][np.searchsorted(below, k / MOST)]) for k in range(1, MOST)]


if __name__ == "__main__":
    main()
