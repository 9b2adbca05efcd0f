"""An independent reading of Warp kernels: their own Python over NumPy, with our own definitions of the built-ins."""

from generator.verification.reference.arrays import OutOfBounds
from generator.verification.reference.interpreter import (
    ReferenceKernel,
    Unsupported,
    changed_reference,
    compile_reference,
)

UNDEFINED = (OutOfBounds, ZeroDivisionError)
"""What the reference raises where compiled code would do anything at all."""

__all__ = ["UNDEFINED", "OutOfBounds", "ReferenceKernel", "Unsupported", "changed_reference", "compile_reference"]
