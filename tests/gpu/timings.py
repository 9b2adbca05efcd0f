"""CPU and GPU times by array size, forward and adjoint."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
import warp as wp
from rich.console import Console
from rich.table import Table

from generator.lowering.warp_backend import program

SIZES = tuple(1 << power for power in range(10, 25, 2))
"""1 K to 16 M elements."""
REPEATS = 5

KERNELS = {
    "polynomial": """import warp as wp


@wp.kernel
def polynomial(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    v = x[i]
    y[i] = 1.5 + v * (0.25 - v * (0.5 + v))
""",
    "transcendental": """import warp as wp


@wp.kernel
def transcendental(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    v = x[i]
    y[i] = wp.exp(-v * v) * wp.sin(3.0 * v) + wp.log(2.0 + wp.cos(v))
""",
    "sum": """import warp as wp


@wp.kernel
def sum(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(y, 0, x[i] * x[i])
""",
}


def seconds(work: Callable[[], object], device: str) -> float:
    """Shortest of some runs, the device idle before and after each."""
    work()
    best = float("inf")
    for _ in range(REPEATS):
        wp.synchronize_device(device)
        start = time.perf_counter()
        work()
        wp.synchronize_device(device)
        best = min(best, time.perf_counter() - start)
    return best


def times(source: str, size: int, device: str) -> tuple[float, float]:
    """Seconds of one forward and of one adjoint launch over ``size`` elements."""
    values = np.random.default_rng(size).random(size, dtype=np.float32)
    with program(source) as opened:
        x = wp.array(values, device=device, requires_grad=True)
        y = wp.zeros(size, dtype=float, device=device, requires_grad=True)
        y.grad.fill_(1.0)
        forward = seconds(lambda: wp.launch(opened.kernel, size, inputs=[x, y], device=device), device)
        adjoint = seconds(
            lambda: wp.launch(
                opened.kernel, size, inputs=[x, y], adj_inputs=[x.grad, y.grad], device=device, adjoint=True
            ),
            device,
        )
    return forward, adjoint


def lines(
    gpu: str, sizes: tuple[int, ...] = SIZES
) -> Iterator[tuple[str, int, tuple[float, float], tuple[float, float]]]:
    """Kernel, size, times on the CPU, times on the GPU."""
    for name, source in KERNELS.items():
        for size in sizes:
            yield name, size, times(source, size, "cpu"), times(source, size, gpu)


def show(gpu: str, sizes: tuple[int, ...] = SIZES) -> None:
    """Print the table."""
    table = Table(
        "kernel", "elements", "CPU forward", "GPU forward", "CPU adjoint", "GPU adjoint", "speedup", title=str(gpu)
    )
    for name, size, cpu, there in lines(gpu, sizes):
        micro = [f"{1e6 * value:,.1f} us" for value in (cpu[0], there[0], cpu[1], there[1])]
        table.add_row(name, f"{size:,}", *micro, f"{sum(cpu) / sum(there):.1f}")
    Console(width=120).print(table)
