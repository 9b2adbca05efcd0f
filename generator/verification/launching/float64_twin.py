"""The float64 twin of a code column: the same statements, every float16 and float32 made a float64.

Central differences need the digits: in float32 a wrong adjoint of one part in a thousand drowns in rounding.
"""

from __future__ import annotations

import re

# Names in full: no name of Warp's continues one of them, and plain replacement takes a tenth of a pattern's time.
_FLOATS = ("wp::float16", "wp::float32", "wp::bfloat16")
_CASTS = ("wp::float(", "wp::adj_float(", "wp::adj_float16(", "wp::adj_float32(", "wp::adj_bfloat16(")

# Random draws exist in single precision only. They depend on no float, and Warp's adjoints of them are empty.
_DRAWS = r"(?:rand[nf]|sample_\w+|poisson)"
_DRAW_NAMES = ("rand", "sample_", "poisson")
_VECTOR_DRAW = re.compile(r"= (wp::sample_\w+\(\w+\));")
_DRAW_ADJOINT = re.compile(rf"^\s*wp::adj_{_DRAWS}\(.*\);\n", re.MULTILINE)

WIDEN_VECTOR = """
template <unsigned N> inline wp::vec_t<N, wp::float64> widened(const wp::vec_t<N, float>& v)
{
    return wp::vec_t<N, wp::float64>(v);
}
"""
"""What a twin needs beside Warp's headers."""


def widen(text: str) -> str:
    """The twin of a CUDA column. Constants keep the digits that the source gives them.

    Other built-ins that Warp has in single precision only (noise, mesh queries) stay as they are; then the twin does
    not compile, or computes in single precision.
    """
    for name in _FLOATS:
        text = text.replace(name, "wp::float64")
    for cast in _CASTS:
        text = text.replace(cast, "wp::adj_float64(" if "adj_" in cast else "wp::float64(")
    if any(name in text for name in _DRAW_NAMES):
        text = _VECTOR_DRAW.sub(r"= widened(\1);", _DRAW_ADJOINT.sub("", text))
    return text
