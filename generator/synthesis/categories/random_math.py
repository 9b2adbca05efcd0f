"""Random mathematics: large grown expressions, and streams of ``wp.rand*``."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.expression import Expression
from generator.synthesis.finish import finish
from generator.synthesis.grow import grow
from generator.synthesis.inputs import add_arrays, add_parameter, start
from generator.synthesis.mixing import words_of
from generator.synthesis.motifs import INTEGER_MOTIFS, SCALAR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.page import words
from generator.synthesis.prose import formula, names_for, purpose_of
from generator.synthesis.randomness import Table
from generator.synthesis.structure import NONE, WEIGHTS
from generator.synthesis.variable import Variable

MIXED = Table((*SCALAR_MOTIFS["any"], *((m, 0.5 * w) for m, w in INTEGER_MOTIFS)))
VERBS = ("compose", "evaluate", "derive", "compute")
DRAWING_VERBS = ("sample", "perturb", "randomize", "jitter", "simulate")

DRAWS = (
    (("draw", "uniform_value", "u_sample"), "wp.randf({s})", "F", 0.0, 1.0, "a uniform draw", 3.0),
    (("jitter_value", "spread"), "wp.randf({s}, -0.5, 0.5)", "F", -0.5, 0.5, "a uniform draw around zero", 2.0),
    (("noise", "gaussian_draw"), "wp.randn({s})", "F", -4.5, 4.5, "a normal draw", 2.0),
    (("level", "die"), "float(wp.randi({s}, 0, 10))", "F", 0.0, 9.0, "an integer draw below ten", 1.0),
    (("parity", "coin"), "float(wp.randi({s}, 0, 2))", "F", 0.0, 1.0, "a fair coin", 0.6),
    (("ticket", "unsigned_draw"), "float(wp.randu({s}) % wp.uint32(7))", "F", 0.0, 6.0, "an unsigned draw modulo seven", 0.5),
    (("event_count", "arrivals"), "float(wp.poisson({s}, 2.5))", "F", 0.0, 30.0, "a Poisson draw", 0.8),
    (("disk_point",), "wp.sample_unit_disk({s})", "V2", -1.0, 1.0, "a point in the unit disk", 0.6),
    (("ring_point",), "wp.sample_unit_ring({s})", "V2", -1.0, 1.0, "a point on the unit circle", 0.5),
    (("square_point",), "wp.sample_unit_square({s})", "V2", -0.5, 0.5, "a point in the unit square", 0.5),
    (("barycentric",), "wp.sample_triangle({s})", "V2", 0.0, 1.0, "barycentric coordinates", 0.5),
    (("cube_point",), "wp.sample_unit_cube({s})", "V3", -0.5, 0.5, "a point in the unit cube", 0.5),
    (("ball_point",), "wp.sample_unit_sphere({s})", "V3", -1.0, 1.0, "a point in the unit ball", 0.5),
    (("sphere_point",), "wp.sample_unit_sphere_surface({s})", "V3", -1.0, 1.0, "a point on the unit sphere", 0.5),
    (("dome_point",), "wp.sample_unit_hemisphere({s})", "V3", -1.0, 1.0, "a point in the half ball", 0.4),
    (("dome_direction",), "wp.sample_unit_hemisphere_surface({s})", "V3", -1.0, 1.0, "a direction of the half sphere", 0.4),
)  # fmt: skip

ON_THE_SPHERE = ("ring_point", "sphere_point", "dome_direction")
"""Draws of length one."""
TRAITS = {"barycentric": WEIGHTS}
"""What else is known of draws."""


def stream(builder: Builder) -> None:
    """A generator state of this thread, and one to three draws from it."""
    random = builder.random
    seed = builder.scalar(builder.name("seed"), "I", random.between(1, 999), 0, 1000)
    state = builder.name("state", "rng")
    builder.emit(f"{state} = wp.rand_init({builder.read(seed)}, {builder.index})")
    table = [(draw, draw[6]) for draw in DRAWS]
    for _ in range(random.between(1, 3)):
        drawn = random.weighted(table)
        table.remove((drawn, drawn[6]))
        names, text, type, low, high, phrase, _ = drawn
        unit = names[0] in ON_THE_SPHERE
        axis = names[0] if unit else ""
        value = Expression(builder, text.format(s=state), type, low, high, axis=axis, unit=unit)
        if text.startswith("float("):
            value.set_samples([float(round(x)) for x in builder.draw_samples(low, min(high, 7.0))])
        value.traits = TRAITS.get(names[0], NONE)
        builder.assign(names, value, phrase)


def tie(builder: Builder) -> None:
    """Join to an input what follows from draws alone and is not read yet."""
    random = builder.random
    given = {word for text in builder.prose for word in words(text)}
    given |= {argument.name for argument, _ in builder.parameters}
    given -= {"seed", builder.index}

    def fed(value: Expression) -> bool:
        return not given.isdisjoint(words_of(builder, value.text))

    for variable in builder.unread():
        if (variable.type == "F" and fed(variable.expression)) or variable.type == "I":
            continue
        value = builder.read(variable)
        other = builder.take("F", (), lambda e: fed(e) and not builder.is_uniform(e))
        by, draw = readable(other), readable(value)
        if variable.type != "F":
            builder.assign(("scattered", "scaled_point"), other * value, f"{draw} scaled by {by}")
        elif random.chance(0.5):
            builder.assign(("weighted_draw", "draw_term"), other * value, f"the product of {by} and {draw}")
        else:
            share = builder.constant(0.05, 0.5) * value
            builder.assign(("perturbed", "randomized"), other + share, f"{by} plus a share of {draw}")


def composition(builder: Builder) -> Variable:
    """A large expression under one name."""
    budget = builder.random.between(3, 5)
    while True:
        mark = builder.checkpoint()
        value = grow(builder, "F", budget, calls=0.55)
        if len(value.text) < 92 and value.head:
            break
        builder.rollback(mark)
        budget = max(2, budget - 1)
    return builder.assign(names_for(value), value, formula(value))


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Arrays, perhaps random draws, grown expressions."""
    random = builder.random
    start(builder)
    add_arrays(builder, random.between(1, 3))
    if random.chance(0.3):
        add_parameter(builder)
    draws = builder.precision == "float32" and random.chance(0.5)
    if draws:
        stream(builder)
    for _ in range(random.between(1, 3)):
        composition(builder)
        if random.chance(0.4):
            apply_motif(builder, MIXED)
    if draws:
        tie(builder)
    finish(builder)
    return random.pick(DRAWING_VERBS if draws else VERBS), purpose_of(
        builder, "with a random stream for each thread" if draws else ""
    )


register(Category("random_math", DEFAULT, "Random expressions and wp.rand* streams.", grow_kernel))
