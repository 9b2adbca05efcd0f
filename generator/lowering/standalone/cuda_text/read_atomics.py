"""Whether a result depends on the order of threads through what their atomics return."""

from __future__ import annotations

from generator.lowering.standalone.cuda_text.operations import ATOMICS
from generator.lowering.standalone.kernel_ir.nodes import Block, Operation, reads, walk


def reads_atomics(block: Block) -> bool:
    """Whether a block reads an atomic's return value, such as the array slot that it reserves for a thread."""
    nodes = walk(block)
    read = {value for node in nodes for value in reads(node)}
    atomics = [node for node in nodes if isinstance(node, Operation) and node.name in ATOMICS]
    return any(value in read for node in atomics for value in node.outputs)
