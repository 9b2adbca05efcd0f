"""Traits of a source that Warp may differentiate wrongly, each by the name of its reproduction in `warp_bugs`.

They explain an adjoint that was found wrong: a source with such a trait may still have a right adjoint.
`docs/known_warp_issues.md` describes each.
"""

from __future__ import annotations

import ast

from generator.syntax.reading import NotReadable, read
from generator.syntax.walks import adjoint_limits as walks
from generator.syntax.walks.adjoint_limits import ENDLESS
from generator.verification.launch_guess.array_uses import Use, uses_of_parameters

__all__ = ["ENDLESS", "adjoint_limits"]


def adjoint_limits(source: str) -> tuple[str, ...]:
    """Sorted names of the reproductions whose trait the source has; only traits of arrays where `read` refuses it."""
    try:
        found = walks.adjoint_limits(read(source))
    except NotReadable:
        found = set()
    for uses in uses_of_parameters(ast.parse(source)).values():
        for kinds in uses.values():
            if Use.SCALE in kinds or {Use.LOAD, Use.STORE} <= kinds or {Use.LOAD, Use.ADD} <= kinds:
                found.add("overwritten_input")
            if Use.REPEATED in kinds:
                found.add("element_written_twice")
    return tuple(sorted(found))
