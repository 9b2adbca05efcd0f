"""An independent reading of Warp kernels: their own Python over NumPy, with our own definitions of the built-ins."""

from generator.verification.reference.arrays import OutOfBounds
from generator.verification.reference.interpreter import (
    UNDEFINED,
    ReferenceKernel,
    Stopped,
    Unsupported,
    changed_reference,
    compile_reference,
)

__all__ = [
    "UNDEFINED",
    "OutOfBounds",
    "ReferenceKernel",
    "Stopped",
    "Unsupported",
    "changed_reference",
    "compile_reference",
]
