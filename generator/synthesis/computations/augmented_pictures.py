"""Augmentation of training images: crops, flips, colours, erasure, mixing."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, v, wp
from generator.synthesis.schemas.augmentation import AUGMENTATION

FLIP_X = 1
FLIP_Y = 2
LEAST_DEVIATION = 0.2


@computation(
    AUGMENTATION,
    "draw the corner of the crop of each picture,",
    crop={
        "margin": "anywhere in its margin,",
        "center": "anywhere in its margin or, as often, in the middle of it,",
    },
    flip={
        "x": "with the flag of a flip left to right,",
        "both": "with the flags of flips left to right and upside down,",
        "none": "",
    },
    tone={True: "and its gain and shift", False: ""},
)
def draw_augmentation(picture: Any, seed: Any, epoch: Any, flip_chance: Any, strength: Any) -> None:
    margin = picture.margin
    state = wp.rand_init(seed, epoch * count(picture) + picture.index)
    x = wp.randi(state, 0, margin + 1)
    y = wp.randi(state, 0, margin + 1)
    if v.crop == "center":
        if wp.randf(state) < 0.5:
            x = margin // 2
            y = margin // 2
    picture.crop = wp.vec2i(x, y)
    if v.flip != "none":
        flags = int(0)
        if wp.randf(state) < flip_chance:
            flags = flags | FLIP_X
        if v.flip == "both":
            if wp.randf(state) < flip_chance:
                flags = flags | FLIP_Y
        picture.flags = flags
    if v.tone:
        picture.gain = 1.0 + strength * wp.randf(state, -1.0, 1.0)
        picture.shift = 0.5 * strength * wp.randf(state, -1.0, 1.0)


@computation(
    AUGMENTATION,
    "jitter the colours of each picture by random factors that all its pixels share,",
    order={
        "contrast": "contrast about the middle, then brightness,",
        "brightness": "brightness, then contrast about the middle,",
    },
    saturation={True: "then saturation,", False: ""},
    tally={True: "within [0, 1], and add up the colours of each picture", False: "within [0, 1]"},
)
def jitter_color(pixel: Any, seed: Any, epoch: Any, strength: Any) -> None:
    picture = pixel.picture
    # all pixels of a picture draw the same numbers
    state = wp.rand_init(seed, epoch * count(picture) + picture.index)
    contrast = 1.0 + strength * wp.randf(state, -1.0, 1.0)
    brightness = 1.0 + strength * wp.randf(state, -1.0, 1.0)
    gray = wp.vec3(0.5, 0.5, 0.5)
    c = pixel.color
    if v.order == "contrast":
        c = gray + (c - gray) * contrast
        c = c * brightness
    else:
        c = c * brightness
        c = gray + (c - gray) * contrast
    if v.saturation:
        luma = 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]
        flat = wp.vec3(luma, luma, luma)
        c = wp.lerp(flat, c, 1.0 + strength * wp.randf(state, -1.0, 1.0))
    c = wp.vec3(wp.clamp(c[0], 0.0, 1.0), wp.clamp(c[1], 0.0, 1.0), wp.clamp(c[2], 0.0, 1.0))
    pixel.color_out = c
    if v.tally:
        picture.sum += c


@computation(
    AUGMENTATION,
    "erase the pixels in a rectangle of their picture",
    corner={"given": "", "drawn": "whose corner it draws"},
    fill={"zero": "with zeros", "uniform": "with uniform noise", "normal": "with normal noise about the middle"},
    tally={True: "and count them", False: ""},
)
def erase_rectangle(pixel: Any, seed: Any, epoch: Any, spread: Any) -> None:
    picture = pixel.picture
    size = picture.size
    if v.corner == "drawn":
        # the streams of the pictures follow those of the pixels
        streams = count(pixel) + count(picture)
        place = wp.rand_init(seed, epoch * streams + count(pixel) + picture.index)
        x = wp.randi(place, 0, picture.width - size[0] + 1)
        y = wp.randi(place, 0, picture.height - size[1] + 1)
        corner = wp.vec2i(x, y)
    else:
        corner = picture.corner
    dx = pixel.x - corner[0]
    dy = pixel.y - corner[1]
    if dx < 0 or dx >= size[0] or dy < 0 or dy >= size[1]:
        pixel.result = pixel.value
        return
    if v.fill == "zero":
        pixel.result = 0.0
    else:
        if v.corner == "drawn":
            state = wp.rand_init(seed, epoch * streams + pixel.index)
        else:
            state = wp.rand_init(seed, epoch * count(pixel) + pixel.index)
        if v.fill == "uniform":
            pixel.result = wp.randf(state)
        else:
            pixel.result = 0.5 + spread * wp.randn(state)
    if v.tally:
        picture.erased += 1


@computation(
    AUGMENTATION,
    "mix each pixel with that of another picture",
    share={
        "uniform": "by a share that its picture draws",
        "mean": "by the mean of two shares that its picture draws",
    },
    kind={"value": "", "color": "in colour"},
    coin={True: "for pictures that draw a mixture", False: ""},
)
def mix_pixel(pixel: Any, seed: Any, epoch: Any, alpha: Any, mix_chance: Any) -> None:
    own = pixel.value if v.kind == "value" else pixel.color
    if not exists(pixel.partner):
        if v.kind == "value":
            pixel.result = own
        else:
            pixel.color_out = own
        return
    other = pixel.partner.value if v.kind == "value" else pixel.partner.color
    state = wp.rand_init(seed, epoch * count(picture) + pixel.picture.index)
    share = wp.lerp(alpha, 1.0, wp.randf(state))
    if v.share == "mean":
        share = 0.5 * (share + wp.lerp(alpha, 1.0, wp.randf(state)))
    if v.coin:
        if wp.randf(state) >= mix_chance:
            share = 1.0
    if v.kind == "value":
        pixel.result = wp.lerp(other, own, share)
    else:
        pixel.color_out = wp.lerp(other, own, share)


@computation(
    AUGMENTATION,
    "draw the picture that each picture is mixed with,",
    other={True: "never itself,", False: ""},
    share={
        "uniform": "and the share of each in its own mixture, between the least one and one",
        "power": "and the share of each in its own mixture, likelier near one than near the least",
        "larger": "and the share of each in its own mixture, the larger of two uniform ones",
    },
)
def draw_mixture(picture: Any, seed: Any, epoch: Any, alpha: Any) -> None:
    n = count(picture)
    state = wp.rand_init(seed, epoch * n + picture.index)
    if v.other:
        # one of the others, counted on from itself
        picture.partner = (picture.index + 1 + wp.randi(state, 0, n - 1)) % n
    else:
        picture.partner = wp.randi(state, 0, n)
    if v.share == "uniform":
        picture.blend = wp.lerp(alpha, 1.0, wp.randf(state))
    elif v.share == "power":
        u = wp.randf(state)
        picture.blend = wp.lerp(1.0, alpha, u * u)
    else:
        picture.blend = wp.max(wp.lerp(alpha, 1.0, wp.randf(state)), wp.lerp(alpha, 1.0, wp.randf(state)))


@computation(
    AUGMENTATION,
    "normalise the new intensity of each pixel by mean and deviation of its picture",
    spread={"own": "", "least": "with a least deviation of 0.2"},
    clip={True: "within two deviations", False: ""},
)
def normalize_pixel(pixel: Any) -> None:
    picture = pixel.picture
    sigma = picture.deviation
    if v.spread == "least":
        sigma = wp.max(sigma, LEAST_DEVIATION)
    z = (pixel.result - picture.mean) / sigma
    if v.clip:
        z = wp.clamp(z, -2.0, 2.0)
    pixel.input = z


@computation(
    AUGMENTATION,
    "turn the new colour of each pixel into one input,",
    weights={"luma": "its luma,", "mean": "the mean of its channels,", "largest": "its largest channel,"},
    center={"none": "", "half": "between -1 and 1", "picture": "less the mean of its picture"},
)
def gray_input(pixel: Any) -> None:
    c = pixel.color_out
    if v.weights == "luma":
        y = 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]
    elif v.weights == "mean":
        y = (c[0] + c[1] + c[2]) / 3.0
    else:
        y = wp.max(c[0], wp.max(c[1], c[2]))
    if v.center == "half":
        y = 2.0 * y - 1.0
    elif v.center == "picture":
        y -= pixel.picture.mean
    pixel.input = y
