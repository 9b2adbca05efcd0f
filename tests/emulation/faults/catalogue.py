"""All planted faults, by the kind of their finding."""

from tests.emulation.faults import (
    alignment,
    barriers,
    bounds,
    collisions,
    endless,
    initial,
    limits,
    near_bounds,
    races,
)
from tests.emulation.faults.fault import Fault

FAULTS: tuple[tuple[str, str, Fault], ...] = tuple(
    (kind, name, fault)
    for kind, table in (
        ("barrier", barriers.FAULTS),
        ("endless", endless.FAULTS),
        ("misaligned", alignment.FAULTS),
        ("out_of_bounds", bounds.FAULTS | near_bounds.FAULTS),
        ("race", races.FAULTS | collisions.FAULTS),
        ("shared_limit", limits.FAULTS),
        ("uninitialized", initial.FAULTS),
    )
    for name, fault in table.items()
)
"""Kind, name, fault."""
