"""Warp's composite values over NumPy: vectors, matrices, quaternions, transforms, structs.

Every value is immutable: an update returns a new one, which gives Warp's copy-on-assignment for free.
Arithmetic stays in the component type and rounds after each operation, as without fused multiply-add.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import numpy as np

from generator.verification.reference.values.component_arithmetic import divide, remainder, rotate, weighted_sum

Self = TypeVar("Self", bound="Composite")
COMPONENTS = {"x": 0, "y": 1, "z": 2, "w": 3}


class Composite:
    """Base of vectors, matrices, quaternions and transforms: numbers of one type in the array ``a``."""

    __slots__ = ("a",)
    __array_ufunc__ = None  # a NumPy scalar on the left leaves the operation to us
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, a: np.ndarray):
        self.a = a

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.a.tolist()}, {self.a.dtype})"

    def __add__(self: Self, other: Self) -> Self:
        return type(self)(self.a + other.a)

    def __sub__(self: Self, other: Self) -> Self:
        return type(self)(self.a - other.a)

    def __neg__(self: Self) -> Self:
        return type(self)(-self.a)

    def __pos__(self: Self) -> Self:
        return self

    def __mul__(self, other: Any) -> Any:
        return type(self)(self.a * other)

    def __rmul__(self: Self, other: Any) -> Self:
        return type(self)(self.a * other)

    def __truediv__(self: Self, other: Any) -> Self:
        return type(self)(divide(self.a, other))

    def __rtruediv__(self: Self, other: Any) -> Self:
        return type(self)(divide(other, self.a))

    def __eq__(self, other: object) -> np.bool_:  # type: ignore[override]
        return np.bool_((self.a == other.a).all())  # type: ignore[attr-defined]

    def __ne__(self, other: object) -> np.bool_:  # type: ignore[override]
        return np.bool_((self.a != other.a).any())  # type: ignore[attr-defined]

    def __getitem__(self, index: Any) -> Any:
        found = self.a[index]
        return Vec(found) if isinstance(found, np.ndarray) else found

    def with_item(self: Self, index: Any, value: Any) -> Self:
        """A copy whose component, row or slice ``index`` is ``value``."""
        a = self.a.copy()
        a[index] = value.a if isinstance(value, Composite) else value
        return type(self)(a)


class Vec(Composite):
    """A vector of any length; Warp's spatial vectors are vectors of length 6."""

    __slots__ = ()

    def __mul__(self, other: Any) -> Any:
        if other.__class__ is Mat:
            return Vec(weighted_sum(self.a, other.a))
        return Vec(self.a * other)

    def __and__(self, other: Any) -> Vec:
        return Vec(self.a & other.a)

    def __or__(self, other: Any) -> Vec:
        return Vec(self.a | other.a)

    def __xor__(self, other: Any) -> Vec:
        return Vec(self.a ^ other.a)

    def __lshift__(self, other: Any) -> Vec:
        return Vec(self.a << other.a)

    def __rshift__(self, other: Any) -> Vec:
        return Vec(self.a >> other.a)

    def __invert__(self) -> Vec:
        return Vec(~self.a)

    def __mod__(self, other: Any) -> Vec:
        return Vec(remainder(self.a, other.a))

    @property
    def x(self) -> Any:
        return self.a[0]

    @property
    def y(self) -> Any:
        return self.a[1]

    @property
    def z(self) -> Any:
        return self.a[2]

    @property
    def w(self) -> Any:
        return self.a[3]

    def with_attr(self: Self, name: str, value: Any) -> Self:
        """A copy whose component ``name`` (x, y, z or w) is ``value``."""
        return self.with_item(COMPONENTS[name], value)


class Quat(Vec):
    """A quaternion (x, y, z, w) with Hamilton's product."""

    __slots__ = ()

    def __mul__(self, other: Any) -> Any:
        if other.__class__ is not Quat:
            return Quat(self.a * other)
        x, y, z, w = self.a
        i, j, k, r = other.a
        product = [
            w * i + r * x + y * k - j * z,
            w * j + r * y + z * i - k * x,
            w * k + r * z + x * j - i * y,
            w * r - x * i - y * j - z * k,
        ]
        return Quat(np.array(product, dtype=self.a.dtype))


class Mat(Composite):
    """A matrix; ``m[i]`` is a row."""

    __slots__ = ()

    def __mul__(self, other: Any) -> Any:
        if other.__class__ is Mat:
            return Mat(weighted_sum(self.a.T[:, :, None], other.a[:, None, :]))
        if other.__class__ is Vec:
            return Vec(weighted_sum(other.a, self.a.T))
        return Mat(self.a * other)

    __matmul__ = __mul__

    def __getitem__(self, index: Any) -> Any:
        found = self.a[index]
        if not isinstance(found, np.ndarray):
            return found
        return Vec(found) if found.ndim == 1 else Mat(found)

    def __and__(self, other: Any) -> Mat:
        return Mat(self.a & numbers(other))

    def __or__(self, other: Any) -> Mat:
        return Mat(self.a | numbers(other))

    def __xor__(self, other: Any) -> Mat:
        return Mat(self.a ^ numbers(other))

    def __lshift__(self, other: Any) -> Mat:
        return Mat(self.a << numbers(other))

    def __rshift__(self, other: Any) -> Mat:
        return Mat(self.a >> numbers(other))

    def __rand__(self, other: Any) -> Mat:
        return Mat(other & self.a)

    def __ror__(self, other: Any) -> Mat:
        return Mat(other | self.a)

    def __rxor__(self, other: Any) -> Mat:
        return Mat(other ^ self.a)

    def __rlshift__(self, other: Any) -> Mat:
        return Mat(other << self.a)

    def __rrshift__(self, other: Any) -> Mat:
        return Mat(other >> self.a)

    def __invert__(self) -> Mat:
        return Mat(~self.a)


class Transform(Composite):
    """A rigid transform: translation ``p`` (three numbers), then rotation ``q`` (four)."""

    __slots__ = ()

    def __mul__(self, other: Any) -> Any:
        if other.__class__ is not Transform:
            return Transform(self.a * other)
        moved = rotate(self.a[3:], other.a[:3]) + self.a[:3]
        return Transform(np.concatenate([moved, (self.q * other.q).a]))

    @property
    def p(self) -> Vec:
        return Vec(self.a[:3])

    @property
    def q(self) -> Quat:
        return Quat(self.a[3:])

    def with_attr(self, name: str, value: Composite) -> Transform:
        """A copy whose ``p`` or ``q`` is ``value``."""
        return self.with_item(slice(0, 3) if name == "p" else slice(3, 7), value)


class StructValue:
    """An instance of a ``wp.struct``; each struct is a subclass with its field types."""

    fields: ClassVar[dict[str, Any]] = {}

    def with_attr(self, name: str, value: Any) -> StructValue:
        """A copy whose field ``name`` is ``value``."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.__dict__[name] = value
        return copy

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(self.__dict__[k] == other.__dict__[k] for k in self.fields)

    __hash__ = None  # type: ignore[assignment]


def numbers(value: Any) -> Any:
    """The array inside a composite value, or the scalar itself."""
    return value.a if isinstance(value, Composite) else value
