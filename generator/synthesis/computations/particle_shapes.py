"""Particles against shapes: distances, contact lists, forces, corrections."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.particles import PARTICLES

ACTIVE = 1
COLLIDE = 1
EPSILON = 1.0e-6

ShapeType: Any = None
"""Kinds of shapes."""

counter: Any = None
particle: Any = None
shape: Any = None
touch: Any = None
"""Records of the schema by their number."""


@law
def particle_box_distance(p: wp.vec3, half: wp.vec3) -> float:
    """Signed distance to a box about the origin with the given half extents, negative inside."""
    q = wp.abs(p) - half
    outside = wp.length(wp.max(q, wp.vec3(0.0)))
    return outside + wp.min(wp.max(q[0], wp.max(q[1], q[2])), 0.0)


@law
def box_normal(p: wp.vec3, half: wp.vec3) -> wp.vec3:
    """Outward unit normal of a box at a point, that of the nearest face inside."""
    q = wp.abs(p) - half
    if q[0] > 0.0 or q[1] > 0.0 or q[2] > 0.0:
        clamped = wp.vec3(
            wp.clamp(p[0], -half[0], half[0]), wp.clamp(p[1], -half[1], half[1]), wp.clamp(p[2], -half[2], half[2])
        )
        return wp.normalize(p - clamped)
    # inside, the nearest face counts
    if q[0] > q[1] and q[0] > q[2]:
        return wp.vec3(wp.sign(p[0]), 0.0, 0.0)
    if q[1] > q[2]:
        return wp.vec3(0.0, wp.sign(p[1]), 0.0)
    return wp.vec3(0.0, 0.0, wp.sign(p[2]))


@law
def shape_distance(kind: int, p: wp.vec3, scale: wp.vec3) -> tuple[float, wp.vec3]:
    """Signed distance to a shape in its own frame, negative inside, and the outward normal there."""
    if kind == ShapeType.SPHERE:
        return wp.length(p) - scale[0], wp.normalize(p)
    if kind == ShapeType.BOX:
        return particle_box_distance(p, scale), box_normal(p, scale)
    if kind == ShapeType.CAPSULE:
        axis = wp.vec3(0.0, 0.0, wp.clamp(p[2], -scale[1], scale[1]))
        d = p - axis
        return wp.length(d) - scale[0], wp.normalize(d)
    return p[2], wp.vec3(0.0, 0.0, 1.0)


@law
def shape_point_velocity(pose: wp.transform, twist: wp.spatial_vector, p: wp.vec3) -> wp.vec3:
    """Velocity of a point of a moving shape, whose twist is told at the shape's origin."""
    r = p - wp.transform_get_translation(pose)
    return wp.spatial_top(twist) + wp.cross(wp.spatial_bottom(twist), r)


@computation(
    PARTICLES,
    "compute penalty contact of particles with the sphere, box, capsule and plane shapes of their world",
    friction={True: "with friction by the mean of both coefficients", False: ""},
    react={True: "and reaction wrenches on the shapes", False: ""},
)
def particle_shape_force(particle: Any, damping: Any, friction: Any) -> None:
    if (particle.flags & ACTIVE) == 0:
        return
    x = particle.position
    vel = particle.velocity
    radius = particle.radius
    total = wp.vec3()
    for s in particle.world.shapes:
        if (s.flags & COLLIDE) == 0:
            continue
        pose = s.pose
        local = wp.transform_point(wp.transform_inverse(pose), x)
        dist, n_local = shape_distance(s.kind, local, s.scale)
        c = dist - radius
        if c > 0.0:
            continue
        n = wp.transform_vector(pose, n_local)
        vrel = vel - shape_point_velocity(pose, s.twist, x)
        vn = wp.dot(n, vrel)
        fn = -s.stiffness * c - damping * wp.min(vn, 0.0)
        f = n * fn
        if v.friction:
            vt = vrel - n * vn
            vs = wp.length(vt)
            mu = 0.5 * (friction + s.friction)
            if vs > EPSILON:
                f -= vt * (wp.min(damping * vs, mu * fn) / vs)
        total += f
        if v.react:
            r = x - wp.transform_get_translation(pose)
            s.wrench -= wp.spatial_vector(f, wp.cross(r, f))
    particle.force += total


