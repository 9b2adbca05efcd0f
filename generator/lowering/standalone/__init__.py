"""Stand-alone CUDA: a Warp kernel and its adjoint as a complete program without a Warp header."""

from __future__ import annotations

from generator.lowering.standalone.kernel_ir.nodes import Unsupported
from generator.lowering.standalone.whole_program.translation import Standalone, translate

__all__ = ["Standalone", "Unsupported", "translate"]
