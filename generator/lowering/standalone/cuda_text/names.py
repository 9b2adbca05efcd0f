"""Names in the program: the user's where C++ allows them."""

from __future__ import annotations

import re
from itertools import chain, count

from generator.lowering.standalone.cuda_text.helper_table import helper_table
from generator.syntax.cpp_words import CPP_WORDS

_LIBRARY = frozenset(
    """
blockIdx blockDim threadIdx gridDim dim3 main abs min max isfinite isnan isinf printf assert NAN INFINITY half
double2 thread host expected Array Check sin cos tan asin acos atan atan2 sinh cosh tanh sqrt cbrt pow exp log
log2 log10 erf erfc erfinv erfcinv round rint trunc floor ceil fmin fmax fabs fmod copysign
sinf cosf tanf sqrtf expf logf powf
""".split()
)
RESERVED = CPP_WORDS | _LIBRARY


class Names:
    """Gives names that are free in one function, the wanted one where possible."""

    def __init__(self, taken: set[str] | None = None):
        self.taken = set(RESERVED) | {n for n in helper_table() if n.isidentifier()} | (taken or set())

    def take(self, wanted: str) -> str:
        """``wanted``, with a number appended if it is taken; Warp's "_wp_continue_0" becomes "active"."""
        if wanted.startswith("_wp_continue"):
            wanted = "active"
        base = re.sub(r"\W", "_", wanted) or "t"
        if base.startswith("__") or re.fullmatch(r"(vec|mat|quat|transform)\d*\w{0,2}", base):
            base = f"{base.lstrip('_')}_"
        return free_name(base, self.taken, first=1)


def free_name(wanted: str, taken: set[str], first: int) -> str:
    """``wanted``, or it with the first number from ``first`` on that makes it new; adds the name to ``taken``."""
    numbered = (f"{wanted}_{number}" for number in count(first))
    name = next(name for name in chain((wanted,), numbered) if name not in taken)
    taken.add(name)
    return name
