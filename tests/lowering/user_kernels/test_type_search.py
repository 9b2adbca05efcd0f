"""Types of generic kernels: what a body and its names say of an argument, and both precisions."""

from __future__ import annotations

from typing import Any

import pytest
import warp as wp

from generator.lowering.user_kernels.argument_uses import argument_uses
from generator.lowering.user_kernels.generics import NoInstance, readings
from generator.lowering.warp_backend import describe_type

vec9 = wp.types.vector(length=9, dtype=wp.float32)


@wp.struct
class State_2:
    positions: wp.array(dtype=wp.vec2)


@wp.struct
class State_3:
    positions: wp.array(dtype=wp.vec3)


@wp.struct
class Other:
    masses: wp.array(dtype=float)


@wp.func
def position(state: Any, i: int):
    return state.positions[i]


@wp.kernel
def pressure(kinetic: wp.array2d(dtype=Any), virial: wp.array(dtype=Any), volume: wp.array(dtype=Any)):
    i = wp.tid()
    v = virial[i]
    virial[i] = type(v)(
        kinetic[i, 0] + v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], (kinetic[i, 1] + v[8]) / volume[i]
    )


@wp.kernel
def half_step(velocities: wp.array(dtype=Any), masses: wp.array(dtype=Any), cell: wp.array(dtype=Any), dt: Any):
    i = wp.tid()
    velocities[i] = velocities[i] + dt * (cell[0] * velocities[i]) / masses[i]


@wp.kernel
def indexed(x: Any, y: Any):
    i, j = wp.tid()
    y[i, j] = 2.0 * x[i, j]


@wp.kernel
def distance(query: Any, reference: Any, out: wp.array(dtype=float)):
    i = wp.tid()
    n = query.positions.shape[0]
    out[i] = wp.length(position(query, i) - position(reference, n - 1))


@wp.kernel
def impossible(x: wp.array(dtype=Any)):
    i = wp.tid()
    x[i] = wp.no_such_function(x[i])


def types_of(kernel: wp.Kernel) -> list[list[str]]:
    found = []
    for reading in readings(kernel):
        described = [describe_type(argument.type) for argument in reading.kernel.adj.args]
        found.append([f"{d.name or (d.element or d).kind} {(d.element or d).scalar} {d.ndim}" for d in described])
    return found


def test_both_precisions_are_read() -> None:
    assert [reading.precision for reading in readings(half_step)] == ["float32", "float64"]
    assert types_of(half_step) == [
        ["vector float32 1", "scalar float32 1", "matrix float32 1", "scalar float32 0"],
        ["vector float64 1", "scalar float64 1", "matrix float64 1", "scalar float64 0"],
    ]


def test_components_and_indices_are_told_from_the_body() -> None:
    uses = argument_uses(pressure)
    assert (uses["virial"].components, uses["kinetic"].components, uses["kinetic"].indices) == (9, 0, 2)
    single, _ = readings(pressure)
    assert describe_type(single.kernel.adj.args[1].type).element == describe_type(vec9)
    assert types_of(indexed)[0] == ["scalar float32 2", "scalar float32 2"]


def test_structs_are_told_from_the_fields_that_are_read() -> None:
    (reading,) = readings(distance)
    assert [describe_type(argument.type).name for argument in reading.kernel.adj.args[:2]] == ["State_3", "State_3"]


def test_no_types_are_named_with_the_reason() -> None:
    with pytest.raises(NoInstance, match=r"generic kernel impossible: no types found \(.*no_such_function"):
        readings(impossible)
    assert not impossible.overloads
