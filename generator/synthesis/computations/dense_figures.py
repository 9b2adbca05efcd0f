"""What is told of small matrices: eigenvalues, invariants, components, moments."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.dense import DENSE

SMALL_SQUARE = 1.0e-12
"""Sum of the squares off the diagonal under which a matrix counts as diagonal."""


@law
def eigenvalues_pair(m: wp.mat22) -> tuple[float, float]:
    """Eigenvalues of a symmetric 2x2 matrix, the larger first."""
    half = 0.5 * (m[0, 0] + m[1, 1])
    d = 0.5 * (m[0, 0] - m[1, 1])
    r = wp.sqrt(d * d + m[0, 1] * m[1, 0])
    return half + r, half - r


@law
def off_diagonal(m: wp.mat33) -> float:
    """Sum of the squared entries above the diagonal of a symmetric matrix."""
    return m[0, 1] * m[0, 1] + m[0, 2] * m[0, 2] + m[1, 2] * m[1, 2]


@law
def eigenvalues_symmetric(m: wp.mat33) -> wp.vec3:
    """Eigenvalues of a symmetric matrix by the trigonometric formula, in falling order."""
    off = off_diagonal(m)
    q = wp.trace(m) / 3.0
    if off < SMALL_SQUARE:
        a = wp.get_diag(m)
        most = wp.max(a[0], wp.max(a[1], a[2]))
        least = wp.min(a[0], wp.min(a[1], a[2]))
        return wp.vec3(most, 3.0 * q - most - least, least)
    d = wp.get_diag(m) - wp.vec3(q, q, q)
    p = wp.sqrt((wp.dot(d, d) + 2.0 * off) / 6.0)
    b = (m - q * wp.identity(n=3, dtype=float)) / p
    r = wp.clamp(0.5 * wp.determinant(b), -1.0, 1.0)
    phi = wp.acos(r) / 3.0
    high = q + 2.0 * p * wp.cos(phi)
    low = q + 2.0 * p * wp.cos(phi + 2.0 * wp.pi / 3.0)
    return wp.vec3(high, 3.0 * q - high - low, low)


@computation(
    DENSE,
    "find the eigenvalues of symmetric 2x2 matrices",
    figure={"none": "", "condition": "and their ratio", "gap": "and their distance"},
)
def dense_eigenvalues_pair(matrix: Any) -> None:
    high, low = eigenvalues_pair(matrix.small)
    matrix.values_pair = wp.vec2(high, low)
    if v.figure == "condition":
        matrix.figure = high / low
    elif v.figure == "gap":
        matrix.figure = high - low


@computation(
    DENSE,
    "find the eigenvalues of symmetric 3x3 matrices, largest first,",
    figure={"none": "", "largest": "and note the largest", "spread": "and note how far they lie apart"},
)
def dense_eigenvalues_three(matrix: Any) -> None:
    a = matrix.a
    # the symmetric part, whatever rounding left below the diagonal
    values = eigenvalues_symmetric(0.5 * (a + wp.transpose(a)))
    matrix.values = values
    if v.figure == "largest":
        matrix.figure = values[0]
    elif v.figure == "spread":
        matrix.figure = values[0] - values[2]


@computation(
    DENSE,
    "approach the dominant eigenvector of symmetric matrices by four steps of power iteration",
    start={"point": "from a given vector", "ones": "from a vector of ones"},
    value={True: "and note its Rayleigh quotient", False: ""},
)
def dense_power_iteration(matrix: Any) -> None:
    a = matrix.a
    x = matrix.point if v.start == "point" else wp.vec3(1.0, 1.0, 1.0)
    for k in range(4):
        x = wp.normalize(a * x)
    matrix.vector = x
    if v.value:
        matrix.figure = wp.dot(x, a * x)


@computation(
    DENSE,
    "measure how far a point is from a mean with the matrix as inverse covariance",
    form={
        "squared": "by the squared Mahalanobis distance",
        "root": "by the Mahalanobis distance",
        "weight": "by a weight that falls off with it, 1 / (1 + squared Mahalanobis distance)",
    },
)
def dense_mahalanobis(matrix: Any) -> None:
    d = matrix.point - matrix.mean
    q = wp.dot(d, matrix.a * d)
    if v.form == "squared":
        matrix.figure = q
    elif v.form == "root":
        matrix.figure = wp.sqrt(q)
    else:
        matrix.figure = 1.0 / (1.0 + q)


@computation(
    DENSE,
    "pack symmetric matrices into six components",
    order={"voigt": "in Voigt's order", "rows": "row by row"},
    doubled={True: "with those off the diagonal doubled", False: ""},
)
def dense_pack_symmetric(matrix: Any) -> None:
    m = matrix.a
    if v.order == "voigt":
        for k in range(3):
            matrix.components[k] = m[k, k]
        matrix.components[3] = 2.0 * m[1, 2] if v.doubled else m[1, 2]
        matrix.components[4] = 2.0 * m[0, 2] if v.doubled else m[0, 2]
        matrix.components[5] = 2.0 * m[0, 1] if v.doubled else m[0, 1]
    else:
        slot = int(0)
        for i in range(3):
            for j in range(i, 3):
                value = m[i, j]
                if v.doubled and i != j:
                    value = 2.0 * value
                matrix.components[slot] = value
                slot += 1


@computation(
    DENSE,
    "make symmetric matrices of six components",
    order={"voigt": "in Voigt's order", "rows": "row by row"},
    use={"store": "", "apply": "and apply them to a point"},
)
def dense_unpack_symmetric(matrix: Any) -> None:
    xx = matrix.packed[0]
    if v.order == "voigt":
        yy, zz = matrix.packed[1], matrix.packed[2]
        yz, xz, xy = matrix.packed[3], matrix.packed[4], matrix.packed[5]
    else:
        xy, xz = matrix.packed[1], matrix.packed[2]
        yy, yz, zz = matrix.packed[3], matrix.packed[4], matrix.packed[5]
    m = wp.mat33(xx, xy, xz, xy, yy, yz, xz, yz, zz)
    if v.use == "apply":
        matrix.mapped = m * matrix.point
    else:
        matrix.product = m


@computation(
    DENSE,
    "add up the second moments of the points of each batch",
    centered={True: "about their mean", False: ""},
    sums={True: "together with their sum and number", False: ""},
)
def dense_moments(matrix: Any) -> None:
    batch = matrix.batch
    p = matrix.point
    d = p - batch.mean if v.centered else p
    batch.moment += wp.outer(d, d)
    if v.sums:
        batch.center += p
        batch.total += 1
