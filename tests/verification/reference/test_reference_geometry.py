"""Meshes, box trees and point grids: brute force finds what Warp's queries find."""

from __future__ import annotations

import pytest

from generator.launch import OUTPUT, Argument
from generator.verification.tiers.execute_tier import check_execute
from tests.verification.reference.language_cases import array, kernel


def vectors(name: str) -> Argument:
    return array(name, "vec3", shape=(32,), low=-1.5, high=1.5)


def result(name: str, dtype: str = "float32") -> Argument:
    return array(name, dtype, OUTPUT, shape=(32,))


P, Q = vectors("p"), vectors("q")
OUT, OV = result("out"), result("ov", "vec3")
MESH = Argument("mesh", "scalar", "uint64", fill="mesh")
BVH = Argument("bvh", "scalar", "uint64", fill="bvh")
GRID = Argument("grid", "scalar", "uint64", fill="hash_grid", value=0.5)

# Nearest points are moved far off: the square root of the rounding decides between those of two faces.
CASES: dict[str, tuple[str, tuple[Argument, ...]]] = {
    "nearest point": (
        """
i = wp.tid()
f = wp.mesh_query_point(mesh, p[i], 10.0)
if f.result:
    c = wp.mesh_eval_position(mesh, f.face, f.u, f.v)
    out[i] = f.sign * wp.length(c - p[i])
    ov[i] = c + wp.vec3(40.0, 40.0, 40.0)
""",
        (MESH, P, OUT, OV),
    ),
    "nearest point into variables": (
        """
i = wp.tid()
sign = float(0.0)
face = int(0)
u = float(0.0)
v = float(0.0)
if wp.mesh_query_point(mesh, p[i], 0.7, sign, face, u, v):
    out[i] = sign * 2.0 + wp.length(wp.mesh_eval_position(mesh, face, u, v)) + 40.0
""",
        (MESH, P, OUT),
    ),
    **{
        f"inside or outside by {way}": (
            f"""
i = wp.tid()
f = wp.{way}(mesh, p[i], 10.0)
c = wp.mesh_eval_position(mesh, f.face, f.u, f.v)
out[i] = (2.0 + f.sign) * wp.length(c - p[i])
ov[i] = c + wp.vec3(40.0, 40.0, 40.0)
""",
            (MESH, P, OUT, OV),
        )
        for way in (
            "mesh_query_point_sign_normal",
            "mesh_query_point_sign_winding_number",
            "mesh_query_point_no_sign",
            "mesh_query_point_sign_parity",
        )
    },
    "sides by winding numbers over a threshold": (
        """
i = wp.tid()
s = float(0.0)
for k in range(4):
    f = wp.mesh_query_point_sign_winding_number(mesh, p[i], 10.0, 2.0, float(k) - 1.5)
    s = 2.0 * s + f.sign
sign = float(0.0)
face = int(0)
u = float(0.0)
v = float(0.0)
if wp.mesh_query_point_sign_winding_number(mesh, p[i], 10.0, sign, face, u, v, 2.0, -0.5):
    s += 100.0 * sign
out[i] = s
""",
        (MESH, P, OUT),
    ),
    "first hit of a ray": (
        """
i = wp.tid()
f = wp.mesh_query_ray(mesh, p[i], wp.normalize(q[i]), 100.0)
if f.result:
    out[i] = f.t * f.sign
    o2[i] = f.u
    o3[i] = f.v
    ov[i] = f.normal + wp.mesh_eval_face_normal(mesh, f.face)
""",
        (MESH, P, Q, OUT, OV, result("o2"), result("o3")),
    ),
    "count of hits": (
        """
i = wp.tid()
n = wp.mesh_query_ray_count_intersections(mesh, p[i], q[i])
h = wp.mesh_query_ray_anyhit(mesh, p[i], q[i], 2.0)
out[i] = float(n) + wp.where(h, 10.0, 0.0)
""",
        (MESH, P, Q, OUT),
    ),
    "boxes of a mesh": (
        """
i = wp.tid()
query = wp.mesh_query_aabb(mesh, p[i] - wp.vec3(0.4), p[i] + wp.vec3(0.4))
s = float(0.0)
f = int(0)
while wp.mesh_query_aabb_next(query, f):
    s += wp.length(wp.mesh_get_point(mesh, 3 * f)) + float(wp.mesh_get_index(mesh, 3 * f + 1))
out[i] = s
""",
        (MESH, P, OUT),
    ),
    "boxes of a tree": (
        """
i = wp.tid()
query = wp.bvh_query_aabb(bvh, p[i] - wp.vec3(0.3), p[i] + wp.vec3(0.3))
s = int(0)
b = int(0)
while wp.bvh_query_next(query, b):
    s += b * b + 1
out[i] = float(s)
""",
        (BVH, P, OUT),
    ),
    "a ray through a tree": (
        """
i = wp.tid()
query = wp.bvh_query_ray(bvh, p[i], q[i])
s = int(0)
b = int(0)
while wp.bvh_query_next(query, b):
    s += b * b + 1
out[i] = float(s)
""",
        (BVH, P, Q, OUT),
    ),
    "points of a grid": (
        """
i = wp.tid()
x = p[i]
query = wp.hash_grid_query(grid, x, 0.5)
s = float(0.0)
c = int(0)
for j in query:
    d = wp.length(x - p[j])
    c += 1
    if d < 0.5:
        s += 0.5 - d
out[i] = s + float(c)
""",
        (GRID, P, OUT),
    ),
    "points of a grid, one at a time": (
        """
i = wp.tid()
query = wp.hash_grid_query(grid, p[i], 0.8)
j = int(0)
s = float(0.0)
while wp.hash_grid_query_next(query, j):
    s += wp.length(p[j])
out[i] = s
""",
        (GRID, P, OUT),
    ),
    "edges and triangles": (
        """
i = wp.tid()
along = q[i] - p[i]
askew = wp.normalize(wp.cross(along, q[(i + 5) % 32])) + 0.6 * wp.normalize(along)
ov[i] = wp.closest_point_edge_edge(p[i], q[i], p[(i + 1) % 32], p[(i + 1) % 32] + askew, 1.0e-6)
out[i] = float(wp.intersect_tri_tri(p[i], q[i], p[(i + 1) % 32], q[(i + 2) % 32], p[(i + 3) % 32], q[(i + 4) % 32]))
""",
        (P, Q, OUT, OV),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_queries_find_what_warp_finds(case: str, fresh_seed: int) -> None:
    source, launch = kernel(*CASES[case], dim=(32,))
    found = check_execute(source, launch, str(fresh_seed))
    assert found.passed, found.reason
