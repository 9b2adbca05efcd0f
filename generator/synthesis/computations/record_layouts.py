"""Layouts of records: flat rows, orders of components, columns, permutations, small forms."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.packing import PACKING


@computation(
    PACKING,
    "split the position of each record into x, y and z columns",
    frame={"world": "", "body": "after rotating it into its own frame"},
)
def split_columns(record: Any) -> None:
    x = record.position
    if v.frame == "body":
        x = wp.quat_rotate_inv(record.rotation, x)
    record.x = x[0]
    record.y = x[1]
    record.z = x[2]


@computation(
    PACKING,
    "reorder the quaternion of each record from xyzw to wxyz,",
    sign={"any": "", "positive": "with a real part of at least zero"},
    inverse={True: "that of the inverse rotation", False: ""},
)
def reorder_quaternion(record: Any) -> None:
    q = record.rotation
    if v.inverse:
        q = wp.quat_inverse(q)
    if v.sign == "positive":
        if q[3] < 0.0:
            q = -q
    record.quaternion = wp.vec4(q[3], q[0], q[1], q[2])


@computation(
    PACKING,
    "pack pose and twist of each record into a row of 13 numbers",
    order={"linear": "", "angular": "the angular part of the twist before the linear one"},
)
def pack_state_row(record: Any) -> None:
    X = record.pose
    p = wp.transform_get_translation(X)
    q = wp.transform_get_rotation(X)
    for k in range(3):
        record.values[k] = p[k]
    for k in range(4):
        record.values[3 + k] = q[k]
    qd = record.twist
    top = wp.spatial_top(qd)
    bottom = wp.spatial_bottom(qd)
    for k in range(3):
        if v.order == "linear":
            record.values[7 + k] = top[k]
            record.values[10 + k] = bottom[k]
        else:
            record.values[7 + k] = bottom[k]
            record.values[10 + k] = top[k]


@computation(
    PACKING,
    "unpack pose and twist of each record from a row of 13 numbers",
    rotation={"given": "", "unit": "normalising the quaternion"},
    first={"xyzw": "", "wxyz": "where the quaternion has its real part first"},
)
def unpack_state_row(record: Any) -> None:
    p = wp.vec3(record.values[0], record.values[1], record.values[2])
    if v.first == "xyzw":
        q = wp.quat(record.values[3], record.values[4], record.values[5], record.values[6])
    else:
        q = wp.quat(record.values[4], record.values[5], record.values[6], record.values[3])
    if v.rotation == "unit":
        q = wp.normalize(q)
    record.pose = wp.transform(p, q)
    lin = wp.vec3(record.values[7], record.values[8], record.values[9])
    ang = wp.vec3(record.values[10], record.values[11], record.values[12])
    record.twist = wp.spatial_vector(lin, ang)


@computation(
    PACKING,
    "build the homogeneous 4x4 matrix of the pose of each record",
    order={"rows": "", "columns": "and transpose it"},
)
def pose_matrix(record: Any) -> None:
    X = record.pose
    p = wp.transform_get_translation(X)
    R = wp.quat_to_matrix(wp.transform_get_rotation(X))
    x = wp.vec4(R[0, 0], R[0, 1], R[0, 2], p[0])
    y = wp.vec4(R[1, 0], R[1, 1], R[1, 2], p[1])
    z = wp.vec4(R[2, 0], R[2, 1], R[2, 2], p[2])
    M = wp.matrix_from_rows(x, y, z, wp.vec4(0.0, 0.0, 0.0, 1.0))
    if v.order == "columns":
        M = wp.transpose(M)
    record.matrix = M


@computation(
    PACKING,
    "pack the six distinct entries of the symmetric inertia of each record,",
    order={"diagonal": "diagonal first", "rows": "row by row"},
    scaled={True: "divided by its mass", False: ""},
)
def pack_symmetric(record: Any) -> None:
    A = record.inertia
    if v.scaled:
        A = A / record.mass
    if v.order == "diagonal":
        for k in range(3):
            record.six[k] = A[k, k]
        record.six[3] = A[0, 1]
        record.six[4] = A[0, 2]
        record.six[5] = A[1, 2]
    else:
        n = int(0)
        for i in range(3):
            for j in range(i, 3):
                record.six[n] = A[i, j]
                n += 1


@computation(
    PACKING,
    "multiply the symmetric matrix of each record, packed with its diagonal first, by its position",
    form={"vector": "", "quadratic": "and store the quadratic form"},
)
def packed_symmetric_product(record: Any) -> None:
    x = record.position
    a = record.six[0]
    b = record.six[1]
    c = record.six[2]
    d = record.six[3]
    e = record.six[4]
    f = record.six[5]
    y = wp.vec3(a * x[0] + d * x[1] + e * x[2], d * x[0] + b * x[1] + f * x[2], e * x[0] + f * x[1] + c * x[2])
    record.product = y
    if v.form == "quadratic":
        record.quadratic = wp.dot(x, y)


@computation(
    PACKING,
    "put the positions of records in order,",
    by={"place": "moving each to its place", "source": "taking each from the record that comes to that place"},
    kind={True: "with its kind", False: ""},
)
def permute_records(record: Any) -> None:
    if v.by == "source":
        j = record.source
        record.moved = record[j].position
        if v.kind:
            record.moved_kind = record[j].kind
    else:
        j = record.order
        record[j].moved = record.position
        if v.kind:
            record[j].moved_kind = record.kind
