"""Bodies with an expression that a shorter one equals, and bodies in which each earns its place."""

LONGER = {
    "a square taken away again": (
        "out[i] = wp.sin((x - 0.8) * x - x * x) * y",
        "-(*(-(x, 0.8), x), *(x, x)) is -0.8 * a[i] + a number",
    ),
    "a product taken away again": (
        "out[i] = wp.sin(y + (x - 0.8) * x - x * x)",
        "-(+(y, *(-(x, 0.8), x)), *(x, x)) is 1 * b[i] + -0.8 * a[i]",
    ),
    "a blend of two ends that share a part": (
        "s = wp.sin(x)\nout[i] = wp.exp((s - y) * (1.0 - x) + s * x)",
        "+(*(-(s, y), -(1.0, x)), *(s, x)) is 1 * sin(x) + -1 * b[i] + 1 * b[i] * a[i]",
    ),
    "a root squared under a name": (
        "r = wp.sqrt(wp.sin(x) + 1.1)\nout[i] = y / (r * r + 0.5)",
        "*(r, r) is +(sin(x), 1.1)",
    ),
    "half of a sum, then twice": ("h = 0.5 * (x + y)\nout[i] = wp.sin(2.0 * h)", "*(2.0, h) is +(x, y)"),
    "a sum the other way around": ("s = x + y\nout[i] = wp.sin(s) * wp.cos(y + x)", "+(y, x) is +(x, y)"),
    "a sum of three spelt out twice": (
        "out[i] = wp.sin(x * y + 0.5) / (x * y + 0.5 + y * y)",
        "+(*(x, y), 0.5) is +(*(x, y), 0.5)",
    ),
    "a difference and its opposite": (
        "d = x * y - x\nout[i] = wp.exp(d) * wp.sin(x - x * y) + gain",
        "-(x, *(x, y)) is minus -(*(x, y), x)",
    ),
    "a direction along its vector": (
        "d = wp.normalize(forces[i])\nout[i] = wp.dot(d, forces[i]) + x * y",
        "dot(d, forces[i]) is the length of forces[i]",
    ),
    "a cross product with what has no share": (
        "d = arms[i] - 0.5 * forces[i]\nout[i] = x * y + wp.length(wp.cross(forces[i], d))",
        "cross(forces[i], d) is the cross product of forces[i] and arms[i]",
    ),
    "a product of three vectors turned around": (
        "d = wp.vec3(y, x, 1.0)\np = wp.dot(forces[i], wp.cross(arms[i], d))\n"
        "q = wp.dot(arms[i], wp.cross(d, forces[i]))\nout[i] = p / (1.5 + wp.sin(q))",
        "dot(arms[i], cross(d, forces[i])) is dot(forces[i], cross(arms[i], d))",
    ),
    "a turn taken back": (
        "q = wp.quat_from_axis_angle(wp.normalize(arms[i]), x)\nd = wp.normalize(wp.quat_rotate(q, forces[i]))\n"
        "out[i] = y + wp.quat_rotate_inv(q, d)[0] + x * wp.length(arms[i])",
        "quat_rotate_inv(q, d) is the direction of forces[i]",
    ),
    "a product with a turned vector, and with the other turned back": (
        "q = wp.quat_from_axis_angle(wp.normalize(arms[i] + wp.vec3(0.5, y, x)), 0.7)\nf = forces[i]\na = arms[i]\n"
        "d = x * wp.quat_rotate(q, f)\nout[i] = wp.cos(wp.dot(d, a)) + y * wp.dot(f, wp.quat_rotate_inv(q, a))",
        "dot(f, quat_rotate_inv(q, a)) is dot(d, a) / a[i]",
    ),
    "the length of a scaled vector": (
        "f = forces[i]\nr = wp.length(f)\nout[i] = y * r + wp.length(f * (1.0 + x * x))",
        "length(*(f, +(1.0, *(x, x)))) is length(f) * +(1.0, *(x, x))",
    ),
    "the trace of a symmetric part": (
        "p = 0.5 * (tensors[i] + wp.transpose(tensors[i]))\nout[i] = x * wp.trace(tensors[i]) + y * wp.trace(p)",
        "trace(p) is trace(tensors[i])",
    ),
    "the length of a direction": (
        "d = wp.normalize(forces[i])\nout[i] = x * d[0] + y / (y + wp.length(d))",
        "length(d) is 1",
    ),
    "a term that another drowns": (
        "out[i] = x * y + 0.001 * wp.sin(x + y)",
        "+(*(x, y), *(0.001, sin(+(x, y)))) is *(x, y)",
    ),
    "a curve of next to nothing": ("out[i] = y * wp.cos(0.003 * x) + x", "cos(*(0.003, x)) is 1"),
    "a magnitude by its sign": (
        "h = wp.min(x, 0.3 * y)\nout[i] = y + h * wp.sign(h)",
        "*(h, sign(h)) is abs of min(x, *(0.3, y))",
    ),
    "a call of the same in each round": (
        "s = float(0.0)\nfor j in range(4):\n    s += wp.exp(-x) * a[(i + j) % n]\nout[i] = s * y",
        "exp(negated(x)) is the same in each round",
    ),
    "bits that nothing takes away": (
        "out[i] = x * y + 0.3 * float(((i ^ (i >> 2)) & 63) % 5)",
        "&(^(i, >>(i, 2)), 63) is ^(i, >>(i, 2))",
    ),
    "what a maximum took, taken away": (
        "h = wp.max(x + 0.3, 0.0)\nout[i] = wp.atan2(y, 1.4 - x + h)",
        "+(-(1.4, x), h) is 1.7 where max(+(x, 0.3), 0.0) is +(x, 0.3)",
    ),
    "a value stored into a component": (
        "v = arms[i]\nv[1] = wp.sin((x - 0.8) * x - x * x)\nout[i] = v[1] * y + v[0]",
        "-(*(-(x, 0.8), x), *(x, x)) is -0.8 * a[i] + a number",
    ),
    "a value added to an element": (
        "out[i] += wp.sin((x - 0.8) * x - x * x) * y",
        "-(*(-(x, 0.8), x), *(x, x)) is -0.8 * a[i] + a number",
    ),
    "half precision": (
        "h = wp.sqrt(wp.float16(y) + wp.float16(1.5))\nout[i] = x + float(wp.sin(h * h) * wp.float16(x))",
        "*(h, h) is +(float16(y), float16(1.5))",
    ),
    "after an early return": (
        "if x > 0.8:\n    out[i] = y\n    return\nr = wp.sqrt(y + 1.1)\nout[i] = x * wp.sin(r * r + gain * y)",
        "*(r, r) is +(y, 1.1)",
    ),
    "in the rounds of a loop": (
        "s = float(0.0)\nfor j in range(3):\n    b = a[(i + j) % n]\n"
        "    s += wp.sin(y + (b - 0.8) * b - b * b)\nout[i] = s",
        "-(+(y, *(-(b, 0.8), b)), *(b, b)) is 1 * b[i] + -0.8 * a[mod(i + j, n)]",
    ),
    "in a helper": ("out[i] = twice_squared(x) * y", "*(r, r) is *(2.0, cosh(x))"),
    "a difference of what is nearly the same": (
        "s = wp.sin(0.3 * y)\nout[i] = x + 40.0 * (0.3 * y - s)",
        "-(*(0.3, y), s) leaves next to nothing of either",
    ),
    "a mask of bits that are not there": (
        "f = i & 15\nout[i] = x + y * float(f & ((i * 37) & 63)) * 0.1",
        "&(f, &(*(i, 37), 63)) is &(i, 15) & *(i, 37)",
    ),
    "bits masked twice": (
        "w = wp.uint32(i) * wp.uint32(747796405)\nh = (w >> wp.uint32(9)) ^ w\n"
        "out[i] = x + y * float(h - (h - w)) * 1.0e-9",
        "-(h, -(h, w)) is *(uint32(i), uint32(747796405))",
    ),
    "a helper undone": (
        "h = held(x * y) / (x * y)\nout[i] = y + wp.sin(h * (x * y))",
        "*(h, *(x, y)) is held(*(x, y))",
    ),
}
LEFT = {
    "a saturation": "out[i] = y / (y + 0.7) + x",
    "a square": "out[i] = (x - y) * (x - y)",
    "a product of sums": "out[i] = wp.exp((x + 1.0) * (y - 0.5)) + x",
    "a difference of squares": "out[i] = wp.sin((x + 1.0) * (x - 1.0)) * y",
    "a cube": "out[i] = x * x * x - y",
    "a polynomial": "out[i] = ((0.7 * x - 1.2) * x + 0.4) * x + y",
    "a floor of a divisor": "out[i] = wp.dot(forces[i], arms[i]) / wp.max(wp.length_sq(forces[i]), 0.01) + x * y",
    "a sum over a window": "s = float(0.0)\nfor j in range(4):\n    s += wp.sin(a[(i + j) % n] * y)\nout[i] = s * x",
    "a reciprocal of two uses": "r = 1.0 / (y + 0.4)\nout[i] = r * x + wp.sin(r)",
    "a gate": "g = 0.5 * (1.0 + wp.tanh(0.5 * x))\nout[i] = g * x + y",
    "an argument in an arm": "if x > 0.4:\n    out[i] = gain * (1.0 + wp.sin(y))\nelse:\n    out[i] = y",
    "a rejection": "d = wp.normalize(forces[i])\np = wp.dot(arms[i], d) * d\nout[i] = wp.length(arms[i] - p) * x + y",
    "a skew matrix": "out[i] = wp.length(wp.skew(forces[i]) * arms[i]) + x * y",
    "two uses of a name": "s = x + y\nout[i] = s * wp.sin(s)",
    "an offset of integers": (
        "h = wp.uint32(i) + wp.uint32(2654435769)\nh = h ^ (h >> wp.uint32(15))\n"
        "out[i] = x + y * float(h % wp.uint32(7))"
    ),
    "a word of 64 bits": (
        "z = wp.uint64(i) + wp.uint64(11400714819323198485)\nz = z ^ (z >> wp.uint64(30))\n"
        "out[i] = x + y * float(z % wp.uint64(5))"
    ),
    "a component read again": (
        "v = wp.vec3(0.001 * x, y, 1.0)\nt = v[0]\nv[0] = 5.0 * x\nout[i] = x * y + v[0] + wp.sin(700.0 * t) * v[1]"
    ),
    "attraction and repulsion": "r = wp.abs(x) + 0.4\ns = 1.0 / (r * r * r)\nq = s * s\nout[i] = y * (q * q - q)",
    "a softening": "out[i] = x / (wp.exp(3.0 * y) + 1.0)",
    "a dead zone": "out[i] = y * (x - wp.clamp(x, -0.6, 0.6)) + x",
    "a bound that seldom acts": "b = wp.min(x, 0.9)\nout[i] = wp.sin(x) * y + 4.0 * wp.cos(b) * wp.sin(b)",
    "an argument beside a hinge": "h = wp.max(x - 0.6, 0.0)\nout[i] = y + h * wp.exp(-gain) * y + y * gain * 0.1",
    "a helper of any type": "out[i] = halved(x) * y + wp.length(halved(arms[i]))",
    "a square and its root": "d = wp.length_sq(forces[i]) + 0.1 * y\nout[i] = x / (d * wp.sqrt(d))",
    "a bound of indices": "out[i] = a[wp.min(i + 1, n - 1)] - x + y",
}