@computation(
    PARTICLES,
    "append to a list a contact of each active particle with every shape of its world that is closer than",
    margin={"radius": "the particle's radius", "wide": "the particle's radius plus margin"},
    lost={True: "counting those without room", False: ""},
)
def list_shape_touches(particle: Any, margin: Any, contact_max: Any) -> None:
    if (particle.flags & ACTIVE) == 0:
        return
    x = particle.position
    reach = particle.radius
    if v.margin == "wide":
        reach += margin
    for s in particle.world.shapes:
        local = wp.transform_point(wp.transform_inverse(s.pose), x)
        dist, n_local = shape_distance(s.kind, local, s.scale)
        if dist >= reach:
            continue
        slot = wp.atomic_add(counter[0].found, 1)
        if slot >= contact_max:
            if v.lost:
                counter[0].dropped += 1
            continue
        touch[slot].particle_index = particle.index
        touch[slot].shape_index = s.index
        touch[slot].point = local - n_local * dist
        touch[slot].normal = wp.transform_vector(s.pose, n_local)


@computation(
    PARTICLES,
    "solve a particle-shape contact by a position correction (PBD)",
    friction={True: "with friction", False: ""},
    react={True: "and a penalty reaction on the shape", False: ""},
    counted={True: "counting corrections", False: ""},
)
def solve_shape_touch(touch: Any, friction: Any, relaxation: Any, dt: Any) -> None:
    p, s = touch.particle, touch.shape
    if (p.flags & ACTIVE) == 0:
        return
    x = p.position
    n = touch.normal
    on_shape = wp.transform_point(s.pose, touch.point)
    c = wp.dot(n, x - on_shape) - p.radius
    if c > 0.0:
        return
    delta = -c * n
    if v.friction:
        slide = dt * (p.velocity - shape_point_velocity(s.pose, s.twist, on_shape))
        slide = slide - n * wp.dot(n, slide)
        size = wp.length(slide)
        if size > EPSILON:
            delta -= slide * (wp.min(size, -friction * c) / size)
    p.delta += relaxation * delta
    if v.counted:
        p.delta_count += 1
    if v.react:
        f = s.stiffness * c * n
        r = on_shape - wp.transform_get_translation(s.pose)
        s.wrench += wp.spatial_vector(f, wp.cross(r, f))


@computation(
    PARTICLES,
    "revalidate the contacts of active particles with shapes",
    flags={True: "that collide", False: ""},
    mark={
        "index": "updating points and normals, with -1 for those lost",
        "count": "updating points and normals, counting those kept",
    },
)
def refresh_shape_touches(touch: Any) -> None:
    p, s = touch.particle, touch.shape
    if (p.flags & ACTIVE) == 0 or (v.flags and (s.flags & COLLIDE) == 0):
        if v.mark == "index":
            touch.particle_index = -1
        return
    local = wp.transform_point(wp.transform_inverse(s.pose), p.position)
    dist, n = shape_distance(s.kind, local, s.scale)
    if dist > p.radius:
        if v.mark == "index":
            touch.particle_index = -1
        return
    touch.point = local - n * dist
    touch.normal = wp.transform_vector(s.pose, n)
    if v.mark == "index":
        touch.particle_index = p.index
    else:
        p.contact_count += 1


@computation(
    PARTICLES,
    "count the listed contacts of each particle, leaving out numbers",
    valid={True: "of particles and of shapes that there are not", False: "of particles that there are not"},
)
def count_shape_touches(touch: Any) -> None:
    if touch.index >= counter[0].touches:
        return
    i = touch.particle_index
    if v.valid:
        s = touch.shape_index
        if i < 0 or i >= count(particle) or s < 0 or s >= count(shape):
            return
        wp.atomic_add(particle[i].contact_count, 1)
    elif i >= 0 and i < count(particle):
        wp.atomic_add(particle[i].contact_count, 1)
