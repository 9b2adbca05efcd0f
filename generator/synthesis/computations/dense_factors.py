"""Factors and solutions of small dense systems, one matrix a thread."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.dense import DENSE

Status: Any = None
"""The enumeration of the schema."""


@law
def cholesky_factor(a: wp.mat33) -> wp.mat33:
    """Lower triangular Cholesky factor of a positive definite matrix, from its lower half alone."""
    l00 = wp.sqrt(a[0, 0])
    l10 = a[1, 0] / l00
    l20 = a[2, 0] / l00
    l11 = wp.sqrt(a[1, 1] - l10 * l10)
    l21 = (a[2, 1] - l20 * l10) / l11
    l22 = wp.sqrt(a[2, 2] - l20 * l20 - l21 * l21)
    return wp.mat33(l00, 0.0, 0.0, l10, l11, 0.0, l20, l21, l22)


@law
def ldl_factor(a: wp.mat33) -> tuple[wp.mat33, wp.vec3]:
    """Unit lower triangle and diagonal of the LDL factors of a symmetric matrix, without square roots."""
    d0 = a[0, 0]
    l10 = a[1, 0] / d0
    l20 = a[2, 0] / d0
    d1 = a[1, 1] - l10 * l10 * d0
    l21 = (a[2, 1] - l20 * l10 * d0) / d1
    d2 = a[2, 2] - l20 * l20 * d0 - l21 * l21 * d1
    return wp.mat33(1.0, 0.0, 0.0, l10, 1.0, 0.0, l20, l21, 1.0), wp.vec3(d0, d1, d2)


@law
def forward_substitution(lower: wp.mat33, b: wp.vec3) -> wp.vec3:
    """Solution of a lower triangular system, from the first row down."""
    x = b[0] / lower[0, 0]
    y = (b[1] - lower[1, 0] * x) / lower[1, 1]
    z = (b[2] - lower[2, 0] * x - lower[2, 1] * y) / lower[2, 2]
    return wp.vec3(x, y, z)


@law
def backward_substitution(lower: wp.mat33, b: wp.vec3) -> wp.vec3:
    """Solution of the transposed lower triangular system, from the last row up."""
    z = b[2] / lower[2, 2]
    y = (b[1] - lower[2, 1] * z) / lower[1, 1]
    x = (b[0] - lower[1, 0] * y - lower[2, 0] * z) / lower[0, 0]
    return wp.vec3(x, y, z)


@law
def gram_schmidt(m: wp.mat33) -> wp.mat33:
    """Rotation by Gram and Schmidt from two columns of a matrix, the third being their cross product."""
    c0 = wp.vec3(m[0, 0], m[1, 0], m[2, 0])
    c1 = wp.vec3(m[0, 1], m[1, 1], m[2, 1])
    q0 = wp.normalize(c0)
    q1 = wp.normalize(c1 - wp.dot(q0, c1) * q0)
    q2 = wp.cross(q0, q1)
    return wp.matrix_from_cols(q0, q1, q2)


@computation(
    DENSE,
    "factor symmetric 3x3 matrices by Cholesky",
    shift={True: "after adding a multiple of the identity", False: ""},
    result={"factor": "", "solve": "and solve for the right side", "both": "and solve, keeping the factor"},
)
def dense_cholesky(matrix: Any, shift: Any) -> None:
    a = matrix.a
    if v.shift:
        a = a + shift * wp.identity(n=3, dtype=float)
    lower = cholesky_factor(a)
    if v.result != "solve":
        matrix.lower = lower
    if v.result != "factor":
        y = forward_substitution(lower, matrix.rhs)
        matrix.x = backward_substitution(lower, y)


@computation(
    DENSE,
    "factor symmetric 3x3 matrices as L D L^T",
    weak={
        "none": "",
        "told": "and tell which have a weak pivot",
        "counted": "and count by batch those that have a weak pivot",
        "both": "and tell which have a weak pivot and count them by batch",
    },
)
def dense_ldl(matrix: Any, level: Any) -> None:
    lower, d = ldl_factor(matrix.a)
    matrix.lower = lower
    matrix.diagonal = d
    weak = d[0] < level or d[1] < level or d[2] < level
    if v.weak == "told" or v.weak == "both":
        matrix.status = Status.WEAK if weak else Status.OK
    if v.weak == "counted" or v.weak == "both":
        if weak:
            matrix.batch.failed += 1


@computation(
    DENSE,
    "solve systems of two equations by Cramer's rule",
    shift={True: "after adding a multiple of the identity", False: ""},
    singular={
        "zero": "giving zero where the determinant is too small",
        "status": "giving zero where the determinant is too small and telling where",
    },
)
def dense_solve_pair(matrix: Any, shift: Any, threshold: Any) -> None:
    m = matrix.plane
    b = matrix.rhs_pair
    if v.shift:
        m = m + shift * wp.identity(n=2, dtype=float)
    det = m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
    if wp.abs(det) < threshold:
        matrix.x_pair = wp.vec2(0.0, 0.0)
        if v.singular == "status":
            matrix.status = Status.SINGULAR
        return
    x = (b[0] * m[1, 1] - m[0, 1] * b[1]) / det
    y = (m[0, 0] * b[1] - b[0] * m[1, 0]) / det
    matrix.x_pair = wp.vec2(x, y)
    if v.singular == "status":
        matrix.status = Status.OK


@computation(
    DENSE,
    "solve systems of three equations",
    method={
        "inverse": "by the inverse",
        "normal": "in the sense of damped least squares",
        "cofactors": "by Cramer's rule",
    },
)
def dense_solve_three(matrix: Any, shift: Any) -> None:
    b = matrix.rhs
    if v.method == "normal":
        m = matrix.general
        normal = wp.transpose(m) * m + shift * wp.identity(n=3, dtype=float)
        matrix.x = wp.inverse(normal) * (wp.transpose(m) * b)
    elif v.method == "inverse":
        matrix.x = wp.inverse(matrix.a) * b
    else:
        a = matrix.a
        r0 = wp.vec3(a[0, 0], a[0, 1], a[0, 2])
        r1 = wp.vec3(a[1, 0], a[1, 1], a[1, 2])
        r2 = wp.vec3(a[2, 0], a[2, 1], a[2, 2])
        c0 = wp.cross(r1, r2)
        det = wp.dot(r0, c0)
        # columns of the inverse are crosses of rows
        matrix.x = (b[0] * c0 + b[1] * wp.cross(r2, r0) + b[2] * wp.cross(r0, r1)) / det


@computation(
    DENSE,
    "solve systems of four equations",
    refined={True: "with one step of refinement", False: ""},
)
def dense_solve_four(matrix: Any) -> None:
    a = matrix.wide
    b = matrix.rhs_wide
    inverse = wp.inverse(a)
    x = inverse * b
    if v.refined:
        x = x + inverse * (b - a * x)
    matrix.x_wide = x


@computation(
    DENSE,
    "make the columns of 3x3 matrices orthonormal by Gram and Schmidt",
    kept={True: "and keep the triangular factor", False: ""},
)
def dense_orthonormalize(matrix: Any) -> None:
    m = matrix.a
    q = gram_schmidt(m)
    matrix.product = q
    if v.kept:
        matrix.upper = wp.transpose(q) * m


@computation(
    DENSE,
    "take the logarithm of the determinant of symmetric matrices",
    form={"factor": "from their Cholesky factors", "direct": "directly"},
    halved={True: "and halve it", False: ""},
)
def dense_log_determinant(matrix: Any) -> None:
    if v.form == "factor":
        lower = cholesky_factor(matrix.a)
        half = wp.log(lower[0, 0]) + wp.log(lower[1, 1]) + wp.log(lower[2, 2])
        matrix.figure = half if v.halved else 2.0 * half
    else:
        d = wp.log(wp.determinant(matrix.a))
        matrix.figure = 0.5 * d if v.halved else d


@computation(
    DENSE,
    "update the inverse of a matrix after adding an outer product (Sherman-Morrison)",
    kind={
        "symmetric": "of one vector with itself",
        "pair": "of two vectors, unless the result would be close to singular",
    },
)
def dense_sherman_morrison(matrix: Any, threshold: Any) -> None:
    inverse = matrix.inverse
    u = matrix.left
    w = u if v.kind == "symmetric" else matrix.right
    left = inverse * u
    scale = 1.0 + wp.dot(w, left)
    if v.kind == "pair" and wp.abs(scale) < threshold:
        matrix.product = inverse
        return
    right = wp.transpose(inverse) * w
    matrix.product = inverse - wp.outer(left, right) / scale


@computation(
    DENSE,
    "eliminate one joint axis from symmetric 6x6 inertias (articulated body)",
    image={True: "and keep the image of the axis", False: ""},
    damped={True: "with a shift of the pivot", False: ""},
)
def dense_eliminate_axis(matrix: Any, shift: Any) -> None:
    s = matrix.axis
    u = matrix.spatial * s
    d = wp.dot(s, u) + shift if v.damped else wp.dot(s, u)
    if v.image:
        matrix.image = u
    matrix.reduced = matrix.spatial - wp.outer(u, u) / d
