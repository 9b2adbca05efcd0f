"""Tone, balance, exposure and statistics of images, and colours compared."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.colors import COLORS

EPSILON = 1.0e-4
DARKEST = 0.4
LAST = 15
CLIPPED_LOW = 1
CLIPPED_HIGH = 2


@law
def luminance(rgb: wp.vec3) -> float:
    """Relative luminance of linear RGB by the primaries of Rec. 709."""
    return wp.dot(rgb, wp.vec3(0.2126, 0.7152, 0.0722))


@law
def reinhard(x: float, white: float) -> float:
    """Reinhard's extended tone curve, which takes the white point to one."""
    return x * (1.0 + x / (white * white)) / (1.0 + x)


@law
def aces_curve(x: float) -> float:
    """Narkowicz's fit of the ACES filmic tone curve, at most one."""
    return wp.min(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 1.0)


@law
def curve_cell(x: float, last: int) -> tuple[int, float]:
    """Cell of a table over 0 to 1 that holds a value, and the share of the way through it."""
    s = wp.clamp(x, 0.0, 1.0) * float(last)
    k = wp.min(int(s), last - 1)
    return k, s - float(k)


@law
def soft_light(base: float, top: float) -> float:
    """One channel of Photoshop's soft-light blend: darker under a top below a half, brighter above."""
    if top <= 0.5:
        return base - (1.0 - 2.0 * top) * base * (1.0 - base)
    return base + (2.0 * top - 1.0) * (wp.sqrt(base) - base)


@computation(
    COLORS,
    "tone-map each pixel after the exposure of its image,",
    curve={"reinhard": "with Reinhard's curve", "aces": "with the ACES film curve", "linear": "clamped at one"},
    per={"channel": "channel by channel", "luminance": "in luminance, keeping its hue"},
)
def tone_map(pixel: Any) -> None:
    image = pixel.image
    c = pixel.rgb * image.exposure
    if v.per == "luminance":
        y = wp.max(luminance(c), EPSILON)
        if v.curve == "reinhard":
            s = reinhard(y, image.white)
        elif v.curve == "aces":
            s = aces_curve(y)
        else:
            s = wp.min(y, 1.0)
        pixel.rgb_out = c * (s / y)
    else:
        if v.curve == "reinhard":
            w = image.white
            pixel.rgb_out = wp.vec3(reinhard(c[0], w), reinhard(c[1], w), reinhard(c[2], w))
        elif v.curve == "aces":
            pixel.rgb_out = wp.vec3(aces_curve(c[0]), aces_curve(c[1]), aces_curve(c[2]))
        else:
            pixel.rgb_out = wp.min(c, wp.vec3(1.0, 1.0, 1.0))


@computation(
    COLORS,
    "balance the white of each pixel",
    black={True: "above the black level", False: ""},
    law={"gain": "by the gains of its image", "gray": "so that the mean of its image is grey"},
)
def white_balance(pixel: Any) -> None:
    image = pixel.image
    c = pixel.rgb
    if v.black:
        b = image.black
        c = wp.max(c - wp.vec3(b, b, b), wp.vec3(0.0, 0.0, 0.0))
    if v.law == "gain":
        pixel.rgb_out = wp.cw_mul(c, image.gain)
    else:
        m = image.mean
        if v.black:
            m = m - wp.vec3(b, b, b)
        gray = (m[0] + m[1] + m[2]) / 3.0
        pixel.rgb_out = wp.vec3(c[0] * gray / m[0], c[1] * gray / m[1], c[2] * gray / m[2])


@computation(
    COLORS,
    "look up each channel of the graded colour in the tone curve of its image",
    masked={True: "where the mask is set", False: ""},
)
def apply_tone_curve(pixel: Any) -> None:
    c = pixel.graded
    if v.masked:
        if not pixel.mask:
            pixel.rgb_out = c
            return
    image = pixel.image
    out = wp.vec3()
    for channel in range(3):
        k, f = curve_cell(c[channel], LAST)
        out[channel] = wp.lerp(image.curve[k], image.curve[k + 1], f)
    pixel.rgb_out = out


