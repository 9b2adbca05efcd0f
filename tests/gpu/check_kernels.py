"""Every category, forward and adjoint: the GPU against the CPU."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks.kernels import candidates
from generator.synthesis import CATEGORIES, Candidate
from tests.gpu.compare import disagreement
from tests.gpu.devices import gpu
from tests.verification.sample_kernels import SAMPLES

KERNELS_A_CATEGORY = 10


def kernels_of(category: str, seed: int, count: int = KERNELS_A_CATEGORY) -> list[tuple[str, Candidate]]:
    """The first kernels of a category, with their keys."""
    return list(islice(candidates(category, f"gpu/{seed}"), count))


@pytest.mark.parametrize("category", CATEGORIES)
def check_category(category: str, fresh_seed: int) -> None:
    problems = {}
    for key, candidate in kernels_of(category, fresh_seed):
        if problem := disagreement(candidate.source, candidate.launch, key, gpu()):
            problems[key] = problem
    assert not problems


@pytest.mark.parametrize("name", SAMPLES)
def check_sample(name: str) -> None:
    source, launch = SAMPLES[name]
    assert not disagreement(source, launch, name, gpu())
