"""Procedural noise: Perlin noise and its periodic form, curl noise, octaves, warped domains."""

from __future__ import annotations

import math
import re

from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_array, add_arrays, add_parameter, start
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.motifs.making import bounded, entry
from generator.synthesis.prose import purpose_of

VERBS = ("texture", "perturb", "evaluate", "compute")
E = Expression
_NAME = re.compile(r"[A-Za-z_]\w*")
LARGEST = {"F": 0.5, "V2": 0.71, "V3": 0.87}
"""Bounds of gradient noise by its coordinates: half a cell's diagonal."""
USUAL = 0.4
"""Share of its bound that most noise keeps to."""
WARPED = frozenset({"warped"})
"""What is known of coordinates that noise displaced."""
COUNTS = {"F": 1, "V2": 2, "V3": 3}
LONGEST_PERIOD, WIDEST, FARTHEST = 6, 6.0, 8.0
"""Periods in cells, how much coordinates are stretched at most to reach one, and how far they range before that."""


def _rough(b: Builder, text: str, type: str, bound: float) -> E:
    """Noise within a bound that it seldom comes near: no threshold stands on a guess of it."""
    value = bounded(b, text, type, bound)
    value.rough = True
    value.set_samples(b.draw_samples(-USUAL * bound, USUAL * bound))
    return value


def _depth(b: Builder, text: str) -> int:
    """How many times noise was taken of noise behind a text."""
    made = [b.definitions[name] for name in _NAME.findall(text) if name in b.definitions]
    behind = max((_depth(b, definition) for definition in made), default=0)
    return behind + ("noise(" in text)


def _shallow(p: E) -> None:
    """Unfit where coordinates come from noise, unless it displaced them once."""
    if _depth(p.builder, p.text) > len(p.traits & WARPED):
        raise Unfit("noise of noise")
    if p.high - p.low > FARTHEST:
        raise Unfit("coordinates that run through many cells at once, as those of a reciprocal do")


def _fresh(b: Builder, place: str) -> str:
    """The coordinates, where no noise was taken at them: up to its first period, periodic noise is the plain one."""
    begin = f"noise({b.generator_state}, {place}"
    if any(begin + end in line for line in b.lines for end in ",)"):
        raise Unfit("the same noise twice")
    return place


def _noise(b: Builder, p: E) -> E:
    _shallow(p)
    place = _fresh(b, f"{b.constant(1.2, 4)} * {p.at_least(12)}")
    return _rough(b, f"wp.noise({b.generator_state}, {place})", "F", LARGEST[p.type])


def _periodic(b: Builder, p: E) -> E:
    """Coordinates are stretched until they pass every period: short of that it is plain noise.

    They are shifted to where none is negative: Warp's periodic noise has no periods there.
    """
    _shallow(p)
    span = (max(p.samples) - min(p.samples)) / 1.2
    longest = min(LONGEST_PERIOD, int(WIDEST * span))
    if p.rough or longest < 2:
        raise Unfit("period that is not reached")
    periods = [b.random.between(2, longest) for _ in range(COUNTS[p.type])]
    least = max(periods) / span
    factor = None if least <= 1.0 else b.constant(least, 1.3 * least)
    text = p.text if factor is None else f"{factor} * {p.at_least(12)}"
    if p.low < 0.0:
        shift = b.number(float(math.ceil(-p.low * (1.0 if factor is None else factor.high))))
        text += f" + {shift}" if p.type == "F" else f" + {b.spell(p.type)}({', '.join([shift.text] * COUNTS[p.type])})"
    return _rough(
        b, f"wp.pnoise({b.generator_state}, {_fresh(b, text)}, {', '.join(map(str, periods))})", "F", LARGEST[p.type]
    )


def _ridged(b: Builder, p: E) -> E:
    if p.rough:  # what is small itself lies at a lattice point, where noise is zero and its size has a kink
        raise Unfit("ridges of what is noise itself")
    size = _rough(b, f"wp.abs({_noise(b, p)})", "F", LARGEST[p.type])
    size.low = 0.0
    return 1.0 - size


def _octaves(b: Builder, p: E) -> E:
    _shallow(p)
    first, second = b.random.pick(((2.0, 0.5), (2.1, 0.45), (1.9, 0.6), (3.0, 0.35)))
    coarse, fine = (f"wp.noise({b.generator_state}, {_fresh(b, at)})" for at in (p.text, f"{first} * {p.at_least(12)}"))
    return _rough(b, f"{coarse} + {second} * {fine}", "F", (1.0 + second) * LARGEST[p.type])


OCTAVES = ("1.8, 0.5", "2.2, 0.45", "2.0, 0.4", "2.0, 0.3")
"""Frequency and weight of an octave beside those of the one before; the product, which a curl grows with, below one."""


def _curl(b: Builder, p: E) -> E:
    _shallow(p)
    text = (
        f"wp.curlnoise({b.generator_state}, {p})"
        if b.random.chance(0.6)
        else f"wp.curlnoise({b.generator_state}, {p}, wp.uint32({b.random.between(2, 3)}), {b.random.pick(OCTAVES)})"
    )
    return _rough(b, text, p.type, 6.0)


def _warped(b: Builder, p: E, q: E) -> E:
    _shallow(p)
    warped = p + _noise(b, q) * q
    warped.traits = WARPED
    return warped


def table(type: str):  # type: ignore[no-untyped-def]
    """Noise over coordinates of one type."""
    rows = [
        entry("noise_value grain", type, "noise at {0}", _noise, weight=2),
        entry("tiled_noise periodic", type, "periodic noise at {0}", _periodic, weight=1.5),
        entry("layered_noise turbulence", type, "two octaves of noise at {0}", _octaves, weight=1.2),
        entry("ridged", type, "ridged noise at {0}", _ridged),
    ]
    if type in ("V2", "V3"):
        rows.append(entry("swirl curl_vector", type, "curl noise at {0}", _curl, weight=1.5))
        rows.append(entry("warped_point", f"{type} {type}", "{0} displaced by noise at {1}", _warped))
    return tuple(rows)


TABLES = {type: table("Fvaried" if type == "F" else type) for type in ("F", "V2", "V3")}


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Coordinates, a state, noise at them, a chain of steps."""
    random = builder.random
    start(builder)
    type = random.pick(("F", "V2", "V3"))
    add_arrays(builder, random.between(1, 2), type)
    if type != "F":
        add_array(builder)
    if random.chance(0.3):
        add_parameter(builder)
    seed = builder.scalar(builder.name("seed"), "I", random.between(1, 999), 0, 1000)
    builder.generator_state = builder.name("state", "rng")
    builder.emit(f"{builder.generator_state} = wp.rand_init({builder.read(seed)})")
    motifs = (
        *TABLES[type],
        *((m, 0.15 * w) for m, w in (VECTOR_MOTIFS[type]["any"] if type != "F" else ())),
        *((m, 0.06 * w) for m, w in SCALAR_MOTIFS["any"]),
    )
    apply_motif(builder, TABLES[type])
    for _ in range(random.between(1, 4)):
        apply_motif(builder, motifs)
    finish(builder)
    return random.pick(VERBS), purpose_of(builder)


register(Category("noise", EXTENDED, "Perlin, periodic and curl noise.", grow_kernel, (("float32", 1.0),)))
