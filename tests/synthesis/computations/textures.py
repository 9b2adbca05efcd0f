"""Statements for the family ``textures``."""

from __future__ import annotations

import numpy as np

REPEAT, CLAMP, MIRROR = range(3)


def _wrap(i, mode):
    """A place in a row of eight, beyond whose ends it repeats, stops or turns back."""
    row = {CLAMP: [0] * 80 + [*range(8)] + [7] * 72, MIRROR: [*range(8), *range(7, -1, -1)] * 10}
    return row.get(mode, [*range(8)] * 20)[i + 80]


def sample_nearest_texel(t, v, n):
    color = t.sample.color.copy()
    for i, s in enumerate(t.sample.texture):
        if s < 0:
            color[i] = 1.0 if v.missing == "white" else color[i]
            continue
        uv = t.sample.uv[i] * t.texture.scale[s] + t.texture.offset[s]
        x, y = (_wrap(int(np.floor(8 * a)), t.texture.wrap[s]) for a in uv)
        color[i] = t.texture.colors[s].reshape(8, 8, 3)[y, x] * (t.texture.tint[s] if v.tint else 1)
    return {"sample.color": color}


def sample_bilinear(t, v, n):
    made = (t.sample.value if v.what == "value" else t.sample.color).copy()
    for i, s in enumerate(t.sample.texture):
        if s < 0:
            continue
        image = (t.texture.pixels if v.what == "value" else t.texture.colors)[s].reshape(8, 8, -1)
        uv = t.texture.turn[s] @ t.sample.tiled_uv[i] if v.turned else t.sample.tiled_uv[i]
        x, y = 8 * uv - 0.5
        total = 0.0
        for a in (int(np.floor(x)), int(np.floor(x)) + 1):
            for b in (int(np.floor(y)), int(np.floor(y)) + 1):
                texel = image[_wrap(b, t.texture.wrap[s]), _wrap(a, t.texture.wrap[s])]
                total += (1 - abs(x - a)) * (1 - abs(y - b)) * texel
        made[i] = total if v.what == "color" else total[0]
    return {f"sample.{v.what}": made}


def transform_uv(t, v, n):
    coords = t.sample.coords.copy()
    for i, s in enumerate(t.sample.texture):
        if s >= 0:
            turn = t.texture.turn[s] if v.turned else np.eye(2)
            coords[i] = turn @ (t.sample.uv[i] * t.texture.scale[s]) + t.texture.offset[s]
            if v.flip and t.sample.flags[i] & 1:
                coords[i, 1] = 1 - coords[i, 1]
    return {"sample.coords": coords}


def box_project_uv(t, v, n):
    axis = np.abs(t.sample.normal).argmax(axis=1)
    coords = np.array([p[[(a + 1) % 3, (a + 2) % 3]] for p, a in zip(t.sample.position, axis, strict=True)])
    if v.sign:
        coords[:, 0] *= np.sign(t.sample.normal[np.arange(len(axis)), axis])
    return {"sample.coords": coords} | ({"sample.face": axis} if v.face else {})


def choose_mip_level(t, v, n):
    level = t.sample.level.copy()
    for i, s in enumerate(t.sample.texture):
        if s >= 0:
            wanted = max(int(np.ceil(np.log2(t.sample.footprint[i]))), 0)
            level[i] = -1 if v.resident and not t.texture.resident[s] else min(wanted, t.texture.levels[s] - 1)
    return {"sample.level": level}


def atlas_uv(t, v, n):
    coords, pages = t.sample.coords.copy(), t.sample.atlas_page.copy()
    for i, a in enumerate(t.sample.entry):
        if a >= 0:
            place = t.sample.uv[i] * t.entry.size[a]
            place = np.clip(place, 0.5, t.entry.size[a] - 0.5) if v.margin else place
            coords[i], pages[i] = (t.entry.corner[a] + place) / n.page_size, t.entry.page[a]
    return {"sample.coords": coords} | ({"sample.atlas_page": pages} if v.page else {})
