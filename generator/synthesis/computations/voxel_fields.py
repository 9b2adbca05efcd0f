"""Fields that lie in arrays beside a volume, by the numbers of its voxels."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.spatial_queries import QUERIES

LINEAR = 1


@computation(
    QUERIES,
    "read the heat of each tracer's voxel from the array beside the volume",
    side={"own": "", "next": "averaged with that of the next voxel along x, where there is one,"},
    mean={False: "", True: "less the mean of all voxels"},
)
def voxel_heat(tracer: Any, volume: Any, total_heat: Any) -> None:
    c = tracer.cell
    heat = voxel[wp.volume_lookup_index(volume, c[0], c[1], c[2])].heat
    if v.side == "next":
        right = wp.volume_lookup_index(volume, c[0] + 1, c[1], c[2])
        if right >= 0:
            heat = 0.5 * (heat + voxel[right].heat)
    if v.mean:
        heat = heat - total_heat / float(wp.volume_voxel_count(volume))
    tracer.heat = heat


@computation(
    QUERIES,
    "sample, from the array beside the volume, the heat at the place that each tracer reaches in the time ahead",
    slope={False: "", True: "and the slope of the heat there"},
)
def sampled_voxel_heat(tracer: Any, volume: Any, ambient_heat: Any, ahead: Any) -> None:
    place = wp.volume_world_to_index(volume, tracer.position + tracer.velocity * ahead)
    if v.slope:
        slope = wp.vec3()
        tracer.heat = wp.volume_sample_grad_index(volume, place, LINEAR, voxel.heat, ambient_heat, slope)
        # per voxel to per metre: voxels lie along the axes
        tracer.heat_slope = wp.volume_world_to_index_dir(volume, slope)
    else:
        tracer.heat = wp.volume_sample_index(volume, place, LINEAR, voxel.heat, ambient_heat)
