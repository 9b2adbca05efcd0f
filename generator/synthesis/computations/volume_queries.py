"""Tracers that read volumes: densities and their slopes, velocities to move by, values of voxels, rays through fog."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.spatial_queries import QUERIES

LINEAR = 1
STEPS = 4
DRAG = 0.47
"""Drag coefficient of a sphere."""


@computation(
    QUERIES,
    "sample the density at each tracer from the volume",
    way={"typed": "", "generic": "by the volume's own type"},
)
def volume_density(tracer: Any, volume: Any) -> None:
    place = wp.volume_world_to_index(volume, tracer.position)
    if v.way == "typed":
        tracer.density = wp.volume_sample_f(volume, place, LINEAR)
    else:
        tracer.density = wp.volume_sample(volume, place, LINEAR, dtype=float)


@computation(
    QUERIES,
    "sample the density at each tracer and its slope from the volume",
    way={"typed": "", "generic": "by the volume's own type"},
)
def volume_slope(tracer: Any, volume: Any) -> None:
    place = wp.volume_world_to_index(volume, tracer.position)
    slope = wp.vec3()
    if v.way == "typed":
        density = wp.volume_sample_grad_f(volume, place, LINEAR, slope)
    else:
        density = wp.volume_sample_grad(volume, place, LINEAR, slope, dtype=float)
    # per voxel to per metre: voxels lie along the axes
    tracer.slope = wp.volume_world_to_index_dir(volume, slope)
    tracer.density = density


@computation(
    QUERIES,
    "move each tracer with the velocity that the volume has there",
    order={1: "", 2: "by the midpoint rule"},
)
def advect_by_volume(tracer: Any, flow: Any, dt: Any) -> None:
    x = tracer.position
    u = wp.volume_sample_v(flow, wp.volume_world_to_index(flow, x), LINEAR)
    if v.order == 2:
        middle = x + u * (0.5 * dt)
        u = wp.volume_sample_v(flow, wp.volume_world_to_index(flow, middle), LINEAR)
    tracer.moved = x + u * dt


@computation(
    QUERIES,
    "read the density of each tracer's voxel",
    way={"typed": "", "generic": "by the volume's own type"},
)
def voxel_density(tracer: Any, volume: Any) -> None:
    c = tracer.cell
    if v.way == "typed":
        tracer.density = wp.volume_lookup_f(volume, c[0], c[1], c[2])
    else:
        tracer.density = wp.volume_lookup(volume, c[0], c[1], c[2], dtype=float)


@computation(QUERIES, "compute the quadratic drag on each tracer, a sphere, by the velocity that its voxel has")
def voxel_drag(tracer: Any, flow: Any, fluid_density: Any) -> None:
    c = tracer.cell
    slip = wp.volume_lookup_v(flow, c[0], c[1], c[2]) - tracer.velocity
    area = wp.pi * tracer.radius * tracer.radius
    tracer.drag = slip * (0.5 * DRAG * fluid_density * area * wp.length(slip))


@computation(QUERIES, "find the centre of each tracer's voxel in the world")
def voxel_center(tracer: Any, volume: Any) -> None:
    c = tracer.cell
    # whole indices are the centres, where samples are taken
    tracer.center = wp.volume_index_to_world(volume, wp.vec3(float(c[0]), float(c[1]), float(c[2])))


@computation(QUERIES, "integrate the density of a volume along each tracer's velocity over four steps of a voxel")
def volume_column_density(tracer: Any, volume: Any) -> None:
    place = wp.volume_world_to_index(volume, tracer.position)
    step = wp.normalize(wp.volume_world_to_index_dir(volume, tracer.velocity))
    length = wp.length(wp.volume_index_to_world_dir(volume, step))
    column = float(0.0)
    for k in range(STEPS):
        density = wp.volume_sample_f(volume, place + step * float(k), LINEAR)
        column += density * length
    tracer.column = column
