"""What a package wants to be called before its classes can be made: the first lines of its own examples."""

from __future__ import annotations

import importlib

SET_UPS: dict[str, tuple[str, ...]] = {
    "xlb": (
        "policy = xlb.PrecisionPolicy.FP32FP32",
        "backend = xlb.ComputeBackend.WARP",
        "velocities = xlb.velocity_set.D3Q19(precision_policy=policy, compute_backend=backend)",
        "xlb.init(velocity_set=velocities, default_backend=backend, default_precision_policy=policy)",
    ),
}
"""Package -> statements that are run in order before its factories are called."""


def set_up(package: str) -> None:
    """Run the statements of a package, if it has some. Raises whatever they raise; only inside an isolated process."""
    statements = SET_UPS.get(package)
    if statements:
        names = {package: importlib.import_module(package)}
        exec("\n".join(statements), names)
