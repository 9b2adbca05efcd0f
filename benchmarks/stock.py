"""Lowering with Warp's own builder and with ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from generator.lowering.fast_codegen import SWITCH
from generator.lowering.warp_backend import Lowered, lower, program, stock_module_text


@contextmanager
def stock_warp() -> Iterator[None]:
    """Switches our fast path off inside the block."""
    before = os.environ.get(SWITCH)
    os.environ[SWITCH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SWITCH]
        else:
            os.environ[SWITCH] = before


def stock_text(source: str, *targets: str, backward: bool = True) -> list[str]:
    """The floor: exec, ``ModuleBuilder`` and ``codegen`` for each target, nothing else."""
    with stock_warp(), program(source) as opened:
        return [stock_module_text(opened.kernel, target, backward=backward) for target in targets]


def stock_lowered(source: str) -> Lowered:
    """Our columns, built and printed by Warp's own classes."""
    with stock_warp():
        return lowered(source)


def lowered(source: str, *, cpu: bool = False, backward: bool = True) -> Lowered:
    """Our columns."""
    with program(source) as opened:
        return lower(opened.kernel, cpu=cpu, backward=backward)
