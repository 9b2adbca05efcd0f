"""Code columns and what makes them."""

from __future__ import annotations

from typing import Any

from generator.dataset.configs import DatasetConfig
from generator.dataset.shards import Drawn
from generator.lowering.warp_backend import lower, program


def code_of(drawn: Drawn, config: DatasetConfig) -> dict[str, Any]:
    """Code columns of a config for a kernel."""
    wanted = config.code
    with program(drawn.candidate.source) as opened:
        lowered = lower(
            opened.kernel,
            cuda=any(name.startswith("cuda") for name in wanted),
            cpu=any(name.startswith("cpp") for name in wanted),
            backward=any(name.endswith("backward") for name in wanted),
            comments=config.comments,
        )
    return {name: getattr(lowered, name) for name in wanted}
