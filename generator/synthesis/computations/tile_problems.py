"""Small dense problems that a block solves as tiles: products, normal equations, Cholesky factors, line search."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.tiles import TILES

RESIDUALS = 8
UNKNOWNS = 6
ROWS = 8
INNER = 16
COLUMNS = 8
STRIP = 8


@law
def relu(x: float) -> float:
    """Rectified linear unit, zero for negative values."""
    return wp.max(x, 0.0)


@computation(
    TILES,
    "multiply each pair of matrices as tiles",
    bias={True: "and add the biases of the columns", False: ""},
    activation={True: "and set what is below zero to zero", False: ""},
)
def tile_product(product: Any) -> None:
    left = wp.tile_load(product.left, shape=(ROWS, INNER))
    right = wp.tile_load(product.right, shape=(INNER, COLUMNS))
    result = wp.tile_matmul(left, right)
    if v.bias:
        bias = wp.tile_load(product.bias, shape=COLUMNS)
        result = result + wp.tile_broadcast(bias, shape=(ROWS, COLUMNS))
    if v.activation:
        result = wp.tile_map(relu, result)
    wp.tile_store(product.result, result)


@computation(TILES, "multiply each pair of matrices strip by strip, summing the products of the strips in a tile")
def tile_product_in_strips(product: Any) -> None:
    total = wp.tile_zeros(shape=(ROWS, COLUMNS), dtype=float)
    for k in range(0, INNER, STRIP):
        left = wp.tile_load(product.left, shape=(ROWS, STRIP), offset=(0, k))
        right = wp.tile_load(product.right, shape=(STRIP, COLUMNS), offset=(k, 0))
        wp.tile_matmul(left, right, total)
    wp.tile_store(product.result, total)


@computation(
    TILES,
    "transpose each left matrix as a tile",
    scaled={True: "and scale it", False: ""},
)
def tile_turn(product: Any, scale: Any) -> None:
    transposed = wp.tile_transpose(wp.tile_load(product.left, shape=(ROWS, INNER)))
    if v.scaled:
        transposed = transposed * scale
    wp.tile_store(product.turned, transposed)


@computation(
    TILES,
    "build the gradient and the damped normal matrix of each least squares problem as tiles",
)
def tile_normal_matrix(problem: Any) -> None:
    jacobian = wp.tile_load(problem.jacobian, shape=(RESIDUALS, UNKNOWNS))
    residual = wp.tile_load(problem.residual, shape=RESIDUALS)
    transposed = wp.tile_transpose(jacobian)
    column = wp.tile_reshape(residual, shape=(RESIDUALS, 1))
    gradient = wp.tile_matmul(transposed, column)
    damping = wp.tile_ones(shape=UNKNOWNS, dtype=float) * problem.damping
    normal = wp.tile_diag_add(wp.tile_matmul(transposed, jacobian), damping)
    wp.tile_store(problem.gradient, wp.tile_squeeze(gradient, axis=(1,)))
    wp.tile_store(problem.normal, normal)


@computation(TILES, "take a Levenberg-Marquardt step of each problem by a Cholesky factor, all in tiles")
def tile_levenberg_marquardt_step(problem: Any) -> None:
    jacobian = wp.tile_load(problem.jacobian, shape=(RESIDUALS, UNKNOWNS))
    right_side = wp.tile_load(problem.right_side, shape=UNKNOWNS)
    normal = wp.tile_matmul(wp.tile_transpose(jacobian), jacobian)
    damping = wp.tile_ones(shape=UNKNOWNS, dtype=float) * problem.damping
    factor = wp.tile_cholesky(wp.tile_diag_add(normal, damping))
    wp.tile_store(problem.step, wp.tile_cholesky_solve(factor, right_side))


@computation(
    TILES,
    "solve each damped normal equation by two triangular solves in tiles",
    kept={True: "and keep the factor", False: ""},
)
def tile_triangular_solves(problem: Any) -> None:
    jacobian = wp.tile_load(problem.jacobian, shape=(RESIDUALS, UNKNOWNS))
    right_side = wp.tile_load(problem.right_side, shape=UNKNOWNS)
    normal = wp.tile_matmul(wp.tile_transpose(jacobian), jacobian)
    damping = wp.tile_full(shape=UNKNOWNS, value=problem.damping, dtype=float)
    factor = wp.tile_cholesky(wp.tile_diag_add(normal, damping))
    if v.kept:
        wp.tile_store(problem.factor, factor)
    y = wp.tile_lower_solve(factor, right_side)
    wp.tile_store(problem.step, wp.tile_upper_solve(wp.tile_transpose(factor), y))


@computation(
    TILES,
    "solve each damped normal equation in place in tiles",
    way={"whole": "", "halves": "by two triangular solves"},
)
def tile_solve_in_place(problem: Any) -> None:
    jacobian = wp.tile_load(problem.jacobian, shape=(RESIDUALS, UNKNOWNS))
    x = wp.tile_load(problem.right_side, shape=UNKNOWNS, storage="shared")
    damping = wp.tile_full(shape=UNKNOWNS, value=problem.damping, dtype=float)
    normal = wp.tile_diag_add(wp.tile_matmul(wp.tile_transpose(jacobian), jacobian), damping)
    wp.tile_cholesky_inplace(normal)
    if v.way == "whole":
        wp.tile_cholesky_solve_inplace(normal, x)
    else:
        wp.tile_lower_solve_inplace(normal, x)
        wp.tile_upper_solve_inplace(wp.tile_transpose(normal), x)
    wp.tile_store(problem.step, x)


@computation(
    TILES,
    "move each problem's unknowns along its search direction as tiles",
    sloped={True: "and measure the slope of its cost along it", False: ""},
)
def tile_line_step(problem: Any) -> None:
    x = wp.tile_load(problem.position, shape=UNKNOWNS)
    direction = wp.tile_load(problem.direction, shape=UNKNOWNS)
    if v.sloped:
        gradient = wp.tile_load(problem.gradient, shape=UNKNOWNS)
        slope = wp.tile_dot(gradient, direction)
        problem.slope = slope[0]
    wp.tile_axpy(problem.rate, direction, x)
    wp.tile_store(problem.position, x)


@computation(
    TILES,
    "compute the cost of each problem, half the sum of its squared residuals, as a tile",
    form={"map": "", "dot": "by a dot product"},
)
def tile_cost(problem: Any) -> None:
    residual = wp.tile_load(problem.residual, shape=RESIDUALS)
    if v.form == "dot":
        squares = wp.tile_dot(residual, residual)
    else:
        squares = wp.tile_reduce(wp.add, wp.tile_map(wp.mul, residual, residual))
    problem.cost = 0.5 * squares[0]
