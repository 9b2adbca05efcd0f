"""Says what is true of a row: it compiles, it computes what the Python says, its adjoint is the derivative."""

from generator.verification.compiles import check_compile
from generator.verification.executes import check_execute
from generator.verification.gradient import check_gradient
from generator.verification.tiers import TIERS, Item, Verdict, tiers_up_to, verify

__all__ = ["TIERS", "Item", "Verdict", "check_compile", "check_execute", "check_gradient", "tiers_up_to", "verify"]
