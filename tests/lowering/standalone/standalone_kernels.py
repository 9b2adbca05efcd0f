"""Kernels that between them use every construct that the stand-alone translation knows."""

from __future__ import annotations

from dataclasses import dataclass

from generator.launch import INOUT, OUTPUT, Argument, Launch

N = 24


@dataclass(frozen=True)
class Case:
    source: str
    launch: Launch


def array(name: str, dtype: str = "float32", shape: tuple[int, ...] = (N,), **more: object) -> Argument:
    return Argument(name, "array", dtype, len(shape), shape=shape, **more)  # type: ignore[arg-type]


def out(name: str, dtype: str = "float32", shape: tuple[int, ...] = (N,)) -> Argument:
    return array(name, dtype, shape, role=OUTPUT)


def scalar(name: str, dtype: str, value: float) -> Argument:
    return Argument(name, "scalar", dtype, fill="value", value=value)


def case(body: str, *arguments: Argument, dim: tuple[int, ...] = (N,), **more: str) -> Case:
    return Case("import warp as wp\n\n\n" + body, Launch(arguments, dim, **more))  # type: ignore[arg-type]


BODY = (
    Argument("mass", "scalar", "float32", low=0.5, high=2.0),
    Argument("velocity", "scalar", "vec3"),
    Argument("label", "scalar", "int32", low=0, high=9),
)

SCALAR_MATH = case(
    '''
@wp.kernel
def scalar_math(x: wp.array(dtype=float), y: wp.array(dtype=float), k: float, r: wp.array(dtype=float)):
    """Everything that a scalar can go through."""
    i = wp.tid()
    a = x[i]
    b = y[i]
    # roots and powers
    s = wp.sqrt(a) + wp.cbrt(b) + wp.pow(a, 1.5) + wp.exp(-a) * wp.log(b) + wp.log2(a) - wp.log10(b)
    s += wp.sin(a) * wp.cos(b) + wp.tan(0.1 * a) + wp.asin(0.3 * a) + wp.acos(0.2 * b) + wp.atan(a) + wp.atan2(a, b)
    s += wp.sinh(0.5 * a) + wp.cosh(0.2 * b) + wp.tanh(a * b) + wp.degrees(0.01 * a) + wp.radians(b)
    s = s + wp.min(a, b) * wp.max(a, k) + wp.clamp(a, 0.6, 1.4) + wp.abs(a - b) * wp.sign(a - 1.0)
    s += wp.floor(3.0 * a) + wp.round(2.0 * b) + wp.frac(a) + wp.erf(a) - wp.erfc(b) + wp.copysign(a, b - 1.0)
    s += wp.lerp(a, b, k) + wp.smoothstep(0.2, 1.8, a) + a % 0.7 + a // 0.3 + wp.where(a > b, a * a, -b)
    r[i] = s if s > 1.0 else 2.0 * s - 1.0
''',
    array("x", low=0.5, high=1.5),
    array("y", low=0.5, high=1.5),
    scalar("k", "float32", 0.25),
    out("r"),
)

CONTROL_FLOW = case(
    """
LIMIT = wp.constant(3)


@wp.func
def decay(x: float, n: int):
    if x > 0.5:
        return x * 2.0
    elif n % 2 == 0 and x > -0.5:
        return -x
    return x + float(n)


@wp.func
def polar(x: float, y: float):
    return wp.sqrt(x * x + y * y + 1.0), wp.atan2(y, x)


@wp.func
def damp(x: float):
    return decay(x, 1) * 0.5


@wp.kernel
def control_flow(
    x: wp.array(dtype=float),
    n: int,
    flag: bool,
    total: wp.array(dtype=float),
    r: wp.array(dtype=float),
):
    i = wp.tid()
    a = x[i]
    s = float(0.0)
    for j in range(n):
        if j == 4:
            continue
        s += decay(a, j) * x[(i + j) % 24]
    for j in range(LIMIT):
        for k in range(2, 0, -1):
            s += wp.sin(a * float(j + k))
    product = float(1.0)
    for j in range(wp.static(2 + 1)):
        product = product * (a + 0.5 * float(j))
    radius, angle = polar(a, product)
    first, second = radius, angle
    first, second = second, first
    count = int(0)
    while count < n:
        count += 1
        if count > 5:
            break
    if flag and (a > 0.0 or not (a < -0.75)):
        kept = first * second
    elif a < -0.9:
        r[i] = s
        return
    else:
        kept = damp(a)
    wp.atomic_add(total, 0, kept)
    r[i] = s + kept * float(count) + wp.where(a < 0.0, radius, 0.0)
""",
    array("x"),
    scalar("n", "int32", 7),
    scalar("flag", "bool", 1),
    out("total", shape=(1,)),
    out("r"),
)

