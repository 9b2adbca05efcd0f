"""Names of vectors that are stored: after the kind of the value, or neutral where nothing says it."""

from __future__ import annotations

from collections.abc import Sequence

from generator.launch import OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression
from generator.synthesis.kinds import KINDS, kind_of
from generator.synthesis.mixing import words_of

NEUTRAL = ("result_vector", "output_vector", "final_vector", "response_vector")
RESULTS: dict[str, Sequence[str]] = {
    "point": ("result_point", "new_point"), "lever": ("relative_offset", "result_offset"),
    "velocity": ("result_velocity", "new_velocity"), "force": ("result_force", "net_force"),
    "momentum": ("result_momentum",), "moment": ("net_moment", "result_torque"), "spin": ("result_spin", "new_spin"),
    "turn": ("result_turn", "rotation_result"), "slope": ("result_gradient",),
    "direction": ("result_direction", "new_direction"), "color": ("result_color",),
}  # fmt: skip
"""Names by kind where nothing of that kind is read."""


def vector_array(builder: Builder, value: Expression) -> str:
    """A new output array for a vector; its name."""
    options = [name for name in _names(value) if name not in builder.names]
    name = builder.name(builder.random.pick(options or NEUTRAL))
    return builder.array(name, value.type, builder.dim, OUTPUT, "zeros")


def _names(value: Expression) -> Sequence[str]:
    """After a quantity of the theme of that kind, if the value is made of one; a direction has length one."""
    builder, kind = value.builder, kind_of(value)
    if not kind or (kind == "direction" and not value.unit):
        return NEUTRAL
    behind = {builder.prose.get(word, word).replace(" ", "_") for word in words_of(builder, value.text)}
    read = [q for q, *_ in builder.theme.vectors if q in behind and KINDS[q] == kind]
    return [f"{how}_{q}" for q in read for how in ("new", "adjusted")] or RESULTS.get(kind, NEUTRAL)
