"""The float64 twin of a code column: the same statements with every narrower float type made float64.

Central differences need the digits: in float32 rounding hides an adjoint that is wrong by one part in a thousand.
"""

from __future__ import annotations

import re

# Whole names: none of Warp's begins with one of them, and plain replacement takes a tenth of a pattern's time.
_FLOATS = ("wp::float16", "wp::float32", "wp::bfloat16")
_PAIRS = "wp::vec2f"  # elements of a Fourier transform, by that name
_CASTS = ("wp::float(", "wp::adj_float(", "wp::adj_float16(", "wp::adj_float32(", "wp::adj_bfloat16(")

# Random draws and the vectors of a mesh exist in single precision only. They depend on no float argument, and Warp's
# adjoints of them are empty.
_MESH = r"mesh_(?:get_(?:point|velocity)|eval_face_normal)"
_DRAWS = rf"(?:rand[nf]|sample_\w+|poisson|{_MESH})"
_DRAW_NAMES = ("rand", "sample_", "poisson", "mesh_")
_VECTOR_DRAW = re.compile(rf"= (wp::(?:sample_\w+|{_MESH})\([\w, ]+\));")
_DRAW_ADJOINT = re.compile(rf"^\s*wp::adj_{_DRAWS}\(.*\);\n", re.MULTILINE)

# A grid query has no derivative: a twin queries the grid that exists, in that grid's precision.
_NARROW_QUERIES = ("wp::hash_grid_query_f", "wp::hash_grid_query_h")
_WIDE_QUERY = "wp::hash_grid_query_d"
_QUERY = re.compile(r"(var_\w+) = wp::hash_grid_query\((.*)\);")
_QUERY_ADJOINT = re.compile(r"^\s*wp::adj_hash_grid_query\(.*\);\n", re.MULTILINE)

TWIN_HEADER = """
template <unsigned N> inline wp::vec_t<N, wp::float64> widened(const wp::vec_t<N, float>& v)
{
    return wp::vec_t<N, wp::float64>(v);
}
template <typename Query, typename... Group>
inline void narrow_query(Query& query, uint64_t grid, wp::vec_t<3, double> point, double radius, Group... group)
{
    using Float = decltype(query.grid.cell_width);
    query = wp::hash_grid_query(grid, wp::vec_t<3, Float>(point), Float(radius), group...);
}
"""
"""C++ that a twin needs besides Warp's headers."""


def widen(text: str) -> str:
    """The twin of a CUDA column. Constants keep the digits of the source.

    Other built-ins that Warp has only in single precision (mesh queries) stay as they are: the twin then does not
    compile, or computes in single precision there.
    """
    for name in _FLOATS:
        text = text.replace(name, "wp::float64")
    text = text.replace(_PAIRS, "wp::vec2d")
    for cast in _CASTS:
        text = text.replace(cast, "wp::adj_float64(" if "adj_" in cast else "wp::float64(")
    if any(name in text for name in _DRAW_NAMES):
        text = _VECTOR_DRAW.sub(r"= widened(\1);", _DRAW_ADJOINT.sub("", text))
    if any(name in text for name in _NARROW_QUERIES) and _WIDE_QUERY not in text:
        text = _QUERY.sub(r"narrow_query(\1, \2);", _QUERY_ADJOINT.sub("", text))
    return text
