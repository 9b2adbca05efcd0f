"""Attitude of spacecraft: rotations, torques, thrusters, light, covariances."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.orbits import ORBITS


@law
def integrate_attitude(q: wp.quat, omega: wp.vec3, dt: float) -> wp.quat:
    """Attitude after one explicit step at an angular velocity in its own frame, normalized again."""
    spin = wp.quat(omega[0], omega[1], omega[2], 0.0)
    return wp.normalize(q + q * spin * (0.5 * dt))


@law
def attitude_error(q: wp.quat, wanted: wp.quat) -> wp.vec3:
    """Rotation vector from the wanted attitude the shorter way, to first order, in the wanted frame."""
    e = wp.quat_inverse(wanted) * q
    axis = wp.vec3(e[0], e[1], e[2])
    if e[3] < 0.0:
        axis = -axis
    return axis * 2.0


@law
def clamp_length(x: wp.vec3, limit: float) -> wp.vec3:
    """Vector shortened to a limit, its direction kept."""
    size = wp.length(x)
    if size <= limit:
        return x
    return x * (limit / size)


@computation(
    ORBITS, "turn each satellite by its angular velocity", safe={True: "but for those in safe mode", False: ""}
)
def attitude_step(satellite: Any, dt: Any) -> None:
    q = satellite.attitude
    if v.safe:
        if satellite.mode == Mode.SAFE:
            satellite.next_attitude = q
            return
    satellite.next_attitude = integrate_attitude(q, satellite.rates, dt)


@computation(
    ORBITS,
    "step the angular velocity of each satellite by Euler's equations",
    gyroscopic={True: "", False: "without the gyroscopic part"},
    attitude={True: "and its attitude", False: ""},
)
def euler_rotation(satellite: Any, dt: Any) -> None:
    omega = satellite.rates
    tau = satellite.torque
    if v.gyroscopic:
        tau -= wp.cross(omega, satellite.inertia * omega)
    omega = omega + wp.inverse(satellite.inertia) * tau * dt
    satellite.next_rates = omega
    if v.attitude:
        satellite.next_attitude = integrate_attitude(satellite.attitude, omega, dt)


@computation(
    ORBITS,
    "compute the PD torque that turns each satellite to its wanted attitude, in the satellite's frame,",
    limit={True: "up to a limit", False: ""},
    mode={True: "where it is in the mode that points", False: ""},
)
def pointing_torque(satellite: Any, stiffness: Any, damping: Any, limit: Any) -> None:
    if v.mode:
        if satellite.mode != Mode.POINT:
            satellite.torque_out = wp.vec3(0.0, 0.0, 0.0)
            return
    error = attitude_error(satellite.attitude, satellite.wanted)
    tau = -error * stiffness - satellite.rates * damping
    if v.limit:
        tau = clamp_length(tau, limit)
    satellite.torque_out = tau


@computation(
    ORBITS,
    "add the thrust of each thruster to its satellite",
    form={"pair": "as a force and a torque", "wrench": "as a wrench"},
    frame={"body": "in the frame of the satellite", "world": "in the frame of the world"},
)
def thruster_wrench(thruster: Any) -> None:
    if thruster.firing == 0:
        return
    satellite = thruster.satellite
    f = thruster.direction * thruster.thrust
    tau = wp.cross(thruster.mount, f)
    if v.frame == "world":
        q = satellite.attitude
        f = wp.quat_rotate(q, f)
        tau = wp.quat_rotate(q, tau)
    if v.form == "wrench":
        satellite.wrench += wp.spatial_vector(f, tau)
    else:
        satellite.thrust_out += f
        satellite.torque_out += tau


@computation(
    ORBITS,
    "add the step to the burn time of thrusters that fire",
    safe={True: "on satellites that are not in safe mode", False: ""},
)
def thruster_time(thruster: Any, dt: Any) -> None:
    if v.safe:
        fires = thruster.firing != 0 and thruster.satellite.mode != Mode.SAFE
    else:
        fires = thruster.firing != 0
    used = thruster.used
    if fires:
        used += dt
    thruster.used = used


@computation(
    ORBITS,
    "compute the torque of the gravity gradient on each satellite",
    field={True: "and of the magnetic field on its dipole", False: ""},
)
def gravity_gradient(satellite: Any, field: Any) -> None:
    planet = satellite.primary
    q = satellite.attitude
    d = wp.quat_rotate_inv(q, satellite.position - planet.position)
    r = wp.length(d)
    n = d / r
    tau = wp.cross(n, satellite.inertia * n) * (3.0 * planet.mu / (r * r * r))
    if v.field:
        tau += wp.cross(satellite.dipole, wp.quat_rotate_inv(q, field))
    satellite.disturbance = tau


@computation(
    ORBITS,
    "tell which satellites lie outside of the cylindrical shadow of their planet",
    face={"any": "", "front": "and on which of those the sun shines from the front, where the x axis points"},
)
def sunlit_satellites(satellite: Any) -> None:
    planet = satellite.primary
    s = wp.normalize(planet.sun)
    d = satellite.position - planet.position
    along = wp.dot(d, s)
    lit = int(1)
    if along < 0.0 and wp.length(d - s * along) < planet.radius:
        lit = 0
    satellite.lit = lit
    if v.face == "front":
        front = wp.quat_rotate(satellite.attitude, wp.vec3(1.0, 0.0, 0.0))
        satellite.front_lit = lit if wp.dot(front, s) > 0.0 else 0


@computation(
    ORBITS,
    "carry the covariance of the position of each satellite over to the end of a step, in axes that turn with it,",
    order={"first": "to first order", "second": "to second order"},
    noise={True: "adding the process noise of a step", False: ""},
)
def propagate_covariance(satellite: Any, dt: Any, noise: Any) -> None:
    turn = wp.skew(satellite.rates * dt)
    f = wp.identity(n=3, dtype=float) - turn
    if v.order == "second":
        f += 0.5 * turn * turn
    p = f * satellite.covariance * wp.transpose(f)
    if v.noise:
        p += noise * dt
    satellite.next_covariance = p


@computation(
    ORBITS,
    "pack position and attitude of each satellite into a pose",
    origin={"world": "", "planet": "seen from its planet"},
)
def satellite_pose(satellite: Any) -> None:
    x = satellite.position
    if v.origin == "planet":
        x -= satellite.primary.position
    satellite.pose = wp.transform(x, satellite.attitude)