VECTORS = case(
    """
vec5 = wp.types.vector(length=5, dtype=float)


@wp.kernel
def vectors(
    a: wp.array(dtype=wp.vec3),
    b: wp.array(dtype=wp.vec3),
    m: wp.array(dtype=wp.mat33),
    r: wp.array(dtype=wp.vec3),
    s: wp.array(dtype=float),
    w: wp.array(dtype=wp.mat33),
):
    i = wp.tid()
    u = a[i]
    v = b[i]
    v[1] += 2.0
    v.z = u.x * 0.5
    t = wp.cross(u, v) + wp.normalize(u) * wp.length(v) - 2.0 * v / 3.0
    t += wp.cw_mul(u, v) + wp.min(u, v) + wp.max(u, wp.vec3(0.1))
    q = vec5(u[0], u[1], u[2], v[0], v[1])
    z = float(0.0)
    for k in range(5):
        z += q[k] * float(k)
    g = m[i]
    h = g * wp.transpose(g) + wp.outer(u, v) + wp.skew(u) + wp.diag(v) * wp.trace(g)
    h[0, 1] = z
    r[i] = h * t + t * g - -u
    s[i] = wp.dot(u, v) + wp.determinant(g) + wp.length_sq(u) + wp.ddot(g, h) + h[1][2] + b[i][1] * z
    w[i] = wp.inverse(g) + wp.identity(n=3, dtype=float) * 0.5 + wp.matrix_from_rows(u, v, u)
""",
    array("a", "vec3"),
    array("b", "vec3"),
    array("m", "mat33", fill="spd", low=1.0, high=4.0),
    out("r", "vec3"),
    out("s"),
    out("w", "mat33"),
)

POSES = case(
    """
@wp.kernel
def poses(
    q: wp.array(dtype=wp.quat),
    t: wp.array(dtype=wp.transform),
    x: wp.array(dtype=wp.vec3),
    f: wp.array(dtype=wp.spatial_vector),
    r: wp.array(dtype=wp.vec3),
    p: wp.array(dtype=wp.quat),
    o: wp.array(dtype=wp.transform),
    e: wp.array(dtype=wp.spatial_vector),
):
    i = wp.tid()
    k = q[i]
    pose = t[i]
    v = x[i]
    turn = wp.quat_from_axis_angle(wp.normalize(v), wp.length(v)) * k
    m = wp.quat_to_matrix(turn)
    y = wp.quat_rotate(k, v) + wp.quat_rotate_inv(turn, v)
    y = y + wp.transform_point(pose, v) + m * wp.transform_vector(pose, v)
    r[i] = y + wp.transform_get_translation(pose) * turn[3]
    p[i] = wp.quat_slerp(k, turn, 0.3) + wp.quat_inverse(k) * wp.dot(k, turn) + wp.normalize(wp.quat(v, 1.0))
    o[i] = wp.transform_inverse(pose) * wp.transform(v, turn)
    a = f[i]
    b = wp.spatial_vector(v, wp.spatial_top(a))
    e[i] = wp.spatial_cross(a, b) + wp.spatial_cross_dual(b, a) * wp.spatial_dot(a, b)
""",
    array("q", "quat", fill="unit"),
    array("t", "transform", fill="transform"),
    array("x", "vec3", low=0.2, high=1.0),
    array("f", "spatial_vector"),
    out("r", "vec3"),
    out("p", "quat"),
    out("o", "transform"),
    out("e", "spatial_vector"),
)

GRIDS = case(
    """
@wp.func
def laplacian(u: wp.array(dtype=float, ndim=2), i: int, j: int):
    return u[i + 1, j] + u[i - 1, j] + u[i, j + 1] + u[i, j - 1] - 4.0 * u[i, j]


@wp.kernel
def grids(
    u: wp.array(dtype=float, ndim=2),
    c: wp.array(dtype=wp.vec2, ndim=3),
    step: float,
    v: wp.array(dtype=float, ndim=2),
    rows: wp.array(dtype=float),
    highest: wp.array(dtype=float),
):
    i, j = wp.tid()
    if i == 0 or j == 0 or i == u.shape[0] - 1 or j == u.shape[1] - 1:
        return
    row = u[i]
    value = row[j] + step * laplacian(u, i, j) * c[i, j, 1][0]
    v[i, j] = value
    rows[i] += value * value
    wp.atomic_max(highest, 0, value)
""",
    array("u", shape=(5, 6)),
    array("c", "vec2", shape=(5, 6, 2)),
    scalar("step", "float32", 0.1),
    out("v", shape=(5, 6)),
    out("rows", shape=(5,)),
    out("highest", shape=(1,)),
    dim=(5, 6),
)

