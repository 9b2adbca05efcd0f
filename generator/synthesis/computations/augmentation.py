"""Augmentation of training images: noise of cameras, salt and pepper, crops, flips, erasure, mixing, levels."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.augmentation import AUGMENTATION

FLIP_X = 1
FLIP_Y = 2


@law
def stochastic_round(x: float, u: float) -> float:
    """To a whole number next to it, the nearer the likelier."""
    low = wp.floor(x)
    if u < x - low:
        return low + 1.0
    return low


@law
def triangular_noise(u: float, w: float) -> float:
    """Between -1 and 1, of a triangular distribution."""
    return u - w


@computation(
    AUGMENTATION,
    "turn some pixels to salt and pepper, white or black",
    color={"gray": "", "rgb": "in all channels", "channels": "channel by channel"},
    mark={True: "and mark them", False: ""},
)
def salt_and_pepper(dot: Any, seed: Any, epoch: Any, amount: Any, salt: Any) -> None:
    state = wp.rand_init(seed + epoch, dot.index)
    if v.color == "channels":
        c = dot.color
        hits = int(0)
        for k in range(3):
            if wp.randf(state) < amount:
                c[k] = 1.0 if wp.randf(state) < salt else 0.0
                hits += 1
        dot.color_out = c
        if v.mark:
            dot.marked = hits
    else:
        noisy = wp.randf(state) < amount
        extreme = 1.0 if wp.randf(state) < salt else 0.0
        if v.color == "gray":
            dot.result = extreme if noisy else dot.value
        else:
            dot.color_out = wp.vec3(extreme, extreme, extreme) if noisy else dot.color
        if v.mark:
            dot.marked = 1 if noisy else 0


@computation(
    AUGMENTATION,
    "expose each pixel: a Poisson number of photons",
    read={"none": "", "normal": "plus normal read-out noise"},
    end={
        "saturated": "up to the full well, over the full well,",
        "counts": "stored as a whole number, at least zero,",
    },
    light={"mean": "", "value": "in proportion to its intensity"},
)
def expose_pixel(dot: Any, seed: Any, epoch: Any, read_noise: Any, full_well: Any) -> None:
    mean = dot.mean
    if v.light == "value":
        mean *= dot.value
    state = wp.rand_init(seed + epoch, dot.index)
    electrons = float(wp.poisson(state, mean))
    if v.read == "normal":
        electrons += read_noise * wp.randn(state)
    if v.end == "saturated":
        dot.result = wp.clamp(electrons, 0.0, full_well) / full_well
    else:
        dot.level = wp.max(int(wp.round(electrons)), 0)


@computation(
    AUGMENTATION,
    "add noise to each pixel",
    law={
        "normal": "that is normal",
        "speckle": "in proportion to its intensity",
        "signal": "whose variance grows with its intensity",
    },
    color={"gray": "", "shared": "alike in all channels", "own": "drawn for each channel"},
    clamp={True: "within 0 and 1", False: ""},
)
def noisy_pixel(dot: Any, seed: Any, epoch: Any, spread: Any) -> None:
    state = wp.rand_init(seed + epoch, dot.index)
    if v.color == "gray":
        x = dot.value
        z = spread * wp.randn(state)
        if v.law == "speckle":
            z *= x
        elif v.law == "signal":
            z *= wp.sqrt(x)
        y = x + z
        dot.result = wp.clamp(y, 0.0, 1.0) if v.clamp else y
    else:
        c = dot.color
        if v.color == "shared":
            n = spread * wp.randn(state)
            noise = wp.vec3(n, n, n)
        else:
            noise = wp.vec3(wp.randn(state), wp.randn(state), wp.randn(state)) * spread
        if v.law == "speckle":
            noise = wp.cw_mul(noise, c)
        elif v.law == "signal":
            noise = wp.cw_mul(noise, wp.vec3(wp.sqrt(c[0]), wp.sqrt(c[1]), wp.sqrt(c[2])))
        c = c + noise
        if v.clamp:
            c = wp.vec3(wp.clamp(c[0], 0.0, 1.0), wp.clamp(c[1], 0.0, 1.0), wp.clamp(c[2], 0.0, 1.0))
        dot.color_out = c


@computation(
    AUGMENTATION,
    "draw crop and flips of each picture",
    crop={
        "margin": "the corner anywhere in its margin",
        "center": "the corner anywhere in its margin or, as often, in the middle of it",
    },
    flip={"x": "mirrored left to right by chance", "both": "mirrored either way by chance", "none": ""},
    tone={True: "and its gain and shift", False: ""},
)
def draw_augmentation(picture: Any, seed: Any, epoch: Any, flip_chance: Any, strength: Any) -> None:
    margin = picture.margin
    state = wp.rand_init(seed + epoch, picture.index)
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
        picture.gain = 1.0 + wp.randf(state, -strength, strength)
        picture.shift = 0.5 * wp.randf(state, -strength, strength)


@computation(
    AUGMENTATION,
    "change contrast and brightness of each pixel by numbers that its picture draws",
    order={
        "contrast": "contrast about the middle, then brightness,",
        "brightness": "brightness, then contrast about the middle,",
    },
    saturation={True: "and its saturation", False: ""},
    tally={True: "and add up the colours of each picture", False: ""},
)
def jitter_color(dot: Any, seed: Any, epoch: Any, strength: Any) -> None:
    picture = dot.picture
    # all pixels of a picture draw the same numbers
    state = wp.rand_init(seed + epoch, picture.index)
    contrast = 1.0 + wp.randf(state, -strength, strength)
    brightness = 1.0 + wp.randf(state, -strength, strength)
    gray = wp.vec3(0.5, 0.5, 0.5)
    c = dot.color
    if v.order == "contrast":
        c = gray + (c - gray) * contrast
        c = c * brightness
    else:
        c = c * brightness
        c = gray + (c - gray) * contrast
    if v.saturation:
        luma = 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]
        flat = wp.vec3(luma, luma, luma)
        c = wp.lerp(flat, c, 1.0 + wp.randf(state, -strength, strength))
    dot.color_out = c
    if v.tally:
        picture.sum += c


@computation(
    AUGMENTATION,
    "erase the pixels in a rectangle of their picture",
    fill={"zero": "with zeros", "uniform": "with uniform noise", "normal": "with normal noise about the middle"},
    corner={"given": "", "drawn": "whose corner it draws"},
    tally={True: "and count them", False: ""},
)
def erase_rectangle(dot: Any, seed: Any, epoch: Any, spread: Any) -> None:
    picture = dot.picture
    size = picture.size
    if v.corner == "drawn":
        place = wp.rand_init(seed + epoch, picture.index)
        x = wp.randi(place, 0, picture.width - size[0])
        y = wp.randi(place, 0, picture.height - size[1])
        corner = wp.vec2i(x, y)
    else:
        corner = picture.corner
    dx = dot.x - corner[0]
    dy = dot.y - corner[1]
    if dx < 0 or dx >= size[0] or dy < 0 or dy >= size[1]:
        dot.result = dot.value
        return
    if v.fill == "zero":
        dot.result = 0.0
    else:
        state = wp.rand_init(seed, dot.index)
        if v.fill == "uniform":
            dot.result = wp.randf(state)
        else:
            dot.result = 0.5 + spread * wp.randn(state)
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
def mix_pixel(dot: Any, seed: Any, epoch: Any, alpha: Any, flip_chance: Any) -> None:
    own = dot.value if v.kind == "value" else dot.color
    if not exists(dot.partner):
        if v.kind == "value":
            dot.result = own
        else:
            dot.color_out = own
        return
    other = dot.partner.value if v.kind == "value" else dot.partner.color
    state = wp.rand_init(seed + epoch, dot.picture.index)
    share = wp.randf(state, alpha, 1.0)
    if v.share == "mean":
        share = 0.5 * (share + wp.randf(state, alpha, 1.0))
    if v.coin:
        if wp.randf(state) >= flip_chance:
            share = 1.0
    if v.kind == "value":
        dot.result = wp.lerp(other, own, share)
    else:
        dot.color_out = wp.lerp(other, own, share)


@computation(
    AUGMENTATION,
    "reduce each pixel to a few levels",
    law={
        "stochastic": "by stochastic rounding",
        "triangular": "with triangular noise of one level before rounding",
        "uniform": "with uniform noise of one level before rounding",
    },
    back={True: "and store its intensity", False: ""},
)
def dither_pixel(dot: Any, seed: Any, epoch: Any, levels: Any) -> None:
    state = wp.rand_init(seed + epoch, dot.index)
    top = float(levels - 1)
    x = wp.clamp(dot.value, 0.0, 1.0) * top
    if v.law == "stochastic":
        q = stochastic_round(x, wp.randf(state))
    elif v.law == "triangular":
        u = wp.randf(state)
        q = wp.floor(x + 0.5 + triangular_noise(u, wp.randf(state)))
    else:
        q = wp.floor(x + wp.randf(state))
    q = wp.clamp(q, 0.0, top)
    dot.level = int(q)
    if v.back:
        dot.result = q / top


@computation(
    AUGMENTATION,
    "replace each pixel that is lost by chance by",
    by={
        "mean": "the mean of its neighbours",
        "pick": "one of its neighbours, picked at random,",
        "largest": "the largest of its neighbours",
    },
    mark={True: "and mark it", False: ""},
)
def replace_lost_pixel(dot: Any, seed: Any, epoch: Any, amount: Any) -> None:
    x = dot.value
    state = wp.rand_init(seed + epoch, dot.index)
    lost = wp.randf(state) < amount
    if lost:
        if v.by == "pick":
            x = dot.neighbours[wp.randi(state, 0, 4)].value
        else:
            total = float(0.0)
            for k in range(4):
                if v.by == "mean":
                    total += 0.25 * dot.neighbours[k].value
                else:
                    total = wp.max(total, dot.neighbours[k].value)
            x = total
    dot.result = x
    if v.mark:
        dot.marked = 1 if lost else 0


@computation(
    AUGMENTATION,
    "draw the picture that each picture is mixed with and its share",
    share={
        "uniform": "between the least one and one",
        "power": "that is likelier near one",
        "larger": "the larger of two uniform ones",
    },
    other={True: "never itself", False: ""},
)
def draw_mixture(picture: Any, seed: Any, epoch: Any, alpha: Any) -> None:
    n = count(picture)
    state = wp.rand_init(seed + epoch, picture.index)
    if v.other:
        # one of the others, counted on from itself
        picture.partner = (picture.index + 1 + wp.randi(state, 0, n - 1)) % n
    else:
        picture.partner = wp.randi(state, 0, n)
    if v.share == "uniform":
        picture.blend = wp.randf(state, alpha, 1.0)
    elif v.share == "power":
        picture.blend = wp.pow(wp.randf(state), alpha)
    else:
        picture.blend = wp.max(wp.randf(state, alpha, 1.0), wp.randf(state, alpha, 1.0))
