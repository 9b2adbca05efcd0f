"""Code for blocks of one thread, which is what a CPU runs: tiles of a value from each thread are laid out by them."""

from __future__ import annotations

import warp as wp

from generator.launch import Launch
from generator.lowering.warp_backend import Lowered, lower


def for_one_thread(kernel: wp.Kernel, launch: Launch, texts: Lowered) -> Lowered:
    """The texts themselves, or those for blocks of one thread where a launch is tiled and they differ."""
    if not launch.tiled:
        return texts
    return lower(kernel, backward=bool(texts.cuda_backward), block_dim=1)
