"""Statements for the family ``texture_maps``."""

from __future__ import annotations

import numpy as np

# by face of a cube: the axis that it points along, and those of its columns and rows, after OpenGL
FACES = np.array(
    [
        [[1, 0, 0], [0, 0, -1], [0, -1, 0]],
        [[-1, 0, 0], [0, 0, 1], [0, -1, 0]],
        [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
        [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
        [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
    ]
)


def _texel(image, u, w):
    x, y = (int(np.clip(np.floor(8 * a), 0, 7)) for a in (u, w))
    return image.reshape(8, 8, 3)[y, x]


def cube_face(t, v, n):
    sample = t.sample
    face, coords, color = sample.cube_face.copy(), sample.coords.copy(), sample.color.copy()
    for i, d in enumerate(sample.normal):
        if v.color and sample.texture[i] < 0:
            continue
        face[i] = (FACES[:, 0] @ d).argmax()
        toward, *axes = FACES[face[i]]
        coords[i] = (1.0 + np.array(axes) @ d / (toward @ d)) / 2.0
        coords[i, 0] = 1.0 - coords[i, 0] if v.mirrored else coords[i, 0]
        if v.color:
            color[i] = _texel(t.texture.colors[sample.texture[i]], *coords[i])
    return {"sample.cube_face": face, "sample.coords": coords} | ({"sample.color": color} if v.color else {})


def triplanar_color(t, v, n):
    color = t.sample.color.copy()
    for i, s in enumerate(t.sample.texture):
        if s < 0:
            continue
        p = t.sample.position[i] * (t.texture.scale[s, 0] if v.scaled else 1.0) % 1.0
        shares = np.abs(t.sample.normal[i]) ** (3 if v.sharp else 1)
        parts = [_texel(t.texture.colors[s], p[(k + 1) % 3], p[(k + 2) % 3]) for k in range(3)]
        color[i] = shares @ parts / shares.sum()
    return {"sample.color": color}


def resolve_page(t, v, n):
    page_id, level, request = t.sample.page_id.copy(), t.sample.level.copy(), t.page.request.copy()
    for i, p in enumerate(t.sample.page):
        if p < 0:
            continue
        parent = t.page.parent[p]
        request[p] += not t.page.resident[p]
        usable = p if t.page.resident[p] else parent if parent >= 0 and t.page.resident[parent] else -1
        page_id[i], level[i] = usable, t.page.level[usable] if usable >= 0 else -1
    out = {"sample.page_id": page_id} | ({"page.request": request} if v.asked else {})
    return out | ({"sample.level": level} if v.level else {})


def list_page_loads(t, v, n):
    counts, lists = t.cache.load_count.copy(), t.cache.load_list.copy()
    for i, c in enumerate(t.page.cache):
        if t.page.resident[i] or t.page.request[i] < (2 if v.often else 1) or (v.full and t.cache.full[c]):
            continue
        if counts[c] < n.load_capacity:
            lists[c, counts[c]] = i
        counts[c] += 1
    return {"cache.load_count": counts, "cache.load_list": lists}


def age_pages(t, v, n):
    page = t.page
    idle = page.resident & (page.request <= 0)
    age = np.where(idle, page.age + 1, np.where(page.resident, 0, page.age))
    gone = idle & (age > n.max_age) & ~(page.locked & v.locked)
    out = {"page.age": age, "page.resident": page.resident & ~gone, "page.slot": np.where(gone, -1, page.slot)}
    free_count = t.cache.free_count.copy()
    np.add.at(free_count, page.cache[gone], 1)
    return out | ({"cache.free_count": free_count} if v.counted else {})
