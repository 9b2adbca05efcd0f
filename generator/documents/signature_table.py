"""Writes ``generator/synthesis/signatures.txt``: what Warp's registry says, in the synthesizer's type symbols.

    python -m generator.documents.signature_table

A line is ``group|name|argument types|result type|differentiable|precisions``. Float types stand as ``F`` (``V3``,
``M33`` ...); the last field is ``all``, or the float precisions for which Warp has the signature. A test compares the
file with the registry.
"""

from __future__ import annotations

from pathlib import Path

import warp as wp

from generator.lowering.warp_backend import builtin_registry
from generator.synthesis.types import DTYPES, PRECISIONS, SYMBOLS

TABLE = Path(__file__).parents[1] / "synthesis" / "signatures.txt"
GROUPS = (
    "Scalar Math",
    "Vector Math",
    "Quaternion Math",
    "Transformations",
    "Spatial Math",
    "Operators",
    "Random",
    "Utility",
)


def lines() -> list[str]:
    """The table, sorted, one line a signature."""
    symbols = {
        precision: {getattr(wp, DTYPES[precision][s]): s for s in SYMBOLS if hasattr(wp, DTYPES[precision][s])}
        for precision in PRECISIONS
    }
    for table in symbols.values():
        table |= {bool: "B", int: "I"}
    symbols["float32"][float] = "F"
    found: dict[str, set[str]] = {}
    for name, function in builtin_registry().items():
        if function.group not in GROUPS:
            continue
        for overload in getattr(function, "overloads", [function]):
            for precision in PRECISIONS:
                known = symbols[precision]
                arguments = [known.get(t) for t in overload.input_types.values()]
                result = known.get(overload.value_type) if isinstance(overload.value_type, type) else None
                if result is None or None in arguments:
                    continue
                row = (function.group, name, " ".join(str(a) for a in arguments), result)
                text = "|".join((*row, str(int(overload.is_differentiable))))
                found.setdefault(text, set()).add(precision)
    return sorted(f"{text}|{_name(precisions)}" for text, precisions in found.items())


def _name(precisions: set[str]) -> str:
    return "all" if len(precisions) == len(PRECISIONS) else " ".join(p for p in PRECISIONS if p in precisions)


if __name__ == "__main__":
    TABLE.write_text("\n".join(lines()) + "\n")
