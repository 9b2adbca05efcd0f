"""The reading of a stranger's kernel: it ends after so many steps, whatever its loops wait for."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from generator.verification.reference import ReferenceKernel, changed_reference
from generator.verification.reference.interpretation.rewrite_names import Names, call

MOST_STEPS = 200_000
"""Loop steps of one launch, over all its threads: some seconds of reading."""


class TooLong(Exception):
    """A launch took more steps than ``MOST_STEPS``."""


@dataclass
class _Steps:
    """Counts the steps of one launch."""

    left: int = MOST_STEPS

    def begin(self, threads: int) -> None:
        self.left = MOST_STEPS - threads

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLong(f"more than {MOST_STEPS} steps of loops")


def bounded_reading(source: str) -> ReferenceKernel:
    """The reference of the only kernel of ``source``; its ``run`` raises ``TooLong`` besides. Raises Unsupported."""
    steps = _Steps()

    def count(tree: ast.Module, names: Names) -> dict[str, Any]:
        for node in ast.walk(tree):
            if isinstance(node, ast.For | ast.While):
                node.body.insert(0, ast.Expr(call("_step")))
        return {"_step": steps.step}

    return changed_reference(source, count, begin=steps.begin)
