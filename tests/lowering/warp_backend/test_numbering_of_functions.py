"""Functions of a program are numbered for themselves, and never like one of Warp's own that stands beside them."""

from __future__ import annotations

from generator.lowering.warp_backend import lower, program

SOURCE = """
import warp as wp

@wp.func
def velocity_at_point(twist: wp.spatial_vector, r: wp.vec3) -> wp.vec3:
    return wp.velocity_at_point(twist, 2.0 * r)

@wp.kernel
def moved(twists: wp.array(dtype=wp.spatial_vector), r: wp.array(dtype=wp.vec3), v: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    v[i] = velocity_at_point(twists[i], r[i])
"""


def test_a_function_named_like_one_of_warps_library_has_a_number_of_its_own() -> None:
    for _ in range(2):
        with program(SOURCE) as opened:
            text = lower(opened.kernel, backward=False).cuda_forward
        assert text.count(" velocity_at_point_0(") == 2  # Warp's own, and the call of it
        assert text.count(" velocity_at_point_1(") == 2