STRUCTS = case(
    """
@wp.struct
class Spring:
    rest: float
    stiffness: float
    axis: wp.vec3


@wp.func
def energy(s: Spring, x: wp.vec3):
    stretch = wp.dot(x, s.axis) - s.rest
    return 0.5 * s.stiffness * stretch * stretch


@wp.kernel
def structs(x: wp.array(dtype=wp.vec3), spring: Spring, r: wp.array(dtype=float)):
    i = wp.tid()
    local = Spring()
    local.rest = spring.rest * 2.0
    local.stiffness = x[i][0]
    local.axis = wp.normalize(x[i])
    r[i] = energy(spring, x[i]) + energy(local, x[i]) * spring.axis[1]
""",
    array("x", "vec3"),
    Argument(
        "spring",
        "struct",
        "Spring",
        fields=(
            Argument("rest", "scalar", "float32", fill="value", value=0.5),
            Argument("stiffness", "scalar", "float32", fill="value", value=3.0),
            Argument("axis", "scalar", "vec3"),
        ),
    ),
    out("r"),
)

INTEGERS = case(
    """
@wp.kernel
def integers(
    a: wp.array(dtype=int),
    b: wp.array(dtype=wp.uint32),
    c: wp.array(dtype=wp.int64),
    order: wp.array(dtype=int),
    seed: int,
    r: wp.array(dtype=int),
    h: wp.array(dtype=wp.uint32),
    w: wp.array(dtype=wp.int64),
    count: wp.array(dtype=int),
    least: wp.array(dtype=int),
    f: wp.array(dtype=float),
):
    i = wp.tid()
    x = a[i]
    bits = (b[i] << wp.uint32(3)) ^ (b[i] >> wp.uint32(5)) | wp.uint32(0x9E3779B9) & ~b[i]
    state = wp.rand_init(seed, i)
    draw = wp.randf(state) + wp.randf(state, -1.0, 1.0) * wp.randn(state)
    slot = wp.atomic_add(count, 0, 1)
    signs = wp.abs(x) * wp.sign(x)
    r[order[slot]] = x // 3 + x % 5 - signs + wp.clamp(x, -2, 7) + wp.randi(state, 0, 10) + wp.min(x, i)
    h[i] = bits + wp.uint32(wp.bit_count(bits))
    w[i] = c[i] * wp.int64(1000000007) + wp.int64(x)
    wp.atomic_min(least, 0, x)
    f[i] = draw if (x > 0) != (i % 2 == 0) else float(wp.int8(x)) * 0.5
""",
    array("a", "int32", low=-50, high=50),
    array("b", "uint32", low=0, high=4_000_000_000),
    array("c", "int64", low=-1000, high=1000),
    array("order", "int32", fill="permutation"),
    scalar("seed", "int32", 42),
    out("r", "int32"),
    out("h", "uint32"),
    out("w", "int64"),
    array("count", "int32", (1,), role=INOUT, fill="zeros"),
    array("least", "int32", (1,), role=INOUT, fill="full", value=100),
    out("f"),
    not_differentiable="integers and random numbers",
)

DOUBLES = case(
    """
@wp.kernel
def doubles(
    x: wp.array(dtype=wp.float64),
    m: wp.array(dtype=wp.mat22d),
    v: wp.array(dtype=wp.vec2d),
    r: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    y = x[i]
    t = m[i] * v[i] * wp.float64(0.5)
    r[i] = wp.exp(y) * wp.length(t) + wp.float64(1.5) / (y * y + wp.float64(1.0))
""",
    array("x", "float64"),
    array("m", "mat22d", fill="rotation"),
    array("v", "vec2d"),
    out("r", "float64"),
)

HALVES = case(
    """
@wp.kernel
def halves(
    x: wp.array(dtype=wp.float16),
    v: wp.array(dtype=wp.vec3h),
    r: wp.array(dtype=wp.float16),
    s: wp.array(dtype=float),
):
    i = wp.tid()
    y = x[i] * wp.float16(0.5) + wp.sqrt(x[i])
    r[i] = wp.dot(v[i], v[i]) - y * wp.tanh(y)
    s[i] = float(y) * 3.0
""",
    array("x", "float16", low=0.5, high=2.0),
    array("v", "vec3h"),
    out("r", "float16"),
    out("s"),
)

