"""Decompositions of small matrices that take more than a formula."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.dense import DENSE

SMALL = 1.0e-6
"""Size of a pivot, an angle or a length under which it counts as zero."""

NEGLIGIBLE = 1.0e-12
"""Distance of two diagonal entries and size of what couples them under which they need no turn."""

Status: Any = None
"""The enumeration of the schema."""


@law
def matrix_row(m: wp.mat33, i: int) -> wp.vec3:
    """Row of a matrix as a vector."""
    return wp.vec3(m[i, 0], m[i, 1], m[i, 2])


@law
def symmetric_angle(app: float, aqq: float, apq: float) -> tuple[float, float]:
    """Cosine and sine of the smaller Jacobi rotation that makes an off-diagonal entry vanish."""
    d = aqq - app
    h = wp.sqrt(d * d + 4.0 * apq * apq)
    if h < NEGLIGIBLE:
        return 1.0, 0.0
    t = 2.0 * apq / (d + wp.where(d < 0.0, -h, h))
    c = 1.0 / wp.sqrt(1.0 + t * t)
    return c, t * c


@law
def plane_turn(p: int, q: int, c: float, s: float) -> wp.mat33:
    """Identity but for a Givens rotation in the plane of two axes, by its cosine and sine."""
    r = wp.identity(n=3, dtype=float)
    r[p, p] = c
    r[q, q] = c
    r[p, q] = s
    r[q, p] = -s
    return r


@law
def rotation_of_vector(w: wp.vec3) -> wp.mat33:
    """Rotation matrix of a rotation vector by Rodrigues' formula, to first order for tiny angles."""
    theta = wp.length(w)
    k = wp.skew(w)
    if theta < SMALL:
        return wp.identity(n=3, dtype=float) + k
    a = wp.sin(theta) / theta
    b = (1.0 - wp.cos(theta)) / (theta * theta)
    return wp.identity(n=3, dtype=float) + a * k + b * (k * k)


@law
def matrix_columns(m: wp.mat44) -> tuple[wp.vec3, wp.vec3, wp.vec3]:
    """First three columns of a homogeneous matrix without the last row: its axes with their scales."""
    x = wp.vec3(m[0, 0], m[1, 0], m[2, 0])
    y = wp.vec3(m[0, 1], m[1, 1], m[2, 1])
    z = wp.vec3(m[0, 2], m[1, 2], m[2, 2])
    return x, y, z


@computation(
    DENSE,
    "solve systems of three equations by elimination with a pivot and Cramer's rule for the two that are left, "
    "those whose determinant is no larger than a threshold counting as singular,",
    singular={"zero": "with zero for these", "count": "with zero for these and their number by batch"},
    status={True: "and tell which they are", False: ""},
)
def dense_pivot_solve(matrix: Any, threshold: Any) -> None:
    m = matrix.general
    b = matrix.rhs
    # the row with the largest first entry comes first
    p = int(0)
    if wp.abs(m[1, 0]) > wp.abs(m[p, 0]):
        p = 1
    if wp.abs(m[2, 0]) > wp.abs(m[p, 0]):
        p = 2
    q = (p + 1) % 3
    r = (p + 2) % 3
    top = matrix_row(m, p)
    x = wp.vec3(0.0, 0.0, 0.0)
    ok = int(0)
    if wp.abs(top[0]) > SMALL:
        fq = m[q, 0] / top[0]
        fr = m[r, 0] / top[0]
        second = matrix_row(m, q) - fq * top
        third = matrix_row(m, r) - fr * top
        bq = b[q] - fq * b[p]
        br = b[r] - fr * b[p]
        minor = second[1] * third[2] - second[2] * third[1]
        if wp.abs(top[0] * minor) > threshold:
            y = (bq * third[2] - second[2] * br) / minor
            z = (second[1] * br - bq * third[1]) / minor
            x = wp.vec3((b[p] - top[1] * y - top[2] * z) / top[0], y, z)
            ok = 1
    matrix.x = x
    if v.status:
        matrix.status = Status.OK if ok == 1 else Status.SINGULAR
    if v.singular == "count" and ok == 0:
        matrix.batch.failed += 1


