"""An independent reading of Warp kernels: their own Python over NumPy, with our own definitions of the built-ins."""

from generator.verification.reference.arrays import OutOfBounds
from generator.verification.reference.interpreter import ReferenceKernel, Unsupported, compile_reference

__all__ = ["OutOfBounds", "ReferenceKernel", "Unsupported", "compile_reference"]
