"""The float64 twin of a code column: the same statements, every float16 and float32 made a float64.

Central differences need the digits: in float32 a wrong adjoint of one part in a thousand drowns in rounding.
"""

from __future__ import annotations

import re

_FLOATS = re.compile(r"\bwp::(?:float16|float32|bfloat16)\b")
_CASTS = re.compile(r"\bwp::(adj_)?(?:float|float16|float32|bfloat16)\(")


def widen(text: str) -> str:
    """The twin of a CUDA column. Constants keep the digits that the source gives them.

    Built-ins that Warp has in single precision only (noise, mesh queries) stay as they are; then the twin does not
    compile, or computes in single precision.
    """
    return _FLOATS.sub("wp::float64", _CASTS.sub(r"wp::\1float64(", text))