@computation(
    COLORS,
    "change the saturation of each pixel,",
    by={"image": "by that of its image", "vibrance": "most where it is pale"},
)
def saturate_color(pixel: Any, strength: Any) -> None:
    c = pixel.rgb
    y = luminance(c)
    gray = wp.vec3(y, y, y)
    if v.by == "image":
        s = pixel.image.saturation
    else:
        spread = wp.max(c[0], wp.max(c[1], c[2])) - wp.min(c[0], wp.min(c[1], c[2]))
        s = 1.0 + strength * (1.0 - spread)
    pixel.rgb_out = gray + (c - gray) * s


@computation(
    COLORS,
    "flag the pixels that are clipped at the exposure of their image",
    count={True: "and count them by image", False: ""},
    paint={True: "and paint them where a preview is wanted", False: ""},
)
def flag_clipping(pixel: Any, preview: Any, tint: Any) -> None:
    image = pixel.image
    c = pixel.rgb * image.exposure
    flags = int(0)
    if wp.min(c[0], wp.min(c[1], c[2])) <= image.black:
        flags |= CLIPPED_LOW
    if wp.max(c[0], wp.max(c[1], c[2])) >= 1.0:
        flags |= CLIPPED_HIGH
    pixel.flags = flags
    if v.count:
        if flags != 0:
            image.clipped += 1
    if v.paint:
        if preview and flags != 0:
            pixel.rgb_out = tint
        else:
            pixel.rgb_out = c


@computation(
    COLORS,
    "count the pixels of each image",
    of={
        "sum": "and add up their colours",
        "log": "and add up the logarithms of their luminances",
        "max": "and find their largest luma",
    },
    masked={True: "leaving out those that the mask hides", False: ""},
)
def image_statistics(pixel: Any) -> None:
    if v.masked:
        if not pixel.mask:
            return
    image = pixel.image
    if v.of == "sum":
        image.rgb_sum += pixel.rgb
    elif v.of == "log":
        image.log_sum += wp.log(EPSILON + luminance(pixel.rgb))
    else:
        wp.atomic_max(image.brightest, pixel.luma)
    image.count += 1


@computation(
    COLORS,
    "set the exposure of an image from its mean colour, taken for no darker than 0.4,",
    slow={True: "going part of the way there", False: ""},
)
def adapt_exposure(image: Any, key: Any, adaptation: Any) -> None:
    target = key / wp.max(luminance(image.mean), DARKEST)
    if v.slow:
        image.exposure = image.exposure + adaptation * (target - image.exposure)
    else:
        image.exposure = target


@computation(
    COLORS,
    "divide the summed colour of each image by the number of its pixels",
    empty={"zero": "with black where it has none", "keep": "and keep the old mean where it has none"},
)
def mean_color(image: Any) -> None:
    n = image.pixel_total
    if n == 0:
        if v.empty == "zero":
            image.mean = wp.vec3()
        return
    image.mean = image.rgb_sum / float(n)


@computation(
    COLORS,
    "compare the colour of each pixel with its reference",
    metric={
        "euclid": "",
        "weighted": "weighted by what the eye sees",
        "largest": "by the largest difference of a channel",
    },
    mark={True: "and mark where they are equal enough", False: ""},
)
def color_difference(pixel: Any, tolerance: Any) -> None:
    d = pixel.rgb - pixel.reference.rgb
    if v.metric == "euclid":
        e = wp.length(d)
    elif v.metric == "weighted":
        e = wp.length(wp.vec3(wp.sqrt(2.0) * d[0], 2.0 * d[1], wp.sqrt(3.0) * d[2]))
    else:
        a = wp.abs(d)
        e = wp.max(a[0], wp.max(a[1], a[2]))
    pixel.difference = e
    if v.mark:
        pixel.mask = e <= tolerance


@computation(COLORS, "tint pixels with soft light", masked={True: "where the mask is set", False: ""})
def soft_light_tint(pixel: Any, tint: Any) -> None:
    c = pixel.rgb
    if v.masked:
        if not pixel.mask:
            pixel.rgb_out = c
            return
    pixel.rgb_out = wp.vec3(soft_light(c[0], tint[0]), soft_light(c[1], tint[1]), soft_light(c[2], tint[2]))
