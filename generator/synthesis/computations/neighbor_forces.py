"""Forces, rates and surfaces of points and their neighbours."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.computations.neighbor_cells import cell_coordinates, inside_grid, linear_cell
from generator.synthesis.computations.neighbor_sums import compact_weight, is_regular
from generator.synthesis.schemas.neighbors import NEIGHBORS

SMALL = 1.0e-6
"""Length or determinant under which nothing is divided by it."""

FLAT = 1.0e-3
"""Product of two rows of a matrix of moments from which a normal is taken."""

cell: Any = None
"""The entity, which points number by their keys."""


@law
def normal_force(n: wp.vec3, velocity: wp.vec3, depth: float, ke: float, kd: float) -> wp.vec3:
    """Force of a damped spring along the normal of a contact, which never pulls."""
    return wp.max(ke * depth - kd * wp.dot(n, velocity), 0.0) * n


@law
def grain_force(n: wp.vec3, velocity: wp.vec3, depth: float, ke: float, kd: float, mu: float) -> wp.vec3:
    """Force on a grain in contact: a damped spring along the normal, and friction up to Coulomb's."""
    # n leads away from the other grain
    vn = wp.dot(n, velocity)
    fn = wp.max(ke * depth - kd * vn, 0.0)
    slide = velocity - vn * n
    size = wp.length(slide)
    ft = wp.vec3(0.0, 0.0, 0.0)
    if size > SMALL:
        ft = wp.min(kd * size, mu * fn) / size * slide
    return fn * n - ft


@law
def plane_normal(moment: wp.mat33) -> wp.vec3:
    """Unit normal of the plane of some points by their second moment, zero for points on a line."""
    r0 = wp.vec3(moment[0, 0], moment[0, 1], moment[0, 2])
    r1 = wp.vec3(moment[1, 0], moment[1, 1], moment[1, 2])
    r2 = wp.vec3(moment[2, 0], moment[2, 1], moment[2, 2])
    c01 = wp.cross(r0, r1)
    c12 = wp.cross(r1, r2)
    c20 = wp.cross(r2, r0)
    best = c01
    if wp.length_sq(c12) > wp.length_sq(best):
        best = c12
    if wp.length_sq(c20) > wp.length_sq(best):
        best = c20
    if wp.length(best) < FLAT:
        return wp.vec3(0.0, 0.0, 0.0)
    return wp.normalize(best)


@law
def curl_from_gradient(g: wp.mat33) -> wp.vec3:
    """Curl of a flow from its velocity gradient, rows being components of the velocity."""
    return wp.vec3(g[2, 1] - g[1, 2], g[0, 2] - g[2, 0], g[1, 0] - g[0, 1])


@computation(
    NEIGHBORS,
    "sum spring-dashpot contact forces of grains (DEM)",
    active={True: "for active grains", False: ""},
    counted={True: "counting contacts", False: ""},
    slide={True: "with Coulomb-limited sliding", False: ""},
)
def neighbor_grain_forces(point: Any, spring: Any, damper: Any, friction: Any) -> None:
    if v.active and not point.active:
        return
    x = point.position
    r = point.radius
    vel = point.velocity
    f = wp.vec3(0.0, 0.0, 0.0)
    if v.counted:
        n = int(0)
    for q in point.neighbours:
        if v.active and not q.active:
            continue
        d = x - q.position
        length = wp.length(d)
        depth = r + q.radius - length
        if depth <= 0.0 or length < SMALL:
            continue
        if v.slide:
            f += grain_force(d / length, vel - q.velocity, depth, spring, damper, friction)
        else:
            f += normal_force(d / length, vel - q.velocity, depth, spring, damper)
        if v.counted:
            n += 1
    point.force = f
    if v.counted:
        point.touching = n


@computation(
    NEIGHBORS,
    "build bounded neighbour lists within reach by searching the 27 cells around each point",
    half={True: "as half lists", False: ""},
    full={"stop": "", "report": "counting by world neighbours without room"},
)
def neighbor_list_around(
    point: Any, origin: Any, cell_width: Any, side: Any, cell_reach: Any, list_capacity: Any
) -> None:
    x = point.position
    c = cell_coordinates(x, origin, cell_width)
    n = int(0)
    for dz in range(-1, 2):
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                at = wp.vec3i(c[0] + dx, c[1] + dy, c[2] + dz)
                if not inside_grid(at, side):
                    continue
                place = linear_cell(at, side)
                if place >= count(cell):
                    continue
                for q in cell[place].points:
                    if v.half:
                        if q.index <= point.index:
                            continue
                    else:
                        if q.index == point.index:
                            continue
                    if wp.length_sq(q.position - x) > cell_reach * cell_reach:
                        continue
                    if n < list_capacity:
                        point.list[n] = q.index
                    elif v.full == "report":
                        point.world.lost += 1
                    n += 1
    point.found = wp.min(n, list_capacity)


@computation(
    NEIGHBORS,
    "fit the velocity gradient at each point by least squares over neighbours",
    kept={
        "both": "split into strain rate and vorticity",
        "swirl": "keeping the vorticity",
        "strain": "keeping the strain rate",
    },
    weighted={True: "weighted by distance", False: ""},
)
def neighbor_velocity_gradient(point: Any, reach: Any) -> None:
    x = point.position
    vel = point.velocity
    moment = wp.mat33()
    flow = wp.mat33()
    for q in point.neighbours:
        d = q.position - x
        if v.weighted:
            w = compact_weight(wp.length(d), reach)
            moment += w * wp.outer(d, d)
            flow += w * wp.outer(q.velocity - vel, d)
        else:
            moment += wp.outer(d, d)
            flow += wp.outer(q.velocity - vel, d)
    g = wp.mat33()
    if is_regular(moment):
        g = flow * wp.inverse(moment)
    if v.kept != "swirl":
        point.strain = 0.5 * (g + wp.transpose(g))
    if v.kept != "strain":
        point.swirl = curl_from_gradient(g)


@computation(
    NEIGHBORS,
    "project each point onto the least-squares plane of its neighbours (MLS smoothing)",
    part={"whole": "", "share": "a fraction of the way"},
    weighted={True: "with neighbours weighted by distance", False: ""},
    normal={True: "storing the normal", False: ""},
)
def neighbor_project_plane(point: Any, reach: Any, stiffness: Any) -> None:
    x = point.position
    point.projected = x
    center = wp.vec3(0.0, 0.0, 0.0)
    weights = float(0.0)
    for q in point.neighbours:
        if v.weighted:
            w = compact_weight(wp.length(q.position - x), reach)
            center += w * q.position
            weights += w
        else:
            center += q.position
            weights += 1.0
    if weights == 0.0:
        return
    center = center / weights
    moment = wp.mat33()
    for q in point.neighbours:
        d = q.position - center
        if v.weighted:
            moment += compact_weight(wp.length(q.position - x), reach) * wp.outer(d, d)
        else:
            moment += wp.outer(d, d)
    n = plane_normal(moment)
    height = wp.dot(n, x - center)
    if v.part == "share":
        point.projected = x - stiffness * height * n
    else:
        point.projected = x - height * n
    if v.normal:
        point.normal = n
