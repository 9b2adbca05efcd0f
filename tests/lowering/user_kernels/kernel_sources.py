"""Kernel sources that use what Warp's code generator treats specially, many of them for several types."""

from __future__ import annotations

from collections.abc import Iterator
from string import Template

HEADER = "from typing import Any\n\nimport warp as wp\n\n\n"

TYPED = {
    "scale": """
@wp.kernel
def scale(x: wp.array(dtype=$T), y: wp.array(dtype=$T), gain: $T):
    i = wp.tid()
    y[i] = x[i] * gain + y[i]
""",
    "unrolled": """
@wp.kernel
def unrolled(x: wp.array2d(dtype=$T), y: wp.array(dtype=$T)):
    i = wp.tid()
    total = $T(0)
    for k in range(3):
        for m in range(2):
            total += x[i + k, m] * $T(k + m)
    y[i] = total
""",
    "dynamic": """
@wp.kernel
def dynamic(x: wp.array(dtype=$T), count: int, y: wp.array(dtype=$T)):
    i = wp.tid()
    total = $T(0)
    for k in range(count):
        if x[k] < $T(1):
            continue
        elif x[k] > $T(8):
            break
        total = total + x[k]
    while total > $T(100):
        total = total - $T(7)
    y[i] = total if total != $T(3) else x[i]
""",
    "minmax": """
@wp.kernel
def minmax(x: wp.array(dtype=$T), low: wp.array(dtype=$T), count: wp.array(dtype=int)):
    i = wp.tid()
    v = wp.clamp(wp.abs(-x[i]), $T(1), $T(9))
    wp.atomic_min(low, 0, v)
    wp.atomic_max(low, 1, wp.max(v, $T(2)))
    wp.atomic_add(low, 2, v)
    wp.atomic_sub(count, 0, 1)
    low[3] += v
""",
    "cast": """
@wp.kernel
def cast(x: wp.array(dtype=$T), a: wp.array(dtype=float), b: wp.array(dtype=int), c: wp.array(dtype=wp.float64)):
    i = wp.tid()
    a[i] = float(x[i]) + wp.float32(0.5)
    b[i] = int(x[i]) % 7 // 2
    c[i] = wp.float64(x[i]) * wp.float64(0.1) + wp.float64(3)
""",
}

FLOATING = {
    "math": """
@wp.kernel
def math(x: wp.array(dtype=$T), y: wp.array(dtype=$T)):
    i = wp.tid()
    v = x[i]
    a = wp.sin(v) * wp.cos(v) + wp.tanh(v) - wp.exp(-v * v)
    b = wp.sqrt(wp.abs(a)) + wp.log($T(1.0) + a * a) + wp.pow(wp.abs(v), $T(1.5)) + wp.atan2(a, v)
    y[i] = wp.where(a > b, wp.floor(a), wp.lerp(a, b, $T(0.25))) ** $T(2.0)
""",
    "vectors": """
@wp.kernel
def vectors(
    p: wp.array(dtype=wp.types.vector(3, $T)),
    m: wp.array(dtype=wp.types.matrix((3, 3), $T)),
    out: wp.array(dtype=wp.types.vector(3, $T)),
    s: wp.array(dtype=$T),
):
    i = wp.tid()
    a = p[i]
    b = wp.cross(a, p[i + 1])
    c = wp.normalize(m[i] * b) * wp.dot(a, b)
    c[0] = a[1] + c.z
    c.y += a.x
    r = wp.outer(a, b)
    r[1, 2] = wp.determinant(m[i])
    t = wp.transpose(r) @ m[i]
    out[i] = t * c - wp.cw_mul(a, b) / $T(2.0)
    s[i] = wp.length_sq(c) + wp.trace(wp.inverse(t)) + t[0, 1] + wp.ddot(r, t)
    out[i][1] = s[i]
""",
    "rotations": """
@wp.kernel
def rotations(
    q: wp.array(dtype=wp.types.quaternion($T)),
    t: wp.array(dtype=wp.types.transformation($T)),
    p: wp.array(dtype=wp.types.vector(3, $T)),
):
    i = wp.tid()
    h = wp.quat_slerp(q[i], wp.quat_inverse(q[i + 1]), $T(0.3))
    u = wp.transform_point(t[i], wp.quat_rotate(h, p[i]))
    w = wp.transform_get_translation(wp.transform_inverse(t[i])) + u
    p[i] = wp.quat_rotate_inv(wp.normalize(h * q[i]), w)
""",
    "spatial": """
@wp.kernel
def spatial(a: wp.array(dtype=wp.types.vector(6, $T)), b: wp.array(dtype=wp.types.matrix((6, 6), $T))):
    i = wp.tid()
    v = b[i] * a[i]
    top = wp.spatial_top(v)
    a[i] = v * wp.dot(top, wp.spatial_bottom(a[i])) + wp.spatial_cross(v, a[i])
""",
}

