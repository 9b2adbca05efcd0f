"""The reading of a stranger's kernel: it stops after a number of steps, and tells which branches it reached."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from generator.verification.reference import UNDEFINED, ReferenceKernel, Unsupported, changed_reference
from generator.verification.reference.interpretation.rewrite_names import Names

MOST_STEPS = 100_000
"""Most branches and loop iterations of one launch, over all its threads: a second or two of reading."""


class TooLong(Exception):
    """A launch took more steps than ``MOST_STEPS``, or all launches together more than ``Steps.most``."""


NO_RESULT = (*UNDEFINED, TooLong)
"""Exceptions of a bounded reading without a result."""


@dataclass
class Steps:
    """Counts of launches: steps ``left`` to this one, ``taken`` by all, branches ``seen`` since that was cleared."""

    lines: int = 0
    """Lines of the source: each thread counts as an eighth of them in steps, besides its branches."""
    left: int = MOST_STEPS
    taken: int = 0
    seen: set[int] = field(default_factory=set)
    most: int | None = None
    """Bound of ``taken`` beyond which no launch begins."""

    def begin(self, threads: int) -> None:
        if self.most is not None and self.taken > self.most:
            raise TooLong(f"more than {self.most} steps in all")
        self.left = MOST_STEPS
        self.taken += threads * (1 + self.lines // 8)

    def mark(self, branch: int) -> None:
        """Count a thread's entry into a branch, or into another iteration of a loop."""
        self.seen.add(branch)
        self.taken += 1
        self.left -= 1
        if self.left < 0:
            raise TooLong(f"more than {MOST_STEPS} steps")


@dataclass(frozen=True)
class BoundedReading:
    """A reading whose ``run`` may also raise ``TooLong``, its counts, and the number of branches of the source."""

    kernel: ReferenceKernel
    steps: Steps
    branches: int


def bounded_reading(source: str) -> BoundedReading:
    """The reading of the only kernel of ``source``. Raises Unsupported, and whatever the source raises."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "warp":
            raise Unsupported(f"{node.module} has no reference definition")
    steps = Steps(source.count("\n"))
    blocks: list[list[ast.stmt]] = []

    def mark(tree: ast.Module, _: Names) -> dict[str, Any]:
        for node in ast.walk(tree):
            if isinstance(node, ast.For | ast.While):
                blocks.append(node.body)
            elif isinstance(node, ast.If):
                blocks.extend(block for block in (node.body, node.orelse) if block)
        for number, block in enumerate(blocks):
            marker = ast.Call(ast.Name("_mark", ast.Load()), [ast.Constant(number)], [])
            block.insert(0, ast.Expr(marker))
        return {"_mark": steps.mark}

    kernel = changed_reference(source, mark, begin=steps.begin)
    return BoundedReading(kernel, steps, len(blocks))