CANCELLING_HALVES = case(
    """
@wp.kernel
def cancelling_halves(radius: wp.array(dtype=wp.float16), energy: wp.array(dtype=wp.float16)):
    tid = wp.tid()
    r = radius[tid]
    gate_value = wp.float16(0.5) * (wp.float16(1.0) + wp.tanh(wp.float16(0.5) * r))
    bearing = wp.atan2(gate_value, r)
    energy[tid] = wp.sin(wp.lerp(r, bearing, gate_value))
""",
    array("radius", "float16", low=0.1, high=0.5),
    out("energy", "float16"),
)

OVERWRITE = case(
    """
@wp.kernel
def overwrite(x: wp.array(dtype=float), v: wp.array(dtype=wp.vec3), k: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = x[i] * x[i] * k[i]
    v[i] = v[i] * 2.0 + wp.vec3(k[i], 0.0, 1.0)
    v[i][0] = k[i] * 3.0
""",
    array("x", role=INOUT),
    array("v", "vec3", role=INOUT),
    array("k"),
)

RECORDS = case(
    """
@wp.struct
class Body:
    mass: float
    velocity: wp.vec3
    label: int


@wp.kernel
def records(
    bodies: wp.array(dtype=Body),
    force: wp.array(dtype=wp.vec3),
    moved: wp.array(dtype=Body),
    heat: wp.array(dtype=float),
):
    i = wp.tid()
    b = bodies[i]
    v = b.velocity
    v *= 0.5
    v += force[i] / (1.0 + b.mass * b.mass)
    state = wp.rand_init(b.label, i)
    next_body = Body(b.mass * 0.9, v, b.label + int(wp.poisson(state, 12.0)) + int(wp.poisson(state, 3.0)))
    moved[i] = next_body
    heat[i] = 0.5 * bodies[(i + 1) % 24].mass * wp.length_sq(v)
""",
    array("bodies", "Body", fields=BODY),
    array("force", "vec3"),
    array("moved", "Body", role=OUTPUT, fields=BODY),
    out("heat"),
)

NOISE = case(
    """
@wp.kernel
def noise(
    seed: int,
    x: wp.array(dtype=float),
    plane: wp.array(dtype=wp.vec2),
    space: wp.array(dtype=wp.vec3),
    moving: wp.array(dtype=wp.vec4),
    octaves: wp.uint32,
    r: wp.array(dtype=float),
    flow: wp.array(dtype=wp.vec2),
    swirl: wp.array(dtype=wp.vec3),
):
    i = wp.tid()
    state = wp.rand_init(seed, i)
    a = wp.noise(state, x[i]) + wp.noise(state, plane[i]) * wp.noise(state, space[i]) - wp.noise(state, moving[i])
    b = wp.pnoise(state, x[i], 2) * wp.pnoise(state, plane[i], 2, 3) + wp.pnoise(state, space[i], 3, 1, 2)
    r[i] = a + b * wp.pnoise(state, moving[i], 2, 3, 4, 5)
    flow[i] = wp.curlnoise(state, plane[i]) + wp.curlnoise(state, plane[i], octaves, 2.5, 0.4)
    swirl[i] = wp.curlnoise(state, space[i], octaves, 1.5, 0.7) - wp.curlnoise(state, moving[i], octaves, 2.0, 0.5)
""",
    scalar("seed", "int32", 7),
    array("x", low=-3.0, high=3.0),
    array("plane", "vec2", low=-3.0, high=3.0),
    array("space", "vec3", low=-3.0, high=3.0),
    array("moving", "vec4", low=-3.0, high=3.0),
    scalar("octaves", "uint32", 3),
    out("r"),
    out("flow", "vec2"),
    out("swirl", "vec3"),
)

