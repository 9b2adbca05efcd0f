"""What the computations of the family ``augmented_pictures`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def draw_augmentation(t, v, n):
    p = t.picture
    corners, flags, gains, shifts = [], [], [], []
    for margin, r in zip(p.margin, generators(n.seed, len(p.margin), n.epoch), strict=True):
        corner = [r.integer(0, margin + 1), r.integer(0, margin + 1)]
        if v.crop == "center" and r.uniform() < 0.5:
            corner = [margin // 2] * 2
        corners.append(corner)
        if v.flip != "none":
            sides = [r.uniform() < n.flip_chance for _ in range(2 if v.flip == "both" else 1)]
            flags.append(sum(1 << k for k, side in enumerate(sides) if side))
        if v.tone:
            gains.append(r.uniform(1 - n.strength, 1 + n.strength))
            shifts.append(r.uniform(-n.strength / 2, n.strength / 2))
    made = {"picture.crop": np.array(corners)}
    if v.flip != "none":
        made["picture.flags"] = np.array(flags)
    return {**made, **({"picture.gain": np.array(gains), "picture.shift": np.array(shifts)} if v.tone else {})}


def jitter_color(t, v, n):
    d = t.pixel
    out = []
    for c, own in zip(d.color, d.picture, strict=True):
        r = Random(n.seed, n.epoch * len(t.picture.sum) + own)
        contrast, brightness = (r.uniform(1 - n.strength, 1 + n.strength) for _ in range(2))
        if v.order == "contrast":
            c = brightness * (contrast * c + (1 - contrast) / 2)
        else:
            c = contrast * brightness * c + (1 - contrast) / 2
        if v.saturation:
            share = r.uniform(1 - n.strength, 1 + n.strength)
            c = share * c + (1 - share) * (c @ [0.299, 0.587, 0.114])
        out.append(np.clip(c, 0, 1))
    made = {"pixel.color_out": np.array(out)}
    return {**made, **({"picture.sum": summed(t.picture.sum, d.picture, out)} if v.tally else {})}


def erase_rectangle(t, v, n):
    d, p = t.pixel, t.picture
    values, erased = d.value.copy(), np.zeros(len(d.value), int)
    pixels = len(values)
    turn = n.epoch * (pixels + (len(p.width) if v.corner == "drawn" else 0))
    for i, own in enumerate(d.picture):
        width, height = p.size[own]
        x, y = p.corner[own]
        if v.corner == "drawn":
            r = Random(n.seed, turn + pixels + own)
            x, y = r.integer(0, p.width[own] - width + 1), r.integer(0, p.height[own] - height + 1)
        if x <= d.x[i] < x + width and y <= d.y[i] < y + height:
            r = Random(n.seed, turn + i)
            fill = {
                "zero": lambda r: 0,
                "uniform": lambda r: r.uniform(),
                "normal": lambda r: 0.5 + n.spread * r.normal(),
            }
            values[i], erased[i] = fill[v.fill](r), 1
    made = {"pixel.result": values}
    return {**made, **({"picture.erased": summed(p.erased, d.picture, erased)} if v.tally else {})}


def mix_pixel(t, v, n):
    d = t.pixel
    own = d.value if v.kind == "value" else d.color
    out = own.copy()
    for i, to in enumerate(d.partner):
        if to < 0:
            continue
        r = Random(n.seed, n.epoch * len(t.picture.sum) + d.picture[i])
        share = np.mean([r.uniform(n.alpha, 1) for _ in range(2 if v.share == "mean" else 1)])
        if v.coin and r.uniform() >= n.mix_chance:
            share = 1.0
        out[i] = share * own[i] + (1 - share) * own[to]
    return {"pixel.result" if v.kind == "value" else "pixel.color_out": out}


def draw_mixture(t, v, n):
    count = len(t.picture.margin)
    partners, shares = [], []
    for i, r in enumerate(generators(n.seed, count, n.epoch)):
        if v.other:
            others = [(i + k) % count for k in range(1, count)]
            partners.append(others[r.integer(0, count - 1)])
        else:
            partners.append(r.integer(0, count))
        if v.share == "power":
            shares.append(1 - (1 - n.alpha) * r.uniform() ** 2)
        else:
            shares.append(max(r.uniform(n.alpha, 1) for _ in range(2 if v.share == "larger" else 1)))
    return {"picture.partner": np.array(partners), "picture.blend": np.array(shares)}


def normalize_pixel(t, v, n):
    d, p = t.pixel, t.picture
    spread = np.maximum(p.deviation, 0.2) if v.spread == "least" else p.deviation
    z = d.result / spread[d.picture] - p.mean[d.picture] / spread[d.picture]
    return {"pixel.input": np.clip(z, -2, 2) if v.clip else z}


def gray_input(t, v, n):
    d = t.pixel
    weights = np.array([0.299, 0.587, 0.114]) if v.weights == "luma" else np.full(3, 1 / 3)
    y = d.color_out.max(axis=1) if v.weights == "largest" else d.color_out @ weights
    return {"pixel.input": {"none": y, "half": (y - 0.5) / 0.5, "picture": y - t.picture.mean[d.picture]}[v.center]}