SPECIAL = {
    "functions": """
GAIN = wp.constant(0.25)
OFFSET = wp.vec3(1.0, 2.0, 3.0)


@wp.func
def soft(x: float, k: float = 0.5):
    return x / (k + wp.abs(x))


@wp.func
def soft(x: int):
    return x + 1


@wp.func
def both(x: float) -> tuple[float, float]:
    return soft(x, GAIN), soft(x * 2.0)


@wp.func
def generic(a: Any, b: Any):
    return a * b + a


@wp.kernel
def functions(x: wp.array(dtype=float), v: wp.array(dtype=wp.vec3), n: wp.array(dtype=int)):
    i = wp.tid()
    a, b = both(x[i])
    x[i] = generic(a, b) + float(soft(n[i]))
    v[i] = generic(v[i], a) + OFFSET * soft(k=a, x=b)
""",
    "structs": """
@wp.struct
class Inner:
    weight: float
    axis: wp.vec3


@wp.struct
class Outer:
    inner: Inner
    values: wp.array(dtype=float)
    count: int


@wp.func
def total(s: Outer, k: int):
    return s.inner.weight * s.values[k] + s.inner.axis.x


@wp.kernel
def structs(items: wp.array(dtype=Inner), s: Outer, out: wp.array(dtype=float)):
    i = wp.tid()
    it = items[i]
    it.weight += 2.0
    made = Inner()
    made.axis = wp.vec3(it.weight, 0.0, 1.0)
    made.weight = total(s, i)
    items[i] = made
    out[i] = made.axis[0] + items[i].axis.y + float(s.count)
""",
    "custom_gradient": """
@wp.func
def safe(x: float):
    return wp.sqrt(x)


@wp.func_grad(safe)
def adj_safe(x: float, adj_ret: float):
    wp.adjoint[x] += adj_ret / (1.0 + 2.0 * wp.sqrt(x))


@wp.func
def count(total: wp.array(dtype=float), k: int):
    return wp.atomic_add(total, k, 1.0)


@wp.func_replay(count)
def replay_count(total: wp.array(dtype=float), k: int):
    return total[k]


@wp.kernel
def custom_gradient(x: wp.array(dtype=float), t: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = safe(x[i]) * count(t, i)
""",
    "gradient_call": """
@wp.func
def energy(x: float, y: float):
    return x * x * y


@wp.kernel
def gradient_call(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    gx, gy = wp.grad(energy)(x[i], y[i])
    y[i] = gx + gy
""",
    "native": """
@wp.func_native("return x + y * 2.0f;", adj_snippet="adj_x += adj_ret; adj_y += 2.0f * adj_ret;")
def snippet(x: float, y: float) -> float: ...


@wp.kernel
def native(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = snippet(x[i], 3.0)
""",
    "callables": """
@wp.func
def square(x: float):
    return x * x


@wp.func
def apply(f: wp.Function, x: float):
    return f(x) + 1.0


@wp.kernel
def callables(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = apply(square, x[i]) + apply(wp.sin, x[i])
""",
    "static": """
WEIGHTS = (0.1, 0.2, 0.7)


@wp.kernel
def static(x: wp.array(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    for k in range(wp.static(len(WEIGHTS))):
        total += x[i + k] * wp.static(WEIGHTS[k])
    x[i] = total + wp.static(sum(WEIGHTS))
""",
    "tiles": """
@wp.kernel
def tiles(a: wp.array2d(dtype=float), b: wp.array2d(dtype=float), c: wp.array2d(dtype=float)):
    i, j = wp.tid()
    left = wp.tile_load(a, shape=(8, 8), offset=(i * 8, 0))
    right = wp.tile_load(b, shape=(8, 8), offset=(0, j * 8))
    product = wp.tile_matmul(left, right)
    wp.tile_store(c, wp.tile_map(wp.sin, product) * 2.0, offset=(i * 8, j * 8))
""",
    "block_tile": """
@wp.kernel
def block_tile(a: wp.array(dtype=float), b: wp.array(dtype=float)):
    i = wp.tid()
    t = wp.tile(a[i] * 2.0)
    b[i] = wp.untile(t) + wp.tile_sum(t)[0]
""",
    "random_streams": """
@wp.kernel
def random_streams(seed: int, x: wp.array(dtype=float), d: wp.array(dtype=wp.vec3)):
    i, j, k = wp.tid()
    state = wp.rand_init(seed, i + j)
    d[i] = wp.sample_unit_sphere(state)
    x[k] = wp.randf(state, -1.0, 1.0) + wp.noise(state, d[i]) + float(wp.randi(state, 0, 5))
""",
    "geometry": """
@wp.kernel
def geometry(mesh: wp.uint64, p: wp.array(dtype=wp.vec3), hit: wp.array(dtype=float), grid: wp.uint64):
    i = wp.tid()
    q = wp.mesh_query_ray(mesh, p[i], wp.vec3(0.0, 0.0, 1.0), 10.0)
    if q.result:
        hit[i] = q.t + q.u * q.sign
    for n in wp.hash_grid_query(grid, p[i], 0.5):
        hit[i] += wp.length(p[n] - p[i])
""",
    "logic": """
@wp.kernel
def logic(x: wp.array(dtype=int), b: wp.array(dtype=bool), y: wp.array4d(dtype=wp.uint8)):
    i, j, k, m = wp.tid()
    flag = not b[i] and (x[i] > 2 or x[j] <= -1)
    v = (x[i] & 12) | (x[j] ^ 3) << 1 >> 2
    if flag and 0 < v:
        y[i, j, k, m] = wp.uint8(~v)
    elif v == 3:
        return
    else:
        first, second = x[m], v
        x[k] = first + second
    assert v != 9, "never nine"
    wp.printf("%d %f\\n", v, 0.5)
""",
    "wide_constants": """
@wp.kernel
def wide_constants(x: wp.array(dtype=wp.float64), n: wp.array(dtype=wp.int64), m: wp.array(dtype=wp.uint64)):
    i = wp.tid()
    x[i] = wp.float64(wp.nan) + wp.float64(-0.1) * wp.float64(wp.inf) - wp.float64(wp.PI) + wp.float64(i)
    n[i] = wp.int64(9007199254740993) - wp.int64(2.5) + wp.int64(x[i])
    m[i] = wp.uint64(18446744073709551615) + wp.uint64(True) + wp.uint64(n[i])
    for k in range(3):
        x[i] += wp.float64(k)
    one = 1
    n[i] += wp.int64(one) + wp.int64(one)
""",
    "no_backward": """
@wp.kernel(enable_backward=False)
def no_backward(x: wp.indexedarray(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i]
""",
    "options": """
@wp.kernel(launch_bounds=(128, 2), grid_stride=False)
def options(x: wp.array(dtype=wp.vec2h), y: wp.array(dtype=wp.mat22d)):
    i = wp.tid()
    if i > 7:
        return
    x[i] = wp.vec2h(wp.float16(1.0), x[i][0])
    y[i] = wp.mat22d(y[i][0, 0], wp.float64(2.0), wp.float64(1e-9), wp.float64(4)) @ y[i]
""",
    "views": """
@wp.kernel
def views(x: wp.array3d(dtype=float), y: wp.array2d(dtype=wp.mat33)):
    i = wp.tid()
    row = x[i]
    line = row[2]
    line[0] = row[1, 1] + float(x.shape[1])
    local = wp.zeros(shape=4, dtype=float)
    local[1] = line[0]
    y[0, i][1, 1] += local[1]
    q = wp.vec4(1.0)
    a, b, c, d = q[0], q[1], q[2], q[3]
    wp.expect_eq(a + b, c + d)
""",
}

