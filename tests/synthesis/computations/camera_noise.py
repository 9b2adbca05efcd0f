"""What the computations of the family ``camera_noise`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators


def _pixels(t, n) -> list[Random]:
    return generators(n.seed, len(t.pixel.value), n.epoch)


def salt_and_pepper(t, v, n):
    d = t.pixel
    values, colors, marks = d.value.copy(), d.color.copy(), np.zeros(len(d.value), int)
    for i, r in enumerate(_pixels(t, n)):
        if v.color == "channels":
            u, w = np.array([r.uniform() for _ in range(6)]).reshape(2, 3)
            colors[i] = np.where(u < n.amount, w < n.salt, colors[i])
            marks[i] = (u < n.amount).any()
        else:
            noisy, white = r.uniform() < n.amount, r.uniform() < n.salt
            if noisy:
                values[i] = colors[i] = white
                marks[i] = 1
    made = {"pixel.result": values} if v.color == "gray" else {"pixel.color_out": colors}
    return {**made, **({"pixel.marked": marks} if v.mark else {})}


def expose_pixel(t, v, n):
    d = t.pixel
    means = d.mean * (d.value if v.light == "value" else 1)
    counts = []
    for mean, r in zip(means, _pixels(t, n), strict=True):
        electrons = r.poisson(mean)
        counts.append(electrons + (n.read_noise * r.normal() if v.read == "normal" else 0))
    if v.end == "saturated":
        return {"pixel.result": np.clip(np.array(counts) / n.full_well, 0, 1)}
    return {"pixel.level": np.maximum(np.floor(np.array(counts) + 0.5), 0)}


def noisy_pixel(t, v, n):
    d = t.pixel
    gray = v.color == "gray"
    wide = v.color == "own"
    noise = n.spread * np.array([r.normals(3) if wide else [r.normal()] * 3 for r in _pixels(t, n)])
    x = np.repeat(d.value[:, None], 3, axis=1) if gray else d.color
    y = x + noise * {"normal": np.ones_like(x), "speckle": x, "signal": np.sqrt(x)}[v.law]
    y = np.clip(y, 0, 1) if v.clamp else y
    return {"pixel.result": y[:, 0]} if gray else {"pixel.color_out": y}


def dither_pixel(t, v, n):
    top = n.levels - 1
    levels = []
    for x, r in zip(t.pixel.value, _pixels(t, n), strict=True):
        u = r.uniform()
        exact = x * top
        below, rest = divmod(exact, 1)
        if v.law == "stochastic":
            levels.append(below + (u < rest))
        else:
            levels.append(np.floor(exact + (0.5 + u - r.uniform() if v.law == "triangular" else u)))
    found = np.clip(levels, 0, top)
    return {"pixel.level": found, **({"pixel.result": found / top} if v.back else {})}


def replace_lost_pixel(t, v, n):
    d = t.pixel
    around = d.value[d.neighbours]
    values, lost = d.value.copy(), np.zeros(len(d.value), int)
    for i, r in enumerate(_pixels(t, n)):
        if r.uniform() < n.amount:
            lost[i] = 1
            if v.by == "pick":
                values[i] = around[i, r.integer(0, 4)]
            else:
                values[i] = around[i].mean() if v.by == "mean" else around[i].max()
    return {"pixel.result": values, **({"pixel.marked": lost} if v.mark else {})}
