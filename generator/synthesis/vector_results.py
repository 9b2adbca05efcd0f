"""Names of vectors that are stored: after the kind of the value, or neutral where nothing says it."""

from __future__ import annotations

from collections.abc import Sequence

from generator.launch import OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression
from generator.synthesis.kinds import KINDS, kind_of

NEUTRAL = ("result_vector", "output_vector", "vector_out", "response_vector")
RESULTS: dict[str, Sequence[str]] = {
    "point": ("result_point", "point_out"), "lever": ("relative_offset", "offset_out"),
    "velocity": ("result_velocity", "velocity_out"), "force": ("result_force", "net_force"),
    "momentum": ("result_momentum",), "moment": ("net_moment", "result_torque"), "spin": ("result_spin", "spin_out"),
    "turn": ("result_turn", "turn_out"), "slope": ("result_gradient",),
    "direction": ("result_direction", "unit_direction"), "color": ("result_color", "color_out"),
}  # fmt: skip
"""Names by kind where the theme has no quantity of that kind."""


def vector_array(builder: Builder, value: Expression) -> str:
    """A new output array for a vector; its name."""
    options = [name for name in _names(builder, kind_of(value)) if name not in builder.names]
    name = builder.name(builder.random.pick(options or NEUTRAL))
    return builder.array(name, value.type, builder.dim, OUTPUT, "zeros")


def _names(builder: Builder, kind: str) -> Sequence[str]:
    """After a quantity of that kind which is read, or else one of the theme."""
    if not kind:
        return NEUTRAL
    of_kind = [quantity for quantity, *_ in builder.theme.vectors if KINDS[quantity] == kind]
    arrays = {argument.name for argument, _ in builder.inputs}
    read = [quantity for quantity in of_kind if quantity in arrays]
    if read:
        return [f"{how}_{quantity}" for quantity in read for how in ("new", "adjusted")]
    return [f"{quantity}_out" for quantity in of_kind] or RESULTS.get(kind, NEUTRAL)
