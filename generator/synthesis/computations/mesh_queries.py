"""What points, rays and boxes ask of a triangle mesh: closest points, signs, hits, faces nearby."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.spatial_queries import QUERIES

THIRD = 1.0 / 3.0


@computation(
    QUERIES,
    "measure the distance of each probe from the mesh, the largest distance where it is farther",
    near={True: "and tell whether it touches", False: ""},
)
def mesh_distance(probe: Any, mesh: Any, max_distance: Any) -> None:
    x = probe.position
    distance = float(max_distance)
    query = wp.mesh_query_point_no_sign(mesh, x, max_distance)
    if query.result:
        p = wp.mesh_eval_position(mesh, query.face, query.u, query.v)
        distance = wp.length(x - p)
    probe.distance = distance
    if v.near:
        probe.touches = wp.where(distance < probe.radius, 1, 0)


@computation(
    QUERIES,
    "compute the signed distance of each probe from the mesh, the largest distance where it is farther,",
    sign={
        "pseudo-normal": "its sign told by a normal",
        "winding": "its sign told by the winding number",
        "parity": "its sign told by a ray's crossings",
        "plain": "",
    },
    padded={True: "less the probe's radius", False: ""},
)
def mesh_signed_distance(probe: Any, mesh: Any, max_distance: Any) -> None:
    x = probe.position
    if v.sign == "pseudo-normal":
        query = wp.mesh_query_point_sign_normal(mesh, x, max_distance)
    if v.sign == "winding":
        query = wp.mesh_query_point_sign_winding_number(mesh, x, max_distance)
    if v.sign == "parity":
        query = wp.mesh_query_point_sign_parity(mesh, x, max_distance)
    if v.sign == "plain":
        query = wp.mesh_query_point(mesh, x, max_distance)
    distance = float(max_distance)
    if query.result:
        p = wp.mesh_eval_position(mesh, query.face, query.u, query.v)
        distance = query.sign * wp.length(x - p)
    if v.padded:
        distance = distance - probe.radius
    probe.signed_distance = distance


@computation(
    QUERIES,
    "compute the force by which the mesh pushes out each probe that is inside or close to it, within the query distance of its surface",
    law={"linear": "", "quadratic": "with a force that grows with the square of the depth"},
)
def mesh_contact_force(
    probe: Any, mesh: Any, query_distance: Any, margin: Any, stiffness: Any, depth_stiffness: Any
) -> None:
    x = probe.position
    force = wp.vec3(0.0)
    query = wp.mesh_query_point(mesh, x, query_distance)
    if query.result:
        p = wp.mesh_eval_position(mesh, query.face, query.u, query.v)
        depth = margin - query.sign * wp.length(x - p)
        if depth > 0.0:
            n = wp.normalize(x - p) * query.sign
            if v.law == "quadratic":
                force = n * (depth_stiffness * depth * depth)
            else:
                force = n * (stiffness * depth)
    probe.push = force


@computation(
    QUERIES,
    "cast a ray from each probe at the mesh and store its distance, the longest way where it hits none,",
    normal={True: "with the normal where it hits", False: ""},
    face={True: "and the face that it hits", False: ""},
)
def cast_ray_at_mesh(probe: Any, mesh: Any, ray_length: Any) -> None:
    distance = float(ray_length)
    hit = wp.mesh_query_ray(mesh, probe.position, probe.direction, ray_length)
    if hit.result:
        distance = hit.t
        if v.normal:
            probe.normal = hit.normal
    probe.distance = distance
    if v.face:
        probe.face = wp.where(hit.result, hit.face, -1)


@computation(QUERIES, "tell which probes see past the mesh along their direction")
def mesh_line_of_sight(probe: Any, mesh: Any, ray_length: Any) -> None:
    blocked = wp.mesh_query_ray_anyhit(mesh, probe.position, probe.direction, ray_length)
    probe.visible = wp.where(blocked, 0, 1)


@computation(
    QUERIES,
    "count how often a ray from each probe crosses the mesh",
    inside={True: "and tell by that whether the probe is inside", False: ""},
)
def mesh_ray_crossings(probe: Any, mesh: Any) -> None:
    crossings = wp.mesh_query_ray_count_intersections(mesh, probe.position, probe.direction)
    probe.hits = crossings
    if v.inside:
        probe.inside = crossings % 2


@computation(QUERIES, "find the vertex of the mesh that is furthest from each probe and its distance")
def furthest_mesh_vertex(probe: Any, mesh: Any) -> None:
    x = probe.position
    query = wp.mesh_query_furthest_point_no_sign(mesh, x, 0.0)
    p = wp.mesh_eval_position(mesh, query.face, query.u, query.v)
    probe.furthest = p
    probe.distance = wp.length(p - x)


@computation(
    QUERIES,
    "count the faces of the mesh whose bounds overlap each probe's box",
    first={True: "and find the lowest of their numbers", False: ""},
)
def mesh_faces_in_box(probe: Any, mesh: Any) -> None:
    x = probe.position
    h = probe.half_size
    hits = int(0)
    first = int(-1)
    face = int(0)
    query = wp.mesh_query_aabb(mesh, x - h, x + h)
    while wp.mesh_query_aabb_next(query, face):
        hits += 1
        if v.first:
            if first < 0 or face < first:
                first = face
    probe.hits = hits
    if v.first:
        probe.first = first


@computation(QUERIES, "sum the areas of the mesh's faces that reach into each probe's sphere")
def mesh_area_in_sphere(probe: Any, mesh: Any) -> None:
    area = float(0.0)
    for face in wp.mesh_query_sphere(mesh, probe.position, probe.radius):
        a = wp.mesh_get_point(mesh, 3 * face)
        b = wp.mesh_get_point(mesh, 3 * face + 1)
        c = wp.mesh_get_point(mesh, 3 * face + 2)
        area += 0.5 * wp.length(wp.cross(b - a, c - a))
    probe.area = area


@computation(QUERIES, "count the faces of the mesh that reach into each probe's sphere, one query step at a time")
def mesh_faces_in_sphere(probe: Any, mesh: Any) -> None:
    hits = int(0)
    face = int(0)
    query = wp.mesh_query_sphere(mesh, probe.position, probe.radius)
    while wp.mesh_query_next(query, face):
        hits += 1
    probe.hits = hits


@computation(
    QUERIES,
    "find the point of each face of the mesh that its barycentric weights name",
    normal={True: "with the face's normal", False: ""},
)
def point_on_mesh_face(face: Any, mesh: Any) -> None:
    i = face.index
    face.point = wp.mesh_eval_position(mesh, i, face.u, face.v)
    if v.normal:
        face.normal = wp.mesh_eval_face_normal(mesh, i)


@computation(
    QUERIES,
    "compute how the wind slips along each face of the moving mesh: its velocity relative to the face's centre less the part along the normal",
)
def wind_past_mesh_face(face: Any, mesh: Any, wind: Any) -> None:
    i = face.index
    relative = wind - wp.mesh_eval_velocity(mesh, i, THIRD, THIRD)
    n = wp.mesh_eval_face_normal(mesh, i)
    face.slip = relative - n * wp.dot(relative, n)


@computation(
    QUERIES,
    "compute the centre of each face of the mesh",
    area={True: "and its area", False: ""},
)
def mesh_face_center(face: Any, mesh: Any) -> None:
    i = face.index
    a = wp.mesh_get_point(mesh, 3 * i)
    b = wp.mesh_get_point(mesh, 3 * i + 1)
    c = wp.mesh_get_point(mesh, 3 * i + 2)
    face.center = (a + b + c) / 3.0
    if v.area:
        face.area = 0.5 * wp.length(wp.cross(b - a, c - a))


@computation(
    QUERIES,
    "average how the wind slips past the three vertices of each face of the moving mesh, with normals that lead from the origin",
)
def mesh_corner_drift(face: Any, mesh: Any, wind: Any) -> None:
    total = wp.vec3(0.0)
    for k in range(3):
        corner = 3 * face.index + k
        relative = wind - wp.mesh_get_velocity(mesh, corner)
        outward = wp.normalize(wp.mesh_get_point(mesh, corner))
        total += relative - outward * wp.dot(relative, outward)
    face.slip = total / 3.0


@computation(QUERIES, "compute the bounds of each face of the mesh from the mesh's own array of points")
def mesh_face_bounds(face: Any, mesh: Any) -> None:
    arrays = wp.mesh_get(mesh)
    i = face.index
    a = arrays.points[wp.mesh_get_index(mesh, 3 * i)]
    b = arrays.points[wp.mesh_get_index(mesh, 3 * i + 1)]
    c = arrays.points[wp.mesh_get_index(mesh, 3 * i + 2)]
    face.lower = wp.min(wp.min(a, b), c)
    face.upper = wp.max(wp.max(a, b), c)
