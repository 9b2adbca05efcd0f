"""Maps of many textures: faces of a cube, three projections, pages that come and go."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.textures import TEXTURES

SIZE = 8
NONE = -1


@law
def texel_index(u: float, w: float) -> int:
    """Number of the texel at coordinates between 0 and 1, row by row."""
    x = wp.min(int(u * float(SIZE)), SIZE - 1)
    y = wp.min(int(w * float(SIZE)), SIZE - 1)
    return y * SIZE + x


@law
def fraction(x: float) -> float:
    """Fractional part of a number, in [0, 1) for negative ones too."""
    return x - wp.floor(x)


@computation(
    TEXTURES,
    "find the cube map face that the normal of each sample points to, and the coordinates on it",
    mirrored={True: "with u mirrored", False: ""},
    color={True: "and sample the nearest texel there of its texture, which all faces share", False: ""},
)
def cube_face(sample: Any) -> None:
    if v.color:
        texture = sample.texture
    n = sample.normal
    ax = wp.abs(n[0])
    ay = wp.abs(n[1])
    az = wp.abs(n[2])
    face = int(0)
    uc = float(0.0)
    vc = float(0.0)
    major = float(1.0)
    if ax >= ay and ax >= az:
        major = ax
        vc = -n[1]
        if n[0] > 0.0:
            face = 0
            uc = -n[2]
        else:
            face = 1
            uc = n[2]
    elif ay >= az:
        major = ay
        uc = n[0]
        if n[1] > 0.0:
            face = 2
            vc = n[2]
        else:
            face = 3
            vc = -n[2]
    else:
        major = az
        vc = -n[1]
        if n[2] > 0.0:
            face = 4
            uc = n[0]
        else:
            face = 5
            uc = -n[0]
    uc = 0.5 * (uc / major + 1.0)
    vc = 0.5 * (vc / major + 1.0)
    if v.mirrored:
        uc = 1.0 - uc
    sample.cube_face = face
    sample.coords = wp.vec2(uc, vc)
    if v.color:
        sample.color = texture.colors[texel_index(uc, vc)]


@computation(
    TEXTURES,
    "sample the texture of each sample by triplanar projection",
    sharp={True: "with cubed blend weights", False: ""},
    scaled={True: "with positions scaled by the first component of the texture's scale", False: ""},
)
def triplanar_color(sample: Any) -> None:
    texture = sample.texture
    p = sample.position * texture.scale[0] if v.scaled else sample.position
    weight = wp.abs(sample.normal)
    if v.sharp:
        weight = wp.cw_mul(weight, wp.cw_mul(weight, weight))
    weight = weight / (weight[0] + weight[1] + weight[2])
    x = fraction(p[0])
    y = fraction(p[1])
    z = fraction(p[2])
    c = texture.colors[texel_index(y, z)] * weight[0]
    c += texture.colors[texel_index(z, x)] * weight[1]
    c += texture.colors[texel_index(x, y)] * weight[2]
    sample.color = c


@computation(
    TEXTURES,
    "resolve the virtual texture page of each sample to a resident one, itself or its parent,",
    asked={True: "requesting it where it is missing", False: ""},
    level={True: "and store the mip level", False: ""},
)
def resolve_page(sample: Any) -> None:
    page = sample.page
    if page.resident:
        sample.page_id = page.index
        if v.level:
            sample.level = page.level
        return
    if v.asked:
        page.request += 1
    found = int(NONE)
    if v.level:
        level = int(NONE)
    if exists(page.parent):
        if page.parent.resident:
            found = page.parent.index
            if v.level:
                level = page.parent.level
    sample.page_id = found
    if v.level:
        sample.level = level


@computation(
    TEXTURES,
    "list for loading, up to the most loads of a cache, pages that are not resident",
    often={True: "and were requested at least twice", False: "and were requested"},
    full={True: "unless the cache is full", False: ""},
)
def list_page_loads(page: Any, load_capacity: Any) -> None:
    if v.often:
        if page.resident or page.request < 2:
            return
    else:
        if page.resident or page.request == 0:
            return
    cache = page.cache
    if v.full:
        if cache.full:
            return
    slot = wp.atomic_add(cache.load_count, 1)
    if slot >= load_capacity:
        return
    cache.load_list[slot] = page.index


@computation(
    TEXTURES,
    "age resident pages without a request and evict those older than the limit",
    locked={True: "except locked ones", False: ""},
    counted={True: "counting the freed slots", False: ""},
)
def age_pages(page: Any, max_age: Any) -> None:
    if not page.resident:
        return
    if page.request > 0:
        page.age = 0
        return
    age = page.age + 1
    page.age = age
    if v.locked:
        if page.locked:
            return
    if age > max_age:
        page.resident = False
        page.slot = NONE
        if v.counted:
            page.cache.free_count += 1
