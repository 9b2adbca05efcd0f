"""Code for blocks of one thread, as a CPU runs it: the layout of ``wp.tile`` depends on the block's size."""

from __future__ import annotations

import warp as wp

from generator.launch import Launch
from generator.lowering.warp_backend import Lowered, lower


def for_one_thread(kernel: wp.Kernel, launch: Launch, texts: Lowered) -> Lowered:
    """The texts themselves or, where the launch is tiled, those lowered again for blocks of one thread."""
    if not launch.tiled:
        return texts
    return lower(kernel, backward=bool(texts.cuda_backward), block_dim=1)
