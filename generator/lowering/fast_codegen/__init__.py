"""Warp's code generator, made faster without changing a byte of its output.

``warp_backend`` uses it for every kernel unless the environment says ``GENERATOR_STOCK_WARP=1``, Warp's version is not
``WRITTEN_FOR``, or an option needs stock Warp (``usable``). Nothing of Warp is patched.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import warp as wp

from generator.lowering.fast_codegen.builder import FastModuleBuilder
from generator.lowering.fast_codegen.code_length import CodeTooLong, longest_code, too_long
from generator.lowering.fast_codegen.loading import ProgramModule, find_kernel_dim, headers_code
from generator.lowering.private_warp import types as warp_types

__all__ = [
    "WRITTEN_FOR", "CodeTooLong", "FastModuleBuilder", "ProgramModule", "enabled", "find_kernel_dim", "headers_code",
    "longest_code", "too_long", "usable",
]  # fmt: skip

WRITTEN_FOR = "1.19"
SWITCH = "GENERATOR_STOCK_WARP"


def enabled() -> bool:
    """False where the environment or Warp's version asks for stock Warp."""
    return os.environ.get(SWITCH, "") in ("", "0") and _known_version(wp.__version__)


def usable(options: Mapping[str, Any]) -> bool:
    """Whether the fast path can print a build with these resolved module options."""
    return (
        enabled()
        and options["mode"] != "debug"
        and not options.get("lineinfo")
        and options["deterministic"] == wp.DeterministicMode.NOT_GUARANTEED
        and not warp_types._native_value_types
    )


@lru_cache(maxsize=8)
def _known_version(version: str) -> bool:
    known = version.split(".")[:2] == WRITTEN_FOR.split(".")
    if not known:
        warnings.warn(f"fast lowering knows Warp {WRITTEN_FOR}, not {version}: stock Warp lowers", stacklevel=3)
    return known
