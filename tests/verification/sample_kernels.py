"""Hand-written kernels with their launches, one per pattern that the tiers have to cope with."""

from __future__ import annotations

from generator.launch import INOUT, OUTPUT, Argument, Launch

COUNT = 6
_HEADER = "import warp as wp\n\n\n"


def array(name: str, dtype: str = "float32", *, shape: tuple[int, ...] = (COUNT,), **rest: object) -> Argument:
    """An array argument of ``shape``, filled uniformly in [-1, 1) unless told otherwise."""
    return Argument(name, "array", dtype, ndim=len(shape), shape=shape, **rest)  # type: ignore[arg-type]


def result(name: str, dtype: str = "float32", *, shape: tuple[int, ...] = (COUNT,), **rest: object) -> Argument:
    """An output array that starts from zeros."""
    return array(name, dtype, shape=shape, role=OUTPUT, fill="zeros", **rest)


def scalar(name: str, dtype: str = "float32", **rest: object) -> Argument:
    """A scalar argument, drawn like the component of an array."""
    return Argument(name, "scalar", dtype, **rest)  # type: ignore[arg-type]


def one_dim(*arguments: Argument, **rest: object) -> Launch:
    """A launch of ``COUNT`` threads."""
    return Launch(arguments, (COUNT,), **rest)  # type: ignore[arg-type]


POLYNOMIAL = (
    _HEADER
    + '''@wp.kernel
def polynomial(x: wp.array(dtype=wp.float32), scale: wp.float32, y: wp.array(dtype=wp.float32)):
    """A cubic of each element, scaled."""
    i = wp.tid()
    v = x[i]
    y[i] = scale * (1.5 + v * (0.25 - v * v))
''',
    one_dim(array("x"), scalar("scale", low=0.5, high=2.0), result("y")),
)

BRANCHES = (
    _HEADER
    + """@wp.kernel
def branches(x: wp.array(dtype=wp.float32), w: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    v = x[i]
    r = float(0.0)
    if v > 0.5:
        r = wp.sin(v) * w[i]
    elif v > 0.0 and w[i] < 0.3:
        r = wp.exp(v) - w[i]
    else:
        r = wp.sqrt(v * v + 1.0) + w[i] * w[i]
    y[i] = r
""",
    one_dim(array("x"), array("w"), result("y")),
)

UNROLLED_LOOP = (
    _HEADER
    + """@wp.kernel
def unrolled(a: wp.array2d(dtype=wp.float32), b: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    total = float(0.0)
    for k in range(4):
        total = total + a[i, k] * b[k]
    y[i] = wp.tanh(total)
""",
    one_dim(array("a", shape=(COUNT, 4)), array("b", shape=(4,)), result("y")),
)

VECTORS = (
    _HEADER
    + """@wp.kernel
def vectors(
    p: wp.array(dtype=wp.vec3), q: wp.array(dtype=wp.vec3), n: wp.array(dtype=wp.vec3), d: wp.array(dtype=float)
):
    i = wp.tid()
    r = p[i] - 2.0 * q[i]
    c = wp.cross(r, wp.vec3(0.5, 1.0, -0.25))
    n[i] = wp.normalize(c + wp.vec3(3.0, 0.0, 0.0))
    d[i] = wp.dot(r, c) + wp.length(p[i] + wp.vec3(0.0, 2.0, 0.0)) + r[1]
""",
    one_dim(array("p", "vec3"), array("q", "vec3"), result("n", "vec3"), result("d")),
)

MATRICES = (
    _HEADER
    + """@wp.kernel
def matrices(
    a: wp.array(dtype=wp.mat33), v: wp.array(dtype=wp.vec3), y: wp.array(dtype=wp.vec3), t: wp.array(dtype=wp.float32)
):
    i = wp.tid()
    m = wp.transpose(a[i]) * a[i] + wp.identity(n=3, dtype=wp.float32)
    y[i] = wp.inverse(m) * v[i]
    t[i] = wp.trace(a[i]) + wp.determinant(m)
""",
    one_dim(array("a", "mat33"), array("v", "vec3"), result("y", "vec3"), result("t")),
)

ROTATIONS = (
    _HEADER
    + """@wp.kernel
def rotations(q: wp.array(dtype=wp.quat), angle: wp.float32, p: wp.array(dtype=wp.vec3), y: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    spin = wp.quat_from_axis_angle(wp.vec3(0.0, 0.0, 1.0), angle)
    y[i] = wp.quat_rotate(spin * q[i], p[i])
""",
    one_dim(array("q", "quat", fill="unit"), scalar("angle"), array("p", "vec3"), result("y", "vec3")),
)

ATOMICS = (
    _HEADER
    + """@wp.kernel
def atomics(x: wp.array(dtype=wp.float32), bins: wp.array(dtype=wp.int32), total: wp.array(dtype=wp.float32)):
    i = wp.tid()
    wp.atomic_add(total, bins[i], x[i] * x[i])
    wp.atomic_sub(total, 0, 0.5 * x[i])
""",
    one_dim(array("x"), array("bins", "int32", fill="index", low=0, high=3), result("total", shape=(3,))),
)

