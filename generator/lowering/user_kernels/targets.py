"""What can be made of a user's kernels, and the check of what was named; imports nothing that takes time."""

from __future__ import annotations

from collections.abc import Sequence

from generator.lowering.binaries.architectures import ARCHITECTURES
from generator.lowering.user_kernels.errors import UserError

EMITS = ("forward", "backward", "cpu", "standalone", "ptx", "sass")
DEFAULT_EMITS = ("forward", "backward")
LARGEST_BLOCK = 1024
"""Most threads of a CUDA block."""


def several(value: str | Sequence[str]) -> tuple[str, ...]:
    """The names in a text with commas, or those given."""
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(part.strip() for part in parts if part.strip())


def require_targets(emit: Sequence[str], archs: Sequence[str], block_dim: int) -> None:
    """Raise ``UserError`` for an unknown target or architecture, or an impossible block size."""
    for what, named, known in (("target", emit, EMITS), ("architecture", archs, ARCHITECTURES)):
        if not named:
            raise UserError(f"no {what} is named: choose from {', '.join(known)}")
        for name in named:
            if name not in known:
                raise UserError(f"unknown {what} {name!r}: choose from {', '.join(known)}")
    if not 1 <= block_dim <= LARGEST_BLOCK:
        raise UserError(f"a block has 1 to {LARGEST_BLOCK} threads, not {block_dim}")
