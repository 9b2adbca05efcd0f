"""An independent reading of Warp kernels: their Python, run over NumPy with our own definitions of the built-ins."""

from generator.verification.reference.interpretation.interpreter import (
    UNDEFINED,
    ReferenceKernel,
    Stopped,
    Unsupported,
    changed_reference,
    compile_reference,
)
from generator.verification.reference.values.arrays import OutOfBounds

__all__ = [
    "UNDEFINED",
    "OutOfBounds",
    "ReferenceKernel",
    "Stopped",
    "Unsupported",
    "changed_reference",
    "compile_reference",
]
