"""Molecular dynamics: rigid molecules, their centres, wrenches, turns, and the places of their atoms."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.md_pairs import minimum_image
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS


@law
def turn_rate(q: wp.quat, spin: wp.vec3) -> wp.quat:
    """Rate of change of a quaternion for a spin in the world's frame."""
    return 0.5 * (wp.quat(spin[0], spin[1], spin[2], 0.0) * q)


@law
def integrate_orientation(q: wp.quat, spin: wp.vec3, dt: float) -> wp.quat:
    """Orientation after a step of a spin, to first order and brought back to unit length."""
    return wp.normalize(q + turn_rate(q, spin) * dt)


@law
def world_inertia(q: wp.quat, inertia: wp.mat33) -> wp.mat33:
    """Inertia tensor in the world's frame of a body whose own one is given."""
    R = wp.quat_to_matrix(q)
    return R * inertia * wp.transpose(R)


@computation(
    MOLECULAR_DYNAMICS,
    "compute the centre of mass of each molecule",
    empty={"keep": "", "zero": "zero for empty ones"},
    velocity={True: "and its velocity", False: ""},
    counted={True: "counting atoms", False: ""},
)
def md_center_of_mass(molecule: Any) -> None:
    total = float(0.0)
    c = wp.vec3(0.0)
    if v.velocity:
        p = wp.vec3(0.0)
    if v.counted:
        n = int(0)
    for a in molecule.members:
        m = a.mass
        total += m
        c += m * a.position
        if v.velocity:
            p += m * a.velocity
        if v.counted:
            n += 1
    if v.counted:
        molecule.size = n
    if total == 0.0:
        if v.empty == "zero":
            molecule.center = wp.vec3(0.0)
            if v.velocity:
                molecule.velocity = wp.vec3(0.0)
        return
    molecule.center = c / total
    if v.velocity:
        molecule.velocity = p / total


@computation(
    MOLECULAR_DYNAMICS,
    "reduce atom forces to the force and torque on each rigid molecule",
    frame={"world": "in the world frame", "body": "in its body frame"},
    image={True: "under the minimum image", False: ""},
)
def md_molecule_wrench(molecule: Any, box: Any) -> None:
    f = wp.vec3(0.0)
    torque = wp.vec3(0.0)
    for a in molecule.members:
        arm = a.position - molecule.center
        if v.image:
            arm = minimum_image(arm, box)
        f += a.force
        torque += wp.cross(arm, a.force)
    if v.frame == "body":
        q = molecule.orientation
        f = wp.quat_rotate_inv(q, f)
        torque = wp.quat_rotate_inv(q, torque)
        molecule.local_wrench = wp.spatial_vector(f, torque)
    else:
        molecule.wrench = wp.spatial_vector(f, torque)


@computation(
    MOLECULAR_DYNAMICS,
    "place the atoms of rigid molecules from their pose and local coordinates",
    velocity={True: "with rigid velocities v + omega x r", False: ""},
    default={"keep": "", "local": "lone atoms at their local coordinates"},
)
def md_place_atom(atom: Any) -> None:
    molecule = atom.molecule
    r = atom.local
    if not exists(molecule):
        if v.default == "local":
            atom.position = r
            if v.velocity:
                atom.velocity = atom.velocity
        return
    pose = molecule.pose
    atom.position = wp.transform_point(pose, r)
    if v.velocity:
        arm = wp.transform_vector(pose, r)
        atom.velocity = molecule.velocity + wp.cross(molecule.spin, arm)


@computation(
    MOLECULAR_DYNAMICS,
    "integrate a rigid molecule by one symplectic Euler step of velocity, spin with the gyroscopic torque, centre and quaternion",
    pose={True: "storing the pose", False: ""},
)
def md_rigid_step(molecule: Any, dt: Any) -> None:
    q = molecule.orientation
    force = wp.spatial_top(molecule.wrench)
    spin = molecule.spin
    inertia = world_inertia(q, molecule.inertia)
    tau = wp.spatial_bottom(molecule.wrench) - wp.cross(spin, inertia * spin)
    vel = molecule.velocity + force * (dt / molecule.mass)
    spin += wp.inverse(inertia) * tau * dt
    x_com = molecule.center + vel * dt
    q = integrate_orientation(q, spin, dt)
    molecule.velocity = vel
    molecule.spin = spin
    molecule.center = x_com
    molecule.orientation = q
    if v.pose:
        molecule.pose = wp.transform(x_com, q)


@computation(
    MOLECULAR_DYNAMICS,
    "compute the radius of gyration of each molecule about its centre of mass,",
    weighted={True: "weighted by mass", False: "all atoms weighing the same"},
)
def md_gyration_radius(molecule: Any) -> None:
    c = molecule.center
    weight = float(0.0)
    square = float(0.0)
    for a in molecule.members:
        d = a.position - c
        if v.weighted:
            weight += a.mass
            square += a.mass * wp.length_sq(d)
        else:
            weight += 1.0
            square += wp.length_sq(d)
    if weight > 0.0:
        molecule.radius = wp.sqrt(square / weight)
    else:
        molecule.radius = 0.0


@computation(
    MOLECULAR_DYNAMICS,
    "express each atom in the frame of its molecule",
    turned={True: "", False: "shifted but not rotated"},
    box={True: "under the minimum image", False: ""},
)
def md_local_place(atom: Any, box: Any) -> None:
    molecule = atom.molecule
    if v.turned and not v.box:
        atom.local = wp.transform_point(wp.transform_inverse(molecule.pose), atom.position)
    else:
        d = atom.position - wp.transform_get_translation(molecule.pose)
        if v.box:
            d = minimum_image(d, box)
        if v.turned:
            d = wp.quat_rotate_inv(wp.transform_get_rotation(molecule.pose), d)
        atom.local = d
