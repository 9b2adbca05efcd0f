"""Writes the reasons and examples in ``docs/cpu_and_cuda.md``.

python -m generator.lowering.comparison.compare_document docs/cpu_and_cuda.md examples/clamp_sum.py
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

from generator.lowering.comparison.side_by_side import LAYOUT, REASONS, Line, Reason, Section, sections
from generator.lowering.user_kernels.api import lower
from generator.lowering.warp_backend import Lowered

BEGIN, END = "<!-- reasons -->\n", "<!-- end of reasons -->\n"
MOST_LINES = 14
"""Most lines of an example; an ellipsis replaces the rest."""


_BETTER_IN = {"parameters": "adjoint"}
"""Reason -> section to show it in, where another section than the first shows more of it."""


def with_reasons(text: str, kernel_file: Path) -> str:
    """The document with the text between its two marks replaced."""
    (kernel,) = lower(kernel_file, emit=("forward", "backward", "cpu"), comments=False)
    found = sections(Lowered(**kernel.code))
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    parts = (_part(reason, found) for reason in REASONS if reason.name != LAYOUT)
    return f"{head}{BEGIN}\n" + "\n".join(part for part in parts if part) + f"\n{END}{tail}"


def _part(reason: Reason, found: Iterable[Section]) -> str:
    """A heading, the explanation, and the lines of the first section that has some: CPU with ``-``, CUDA with ``+``."""
    for section in sorted(found, key=lambda section: section.title != _BETTER_IN.get(reason.name)):
        lines = [line for line in section.lines if line.reason == reason.name]
        if lines:
            shown = _difference(lines)
            rest = ["  ..."] if len(shown) > MOST_LINES else []
            block = "\n".join([*shown[:MOST_LINES], *rest])
            where = f"In the {section.title} of the example:"
            return f"### {reason.name.capitalize()}\n\n{reason.explanation} {where}\n\n```diff\n{block}\n```\n"
    return ""


def _difference(lines: Iterable[Line]) -> list[str]:
    cpu = [line.cpu for line in lines if line.cpu is not None]
    cuda = [line.cuda for line in lines if line.cuda is not None]
    sides = (("- ", cpu), ("+ ", cuda))
    return [mark + line for mark, side in sides for line in textwrap.dedent("\n".join(side)).splitlines()]


if __name__ == "__main__":
    document, source = (Path(argument) for argument in sys.argv[1:3])
    document.write_text(with_reasons(document.read_text(encoding="utf-8"), source), encoding="utf-8")
