"""Readings of sensors on bodies: motion, poses, forces, contacts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.sensors import SENSORS, SensorKind


@law
def sensor_point_velocity(twist: wp.spatial_vector, arm: wp.vec3) -> wp.vec3:
    """Velocity of a sensor at an arm from the point where the twist of its body is told."""
    return wp.spatial_top(twist) + wp.cross(wp.spatial_bottom(twist), arm)


@law
def sensor_point_acceleration(change: wp.spatial_vector, omega: wp.vec3, arm: wp.vec3) -> wp.vec3:
    """Acceleration of a sensor at an arm, with the Euler and the centripetal term."""
    turning = wp.cross(wp.spatial_bottom(change), arm) + wp.cross(omega, wp.cross(omega, arm))
    return wp.spatial_top(change) + turning


@law
def sensor_cutoff(value: float, cutoff: float, positive: bool) -> float:
    """Reading clamped to a cutoff, only from above if it is never negative; 0 is no cutoff."""
    if cutoff <= 0.0:
        return value
    if positive:
        return wp.min(value, cutoff)
    return wp.clamp(value, -cutoff, cutoff)


@computation(
    SENSORS,
    "read accelerometer and gyroscope of each inertial sensor, at rest where its site has no body: the specific force "
    "at its site, with centripetal and Euler terms, and the angular velocity, both in its frame,",
    aligned={True: "through its misalignment matrix", False: ""},
    bias={True: "with its bias added to the force", False: ""},
)
def inertial_reading(sensor: Any, gravity: Any) -> None:
    site = sensor.site
    body = site.body
    if not exists(body):
        # at rest it feels what holds it up
        acc = wp.quat_rotate_inv(wp.transform_get_rotation(site.local_pose), -gravity)
        gyro = wp.vec3()
    else:
        X = wp.transform_multiply(body.pose, site.local_pose)
        q = wp.transform_get_rotation(X)
        arm = wp.transform_get_translation(X) - wp.transform_get_translation(body.pose)
        omega = wp.spatial_bottom(body.twist)
        acc = sensor_point_acceleration(body.change, omega, arm) - gravity
        acc = wp.quat_rotate_inv(q, acc)
        gyro = wp.quat_rotate_inv(q, omega)
    if v.aligned:
        acc = sensor.alignment * acc
        gyro = sensor.alignment * gyro
    if v.bias:
        acc = acc + sensor.bias
    sensor.linear = acc
    sensor.angular = gyro


@computation(
    SENSORS,
    "read each sensor by its type, position, orientation as quaternion with the real part first, or "
    "distance of its site,",
    frame={True: "in the frame of its reference site", False: ""},
    cutoff={True: "clamped to its cutoff", False: ""},
)
def read_by_kind(sensor: Any) -> None:
    site = sensor.site
    X = site.pose
    kind = sensor.kind
    p = wp.transform_get_translation(X)
    if v.frame:
        if exists(sensor.frame):
            X_ref = sensor.frame.pose
            X = wp.transform_multiply(wp.transform_inverse(X_ref), X)
            p = wp.transform_get_translation(X)
    if kind == SensorKind.POSITION:
        for k in range(3):
            if v.cutoff:
                sensor.data[k] = sensor_cutoff(p[k], sensor.cutoff, False)
            else:
                sensor.data[k] = p[k]
    elif kind == SensorKind.ORIENTATION:
        q = wp.transform_get_rotation(X)
        sensor.data[0] = q[3]
        sensor.data[1] = q[0]
        sensor.data[2] = q[1]
        sensor.data[3] = q[2]
    elif kind == SensorKind.DISTANCE:
        d = wp.length(p)
        if v.cutoff:
            d = sensor_cutoff(d, sensor.cutoff, True)
        sensor.data[0] = d


@computation(
    SENSORS,
    "read the linear velocity of the site of each velocity sensor, v + w x r,",
    reads={
        "world": "in the world frame,",
        "site": "in the frame of its site,",
        "both": "and the angular velocity of each gyroscope, both in the frames of their sites,",
    },
    invalid={
        True: "and mark those without a site on a body as invalid",
        False: "zero for sites that stay in the world",
    },
)
def site_velocity_reading(sensor: Any) -> None:
    kind = sensor.kind
    if kind != SensorKind.VELOCITY and (v.reads != "both" or kind != SensorKind.GYRO):
        return
    site = sensor.site
    if v.invalid:
        if not exists(site):
            sensor.valid = False
            return
    body = site.body
    if not exists(body):
        if v.invalid:
            sensor.valid = False
        else:
            for k in range(3):
                sensor.data[k] = 0.0
        return
    qd = body.twist
    if v.reads == "both":
        if kind == SensorKind.GYRO:
            y = wp.spatial_bottom(qd)
        else:
            arm = wp.transform_get_translation(site.pose) - wp.transform_get_translation(body.pose)
            y = sensor_point_velocity(qd, arm)
    else:
        arm = wp.transform_get_translation(site.pose) - wp.transform_get_translation(body.pose)
        y = sensor_point_velocity(qd, arm)
    if v.reads != "world":
        y = wp.quat_rotate_inv(wp.transform_get_rotation(site.pose), y)
    for k in range(3):
        sensor.data[k] = y[k]
    if v.invalid:
        sensor.valid = True


@computation(
    SENSORS,
    "compute the pose of the site of each sensor relative to its reference site, or to the world where it has none",
)
def relative_pose_reading(sensor: Any) -> None:
    site = sensor.site
    X = wp.transform_identity()
    if exists(sensor.frame):
        X = sensor.frame.pose
    sensor.relative = wp.transform_multiply(wp.transform_inverse(X), site.pose)


@computation(
    SENSORS, "compute the world pose of each site from the pose of its body, or its local pose where it has none"
)
def carry_sites(site: Any) -> None:
    body = site.body
    if not exists(body):
        site.pose = site.local_pose
        return
    site.pose = wp.transform_multiply(body.pose, site.local_pose)


@computation(
    SENSORS,
    "read force and torque on the body of each sensor, the torque about its site,",
    gravity={"none": "", "tare": "less a tare force at the origin of the body"},
    frame={"site": "in the frame of its site", "world": "in the world frame"},
)
def force_torque_reading(sensor: Any) -> None:
    site = sensor.site
    body = site.body
    X = site.pose
    w = body.wrench
    f = wp.spatial_top(w)
    tau = wp.spatial_bottom(w)
    if v.gravity == "tare":
        f = f - sensor.bias
    # the moment is taken about the site
    arm = wp.transform_get_translation(X) - wp.transform_get_translation(body.pose)
    tau = tau - wp.cross(arm, f)
    if v.frame == "site":
        q = wp.transform_get_rotation(X)
        f = wp.quat_rotate_inv(q, f)
        tau = wp.quat_rotate_inv(q, tau)
    sensor.force = f
    sensor.torque = tau
