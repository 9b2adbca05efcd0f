"""Set-up that a package needs before objects of its classes can be made: the first lines of its own examples."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

_XLB = """
policy = xlb.PrecisionPolicy.FP32FP32
backend = xlb.ComputeBackend.WARP
velocities = xlb.velocity_set.{velocities}(precision_policy=policy, compute_backend=backend)
xlb.init(velocity_set=velocities, default_backend=backend, default_precision_policy=policy)
force_vector = [0.0] * velocities.d
grid = xlb.grid.grid_factory((8,) * velocities.d)
collision_operator = xlb.operator.collision.BGK()
no_slip_bc_instance = xlb.operator.boundary_condition.HalfwayBounceBackBC(indices=[[0]] * velocities.d)
"""

SET_UPS: dict[str, tuple[str, ...]] = {
    "xlb": tuple(_XLB.format(velocities=velocities) for velocities in ("D3Q19", "D3Q27", "D2Q9")),
}
"""Package -> alternative statements to run before its factories are called.

Arguments named like a variable of the statements get its value.
"""


def set_ups(package: str) -> Iterator[dict[str, Any]]:
    """Set a package up, one alternative after another, and yield its variables; {} once where it needs no set-up.

    Raises what the statements raise. Call only inside an isolated process.
    """
    if package not in SET_UPS:
        yield {}
    for statements in SET_UPS.get(package, ()):
        variables = {package: importlib.import_module(package)}
        exec(statements, variables)
        yield variables
