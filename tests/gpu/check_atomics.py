"""Atomics under contention: a million threads on few elements."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp

from generator.lowering.warp_backend import program
from tests.gpu.devices import gpu

THREADS = 1 << 20
BINS = 17
SOURCE = """import warp as wp


@wp.kernel
def scatter(
    x: wp.array(dtype=float), bins: wp.array(dtype=int), total: wp.array(dtype=float), count: wp.array(dtype=int),
    low: wp.array(dtype=float), high: wp.array(dtype=float),
):
    i = wp.tid()
    wp.atomic_add(total, bins[i], x[i])
    wp.atomic_add(count, bins[i], 1)
    wp.atomic_min(low, bins[i], x[i])
    wp.atomic_max(high, bins[i], x[i])
"""


@pytest.mark.parametrize("threads", [1, 33, 4096, THREADS])
def check_contended_bins(threads: int) -> None:
    scatter(gpu(), threads)


def scatter(device: str, threads: int) -> None:
    """Fill bins on ``device`` and compare with NumPy; AssertionError where they differ."""
    rng = np.random.default_rng(threads)
    x = rng.random(threads, dtype=np.float32)
    bins = rng.integers(0, BINS, threads).astype(np.int32)
    arrays = {
        "total": np.zeros(BINS, np.float32),
        "count": np.zeros(BINS, np.int32),
        "low": np.full(BINS, 2.0, np.float32),
        "high": np.full(BINS, -2.0, np.float32),
    }
    with program(SOURCE) as opened:
        there = {name: wp.array(values, device=device) for name, values in arrays.items()}
        inputs = [wp.array(x, device=device), wp.array(bins, device=device), *there.values()]
        wp.launch(opened.kernel, threads, inputs=inputs, device=device)
        found = {name: values.numpy() for name, values in there.items()}
    np.testing.assert_array_equal(found["count"], np.bincount(bins, minlength=BINS))
    exact = np.bincount(bins, weights=x.astype(np.float64), minlength=BINS)
    np.testing.assert_allclose(found["total"], exact, rtol=1e-4, atol=1e-5)
    for name, reduce, start in (("low", np.minimum, 2.0), ("high", np.maximum, -2.0)):
        expected = np.full(BINS, start, np.float32)
        reduce.at(expected, bins, x)
        np.testing.assert_array_equal(found[name], expected)
