"""Small matrices multiplied, turned, split and checked."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.dense import DENSE


@law
def cross_matrix(a: wp.vec3) -> wp.mat33:
    """Skew matrix whose product with a vector is the cross product of both."""
    return wp.mat33(0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0)


@law
def deviator(m: wp.mat33) -> tuple[wp.mat33, float]:
    """Deviatoric part of a matrix, without trace, and the mean of its diagonal."""
    mean = wp.trace(m) / 3.0
    return m - mean * wp.identity(n=3, dtype=float), mean


@computation(
    DENSE,
    "turn symmetric matrices",
    way={"out": "into another frame", "back": "back from another frame"},
    half={"full": "", "diagonal": "and keep the diagonal alone"},
)
def dense_rotate_tensor(matrix: Any) -> None:
    r = matrix.frame
    if v.way == "out":
        m = r * matrix.a * wp.transpose(r)
    else:
        m = wp.transpose(r) * matrix.a * r
    if v.half == "diagonal":
        matrix.diagonal = wp.get_diag(m)
    else:
        matrix.product = m


@computation(
    DENSE,
    "split matrices into the mean of the diagonal and a part without trace",
    symmetric={True: "after taking their symmetric parts", False: ""},
    figures={"mean": "", "both": "and the squared norm of that part"},
)
def dense_split_deviator(matrix: Any) -> None:
    m = matrix.general
    if v.symmetric:
        m = 0.5 * (m + wp.transpose(m))
    rest, mean = deviator(m)
    matrix.deviator = rest
    matrix.diagonal_mean = mean
    if v.figures == "both":
        matrix.deviator_square = wp.ddot(rest, rest)


@computation(
    DENSE,
    "write the matrix of a cross product",
    squared={True: "times itself", False: ""},
    sign={"plus": "", "minus": "with the other sign"},
)
def dense_cross_matrix(matrix: Any) -> None:
    k = cross_matrix(matrix.point)
    if v.squared:
        matrix.product = -(k * k) if v.sign == "minus" else k * k
    else:
        matrix.product = -k if v.sign == "minus" else k


@computation(
    DENSE,
    "compute from a 3x3 matrix M and a symmetric A",
    form={
        "plain": "the product M A",
        "left": "the product M^T A",
        "sandwich": "the product M A M^T",
        "commutator": "the commutator M A - A M",
    },
    scaled={True: "times a factor", False: ""},
)
def dense_multiply(matrix: Any, alpha: Any) -> None:
    m = matrix.general
    a = matrix.a
    if v.form == "plain":
        product = m * a
    elif v.form == "left":
        product = wp.transpose(m) * a
    elif v.form == "sandwich":
        product = m * a * wp.transpose(m)
    else:
        product = m * a - a * m
    matrix.product = alpha * product if v.scaled else product


@computation(
    DENSE,
    "check matrices for symmetry",
    counted={True: "and count those that are not, by batch", False: ""},
)
def dense_check_symmetry(matrix: Any, threshold: Any) -> None:
    m = matrix.general
    bad = int(0)
    for i in range(3):
        for j in range(i):
            if wp.abs(m[i, j] - m[j, i]) > threshold:
                bad = 1
    matrix.asymmetric = bad
    if v.counted and bad != 0:
        matrix.batch.failed += 1


@computation(
    DENSE,
    "take 6-vectors through 6x6 matrices",
    split={True: "and note the shares of both halves in their product", False: ""},
)
def dense_spatial_product(matrix: Any) -> None:
    s = matrix.axis
    h = matrix.spatial * s
    matrix.image = h
    if v.split:
        matrix.figure = wp.dot(wp.spatial_top(s), wp.spatial_top(h))
        matrix.figure2 = wp.dot(wp.spatial_bottom(s), wp.spatial_bottom(h))
