"""Readings of sensors on bodies, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.sensors import SensorKind
from tests.synthesis.computations.algebra_field4 import chain, reverse, turn_back


def bodies_of_sensors(t):
    """The body of each sensor's site, -1 where there is no site or no body, and the site."""
    sites = t.sensor.site
    return np.where(sites >= 0, t.site.body[sites], -1), sites


def inertial_reading(t, v, n):
    bodies, sites = bodies_of_sensors(t)
    linear, angular = t.sensor.linear.copy(), t.sensor.angular.copy()
    for i, (b, s) in enumerate(zip(bodies, sites, strict=True)):
        if s < 0:
            continue
        frame, omega, felt = t.site.local_pose[s], np.zeros(3), -np.asarray(n.gravity)
        if b >= 0:
            frame = chain(t.body.pose[b], frame)
            arm = frame[:3] - t.body.pose[b][:3]
            omega, change = t.body.twist[b, 3:], t.body.change[b]
            felt = felt + change[:3] + np.cross(change[3:], arm) + omega * (omega @ arm) - arm * (omega @ omega)
        turned = [turn_back(frame[3:], x) for x in (felt, omega)]
        if v.aligned:
            turned = [t.sensor.alignment[i] @ x for x in turned]
        linear[i], angular[i] = turned[0] + (t.sensor.bias[i] if v.bias else 0.0), turned[1]
    return {"sensor.linear": linear, "sensor.angular": angular}


def read_by_kind(t, v, n):
    s, data = t.sensor, t.sensor.data.copy()
    for i, (site, frame) in enumerate(zip(s.site, s.frame, strict=True)):
        if site < 0:
            continue
        pose = t.site.pose[site]
        if v.frame and frame >= 0:
            pose = chain(reverse(t.site.pose[frame]), pose)
        limit = s.cutoff[i] if v.cutoff and s.cutoff[i] > 0 else np.inf
        if s.kind[i] == SensorKind.POSITION:
            data[i, :3] = np.clip(pose[:3], -limit, limit)
        elif s.kind[i] == SensorKind.ORIENTATION:
            data[i] = np.roll(pose[3:], 1)
        elif s.kind[i] == SensorKind.DISTANCE:
            data[i, 0] = min(np.linalg.norm(pose[:3]), limit)
    return {"sensor.data": data}


def site_velocity_reading(t, v, n):
    bodies, sites = bodies_of_sensors(t)
    data, valid = t.sensor.data.copy(), t.sensor.valid.copy()
    for i, (b, s) in enumerate(zip(bodies, sites, strict=True)):
        read = (SensorKind.VELOCITY, SensorKind.GYRO) if v.reads == "both" else (SensorKind.VELOCITY,)
        if t.sensor.kind[i] not in read:
            continue
        valid[i] = s >= 0 and b >= 0
        if not valid[i]:
            data[i, :3] = data[i, :3] if v.invalid or s < 0 else 0.0
            continue
        y = t.body.twist[b, 3:]
        if t.sensor.kind[i] != SensorKind.GYRO:
            y = t.body.twist[b, :3] - np.cross(t.site.pose[s, :3] - t.body.pose[b, :3], y)
        data[i, :3] = turn_back(t.site.pose[s, 3:], y) if v.reads != "world" else y
    return {"sensor.data": data, **({"sensor.valid": valid} if v.invalid else {})}


def relative_pose_reading(t, v, n):
    s, poses = t.sensor, t.sensor.relative.copy()
    for i, (site, frame) in enumerate(zip(s.site, s.frame, strict=True)):
        if site >= 0 and frame >= 0:
            poses[i] = chain(reverse(t.site.pose[frame]), t.site.pose[site])
        elif site >= 0:
            poses[i] = t.site.pose[site]
    return {"sensor.relative": poses}


def carry_sites(t, v, n):
    there = (t.site.body >= 0)[:, None]
    carried = chain(t.body.pose[t.site.body], t.site.local_pose)
    return {"site.pose": np.where(there, carried, t.site.local_pose)}


def force_torque_reading(t, v, n):
    bodies, sites = bodies_of_sensors(t)
    forces, torques = t.sensor.force.copy(), t.sensor.torque.copy()
    for i, (b, s) in enumerate(zip(bodies, sites, strict=True)):
        if b < 0:
            continue
        force = t.body.wrench[b, :3] - (t.sensor.bias[i] if v.gravity == "tare" else 0.0)
        torque = t.body.wrench[b, 3:] + np.cross(force, t.site.pose[s, :3] - t.body.pose[b, :3])
        if v.frame == "site":
            force, torque = turn_back(t.site.pose[s, 3:], force), turn_back(t.site.pose[s, 3:], torque)
        forces[i], torques[i] = force, torque
    return {"sensor.force": forces, "sensor.torque": torques}
