"""A kernel's source with all that it needs (functions, structs, constants, imports), as the text of one module."""

from __future__ import annotations

from generator.lowering.user_kernels.self_contained.extraction import Extracted, extract, extracted

__all__ = ["Extracted", "extract", "extracted"]