STRUCTS = (
    _HEADER
    + '''@wp.struct
class Body:
    position: wp.vec3
    mass: wp.float32


@wp.func
def energy(body: Body, stiffness: wp.float32) -> wp.float32:
    """Energy of a spring to the origin."""
    return 0.5 * stiffness * wp.dot(body.position, body.position) * body.mass


@wp.kernel
def structs(
    pos: wp.array(dtype=wp.vec3), mass: wp.array(dtype=wp.float32), stiffness: wp.float32, e: wp.array(dtype=float)
):
    i = wp.tid()
    body = Body()
    body.position = pos[i]
    body.mass = mass[i]
    e[i] = energy(body, stiffness)
''',
    one_dim(array("pos", "vec3"), array("mass"), scalar("stiffness"), result("e")),
)

STRUCT_ARGUMENT = (
    _HEADER
    + """@wp.struct
class Drag:
    wind: wp.vec3
    density: wp.float32


@wp.kernel
def drag_force(drag: Drag, v: wp.array(dtype=wp.vec3), f: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    r = drag.wind - v[i]
    f[i] = drag.density * wp.length(r) * r
""",
    one_dim(
        Argument(
            "drag",
            "struct",
            "Drag",
            fields=(scalar("wind", "vec3", low=1.0, high=2.0), scalar("density", low=0.5, high=1.0)),
        ),
        array("v", "vec3", low=-0.5, high=0.5),
        result("f", "vec3"),
    ),
)

DYNAMIC_LOOP = (
    _HEADER
    + """@wp.kernel
def dynamic_sum(x: wp.array(dtype=wp.float32), n: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    total = float(0.0)
    for k in range(n):
        total += x[k] * wp.cos(x[i])
    y[i] = total
""",
    one_dim(array("x"), scalar("n", "int32", fill="value", value=COUNT), result("y")),
)

GRID = (
    _HEADER
    + """@wp.kernel
def grid(u: wp.array2d(dtype=wp.float32), k: wp.float32, v: wp.array2d(dtype=wp.float32)):
    i, j = wp.tid()
    centre = u[i + 1, j + 1]
    v[i, j] = centre + k * (u[i, j + 1] + u[i + 2, j + 1] + u[i + 1, j] + u[i + 1, j + 2] - 4.0 * centre)
""",
    Launch((array("u", shape=(6, 5)), scalar("k"), result("v", shape=(4, 3))), (4, 3)),
)

IN_PLACE = (
    _HEADER
    + """@wp.kernel
def relax(x: wp.array(dtype=wp.float32), target: wp.array(dtype=wp.float32), rate: wp.float32):
    i = wp.tid()
    wp.atomic_add(x, i, rate * target[i])
""",
    one_dim(array("x", role=INOUT), array("target"), scalar("rate")),
)

CONSTANTS = (
    _HEADER
    + """GRAVITY = wp.constant(9.81)
vec2h = wp.types.vector(length=2, dtype=wp.float16)


@wp.kernel
def fall(t: wp.array(dtype=wp.float16), v: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    s = wp.float32(t[i])
    y[i] = v[i] * s - 0.5 * GRAVITY * s * s + wp.float32(wp.float16(0.5) * t[i])
""",
    one_dim(array("t", "float16"), array("v"), result("y")),
)

INTEGERS = (
    _HEADER
    + """@wp.kernel
def mix(key: wp.array(dtype=wp.uint32), out: wp.array(dtype=wp.uint32)):
    i = wp.tid()
    h = key[i]
    h = h ^ (h >> wp.uint32(16))
    out[i] = h * wp.uint32(2246822519)
""",
    one_dim(
        array("key", "uint32", low=0, high=1 << 30),
        result("out", "uint32"),
        not_differentiable="integer arithmetic has no derivative",
    ),
)

NOISE = (
    _HEADER
    + """@wp.kernel
def jitter(x: wp.array(dtype=wp.float32), seed: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    state = wp.rand_init(seed, i)
    y[i] = x[i] * wp.randf(state, 0.5, 1.5) + wp.randn(state)
""",
    one_dim(array("x"), scalar("seed", "int32", low=1, high=1000), result("y")),
)

SAMPLES: dict[str, tuple[str, Launch]] = {
    "polynomial": POLYNOMIAL,
    "branches": BRANCHES,
    "unrolled": UNROLLED_LOOP,
    "vectors": VECTORS,
    "matrices": MATRICES,
    "rotations": ROTATIONS,
    "atomics": ATOMICS,
    "structs": STRUCTS,
    "struct_argument": STRUCT_ARGUMENT,
    "dynamic_loop": DYNAMIC_LOOP,
    "grid": GRID,
    "in_place": IN_PLACE,
    "constants": CONSTANTS,
    "integers": INTEGERS,
    "noise": NOISE,
}