CUSTOM_GRADIENTS = case(
    """
@wp.func
def slope_of(x: float):
    return 1.0 / (1.0 + wp.exp(-x))


@wp.func
def softplus(x: float):
    return wp.log(1.0 + wp.exp(x))


@wp.func_grad(softplus)
def softplus_gradient(x: float, adj_ret: float):
    # not the true one, so that one derived from the function would be seen
    g = adj_ret * slope_of(x)
    if x > 0.0:
        wp.adjoint[x] += 3.0 * g
    else:
        wp.adjoint[x] -= g


@wp.func
def polar(v: wp.vec2, times: int, scale: float):
    return wp.length(v) * scale, wp.atan2(v[1], v[0]) * float(times)


@wp.func_grad(polar)
def polar_gradient(v: wp.vec2, times: int, scale: float, adj_radius: float, adj_angle: float):
    wp.adjoint[v] += wp.normalize(v) * adj_radius * scale
    wp.adjoint[v] += wp.vec2(-v[1], v[0]) * (adj_angle * float(times))
    wp.adjoint[scale] = wp.adjoint[scale] + adj_radius * wp.length(v)


@wp.func
def twice(x: float):
    return softplus(softplus(x))


@wp.kernel
def custom_gradients(x: wp.array(dtype=float), v: wp.array(dtype=wp.vec2), r: wp.array(dtype=float)):
    i = wp.tid()
    radius, angle = polar(v[i], 3, x[i])
    r[i] = twice(x[i]) * radius + wp.sin(angle)
""",
    array("x", low=-2.0, high=2.0),
    array("v", "vec2", low=0.5, high=1.5),
    out("r"),
)

SPARE_DRAWS = case(
    """
@wp.kernel
def spare_draws(seed: int, x: wp.array(dtype=float), r: wp.array(dtype=float), sums: wp.array(dtype=float)):
    i = wp.tid()
    state = wp.rand_init(seed, i)
    corner = wp.sample_unit_cube(state)
    gain = wp.randf(state)
    r[i] = gain * x[i]
    wp.atomic_add(sums, 0, wp.length(corner))
""",
    scalar("seed", "int32", 3),
    array("x"),
    out("r"),
    out("sums", shape=(1,)),
)

NAMED_LIKE_HELPERS = case(
    """
@wp.struct
class Site:
    spread: wp.vec2
    length: float


@wp.kernel
def named_like_helpers(sites: wp.array(dtype=Site), r: wp.array(dtype=float)):
    '''A uniform formula ends in two backslashes: a \\\\\\\\
    b'''
    i = wp.tid()
    r[i] = wp.length(sites[i].spread) * sites[i].length
""",
    array("sites", "Site", fields=(Argument("spread", "scalar", "vec2"), Argument("length", "scalar", "float32"))),
    out("r"),
)

STORES_IN_FUNCTIONS = case(
    """
@wp.func
def write_both(x: wp.array(dtype=float), i: int, low: wp.array(dtype=float), high: wp.array(dtype=float)):
    limit = x[i] * x[i]
    high[i] = limit
    low[i] = -limit


@wp.kernel
def stores_in_functions(
    x: wp.array(dtype=float), on: wp.array(dtype=int), low: wp.array(dtype=float), high: wp.array(dtype=float)
):
    i = wp.tid()
    if on[i] == 0:
        low[i] = 0.0
        high[i] = 0.0
    else:
        write_both(x, i, low, high)
""",
    array("x"),
    array("on", "int32", low=0, high=2),
    out("low"),
    out("high"),
)

FROM_THE_END = case(
    """
LAST = wp.constant(-1)


@wp.func
def ends(v: wp.array(dtype=float), i: int):
    return v[-1] * v[i]


@wp.kernel
def from_the_end(x: wp.array(dtype=float), m: wp.array2d(dtype=float), z: wp.array2d(dtype=float)):
    i = wp.tid()
    row = m[-2]
    z[i, -1] = x[LAST] * m[-1, i] + m[i, -3] + row[-1] * ends(x, i) + ends(m[-1], i)
    wp.atomic_add(z, -1, 0, x[i])
""",
    array("x"),
    array("m", shape=(N, N)),
    array("z", shape=(N, 2), role=INOUT),
)

CASES = {
    "from_the_end": FROM_THE_END,
    "stores_in_functions": STORES_IN_FUNCTIONS,
    "scalar_math": SCALAR_MATH,
    "control_flow": CONTROL_FLOW,
    "vectors": VECTORS,
    "poses": POSES,
    "grids": GRIDS,
    "structs": STRUCTS,
    "records": RECORDS,
    "integers": INTEGERS,
    "doubles": DOUBLES,
    "halves": HALVES,
    "cancelling_halves": CANCELLING_HALVES,
    "overwrite": OVERWRITE,
    "spare_draws": SPARE_DRAWS,
    "named_like_helpers": NAMED_LIKE_HELPERS,
    "noise": NOISE,
    "custom_gradients": CUSTOM_GRADIENTS,
}
LARGEST_ERROR = {"doubles": 1e-12, "halves": 1e-2, "cancelling_halves": 5e-2}
"""Relative; 1e-5 where nothing is said."""
