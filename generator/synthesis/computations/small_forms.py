"""Small forms of records: colours in bytes, positions in steps, normals on a square."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.packing import PACKING

HIGHEST_BYTE = 255.0
OPAQUE = 255
GRID_SIDE = 1024.0


@law
def to_byte(x: float) -> int:
    """Nearest byte for a share between 0 and 1, which is clamped."""
    return int(wp.clamp(x, 0.0, 1.0) * HIGHEST_BYTE + 0.5)


@law
def fold_normal(n: wp.vec3) -> wp.vec2:
    """Octahedral coordinates of a unit normal, both between -1 and 1."""
    s = 1.0 / (wp.abs(n[0]) + wp.abs(n[1]) + wp.abs(n[2]))
    x = n[0] * s
    y = n[1] * s
    if n[2] < 0.0:
        # the lower half is folded over the corners
        fx = (1.0 - wp.abs(y)) * wp.where(x >= 0.0, 1.0, -1.0)
        fy = (1.0 - wp.abs(x)) * wp.where(y >= 0.0, 1.0, -1.0)
        return wp.vec2(fx, fy)
    return wp.vec2(x, y)


@law
def unfold_normal(p: wp.vec2) -> wp.vec3:
    """Unit normal of octahedral coordinates."""
    z = 1.0 - wp.abs(p[0]) - wp.abs(p[1])
    t = wp.max(-z, 0.0)
    x = p[0] - wp.where(p[0] >= 0.0, t, -t)
    y = p[1] - wp.where(p[1] >= 0.0, t, -t)
    return wp.normalize(wp.vec3(x, y, z))


@computation(
    PACKING,
    "pack the colour of each word into four bytes of a uint32,",
    order={"rgba": "red lowest", "bgra": "blue lowest"},
    alpha={"own": "", "opaque": "with full opacity"},
)
def pack_color_bytes(word: Any) -> None:
    c = word.color
    if v.order == "rgba":
        low = to_byte(c[0])
        high = to_byte(c[2])
    else:
        low = to_byte(c[2])
        high = to_byte(c[0])
    g = to_byte(c[1])
    a = to_byte(c[3]) if v.alpha == "own" else OPAQUE
    word.bits = (
        wp.uint32(low)
        | (wp.uint32(g) << wp.uint32(8))
        | (wp.uint32(high) << wp.uint32(16))
        | (wp.uint32(a) << wp.uint32(24))
    )


@computation(
    PACKING,
    "unpack four bytes of a uint32, red lowest, into a colour",
    alpha={"own": "", "opaque": "with full opacity", "over": "premultiplied by its opacity"},
)
def unpack_color_bytes(word: Any) -> None:
    w = word.bits
    low = wp.uint32(0xFF)
    r = float(w & low) / HIGHEST_BYTE
    g = float((w >> wp.uint32(8)) & low) / HIGHEST_BYTE
    b = float((w >> wp.uint32(16)) & low) / HIGHEST_BYTE
    a = float(1.0)
    if v.alpha != "opaque":
        a = float((w >> wp.uint32(24)) & low) / HIGHEST_BYTE
    if v.alpha == "over":
        r = r * a
        g = g * a
        b = b * a
    word.color = wp.vec4(r, g, b, a)


@computation(
    PACKING,
    "quantise the position of each record to levels per axis of its box, clamped to it,",
    rounding={"nearest": "rounding to nearest", "down": "by equal slices, rounding down"},
)
def quantise_position(record: Any, levels: Any) -> None:
    box = record.box
    lo = box.lower
    hi = box.upper
    x = record.position
    q = wp.vec3i(0, 0, 0)
    last = levels - 1
    for k in range(3):
        u = (x[k] - lo[k]) / (hi[k] - lo[k])
        if v.rounding == "nearest":
            n = int(wp.floor(u * float(last) + 0.5))
        else:
            n = int(wp.floor(u * float(levels)))
        q[k] = wp.clamp(n, 0, last)
    record.quantised = q


@computation(
    PACKING,
    "restore the position of each record in its box from",
    place={
        "level": "its levels of 1024 per axis, the last at the upper corner",
        "center": "its cell in a grid of 1024 per axis, at the centre of the cell",
    },
)
def restore_position(record: Any) -> None:
    c = record.grid
    box = record.box
    u = wp.vec3(float(c[0]), float(c[1]), float(c[2]))
    if v.place == "center":
        u = (u + wp.vec3(0.5, 0.5, 0.5)) / GRID_SIDE
    else:
        u = u / (GRID_SIDE - 1.0)
    record.restored = box.lower + wp.cw_mul(u, box.upper - box.lower)


@computation(
    PACKING,
    "encode the unit normal of each record as two octahedral coordinates",
    unit={True: "in [0, 1]", False: ""},
)
def fold_record_normal(record: Any) -> None:
    p = fold_normal(record.normal)
    if v.unit:
        record.texel = 0.5 * p + wp.vec2(0.5, 0.5)
    else:
        record.folded = p


@computation(
    PACKING,
    "decode the unit normal of each record from octahedral coordinates",
    unit={True: "in [0, 1]", False: ""},
    turned={True: "and rotate it by its quaternion", False: ""},
)
def unfold_record_normal(record: Any) -> None:
    if v.unit:
        n = unfold_normal(2.0 * record.texel - wp.vec2(1.0, 1.0))
    else:
        n = unfold_normal(record.folded)
    if v.turned:
        n = wp.quat_rotate(record.rotation, n)
    record.restored = n
