"""Finite volumes in cells: gradients, limiters, sums over faces, steps."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.grids import GRIDS

EPSILON = 1.0e-6


@law
def minmod(a: float, b: float) -> float:
    """Minmod limiter: the flatter of two slopes, zero where their signs differ."""
    if a * b <= 0.0:
        return 0.0
    if wp.abs(a) < wp.abs(b):
        return a
    return b


@law
def superbee(a: float, b: float) -> float:
    """Superbee limiter, the steepest slope that a second-order scheme may take without new extremes."""
    first = minmod(2.0 * a, b)
    second = minmod(a, 2.0 * b)
    if wp.abs(first) > wp.abs(second):
        return first
    return second


@law
def van_leer(a: float, b: float) -> float:
    """Van Leer's limiter: harmonic mean of two slopes, zero where their signs differ."""
    if a * b <= 0.0:
        return 0.0
    return 2.0 * a * b / (a + b)


@law
def smooth_limiter(r: float) -> float:
    """Venkatakrishnan's smooth stand-in for the lesser of a ratio and one."""
    return (r * r + 2.0 * r) / (r * r + r + 2.0)


@computation(
    GRIDS,
    "compute the gradient in a cell by Gauss's theorem from the values at its faces",
    scaled={True: "", False: "integrated over it, without the division by its volume"},
    active={True: "or zero where it is not active", False: ""},
)
def fv_gradient(mesh_cell: Any) -> None:
    if v.active and not mesh_cell.active:
        if v.scaled:
            mesh_cell.gradient = wp.vec3(0.0)
        else:
            mesh_cell.gradient_integral = wp.vec3(0.0)
        return
    grad = wp.vec3(0.0)
    for face in mesh_cell.faces:
        s = face.area * face.normal
        # out of this cell
        if face.owner.index != mesh_cell.index:
            s = -s
        grad += face.value * s
    if v.scaled:
        mesh_cell.gradient = grad / mesh_cell.volume
    else:
        mesh_cell.gradient_integral = grad


@computation(
    GRIDS,
    "add up the flow out of a cell over its faces",
    counted={True: "and count the faces that it leaves through", False: ""},
    border={True: "and mark the cell if it lies at the border", False: ""},
)
def fv_outflow(mesh_cell: Any) -> None:
    total = float(0.0)
    if v.counted:
        n = int(0)
    if v.border:
        mark = int(0)
    for face in mesh_cell.faces:
        rate = face.rate
        if face.owner.index != mesh_cell.index:
            rate = -rate
        total += rate
        if v.counted and rate > 0.0:
            n += 1
        if v.border and not exists(face.neighbour):
            mark = 1
    mesh_cell.outflow = total
    if v.counted:
        mesh_cell.outflow_faces = n
    if v.border:
        mesh_cell.at_border = mark


@computation(
    GRIDS,
    "advance the value of a cell by its residual",
    diagonal={True: "divided by its diagonal, with relaxation,", False: "over the time step"},
    active={True: "if it is active", False: ""},
    cleared={True: "and clear the residual", False: ""},
)
def fv_update(mesh_cell: Any, dt: Any, relaxation: Any) -> None:
    q = mesh_cell.value
    if v.active and not mesh_cell.active:
        mesh_cell.value = q
        if v.cleared:
            mesh_cell.residual = 0.0
        return
    if v.diagonal:
        mesh_cell.value = q + relaxation * mesh_cell.residual / mesh_cell.diagonal
    else:
        mesh_cell.value = q + dt / mesh_cell.volume * mesh_cell.residual
    if v.cleared:
        mesh_cell.residual = 0.0


@computation(
    GRIDS,
    "find the limiter of the gradient of a cell: no value half way to a cell around may pass the extremes of all,",
    why={"smooth": "a smooth limiter does not switch to and fro, which lets a steady flow converge"},
    scheme={"minmax": "by Barth and Jespersen", "smooth": "by Venkatakrishnan's smooth function"},
)
def fv_limit_gradient(mesh_cell: Any) -> None:
    q = mesh_cell.value
    grad = mesh_cell.gradient
    high = float(0.0)
    low = float(0.0)
    for near in mesh_cell.around:
        change = near.value - q
        high = wp.max(high, change)
        low = wp.min(low, change)
    limit = float(1.0)
    for near in mesh_cell.around:
        rise = 0.5 * wp.dot(grad, near.center - mesh_cell.center)
        if wp.abs(rise) > EPSILON:
            ratio = high / rise if rise > 0.0 else low / rise
            limit = wp.min(limit, ratio if v.scheme == "minmax" else smooth_limiter(ratio))
    mesh_cell.limiter = limit


@computation(
    GRIDS,
    "estimate the gradient in a cell as three times the mean of the slopes towards the cells around,",
    weights={"inverse": "weighted by the inverse distance", "square": "weighted by the inverse square of the distance"},
)
def fv_difference_gradient(mesh_cell: Any) -> None:
    grad = wp.vec3()
    total = float(0.0)
    for near in mesh_cell.around:
        d = near.center - mesh_cell.center
        r2 = wp.length_sq(d)
        if r2 < EPSILON:
            continue
        w = 1.0 / wp.sqrt(r2) if v.weights == "inverse" else 1.0 / r2
        grad += w * (near.value - mesh_cell.value) / r2 * d
        total += w
    if total > 0.0:
        grad = 3.0 * grad / total
    mesh_cell.gradient = grad


@computation(
    GRIDS,
    "restrict the residual to each coarse cell as the sum over its cells",
    active={True: "that are active, and count those", False: ""},
    initial={True: "and start its solution at zero", False: ""},
)
def fv_restrict(coarse: Any) -> None:
    total = float(0.0)
    if v.active:
        n = int(0)
    for cell in coarse.members:
        if v.active:
            if not cell.active:
                continue
            n += 1
        total += cell.residual
    coarse.rhs = total
    if v.active:
        coarse.active_count = n
    if v.initial:
        coarse.value = 0.0
