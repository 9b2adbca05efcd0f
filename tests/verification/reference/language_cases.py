"""Kernels for what the language does, one a case: statements, arguments, and what stands before the kernel."""

from __future__ import annotations

from typing import Any

from generator.launch import INOUT, INPUT, OUTPUT, Argument, Launch

COUNT = 12


def array(
    name: str, dtype: str = "float32", role: str = INPUT, shape: tuple[int, ...] = (COUNT,), **rest: Any
) -> Argument:
    """An array argument, drawn from [-1, 1) unless told otherwise."""
    return Argument(name, "array", dtype, len(shape), role, shape, **rest)


def kernel(
    body: str, arguments: tuple[Argument, ...], before: str = "", dim: tuple[int, ...] = (COUNT,)
) -> tuple[str, Launch]:
    """A source with one kernel of these arguments and statements, and its launch."""
    signature = ", ".join(
        f"{a.name}: wp.array(dtype=wp.{a.dtype}, ndim={a.ndim})" if a.kind == "array" else f"{a.name}: wp.{a.dtype}"
        for a in arguments
    )
    lines = "".join(f"    {line}\n" for line in body.strip("\n").splitlines())
    before = f"{before.strip()}\n\n\n" if before else ""
    return f"import warp as wp\n\n\n{before}@wp.kernel\ndef k({signature}):\n{lines}", Launch(arguments, dim)


X, Y, N = array("x"), array("y", role=OUTPUT), array("n", "int32", low=-20.0, high=20.0)
M = array("m", "int32", OUTPUT)
V = array("v", "vec3")
D = array("d", "int32", low=1.0, high=6.0)

