"""Statements for the family ``image_windows``: the whole rows of the image as a matrix, the rest left alone."""

from __future__ import annotations

import numpy as np


def _matrix(values, width):
    height = len(values) // width
    return values[: height * width].reshape(height, width, *values.shape[1:])


def _with_rows(old, rows):
    """The texels after a launch: ``rows`` is a matrix, the texels behind it are as they were."""
    made = old.copy()
    flat = np.asarray(rows).reshape(-1, *old.shape[1:])
    made[: len(flat)] = flat
    return made


def box_blur(t, v, n):
    image = _matrix(t.texel.value, n.width)
    image = image if v.direction == "row" else image.T
    mode = {"clamp": {"mode": "edge"}, "skip": {"constant_values": np.nan}}[v.border]
    padded = np.pad(image, ((0, 0), (n.radius, n.radius)), **mode)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * n.radius + 1, axis=1)
    means = np.nanmean(windows, axis=-1)
    return {"texel.result": _with_rows(t.texel.result, means if v.direction == "row" else means.T)}


def tap_filter(t, v, n):
    result = t.texel.result.copy()
    height = len(result) // n.width
    image = _matrix(t.texel.value, n.width)
    reach = 2
    mode = {"skip": "constant", "clamp": "edge", "mirror": "symmetric"}[v.border]
    padded = np.pad(image, reach, mode=mode)
    known = np.pad(np.ones_like(image), reach, mode=mode)
    for i in range(height * n.width):
        y, x = divmod(i, n.width)
        taps = t.texel.taps[i]
        places = y + t.tap.dy[taps] + reach, x + t.tap.dx[taps] + reach
        total = (t.tap.weight[taps] * padded[places]).sum()
        weights = (t.tap.weight[taps] * known[places]).sum()
        result[i] = total / weights if v.normalized and weights > 0 else total
    return {"texel.result": result}


def gray_morphology(t, v, n):
    gray_out = t.texel.gray_out.copy()
    empty = 0 if v.law == "dilate" else 255
    padded = np.pad(_matrix(t.texel.gray, n.width), 2, constant_values=empty)
    for i in range(len(gray_out) // n.width * n.width):
        y, x = divmod(i, n.width)
        taps = t.texel.taps[i]
        seen = [empty, *padded[y + 2 + t.tap.dy[taps], x + 2 + t.tap.dx[taps]]]
        seen += [t.texel.gray[i]] if v.own else []
        gray_out[i] = max(seen) if v.law == "dilate" else min(seen)
    return {"texel.gray_out": gray_out}


def box_sum_from_integral(t, v, n):
    integral = np.pad(_matrix(t.texel.integral, n.width), ((1, 0), (1, 0)))
    height = len(integral) - 1
    result, mask = t.texel.result.copy(), t.texel.mask.copy()
    for i in range(height * n.width):
        y, x = divmod(i, n.width)
        left, right = max(x - n.radius, 0), min(x + n.radius + 1, n.width)
        above, below = max(y - n.radius, 0), min(y + n.radius + 1, height)
        result[i] = integral[below, right] - integral[below, left] - integral[above, right] + integral[above, left]
        result[i] /= (right - left) * (below - above) if v.mean != "sum" else 1
        mask[i] = t.texel.value[i] > result[i]
    return {"texel.result": result} | ({"texel.mask": mask} if v.mean == "threshold" else {})


def warp_image(t, v, n):
    name = "color" if v.color else "value"
    image = _matrix(getattr(t.texel, name), n.width)
    result = (t.texel.color_out if v.color else t.texel.result).copy()
    height = len(image)
    for i in range(height * n.width):
        y, x = np.array(divmod(i, n.width)) + t.texel.shift[i, ::-1]
        inside = 0 <= x <= n.width - 1 and 0 <= y <= height - 1
        if v.outside == "blank" and not inside:
            result[i] = n.blank
            continue
        result[i] = 0.0
        for a in (np.floor(y), np.floor(y) + 1):
            for b in (np.floor(x), np.floor(x) + 1):
                share = (1 - abs(y - a)) * (1 - abs(x - b))
                result[i] += share * image[int(np.clip(a, 0, height - 1)), int(np.clip(b, 0, n.width - 1))]
    return {f"texel.{'color_out' if v.color else 'result'}": result}
