"""Says what is true of a row: it compiles, it computes what the Python says, its adjoint is the derivative.

Warp is imported with the first name that needs it: stored results are judged (``stored_io``) where there is none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.verification.tiers.compile_tier import check_compile
    from generator.verification.tiers.execute_tier import check_execute
    from generator.verification.tiers.gradient_tier import check_gradient
    from generator.verification.tiers.tiers import TIERS, Item, Verdict, tiers_up_to, verify

__all__ = ["TIERS", "Item", "Verdict", "check_compile", "check_execute", "check_gradient", "tiers_up_to", "verify"]

_HOMES = {
    "check_compile": "tiers.compile_tier",
    "check_execute": "tiers.execute_tier",
    "check_gradient": "tiers.gradient_tier",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = _HOMES.get(name, "tiers.tiers")
    return getattr(import_module(f"{__name__}.{home}"), name)
