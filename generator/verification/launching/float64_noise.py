"""Warp's noise functions in float64, for the twins of kernels that call them: Warp has them in float32 only.

They are made from Warp's own header by widening its types, as twins are made from rows. So the gradient tier checks
both a row's use of noise and Warp's derivative of it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import warp as wp

_NAMES = ("noise", "pnoise", "curlnoise")
_LITERAL = re.compile(r"(\d\.\d*)f\b")
_DRAW = re.compile(r"\b(sample_unit_\w+\(\w+\))")
_VECTOR = re.compile(r"\b(vec[234]|mat(?:22|33|44))\b")


def needs_wide_noise(text: str) -> bool:
    """Whether a text calls one of the noise functions."""
    return any(f"wp::{name}(" in text for name in _NAMES)


@cache
def wide_noise() -> str:
    """C++ that adds overloads for double to namespace ``wp``; it stands after ``TWIN_HEADER``."""
    header = Path(wp.__file__).parent / "native" / "noise.h"
    body = header.read_text(encoding="utf-8").partition("namespace wp {")[2].rpartition("}")[0]
    body = _VECTOR.sub(r"\1d", _LITERAL.sub(r"\1", body.replace("float", "double")))
    body = _DRAW.sub(r"widened(\1)", body)
    exported = "".join(f"using wide_noise::{name};\nusing wide_noise::adj_{name};\n" for name in _NAMES)
    return f"namespace wp {{\nnamespace wide_noise {{\n{body}\n}}\n{exported}}}\n"