CASES: dict[str, tuple[str, tuple[Argument, ...], str]] = {
    "integer division truncates": (
        """
i = wp.tid()
m[i] = n[i] / d[i] * 100 + n[i] / (0 - d[i])
""",
        (N, D, M),
        "",
    ),
    "integer remainder has the sign of the dividend": (
        """
i = wp.tid()
m[i] = n[i] % d[i] * 100 + n[i] % -7
""",
        (N, D, M),
        "",
    ),
    "floor division rounds down": (
        """
i = wp.tid()
m[i] = n[i] // d[i] * 100 + n[i] // -7
""",
        (N, D, M),
        "",
    ),
    "float remainder is fmod": (
        """
i = wp.tid()
y[i] = x[i] * 9.0 % 2.0 + (0.0 - x[i]) % 0.3
""",
        (X, Y),
        "",
    ),
    "float floor division": (
        """
i = wp.tid()
y[i] = x[i] * 9.0 // 2.0 - x[i]
""",
        (X, Y),
        "",
    ),
    "int32 wraps around": (
        """
i = wp.tid()
m[i] = (n[i] + 3) * 1103515245 + 12345
""",
        (N, M),
        "",
    ),
    "shifts and masks": (
        """
i = wp.tid()
m[i] = ((n[i] << 3) ^ (n[i] >> 1)) & 255 | ~n[i]
""",
        (N, M),
        "",
    ),
    "casts truncate": (
        """
i = wp.tid()
m[i] = int(x[i] * 9.0) + wp.int32(wp.uint8(n[i]))
""",
        (X, N, M),
        "",
    ),
    "64-bit literals keep their digits": (
        """
i = wp.tid()
m[i] = int(wp.int64(123456789012) * wp.int64(n[i]) >> wp.int64(7))
""",
        (N, M),
        "",
    ),
    "double literals keep their digits": (
        """
i = wp.tid()
y[i] = float((wp.float64(0.1) * wp.float64(x[i]) - wp.float64(THIRD)) * wp.float64(1.0e6))
""",
        (X, Y),
        """
THIRD = 0.3333333333333333
""",
    ),
    "the type of a value makes others": (
        """
i = wp.tid()
y[i] = scaled(x[i]) + float(scaled(a[i]) * wp.float64(1.0e6)) + float(a.dtype(0.3) * wp.float64(1.0e6))
""",
        (X, array("a", "float64"), Y),
        """
from typing import Any

THIRD = 0.3333333333333333

@wp.func
def scaled(value: Any):
    return value * type(value)(THIRD) + type(value)(0.1)
""",
    ),
    "the type of a vector makes others": (
        """
i = wp.tid()
y[i] = wp.dot(turned(v[i]), v[i]) + turned(v[i])[0]
""",
        (V, Y),
        """
from typing import Any

@wp.func
def turned(value: Any):
    return type(value)(value[1], value[2], type(value[0])(0.25)) + value
""",
    ),
    "power": (
        """
i = wp.tid()
y[i] = wp.abs(x[i]) ** 1.5 + 2.0 ** x[i]
""",
        (X, Y),
        "",
    ),
    "chained and mixed comparisons": (
        """
i = wp.tid()
if -3 < n[i] < 5 and not (x[i] > 0):
    m[i] = 1
elif n[i] == 7 or x[i] >= 0.5:
    m[i] = 2
else:
    m[i] = n[i]
""",
        (N, X, M),
        "",
    ),
    "and, or keep the right side from running": (
        """
i = wp.tid()
ok = i > 0 and x[i - 1] < 0.0
y[i] = x[i] if ok or i == 3 else x[i] * 2.0
""",
        (X, Y),
        "",
    ),
    "while, break, continue": (
        """
i = wp.tid()
k = int(0)
s = float(0.0)
while True:
    k += 1
    if k > 9:
        break
    if k % 3 == 0:
        continue
    s += x[i] * float(k)
y[i] = s
""",
        (X, Y),
        "",
    ),
    "early return": (
        """
i = wp.tid()
if x[i] < 0.0:
    y[i] = -1.0 * x[i]
    return
y[i] = x[i] * x[i]
""",
        (X, Y),
        "",
    ),
    "ranges with a negative end": (
        """
i = wp.tid()
total = int(0)
for a in range(n[i]):
    total += a + 1
for b in range(1, n[i]):
    total += 100
m[i] = total
""",
        (N, M),
        "",
    ),
    "ranges with steps and dynamic bounds": (
        """
i = wp.tid()
s = float(0.0)
for a in range(d[i]):
    s += x[a]
for b in range(9, -1, -3):
    s -= x[b] * 0.5
for c in range(2, d[i] + 4, 2):
    s += float(c)
y[i] = s
""",
        (X, D, Y),
        "",
    ),
    "components change, copies do not": (
        """
i = wp.tid()
a = v[i]
b = a
a[1] = 5.0
a.z += 2.0
a[0] *= 3.0
y[i] = wp.dot(a, b) + v[i][1] + a[-1]
""",
        (V, Y),
        "",
    ),
    "elements of an array change in place": (
        """
i = wp.tid()
w[i][1] = x[i]
w[i].z = 2.0 * x[i]
w[i][0] += x[i]
r = w[i]
r[0] = 9.0
""",
        (X, array("w", "vec3", role=INOUT)),
        "",
    ),
    "matrices": (
        """
i = wp.tid()
m2 = wp.mat22(x[i], 1.0, 2.0, x[i])
m2[0, 1] = 3.0
m2[1] = wp.vec2(x[i], -1.0)
u = m2 * wp.vec2(1.0, x[i]) + wp.vec2(0.5, x[i]) * m2
y[i] = u[0] * u[1] + (m2 @ m2)[1][0] + wp.trace(2.0 * m2)
""",
        (X, Y),
        "",
    ),
    "slices": (
        """
i = wp.tid()
q = wp.vec4(x[i], 2.0, 3.0, 4.0)
h = q[1:3]
q[0:2] = wp.vec2(7.0, x[i])
y[i] = wp.length(h) * q[1] + q[-2]
""",
        (X, Y),
        "",
    ),
    "functions with several results and defaults": (
        """
i = wp.tid()
a, b = split(x[i])
y[i] = a * scaled(b) + scaled(a, 3.0)
""",
        (X, Y),
        """
@wp.func
def split(t: float):
    whole = wp.floor(t)
    return whole, t - whole


@wp.func
def scaled(t: float, by: float = 2.0):
    t = t * by
    return t
""",
    ),
    "overloads and generics": (
        """
i = wp.tid()
y[i] = size(x[i]) + size(v[i]) + twice(x[i]) + wp.length(twice(v[i]))
""",
        (X, V, Y),
        """
from typing import Any


@wp.func
def size(t: float):
    return wp.abs(t)


@wp.func
def size(t: wp.vec3):
    return wp.length(t)


@wp.func
def twice(t: Any):
    return t + t
""",
    ),
    "a function has its own copies": (
        """
i = wp.tid()
a = v[i]
b = flipped(a)
y[i] = a[0] * 10.0 + b[0]
""",
        (V, Y),
        """
@wp.func
def flipped(t: wp.vec3):
    t[0] = -t[0]
    return t
""",
    ),
    "a custom gradient leaves the value alone": (
        """
i = wp.tid()
y[i] = root(x[i] * x[i])
""",
        (X, Y),
        """
@wp.func
def root(t: float):
    return wp.sqrt(t)


@wp.func_grad(root)
def adj_root(t: float, adj_ret: float):
    wp.adjoint[t] += 0.5 * adj_ret
""",
    ),
    "static expressions and constants": (
        """
i = wp.tid()
s = float(0.0)
for k in range(wp.static(SIDE * 2)):
    s += x[i] / float(k + SIDE)
y[i] = s + wp.pi * OFFSET[1] + wp.static(float(SIDE) / 2.0) + float(COLORS.RED + COLORS_RED)
""",
        (X, Y),
        """
from enum import IntEnum

SIDE = 3
COLORS_RED = 7
OFFSET = wp.constant(wp.vec3(1.0, 2.0, 3.0))


class COLORS(IntEnum):
    RED = 4
""",
    ),
    "structs are values": (
        """
i = wp.tid()
p = Point()
p.place = v[i]
p.mass = x[i]
q = p
q.place[1] = 4.0
q.mass += 1.0
r = moved(q, 2.0)
y[i] = p.mass + q.mass * r.place[0] + p.place[1] + r.mass
""",
        (X, V, Y),
        """
@wp.struct
class Point:
    place: wp.vec3
    mass: float


@wp.func
def moved(t: Point, by: float):
    t.place = t.place * by
    return t
""",
    ),
    "atomics give the old value": (
        """
i = wp.tid()
old = wp.atomic_add(total, 0, x[i])
wp.atomic_max(total, 1, x[i])
wp.atomic_min(total, 2, old)
total[3] += x[i]
y[i] = old
""",
        (X, array("total", role=INOUT, shape=(4,)), Y),
        "",
    ),
    "random streams are drawn in order": (
        """
i = wp.tid()
s = wp.rand_init(7, i)
a = wp.randf(s) - wp.randf(s)
t = s
if a > 0.0:
    a += wp.randn(s)
y[i] = a + wp.randf(s, 1.0, 2.0) * wp.randf(t) + float(wp.randi(s, 0, 5)) * x[i]
""",
        (X, Y),
        "",
    ),
    "a stream belongs to the function that draws": (
        """
i = wp.tid()
s = wp.rand_init(3, i)
a = draw(s)
b = draw(s)
y[i] = (a - b) + wp.randf(s) * x[i]
""",
        (X, Y),
        """
@wp.func
def draw(t: wp.uint32):
    return wp.randf(t)
""",
    ),
    "local arrays": (
        """
i = wp.tid()
h = wp.zeros(shape=4, dtype=float)
for k in range(4):
    h[k] = x[i] * float(k)
h[2] += 1.0
y[i] = h[3] + h[2]
""",
        (X, Y),
        "",
    ),
    "binary search": (
        """
i = wp.tid()
m[i] = wp.lower_bound(table, x[i]) * 10 + wp.lower_bound(table, 1, 3, x[i])
""",
        (X, array("table", shape=(5,), fill="sorted"), M),
        "",
    ),
    "an operator may be the module's own": (
        """
i = wp.tid()
a = Pair()
a.p = x[i]
a.q = 2.0
b = a * a
y[i] = b.p * b.q
""",
        (X, Y),
        """
@wp.struct
class Pair:
    p: float
    q: float


@wp.func
def mul(a: Pair, b: Pair):
    r = Pair()
    r.p = a.p * b.p
    r.q = a.p - b.q
    return r
""",
    ),
    "half precision": (
        """
i = wp.tid()
h = wp.float16(x[i])
y[i] = float(h * h + wp.sin(h) / wp.float16(3.0))
""",
        (X, Y),
        "",
    ),
    "draws from a table": (
        """
i = wp.tid()
s = wp.rand_init(5, i)
m[i] = wp.sample_cdf(s, table) + 10 * wp.sample_cdf(s, table)
""",
        (array("table", shape=(6,), fill="sorted", low=0.0), M),
        "",
    ),
    "spatial vectors are made of two vectors or six numbers": (
        """
i = wp.tid()
w = wp.spatial_vector(v[i], 2.0 * v[i])
z = wp.spatial_vector(x[i], 1.0, 2.0, 3.0, 4.0, 5.0)
y[i] = wp.spatial_dot(w, z) + wp.length(wp.spatial_top(wp.spatial_cross(w, z)))
""",
        (X, V, Y),
        "",
    ),
    "binary search of what is not sorted": (
        """
i = wp.tid()
m[i] = wp.lower_bound(table, x[i]) * 10 + wp.lower_bound(table, 1, 6, x[i])
""",
        (X, array("table", shape=(9,)), M),
        "",
    ),
}
