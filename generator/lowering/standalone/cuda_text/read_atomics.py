"""Whether threads share something out among each other in the order in which they run."""

from __future__ import annotations

from generator.lowering.standalone.cuda_text.operations import ATOMICS
from generator.lowering.standalone.kernel_ir.nodes import Block, Operation, reads, walk


def reads_atomics(block: Block) -> bool:
    """Whether a block reads what an atomic found in memory, as the place in an array that is a thread's own."""
    nodes = walk(block)
    read = {value for node in nodes for value in reads(node)}
    atomics = [node for node in nodes if isinstance(node, Operation) and node.name in ATOMICS]
    return any(value in read for node in atomics for value in node.outputs)