REFUSED = {
    "chained": """
@wp.kernel
def chained(x: wp.array(dtype=float)):
    i = wp.tid()
    if x[i] < x[i + 1] < x[i + 2]:
        x[i] = 0.0
""",
    "no_overload": """
@wp.kernel
def no_overload(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = wp.dot(x[i], 3)
""",
    "wrong_arguments": """
@wp.kernel
def wrong_arguments(x: wp.array(dtype=float)):
    x[0] = wp.clamp(x[1], 0.0, top=1.0)
""",
    "mixed": """
@wp.kernel
def mixed(x: wp.array(dtype=float), n: wp.array(dtype=int)):
    x[0] = x[1] * n[2]
""",
}

SAME_NAMES = """
@wp.struct
class Item:
    a: float
    b: $T


@wp.func
def read(item: Item):
    return item.b


@wp.kernel
def same(items: wp.array(dtype=Item), out: wp.array(dtype=$T)):
    i = wp.tid()
    out[i] = read(items[i])
"""

SIZED = ("float16", "float32", "float64", "int8", "uint8", "int16", "uint16", "uint32", "int64", "uint64")
SCALARS = ("float", "int", *(f"wp.{name}" for name in SIZED))
FLOATS = ("wp.float16", "wp.float32", "wp.float64")


def sources() -> Iterator[tuple[str, str]]:
    """Name and source text of each kernel; Warp refuses some (atomics of small types, the ``REFUSED``)."""
    for name, text in TYPED.items():
        for kind in SCALARS:
            yield f"{name}[{kind}]", HEADER + Template(text).substitute(T=kind)
    for name, text in FLOATING.items():
        for kind in FLOATS:
            yield f"{name}[{kind}]", HEADER + Template(text).substitute(T=kind)
    for name, text in SPECIAL.items():
        yield name, HEADER + text
    for kind in (*SCALARS, "wp.vec3", "wp.mat22"):
        yield f"same[{kind}]", HEADER + Template(SAME_NAMES).substitute(T=kind)
    for name, text in REFUSED.items():
        yield name, HEADER + text
