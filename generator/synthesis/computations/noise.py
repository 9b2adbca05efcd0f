"""Noise over lattices, octaves and feature points, and points that are strewn."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.textures import TEXTURES

FAR = 1.0e6


@law
def fade(t: float) -> float:
    """Perlin's quintic fade, whose first two derivatives vanish at both ends."""
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


@law
def bump(distance: float, radius: float) -> float:
    """Smooth bump, 1 at its centre and zero from its radius on."""
    if distance >= radius:
        return 0.0
    s = 1.0 - (distance * distance) / (radius * radius)
    return s * s


@computation(
    TEXTURES,
    "interpolate lattice noise in a cell",
    law={"gradient": "from corner gradients (Perlin)", "value": "from corner values"},
    curve={"quintic": "with quintic fade", "cubic": "with cubic fade", "linear": "linearly"},
)
def lattice_noise(sample: Any) -> None:
    uv = sample.cell_uv
    n00 = sample.nodes[0]
    n10 = sample.nodes[1]
    n01 = sample.nodes[2]
    n11 = sample.nodes[3]
    if v.law == "gradient":
        a = wp.dot(n00.gradient, uv)
        b = wp.dot(n10.gradient, wp.vec2(uv[0] - 1.0, uv[1]))
        c = wp.dot(n01.gradient, wp.vec2(uv[0], uv[1] - 1.0))
        d = wp.dot(n11.gradient, wp.vec2(uv[0] - 1.0, uv[1] - 1.0))
    else:
        a = n00.value
        b = n10.value
        c = n01.value
        d = n11.value
    if v.curve == "quintic":
        s = fade(uv[0])
        t = fade(uv[1])
    elif v.curve == "cubic":
        s = uv[0] * uv[0] * (3.0 - 2.0 * uv[0])
        t = uv[1] * uv[1] * (3.0 - 2.0 * uv[1])
    else:
        s = uv[0]
        t = uv[1]
    sample.value = wp.lerp(wp.lerp(a, b, s), wp.lerp(c, d, s), t)


@computation(
    TEXTURES,
    "sum octaves of noise (fBm) over x and y",
    law={"plain": "", "ridged": "ridged, 1 - |n|", "billow": "billowed, |n|"},
    normalized={True: "normalised by total amplitude", False: ""},
)
def octave_noise(sample: Any, seed: Any) -> None:
    state = wp.rand_init(seed)
    p = wp.vec2(sample.position[0], sample.position[1])
    total = float(0.0)
    if v.normalized:
        weight = float(0.0)
    for octave in sample.octaves:
        n = wp.noise(state, p * octave.frequency + octave.shift)
        if v.law == "ridged":
            n = 1.0 - wp.abs(n)
        elif v.law == "billow":
            n = wp.abs(n)
        total += octave.amplitude * n
        if v.normalized:
            weight += octave.amplitude
    if v.normalized:
        if weight > 0.0:
            total = total / weight
    sample.value = total


@computation(
    TEXTURES,
    "compute cellular (Worley) noise, the distance F1 to the nearest feature point",
    metric={"euclid": "", "manhattan": "in the Manhattan metric"},
    outputs={
        "first": "",
        "second": "with F2",
        "difference": "with F2 - F1",
    },
)
def nearest_feature(sample: Any) -> None:
    p = sample.uv
    f1 = float(FAR)
    if v.outputs != "first":
        f2 = float(FAR)
    nearest = int(-1)
    for feature in sample.features:
        offset = p - feature.position
        if v.metric == "euclid":
            d = wp.length(offset)
        else:
            d = wp.abs(offset[0]) + wp.abs(offset[1])
        if d < f1:
            if v.outputs != "first":
                f2 = f1
            f1 = d
            nearest = feature.index
        elif v.outputs != "first" and d < f2:
            f2 = d
    sample.feature_id = nearest
    sample.value = f1
    if v.outputs == "second":
        sample.second = f2
    elif v.outputs == "difference":
        sample.second = f2 - f1


@computation(
    TEXTURES,
    "add up the compact bumps of nearby feature points at each sample",
    color={True: "with colours", False: ""},
    combine={"sum": "", "max": "keeping the highest"},
)
def strew_bumps(sample: Any) -> None:
    total = float(0.0)
    if v.color:
        c = wp.vec3()
    for feature in sample.features:
        w = feature.weight * bump(wp.length(sample.uv - feature.position), feature.radius)
        if v.combine == "sum":
            total += w
            if v.color:
                c += feature.color * w
        elif w > total:
            total = w
            if v.color:
                c = feature.color * w
    sample.value = total
    if v.color:
        sample.color = c


@computation(
    TEXTURES,
    "place one jittered feature point in each grid cell",
    radius={True: "with a random radius of a quarter to half of a cell", False: ""},
)
def jitter_feature(feature: Any, seed: int, columns: int) -> None:
    state = wp.rand_init(seed, feature.index)
    x = float(feature.index % columns) + wp.randf(state)
    y = float(feature.index // columns) + wp.randf(state)
    scale = 1.0 / float(columns)
    feature.position = wp.vec2(x * scale, y * scale)
    if v.radius:
        feature.radius = scale * wp.randf(state, 0.25, 0.5)


@computation(
    TEXTURES,
    "place feature points in rows sqrt(3)/2 of the spacing apart, every other row shifted by half the spacing,",
    cell={True: "storing column and row", False: ""},
)
def hex_grid_features(feature: Any, columns: int, spacing: float) -> None:
    row = feature.index // columns
    col = feature.index - row * columns
    x = (float(col) + 0.5 * float(row % 2)) * spacing
    y = 0.5 * wp.sqrt(3.0) * float(row) * spacing
    feature.position = wp.vec2(x, y)
    if v.cell:
        feature.cell = wp.vec2i(col, row)


@computation(
    TEXTURES,
    "thin feature points to a Poisson-disk set, dropping those too near",
    weighted={True: "one of more weight, or an earlier one of the same", False: "an earlier one"},
)
def thin_features(feature: Any, spacing: Any) -> None:
    keep = bool(True)
    for other in feature.others:
        if v.weighted:
            if other.weight < feature.weight:
                continue
            if other.weight == feature.weight and other.index > feature.index:
                continue
        elif other.index > feature.index:
            continue
        if wp.length(other.position - feature.position) < spacing:
            keep = False
            break
    feature.accepted = keep


@computation(
    TEXTURES,
    "displace samples along their normals",
    law={"value": "by stored noise", "fresh": "by 3D Perlin noise"},
    clamp={True: "outwards only, by what passes a threshold", False: ""},
)
def displace_by_noise(sample: Any, seed: Any, strength: Any, threshold: Any) -> None:
    p = sample.position
    if v.law == "value":
        h = sample.value
    else:
        state = wp.rand_init(seed)
        h = wp.noise(state, p)
    if v.clamp:
        h = wp.max(h - threshold, 0.0)
    sample.position = p + sample.normal * (strength * h)


@computation(
    TEXTURES,
    "compute a divergence-free flow from curl noise",
    keep={True: "and add it to the velocity", False: "as the velocity"},
)
def curl_flow(sample: Any, seed: Any, noise_cells: Any, flow_speed: Any) -> None:
    state = wp.rand_init(seed)
    flow = flow_speed * wp.curlnoise(state, noise_cells * sample.uv)
    if v.keep:
        sample.velocity = sample.velocity + flow
    else:
        sample.velocity = flow
