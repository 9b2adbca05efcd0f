"""Random inputs on which a built-in is defined: draws of ``COUNT`` values of a type."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.verification.reference.values.types import CompositeType, Type
from generator.verification.reference.values.values import Mat, Quat, Transform

COUNT = 24
Draw = Callable[[np.random.Generator, Type], np.ndarray]


def between(low: float, high: float) -> Draw:
    def draw(rng: np.random.Generator, kind: Type) -> np.ndarray:
        values = low + (high - low) * rng.random((COUNT, *kind.numpy_shape))
        return (np.floor(values) if np.dtype(kind.scalar).kind in "iu" else values).astype(kind.scalar)

    return draw


def ordinary(rng: np.random.Generator, kind: Type) -> np.ndarray:
    """Small numbers of both signs; unit quaternions; well-conditioned matrices."""
    shape = (COUNT, *kind.numpy_shape)
    code = np.dtype(kind.scalar).kind
    if code == "b":
        return rng.random(shape) < 0.5
    if code == "u":
        return rng.integers(0, 12, shape).astype(kind.scalar)
    if code == "i":
        return rng.integers(-9, 10, shape).astype(kind.scalar)
    values = rng.uniform(-2.0, 2.0, shape)
    if isinstance(kind, CompositeType) and kind.cls is Quat:
        values /= np.linalg.norm(values, axis=-1, keepdims=True)
    if isinstance(kind, CompositeType) and kind.cls is Transform:
        values[:, 3:] /= np.linalg.norm(values[:, 3:], axis=-1, keepdims=True)
    if isinstance(kind, CompositeType) and kind.cls is Mat and shape[1] == shape[2]:
        values = 0.4 * values + 2.0 * np.eye(shape[1])
    return values.astype(kind.scalar)


def nonzero(rng: np.random.Generator, kind: Type) -> np.ndarray:
    values = ordinary(rng, kind)
    return np.where(values == 0, np.array(3, kind.scalar), values)


def with_specials(rng: np.random.Generator, kind: Type) -> np.ndarray:
    """Infinities, not-a-numbers and signed zeros among ordinary numbers."""
    values = ordinary(rng, kind)
    if np.dtype(kind.scalar).kind == "f":
        flat = values.reshape(-1)
        flat[rng.permutation(flat.size)[:4]] = [np.inf, -np.inf, np.nan, -0.0]
    return values


def near_halves(rng: np.random.Generator, kind: Type) -> np.ndarray:
    """Halves, their neighbours and the last odd numbers that a type holds, where adding a half rounds."""
    values = ordinary(rng, kind)
    half, odd = kind.scalar(0.5), kind.scalar(1 / np.finfo(kind.scalar).eps + 1)
    edges = [half, np.nextafter(half, kind.scalar(0)), half + kind.scalar(1), odd, kind.scalar(np.inf)]
    values.reshape(-1)[:10] = [*edges, *(-edge for edge in edges)]
    return values


def any_bits(rng: np.random.Generator, kind: Type) -> np.ndarray:
    info = np.iinfo(kind.scalar)
    return rng.integers(info.min, info.max, (COUNT, *kind.numpy_shape), dtype=kind.scalar, endpoint=True)


def symmetric(rng: np.random.Generator, kind: Type) -> np.ndarray:
    values = rng.uniform(-1.0, 1.0, (COUNT, *kind.numpy_shape))
    return (values + np.swapaxes(values, 1, 2) + np.diag([0.0, 3.0, 7.0])).astype(kind.scalar)


def rotation(rng: np.random.Generator, kind: Type) -> np.ndarray:
    made = np.zeros((COUNT, *kind.numpy_shape))
    frames, _ = np.linalg.qr(rng.standard_normal((COUNT, 3, 3)))
    frames *= np.sign(np.linalg.det(frames))[:, None, None]
    made[:, :3, :3] = frames
    made[:, 3:, 3:] = 1.0
    return made.astype(kind.scalar)


def unit(rng: np.random.Generator, kind: Type) -> np.ndarray:
    values = rng.standard_normal((COUNT, *kind.numpy_shape))
    return (values / np.linalg.norm(values, axis=-1, keepdims=True)).astype(kind.scalar)


POSITIVE = between(0.2, 2.0)
DOMAINS: dict[str, tuple[Draw | None, ...]] = {
    "min": (with_specials, with_specials),
    "max": (with_specials, with_specials),
    "clamp": (with_specials, ordinary, ordinary),
    "acos": (with_specials,),
    "asin": (with_specials,),
    "round": (near_halves,),
    "argmin": (with_specials,),
    "argmax": (with_specials,),
    "isfinite": (with_specials,),
    "isnan": (with_specials,),
    "isinf": (with_specials,),
    "copysign": (ordinary, with_specials),
    "div": (ordinary, nonzero),
    "mod": (ordinary, nonzero),
    "floordiv": (ordinary, nonzero),
    "div_approx": (ordinary, nonzero),
    "cw_div": (ordinary, nonzero),
    "lshift": (ordinary, between(0, 6)),
    "rshift": (any_bits, between(0, 6)),
    "bit_count": (any_bits,),
    "pow": (POSITIVE, ordinary),
    "erfinv": (between(-0.95, 0.95),),
    "erfcinv": (between(0.05, 1.95),),
    "poisson": (any_bits, between(0.5, 30.0)),
    "randi": (any_bits, between(-5, 5), between(10, 30)),
    "randu": (any_bits, between(0, 5), between(10, 30)),
    "noise": (any_bits, between(-3.0, 3.0)),
    "pnoise": (any_bits, between(-3.0, 3.0), *(between(2, 6),) * 4),
    "curlnoise": (any_bits, between(-3.0, 3.0), between(1, 4), between(1.5, 2.5), between(0.3, 0.7)),
    "eig3": (symmetric,),
    "quat_from_matrix": (rotation,),
    "quat_from_axis_angle": (unit, ordinary),
    **{name: (between(0, 100),) for name in ("uint8", "uint16", "uint32", "uint64", "int8")},
}
