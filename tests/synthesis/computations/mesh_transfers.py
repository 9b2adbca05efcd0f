"""What goes from triangles to samples, vertices and parts, stated with whole tables."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.mesh_geometry import cotangent as _cotangent


def _corners(t, i):
    return t.vertex.position[t.triangle.nodes[i]].astype(float)


def mesh_sample_points(t, v, n):
    position, normal, value = t.sample.position.copy(), t.sample.normal.copy(), t.sample.value.copy()
    for i, triangle in enumerate(t.sample.triangle):
        if triangle < 0:
            position[i] = 0.0 if v.missing == "zero" else position[i]
            continue
        x = _corners(t, triangle)
        w = t.sample.weights[i] / t.sample.weights[i].sum()
        position[i], value[i] = w @ x, w @ t.vertex.value[t.triangle.nodes[triangle]]
        up = np.cross(x[1] - x[0], x[2] - x[0])
        size = np.linalg.norm(up)
        sides = ((x[1] - x[0]) ** 2).sum() + ((x[2] - x[0]) ** 2).sum()
        normal[i] = up / size if size > 1.0e-6 * sides else [0.0, 0.0, 1.0]
    made = {"sample.position": position}
    if v.normal:
        made["sample.normal"] = normal
    return {**made, "sample.value": value} if v.value else made


def mesh_spread_pulls(t, v, n):
    pull, near = t.vertex.pull.copy(), t.vertex.sample_count.copy()
    there = t.sample.triangle >= 0
    nodes = t.triangle.nodes[t.sample.triangle[there]]
    w = t.sample.weights[there] / t.sample.weights[there].sum(1, keepdims=True)
    np.add.at(pull, nodes, w[:, :, None] * t.sample.pull[there][:, None, :])
    np.add.at(near, nodes, 1)
    return {"vertex.pull": pull, "vertex.sample_count": near} if v.counted else {"vertex.pull": pull}


def mesh_triangle_weights(t, v, n):
    cotangent, mass = t.edge.cotangent.copy(), t.vertex.mass.copy()
    for i, valid in enumerate(t.triangle.valid):
        if v.valid and not valid:
            continue
        x = _corners(t, i)
        double = np.linalg.norm(np.cross(x[1] - x[0], x[2] - x[0]))
        for side in range(3):
            tip, a, b = x[(side + 2) % 3], x[side], x[(side + 1) % 3]
            cotangent[t.triangle.sides[i][side]] += _cotangent(a - tip, b - tip) / 2.0
        np.add.at(mass, t.triangle.nodes[i], double / 6.0)
    return {"edge.cotangent": cotangent, "vertex.mass": mass} if v.mass else {"edge.cotangent": cotangent}


def mesh_refine_edges(t, v, n):
    ends = np.stack([t.edge.a, t.edge.b], axis=1)
    tips = np.stack([t.edge.tip, t.edge.other_tip], axis=1)
    middle, value = t.vertex.position[ends].mean(1), t.vertex.value[ends].mean(1)
    for i in np.flatnonzero((tips >= 0).all(1)):
        middle[i] = (3.0 * t.vertex.position[ends[i]].sum(0) + t.vertex.position[tips[i]].sum(0)) / 8.0
        if v.value == "same":
            value[i] = (3.0 * t.vertex.value[ends[i]].sum() + t.vertex.value[tips[i]].sum()) / 8.0
    made = {"edge.point": middle}
    return made if v.value == "none" else {**made, "edge.value": value}


def mesh_refine_vertices(t, v, n):
    moved, values = t.vertex.position.copy(), t.vertex.value.copy()
    for i, arcs in enumerate(t.vertex.arcs):
        heads = [t.arc.head[a] for a in arcs if t.arc.head[a] >= 0]
        if len(heads) < 3 or (v.boundary and t.vertex.flags[i] & 2):
            continue
        share = 9.0 / 16.0 if len(heads) == 3 else 3.0 / 8.0
        moved[i] += share * (t.vertex.position[heads].mean(0) - moved[i])
        values[i] += share * (t.vertex.value[heads].mean() - values[i])
    made = {"vertex.smoothed": moved}
    return {**made, "vertex.value_next": values} if v.value else made


def mesh_part_inertia(t, v, n):
    inertia, volume = t.part.inertia.copy(), t.part.volume.copy()
    # second moments of the tetrahedron with corners at the origin and the axes
    unit = (np.ones((3, 3)) + np.eye(3)) / 120.0
    for i, part in enumerate(t.triangle.part):
        if v.valid and not t.triangle.valid[i]:
            continue
        x = _corners(t, i)
        size = np.linalg.det(x)
        moment = size * x.T @ unit @ x
        inertia[part] += np.trace(moment) * np.eye(3) - moment
        volume[part] += size / 6.0
    return {"part.inertia": inertia, "part.volume": volume} if v.volume else {"part.inertia": inertia}
