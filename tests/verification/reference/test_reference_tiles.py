"""Tiles: the reference computes what Warp's CPU build computes."""

from __future__ import annotations

import pytest

from generator.launch import OUTPUT, Argument
from generator.verification.tiers.execute_tier import check_execute
from tests.verification.reference.language_cases import array, kernel

CASES: dict[str, tuple[str, tuple[Argument, ...], str]] = {
    "sum of a polynomial": (
        """
i = wp.tid()
t = wp.tile_load(a, shape=16, offset=i * 16)
s = wp.tile_sum(t * t + t)
wp.tile_store(out, s, offset=i)
""",
        (array("a", "float32", shape=(64,)), array("out", "float32", shape=(4,), role=OUTPUT)),
        "",
    ),
    "matrix products": (
        """
i = wp.tid()
t = wp.tile_load(a, shape=(4, 4), offset=(i * 4, 0))
u = wp.tile_load(b, shape=(4, 4), offset=(0, 0))
m = wp.tile_matmul(t, wp.tile_transpose(u))
acc = wp.tile_zeros(shape=(4, 4), dtype=float)
wp.tile_matmul(t, u, acc)
wp.tile_store(out, m + 2.0 * acc, offset=(i * 4, 0))
""",
        (
            array("a", "float32", shape=(16, 4)),
            array("b", "float32", shape=(4, 4)),
            array("out", "float32", shape=(16, 4), role=OUTPUT),
        ),
        "",
    ),
    "maps, reductions, scans and sums into an array": (
        """
i = wp.tid()
t = wp.tile_load(a, shape=20, offset=i * 16)
m = wp.tile_map(wp.sin, t)
v = wp.tile_map(f, m, t)
x = wp.tile_max(v)
y = wp.tile_min(v)
z = wp.tile_reduce(wp.add, v)
q = wp.tile_scan_inclusive(v)
out[i] = x[0] + y[0] * z[0] + q[3] + wp.tile_extract(v, 2) - wp.tile_sum(v)[0]
wp.tile_atomic_add(acc, v, offset=2)
""",
        (
            array("a", "float32", shape=(64,)),
            array("out", "float32", shape=(4,), role=OUTPUT),
            array("acc", "float32", shape=(22,), role=OUTPUT),
        ),
        """
@wp.func
def f(x: float, y: float):
    return x * y + 1.0
""",
    ),
    "a block has one thread": (
        """
i, t = wp.tid()
x = a[i * 2] + float(t)
v = wp.tile(x)
s = wp.tile_sum(v)
w = wp.untile(v * 2.0)
wp.tile_store(out, s, offset=i)
out2[i] = w
""",
        (
            array("a", "float32", shape=(64,)),
            array("out", "float32", shape=(4,), role=OUTPUT),
            array("out2", "float32", shape=(4,), role=OUTPUT),
        ),
        "",
    ),
    "reductions along an axis, broadcast": (
        """
i = wp.tid()
t = wp.tile_load(a, shape=(8, 4), offset=(i * 8, 0))
s = wp.tile_sum(t, axis=1)
u = wp.tile_reduce(wp.max, t, axis=0)
b = wp.tile_broadcast(wp.tile_reshape(u, shape=(1, 4)), shape=(8, 4))
wp.tile_store(o2, t - b, offset=(i * 8, 0))
k = wp.tile_arange(0, 8, 1, dtype=int)
vals = wp.tile_astype(k, dtype=float)
wp.tile_store(out, s, offset=i * 8)
""",
        (
            array("a", "float32", shape=(32, 4)),
            array("out", "float32", shape=(32,), role=OUTPUT),
            array("o2", "float32", shape=(32, 4), role=OUTPUT),
        ),
        "",
    ),
    "a linear solve": (
        """
i = wp.tid()
t = wp.tile_load(a, shape=(4, 4), offset=(i * 4, 0))
y = wp.tile_load(b, shape=4, offset=i * 4)
s = wp.tile_matmul(t, wp.tile_transpose(t))
d = wp.tile_diag_add(s, wp.tile_ones(shape=4, dtype=float))
l = wp.tile_cholesky(d)
x = wp.tile_cholesky_solve(l, y)
z = wp.tile_lower_solve(l, y)
wp.tile_store(out, x + z, offset=i * 4)
""",
        (
            array("a", "float32", shape=(16, 4)),
            array("b", "float32", shape=(16,)),
            array("out", "float32", shape=(16,), role=OUTPUT),
        ),
        "",
    ),
    "sorting and random tiles": (
        """
i = wp.tid()
t = wp.tile_load(a, shape=8, offset=i * 8)
v = wp.tile_arange(8, dtype=int)
wp.tile_sort(t, v)
wp.tile_store(out, t, offset=i * 8)
wp.tile_store(o2, v, offset=i * 8)
rng = wp.rand_init(7, i)
r = wp.tile_randf(8, rng)
wp.tile_store(o3, r * wp.tile_load(a, shape=8, offset=i * 8), offset=i * 8)
""",
        (
            array("a", "float32", shape=(32,)),
            array("out", "float32", shape=(32,), role=OUTPUT),
            array("o2", "int32", shape=(32,), role=OUTPUT),
            array("o3", "float32", shape=(32,), role=OUTPUT),
        ),
        "",
    ),
    "views and stores into elements": (
        """
i = wp.tid()
t = wp.tile_load(a, shape=8, offset=i * 8)
u = wp.tile_view(t, offset=(2,), shape=(4,))
t[3] = 5.0
w = t[1] + u[1]
n = wp.tile_full(8, w)
m = wp.tile_map(wp.mul, n, t)
wp.tile_store(out, m, offset=i * 8)
""",
        (array("a", "float32", shape=(32,)), array("out", "float32", shape=(32,), role=OUTPUT)),
        "",
    ),
    "tiles of vectors": (
        """
i = wp.tid()
t = wp.tile_load(a, shape=8, offset=i * 8)
s = wp.tile_sum(t)
d = wp.tile_dot(t, t)
l = wp.tile_map(wp.length, t)
out[i] = wp.length(s[0]) + d[0]
wp.tile_store(o2, l, offset=i * 8)
""",
        (
            array("a", "vec3", shape=(32,)),
            array("out", "float32", shape=(4,), role=OUTPUT),
            array("o2", "float32", shape=(32,), role=OUTPUT),
        ),
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_tiles_mean_what_warp_means(case: str, fresh_seed: int) -> None:
    source, launch = kernel(*CASES[case], dim=(4,))
    result = check_execute(source, launch, str(fresh_seed))
    assert result.passed, result.reason
