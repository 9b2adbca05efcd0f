"""Statements for the family ``color_grading``."""

from __future__ import annotations

import numpy as np

REC709 = np.array([0.2126, 0.7152, 0.0722])


def tone_map(t, v, n):
    image = t.pixel.image
    c = t.pixel.rgb * t.image.exposure[image][:, None]
    white = t.image.white[image][:, None]
    x = np.maximum(c @ REC709, 1e-4)[:, None] if v.per == "luminance" else c
    film = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)
    curves = {"reinhard": (x + (x / white) ** 2) / (1 + x), "aces": np.clip(film, 0, 1), "linear": np.minimum(x, 1)}
    return {"pixel.rgb_out": c * curves[v.curve] / x if v.per == "luminance" else curves[v.curve]}


def white_balance(t, v, n):
    image = t.pixel.image
    c = np.maximum(t.pixel.rgb - (t.image.black[image][:, None] if v.black else 0.0), 0.0)
    mean = t.image.mean[image] - (t.image.black[image][:, None] if v.black else 0.0)
    gains = t.image.gain[image] if v.law == "gain" else mean.mean(axis=1, keepdims=True) / mean
    return {"pixel.rgb_out": c * gains}


def apply_tone_curve(t, v, n):
    made = t.pixel.graded.copy()
    for i, image in enumerate(t.pixel.image):
        if not v.masked or t.pixel.mask[i]:
            made[i] = np.interp(made[i], np.linspace(0, 1, 16), t.image.curve[image])
    return {"pixel.rgb_out": made}


def saturate_color(t, v, n):
    c = t.pixel.rgb
    gray = (c @ REC709)[:, None]
    pale = 1.0 - np.ptp(c, axis=1)
    s = t.image.saturation[t.pixel.image] if v.by == "image" else 1.0 + n.strength * pale
    return {"pixel.rgb_out": s[:, None] * c + (1.0 - s[:, None]) * gray}


def flag_clipping(t, v, n):
    image = t.pixel.image
    c = t.pixel.rgb * t.image.exposure[image][:, None]
    low, high = c.min(axis=1) <= t.image.black[image], c.max(axis=1) >= 1.0
    out = {"pixel.flags": low + 2 * high.astype(int)}
    if v.count:
        out["image.clipped"] = t.image.clipped + np.bincount(image[low | high], minlength=len(t.image.clipped))
    if v.paint:
        out["pixel.rgb_out"] = np.where((n.preview & (low | high))[:, None], n.tint, c)
    return out


def image_statistics(t, v, n):
    image, pixel = t.image, t.pixel
    sums, logs, brightest, counts = (a.copy() for a in (image.rgb_sum, image.log_sum, image.brightest, image.count))
    for i, k in enumerate(pixel.image):
        if v.masked and not pixel.mask[i]:
            continue
        sums[k] += pixel.rgb[i]
        logs[k] += np.log(1e-4 + pixel.rgb[i] @ REC709)
        brightest[k] = max(brightest[k], pixel.luma[i])
        counts[k] += 1
    made = {"sum": ("rgb_sum", sums), "log": ("log_sum", logs), "max": ("brightest", brightest)}[v.of]
    return {f"image.{made[0]}": made[1], "image.count": counts}


def adapt_exposure(t, v, n):
    target = n.key / np.maximum(t.image.mean @ REC709, 0.4)
    blended = (1.0 - n.adaptation) * t.image.exposure + n.adaptation * target
    return {"image.exposure": blended if v.slow else target}


def mean_color(t, v, n):
    total = t.image.pixel_total[:, None]
    start = t.image.mean if v.empty == "keep" else 0.0
    return {"image.mean": np.where(total > 0, t.image.rgb_sum / np.maximum(total, 1), start)}


def color_difference(t, v, n):
    difference, mask = t.pixel.difference.copy(), t.pixel.mask.copy()
    for i, k in enumerate(t.pixel.reference):
        if k >= 0:
            d = t.pixel.rgb[i] - t.pixel.rgb[k]
            norms = {"euclid": np.linalg.norm(d), "weighted": np.sqrt(d**2 @ [2, 4, 3]), "largest": np.abs(d).max()}
            difference[i] = norms[v.metric]
            mask[i] = difference[i] <= n.tolerance
    return {"pixel.difference": difference} | ({"pixel.mask": mask} if v.mark else {})


def soft_light_tint(t, v, n):
    c, tint = t.pixel.rgb, n.tint
    dark = (2 * tint) * c + (1 - 2 * tint) * c**2
    bright = 2 * c * (1 - tint) + np.sqrt(c) * (2 * tint - 1)
    made = np.where(tint <= 0.5, dark, bright)
    return {"pixel.rgb_out": np.where(t.pixel.mask[:, None], made, c) if v.masked else made}
