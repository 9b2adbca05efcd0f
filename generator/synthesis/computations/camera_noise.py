"""Noise of cameras and levels: salt and pepper, photons, dither, lost pixels."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.augmentation import AUGMENTATION


@law
def salt_or_pepper(x: float, u: float, w: float, amount: float, salt: float) -> float:
    """Value with salt-and-pepper noise: white or black for a share of the draws, else unchanged."""
    if u < amount:
        return 1.0 if w < salt else 0.0
    return x


@law
def stochastic_round(x: float, u: float) -> float:
    """Whole number just below or above, drawn so that the mean is the value itself."""
    low = wp.floor(x)
    if u < x - low:
        return low + 1.0
    return low


@law
def triangular_noise(u: float, w: float) -> float:
    """Difference of two uniform draws, triangular between -1 and 1."""
    return u - w


@computation(
    AUGMENTATION,
    "turn some pixels to salt and pepper, white or black",
    color={"gray": "", "rgb": "in all channels", "channels": "channel by channel"},
    mark={True: "and mark them", False: ""},
)
def salt_and_pepper(pixel: Any, seed: Any, epoch: Any, amount: Any, salt: Any) -> None:
    state = wp.rand_init(seed, epoch * count(pixel) + pixel.index)
    if v.color == "channels":
        c = pixel.color
        u = wp.vec3(wp.randf(state), wp.randf(state), wp.randf(state))
        w = wp.vec3(wp.randf(state), wp.randf(state), wp.randf(state))
        pixel.color_out = wp.vec3(
            salt_or_pepper(c[0], u[0], w[0], amount, salt),
            salt_or_pepper(c[1], u[1], w[1], amount, salt),
            salt_or_pepper(c[2], u[2], w[2], amount, salt),
        )
        if v.mark:
            pixel.marked = 1 if wp.min(u) < amount else 0
    else:
        noisy = wp.randf(state) < amount
        extreme = 1.0 if wp.randf(state) < salt else 0.0
        if v.color == "gray":
            pixel.result = extreme if noisy else pixel.value
        else:
            pixel.color_out = wp.vec3(extreme, extreme, extreme) if noisy else pixel.color
        if v.mark:
            pixel.marked = 1 if noisy else 0


@computation(
    AUGMENTATION,
    "expose each pixel: a Poisson number of photons",
    light={"mean": "", "value": "with a mean in proportion to its intensity,"},
    read={"none": "", "normal": "plus normal read-out noise, at least zero,"},
    end={
        "saturated": "as a share of the full well, at most one,",
        "counts": "stored as a whole number,",
    },
)
def expose_pixel(pixel: Any, seed: Any, epoch: Any, read_noise: Any, full_well: Any) -> None:
    mean = pixel.mean
    if v.light == "value":
        mean *= pixel.value
    state = wp.rand_init(seed, epoch * count(pixel) + pixel.index)
    electrons = float(wp.poisson(state, mean))
    if v.read == "normal":
        electrons = wp.max(electrons + read_noise * wp.randn(state), 0.0)
    if v.end == "saturated":
        pixel.result = wp.min(electrons, full_well) / full_well
    else:
        pixel.level = int(wp.round(electrons))


@computation(
    AUGMENTATION,
    "add to each pixel noise",
    law={
        "normal": "that is normal",
        "speckle": "in proportion to its intensity",
        "signal": "whose variance grows with its intensity",
    },
    color={"gray": "", "shared": "by one draw for all channels", "own": "drawn for each channel"},
    clamp={True: "within 0 and 1", False: ""},
)
def noisy_pixel(pixel: Any, seed: Any, epoch: Any, spread: Any) -> None:
    state = wp.rand_init(seed, epoch * count(pixel) + pixel.index)
    if v.color == "gray":
        x = pixel.value
        z = spread * wp.randn(state)
        if v.law == "speckle":
            z *= x
        elif v.law == "signal":
            z *= wp.sqrt(x)
        y = x + z
        pixel.result = wp.clamp(y, 0.0, 1.0) if v.clamp else y
    else:
        c = pixel.color
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
        pixel.color_out = c


@computation(
    AUGMENTATION,
    "reduce each pixel to a few levels",
    law={
        "stochastic": "by stochastic rounding",
        "triangular": "with triangular noise of a level either way before rounding",
        "uniform": "with uniform noise of half a level either way before rounding",
    },
    back={True: "and store its intensity", False: ""},
)
def dither_pixel(pixel: Any, seed: Any, epoch: Any, levels: Any) -> None:
    state = wp.rand_init(seed, epoch * count(pixel) + pixel.index)
    top = float(levels - 1)
    x = pixel.value * top
    if v.law == "stochastic":
        q = stochastic_round(x, wp.randf(state))
    elif v.law == "triangular":
        u = wp.randf(state)
        q = wp.clamp(wp.floor(x + 0.5 + triangular_noise(u, wp.randf(state))), 0.0, top)
    else:
        q = wp.floor(x + wp.randf(state))
    pixel.level = int(q)
    if v.back:
        pixel.result = q / top


@computation(
    AUGMENTATION,
    "replace each pixel that is lost by chance",
    by={
        "mean": "by the mean of its neighbours",
        "pick": "by one of its neighbours, picked at random,",
        "largest": "by the largest of its neighbours",
    },
    mark={True: "and mark it", False: ""},
)
def replace_lost_pixel(pixel: Any, seed: Any, epoch: Any, amount: Any) -> None:
    x = pixel.value
    state = wp.rand_init(seed, epoch * count(pixel) + pixel.index)
    lost = wp.randf(state) < amount
    if lost:
        if v.by == "pick":
            x = pixel.neighbours[wp.randi(state, 0, 4)].value
        else:
            x = float(0.0)
            for k in range(4):
                if v.by == "mean":
                    x += 0.25 * pixel.neighbours[k].value
                else:
                    x = wp.max(x, pixel.neighbours[k].value)
    pixel.result = x
    if v.mark:
        pixel.marked = 1 if lost else 0
