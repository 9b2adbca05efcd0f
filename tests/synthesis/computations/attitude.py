"""What the computations of the family ``attitude`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import (
    applied,
    crosses,
    quaternion_product,
    rotation_matrices,
    summed,
)


def _turned(q, omega, dt):
    spin = np.concatenate([omega, np.zeros((len(omega), 1))], axis=1)
    moved = q + dt / 2 * quaternion_product(q, spin)
    return moved / np.linalg.norm(moved, axis=1, keepdims=True)


def attitude_step(t, v, n):
    s = t.satellite
    turned = _turned(s.attitude, s.rates, n.dt)
    return {"satellite.next_attitude": np.where((s.mode == 3)[:, None], s.attitude, turned) if v.safe else turned}


def euler_rotation(t, v, n):
    s = t.satellite
    torque = s.torque - np.cross(s.rates, applied(s.inertia, s.rates)) if v.gyroscopic else s.torque
    rates = s.rates + n.dt * np.linalg.solve(s.inertia, torque[:, :, None])[:, :, 0]
    made = {"satellite.next_rates": rates}
    if v.attitude:
        made["satellite.next_attitude"] = _turned(s.attitude, rates, n.dt)
    return made


def pointing_torque(t, v, n):
    s = t.satellite
    error = quaternion_product(s.wanted * [-1, -1, -1, 1], s.attitude)
    axis = 2 * error[:, :3] * np.where(error[:, 3:] < 0, -1, 1)
    torque = -n.stiffness * axis - n.damping * s.rates
    if v.limit:
        torque = torque * np.minimum(1, n.limit / np.linalg.norm(torque, axis=1, keepdims=True))
    return {"satellite.torque_out": torque * (s.mode == 1)[:, None] if v.mode else torque}


def thruster_wrench(t, v, n):
    h, s = t.thruster, t.satellite
    to = np.where(h.firing != 0, h.satellite, -1)
    force = h.direction * h.thrust[:, None]
    torque = np.cross(h.mount, force)
    if v.frame == "world":
        turned = rotation_matrices(s.attitude[h.satellite])
        force, torque = applied(turned, force), applied(turned, torque)
    if v.form == "wrench":
        return {"satellite.wrench": summed(s.wrench, to, np.concatenate([force, torque], axis=1))}
    return {
        "satellite.thrust_out": summed(s.thrust_out, to, force),
        "satellite.torque_out": summed(s.torque_out, to, torque),
    }


def thruster_time(t, v, n):
    h = t.thruster
    fires = h.firing != 0
    if v.safe:
        fires = fires & (t.satellite.mode[h.satellite] != 3)
    return {"thruster.used": h.used + n.dt * fires}


def gravity_gradient(t, v, n):
    s, p = t.satellite, t.planet
    back = np.swapaxes(rotation_matrices(s.attitude), 1, 2)
    d = applied(back, s.position - p.position[s.primary])
    r = np.linalg.norm(d, axis=1, keepdims=True)
    torque = 3 * p.mu[s.primary][:, None] / r**5 * np.cross(d, applied(s.inertia, d))
    if v.field:
        torque = torque + np.cross(s.dipole, applied(back, np.asarray(n.field)))
    return {"satellite.disturbance": torque}


def sunlit_satellites(t, v, n):
    s, p = t.satellite, t.planet
    sun = p.sun[s.primary] / np.linalg.norm(p.sun[s.primary], axis=1, keepdims=True)
    d = s.position - p.position[s.primary]
    lit = ((d * sun).sum(axis=1) >= 0) | (np.linalg.norm(np.cross(d, sun), axis=1) >= p.radius[s.primary])
    if v.face == "any":
        return {"satellite.lit": lit}
    faces = (rotation_matrices(s.attitude)[:, :, 0] * sun).sum(axis=1) > 0
    return {"satellite.lit": lit, "satellite.front_lit": lit & faces}


def propagate_covariance(t, v, n):
    s = t.satellite
    spin = -n.dt * crosses(s.rates)
    step = np.eye(3) + spin + (spin @ spin / 2 if v.order == "second" else 0.0)
    covariance = step @ s.covariance @ np.swapaxes(step, 1, 2)
    return {
        "satellite.next_covariance": covariance + n.dt * np.asarray(n.noise).reshape(3, 3) if v.noise else covariance
    }


def satellite_pose(t, v, n):
    s = t.satellite
    x = s.position - t.planet.position[s.primary] if v.origin == "planet" else s.position
    return {"satellite.pose": np.concatenate([x, s.attitude], axis=1)}
