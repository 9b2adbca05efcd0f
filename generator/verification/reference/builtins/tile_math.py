"""Reductions, maps and linear algebra of tiles, and the table of all tile built-ins."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from generator.verification.reference.builtins import tile as tiles
from generator.verification.reference.builtins.random_streams import hashed, randf, randi
from generator.verification.reference.builtins.scalar import maximum, minimum
from generator.verification.reference.builtins.tile import sizes
from generator.verification.reference.builtins.vector import dot
from generator.verification.reference.values.tile_value import Tile, tile_of
from generator.verification.reference.values.types import as_type, converted
from generator.verification.reference.values.values import Composite, numbers


def reduced(op: Callable[[Any, Any], Any], a: Tile, axis: Any = None) -> Tile:
    """Reduce by ``op`` over all elements, to a tile of one, or along an axis, which is removed."""
    if axis is None:
        return tile_of([reduce(op, a.elements())], (1,))
    lines = np.moveaxis(a.data, int(axis), 0)
    rest = lines.shape[1 : lines.ndim - len(a.dtype.numpy_shape)]
    columns = [[a.dtype.wrap(line[index]) for line in lines] for index in np.ndindex(rest)]
    return tile_of([reduce(op, column) for column in columns], rest or (1,))


def plus(a: Any, b: Any) -> Any:
    return a + b


def extremum(find: Callable[[np.ndarray], Any]) -> Callable[[Tile], Tile]:
    return lambda a: tile_of([np.int32(find(a.data.ravel()))], (1,))


def scan(op: Callable[[Any, Any], Any], exclusive: bool = False) -> Callable[[Tile], Tile]:
    """A scan (running reduction) over the flattened tile."""

    def run(a: Tile) -> Tile:
        found: list[Any] = []
        for value in a.elements():
            found.append(op(found[-1], value) if found else value)
        if exclusive:
            found = [a.dtype.scalar(0), *found[:-1]]
        return tile_of(found, a.shape)

    return run


def mapped(op: Callable[..., Any], a: Any, *others: Any) -> Tile:
    """``op`` of corresponding elements; an argument that is no tile goes to each call as it is."""
    lead = next(t for t in (a, *others) if isinstance(t, Tile))
    count = int(np.prod(lead.shape))
    columns = [t.elements() if isinstance(t, Tile) else [t] * count for t in (a, *others)]
    return tile_of([op(*row) for row in zip(*columns, strict=True)], lead.shape)


def tile_dot(a: Tile, b: Tile) -> Tile:
    pairs = zip(a.elements(), b.elements(), strict=True)
    return tile_of([reduce(plus, [dot(x, y) if isinstance(x, Composite) else x * y for x, y in pairs])], (1,))


def axpy(alpha: Any, src: Tile, dest: Tile) -> None:
    dest.data += alpha * src.data


def sort(keys: Tile, values: Tile) -> None:
    order = np.argsort(keys.data.ravel(), kind="stable")
    keys.data[...] = keys.data.ravel()[order].reshape(keys.data.shape)
    flat = values.data.reshape((-1, *values.dtype.numpy_shape))
    values.data[...] = flat[order].reshape(values.data.shape)


def matmul(a: Tile, b: Tile, *rest: Any, **named: Any) -> Any:
    """``alpha * a @ b`` as a new tile, or ``out = alpha * a @ b + beta * out`` in place."""
    into = "out" in named or (bool(rest) and isinstance(rest[0], Tile))
    order = ("out", "alpha", "beta", "precision") if into else ("alpha", "precision")
    given = dict(zip(order, rest, strict=False)) | named
    alpha, beta = float(given.get("alpha", 1.0)), float(given.get("beta", 1.0))
    product = alpha * (a.data.astype(np.float64) @ b.data.astype(np.float64))
    if not into:
        return Tile(product.astype(a.data.dtype), a.dtype)
    out = given["out"]
    kept = beta * out.data.astype(np.float64) if beta else 0.0
    out.data[...] = (product + kept).astype(out.data.dtype)
    return None


def solved(solve: Callable[[np.ndarray, np.ndarray], np.ndarray], in_place: bool = False) -> Callable[..., Any]:
    """A linear solve in double precision, into a new tile or in place of the right-hand side."""

    def run(matrix: Tile, right: Tile, *modes: str, fill_mode: str = "lower") -> Any:
        factor = matrix.data.astype(np.float64)
        upper = (modes[0] if modes else fill_mode) == "upper"
        found = solve(factor.T if upper else factor, right.data.astype(np.float64)).astype(right.data.dtype)
        if not in_place:
            return Tile(found, right.dtype)
        right.data[...] = found
        return None

    return run


def with_factor(lower: np.ndarray, right: np.ndarray) -> np.ndarray:
    lower = np.tril(lower)
    return np.linalg.solve(lower @ lower.T, right)


def cholesky(A: Tile, fill_mode: str = "lower") -> Tile:
    m = A.data.astype(np.float64)
    lower = fill_mode == "lower"
    triangle = np.tril(m) if lower else np.triu(m).T
    factor = np.linalg.cholesky(triangle + np.tril(triangle, -1).T)
    return Tile((factor if lower else factor.T).astype(A.data.dtype), A.dtype)


def cholesky_inplace(A: Tile, fill_mode: str = "lower") -> None:
    A.data[...] = cholesky(A, fill_mode).data


def diag_add(a: Tile, d: Tile) -> Tile:
    made = a.data.copy()
    made[np.arange(len(d)), np.arange(len(d))] += d.data
    return Tile(made, a.dtype)


def fourier(transform: Callable[[np.ndarray], np.ndarray]) -> Callable[[Tile], None]:
    """A Fourier transform along the last axis, in place; an element is (real, imaginary)."""

    def run(inout: Tile) -> None:
        values = inout.data[..., 0].astype(np.float64) + 1j * inout.data[..., 1]
        found = transform(values)
        inout.data[..., 0], inout.data[..., 1] = found.real, found.imag

    return run


def random_tile(draw: Callable[..., tuple[Any, Any]]) -> Callable[..., Tile]:
    """A tile of draws from one stream, seeded by the hash of ``rng``, in the order of the elements."""

    def make(shape: Any, rng: Any, *bounds: Any, storage: str = "register", **named: Any) -> Tile:
        stream = np.uint32(hashed(int(rng)))
        limits = (*bounds, *named.values())
        found = []
        for _ in range(int(np.prod(sizes(shape)))):
            value, stream = draw(stream, *limits)
            found.append(value)
        return tile_of(found, sizes(shape))

    return make


def inplace(op: Callable[[Any, Any], Any]) -> Callable[..., None]:
    def run(a: Tile, *rest: Any) -> None:
        *index, value = rest
        a.data[tuple(index)] = op(a.data[tuple(index)], numbers(value))

    return run


def astype(t: Tile, dtype: Any) -> Tile:
    kind = as_type(dtype)
    return Tile(converted(t.data, kind.scalar), kind)


TABLE: dict[str, Callable[..., Any]] = {
    "tile_zeros": tiles.filled(0),
    "tile_ones": tiles.filled(1),
    "tile_empty": tiles.filled(0),
    "tile_full": tiles.full,
    "tile_from_thread": tiles.from_thread,
    "tile_randi": random_tile(randi),
    "tile_randf": random_tile(randf),
    "tile_arange": tiles.arange,
    "tile_load": tiles.load,
    "tile_load_indexed": tiles.load_indexed,
    "tile_store": tiles.store,
    "tile_store_indexed": tiles.store_indexed,
    "tile_atomic_add": tiles.atomic_add,
    "tile_atomic_add_indexed": tiles.atomic_add_indexed,
    "tile_view": tiles.view,
    "tile_squeeze": tiles.squeeze,
    "tile_reshape": tiles.reshape,
    "tile_astype": astype,
    "tile_assign": tiles.assign,
    "tile": tiles.from_value,
    "untile": tiles.to_value,
    "tile_extract": tiles.extract,
    "tile_scatter_add": tiles.scatter_add,
    "tile_scatter_masked": tiles.scatter_masked,
    "tile_add_inplace": inplace(lambda a, b: a + b),
    "tile_sub_inplace": inplace(lambda a, b: a - b),
    "tile_bit_and_inplace": inplace(lambda a, b: a & b),
    "tile_bit_or_inplace": inplace(lambda a, b: a | b),
    "tile_bit_xor_inplace": inplace(lambda a, b: a ^ b),
    "tile_transpose": lambda a: Tile(np.swapaxes(a.data, 0, 1), a.dtype),
    "tile_broadcast": tiles.broadcast,
    "tile_sum": lambda a, axis=None: reduced(plus, a, axis),
    "tile_dot": tile_dot,
    "tile_axpy": axpy,
    "tile_sort": sort,
    "tile_min": lambda a: reduced(minimum, a),
    "tile_max": lambda a: reduced(maximum, a),
    "tile_argmin": extremum(np.argmin),
    "tile_argmax": extremum(np.argmax),
    "tile_reduce": reduced,
    "tile_scan_inclusive": scan(plus),
    "tile_scan_exclusive": scan(plus, exclusive=True),
    "tile_scan_max_inclusive": scan(maximum),
    "tile_scan_min_inclusive": scan(minimum),
    "tile_map": mapped,
    "tile_diag_add": diag_add,
    "tile_matmul": matmul,
    "tile_fft": fourier(np.fft.fft),
    "tile_ifft": fourier(lambda values: np.fft.ifft(values) * values.shape[-1]),
    "tile_cholesky": cholesky,
    "tile_cholesky_inplace": cholesky_inplace,
    "tile_cholesky_solve": solved(with_factor),
    "tile_cholesky_solve_inplace": solved(with_factor, in_place=True),
    "tile_lower_solve": solved(lambda m, y: np.linalg.solve(np.tril(m), y)),
    "tile_lower_solve_inplace": solved(lambda m, y: np.linalg.solve(np.tril(m), y), in_place=True),
    "tile_upper_solve": solved(lambda m, y: np.linalg.solve(np.triu(m), y)),
    "tile_upper_solve_inplace": solved(lambda m, y: np.linalg.solve(np.triu(m), y), in_place=True),
}
