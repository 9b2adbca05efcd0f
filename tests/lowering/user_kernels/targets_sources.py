"""Kernels that make the device compilers do different things: constants, calls, spills, strings, equal names."""

from __future__ import annotations

from generator.lowering.warp_backend import Lowered, lower, program

PLAIN = """
import warp as wp


@wp.kernel
def scale(x: wp.array(dtype=float), gain: float, y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i] * gain
"""

SAME_NAME = """
import warp as wp


@wp.struct
class Particle:
    position: wp.vec3
    mass: float


@wp.func
def weigh(p: Particle):
    return p.mass * wp.length(p.position)


@wp.kernel
def scale(particles: wp.array(dtype=Particle), y: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(y, 0, weigh(particles[i]))
"""

PRINTS = """
import warp as wp


@wp.kernel
def report(x: wp.array(dtype=float)):
    i = wp.tid()
    if x[i] > 3.0:
        wp.printf("{ %d: %f; }\\n", i, x[i])
"""

CALLS = """
import warp as wp


@wp.func(inline=False)
def series(x: float, n: int):
    total = float(0.0)
    for k in range(n):
        total += wp.sin(x * float(k)) / float(k + 1)
    return total


@wp.kernel
def evaluate(x: wp.array(dtype=float), n: int, y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = series(x[i], n) + series(x[i] * 0.5, n)
"""

VOLUME = """
import warp as wp


@wp.kernel
def sample(volume: wp.uint64, points: wp.array(dtype=wp.vec3), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = float(wp.volume_lookup_index(volume, int(points[i][0]), i, 0))
"""

SPILLS = """
import warp as wp


@wp.kernel(cuda_max_registers=24)
def invert(a: wp.array(dtype=wp.mat44), b: wp.array(dtype=wp.mat44)):
    i = wp.tid()
    b[i] = wp.inverse(a[i]) * a[i] * wp.transpose(a[i])
"""

SOURCES = (PLAIN, SAME_NAME, PRINTS, CALLS, VOLUME, SPILLS)


def lowered(source: str) -> Lowered:
    """CUDA code of the one kernel of a source."""
    with program(source) as opened:
        return lower(opened.kernel)