@computation(
    DENSE,
    "find the eigenvalues of symmetric matrices, largest first, by four sweeps of Jacobi rotations",
    ends={"sorted": "", "figure": "and how far they lie apart"},
    root={True: "and the square root of each matrix", False: ""},
)
def dense_jacobi_sweeps(matrix: Any) -> None:
    a = matrix.a
    if v.root:
        frame = wp.identity(n=3, dtype=float)
    for sweep in range(4):
        for k in range(3):
            p = k
            q = (k + 1) % 3
            c, s = symmetric_angle(a[p, p], a[q, q], a[p, q])
            turn = plane_turn(p, q, c, s)
            a = wp.transpose(turn) * a * turn
            if v.root:
                frame = frame * turn
    d = wp.get_diag(a)
    high = wp.max(d[0], wp.max(d[1], d[2]))
    low = wp.min(d[0], wp.min(d[1], d[2]))
    matrix.values = wp.vec3(high, d[0] + d[1] + d[2] - high - low, low)
    if v.root:
        root = wp.vec3(wp.sqrt(d[0]), wp.sqrt(d[1]), wp.sqrt(d[2]))
        matrix.root = frame * wp.diag(root) * wp.transpose(frame)
    if v.ends == "figure":
        matrix.spread = high - low


@computation(
    DENSE,
    "split affine maps into pose and scale by Gram-Schmidt, without their shear,",
    result={"pose": "", "frame": "with the rotation as a matrix"},
    mirrored={True: "with a negative scale where they mirror", False: ""},
)
def dense_split_affine(matrix: Any, threshold: Any) -> None:
    m = matrix.affine
    x, y, z = matrix_columns(m)
    matrix.status = Status.OK
    n = wp.cross(x, y)
    area = wp.length(n)
    sx = wp.length(x)
    sy = area / wp.max(sx, SMALL)
    sz = wp.dot(n, z) / wp.max(area, SMALL)
    if wp.min(sx, wp.min(sy, wp.abs(sz))) < threshold:
        matrix.status = Status.SINGULAR
        return
    x = x / sx
    up = n / area
    side = wp.cross(up, x)
    if not v.mirrored:
        sz = wp.abs(sz)
    matrix.scales = wp.vec3(sx, sy, sz)
    frame = wp.matrix_from_cols(x, side, up)
    if v.result == "pose":
        q = wp.quat_from_matrix(frame)
        # both signs are one rotation
        if q[3] < 0.0:
            q = -q
        matrix.pose = wp.transform(wp.vec3(m[0, 3], m[1, 3], m[2, 3]), q)
    else:
        matrix.rotation = frame
        matrix.translation = wp.vec3(m[0, 3], m[1, 3], m[2, 3])


@computation(
    DENSE,
    "make rotations of rotation vectors by Rodrigues' formula",
    way={"out": "", "back": "the other way round"},
    result={"matrix": "", "apply": "and turn a point", "compose": "and turn a frame by them"},
)
def dense_rotation_vectors(matrix: Any) -> None:
    r = rotation_of_vector(matrix.spin)
    if v.way == "back":
        r = wp.transpose(r)
    if v.result == "apply":
        matrix.mapped = r * matrix.point
    elif v.result == "compose":
        matrix.product = r * matrix.frame
    else:
        matrix.rotation = r


@computation(
    DENSE,
    "find the rotation vector of each frame",
    length={True: "and its angle", False: ""},
    sign={"out": "", "back": "for the way back"},
)
def dense_frame_vectors(matrix: Any) -> None:
    # the antisymmetric part of a frame has no axis at half a turn, its quaternion has
    q = wp.quat_from_matrix(matrix.frame)
    if q[3] < 0.0:
        q = -q
    w = wp.vec3(q[0], q[1], q[2])
    half_sine = wp.length(w)
    angle = 2.0 * wp.atan2(half_sine, q[3])
    turn = wp.vec3(0.0)
    if half_sine >= SMALL:
        turn = angle / half_sine * w
    matrix.turn = -turn if v.sign == "back" else turn
    if v.length:
        matrix.angle = angle


@computation(
    DENSE,
    "split 2x2 maps into rotation and stretch (polar decomposition)",
    kept={"rotation": "keeping the rotation", "both": "keeping both", "angle": "keeping the stretch and the angle"},
    mirrored={True: "and telling which maps mirror", False: ""},
)
def dense_split_plane(matrix: Any) -> None:
    f = matrix.plane
    c = f[0, 0] + f[1, 1]
    s = f[1, 0] - f[0, 1]
    size = wp.sqrt(c * c + s * s)
    r = wp.identity(n=2, dtype=float)
    if size > SMALL:
        c = c / size
        s = s / size
        r = wp.mat22(c, -s, s, c)
    if v.kept != "angle":
        matrix.turned = r
    if v.kept != "rotation":
        matrix.stretched = wp.transpose(r) * f
    if v.kept == "angle":
        matrix.angle = wp.atan2(r[1, 0], r[0, 0])
    if v.mirrored:
        matrix.mirrors = 1 if wp.determinant(f) < 0.0 else 0
