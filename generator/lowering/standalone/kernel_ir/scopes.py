"""Where a user's variable must be declared, as Python has no block scopes."""

from __future__ import annotations

from generator.lowering.standalone.kernel_ir.nodes import (
    Bind,
    Block,
    For,
    Node,
    Operation,
    Routine,
    While,
    blocks_of,
    reads,
    walk,
)


def is_join(node: Node) -> bool:
    """Whether an operation only joins versions of a variable (a phi): it has no text, as variables are reassigned."""
    return isinstance(node, Operation) and node.attribute in ("merge", "carry")


def declarations(routine: Routine) -> dict[tuple[int, int], list[str]]:
    """(block, position) -> variables to declare there, because a use lies outside of the block of their assignment."""
    bound = dict.fromkeys(name for n in walk(routine.body) if isinstance(n, Bind) for name in n.names)
    found: dict[tuple[int, int], list[str]] = {}
    parameters = {p.name for p in routine.parameters}
    for name in bound:
        if name in parameters or _contained(routine.body, name):
            continue
        block = routine.body
        while True:
            holders = [k for k, node in enumerate(block) if _occurs(node, name)]
            inside = [b for b in blocks_of(block[holders[0]]) if any(_occurs(n, name) for n in b)]
            if len(holders) > 1 or len(inside) != 1 or isinstance(block[holders[0]], For | While):
                break
            if _touches(block[holders[0]], name):
                break
            block = inside[0]
        found.setdefault((id(block), holders[0]), []).append(name)
    return found


def _touches(node: Node, name: str) -> bool:
    """Whether a node itself reads or assigns a variable."""
    if isinstance(node, Bind) and name in node.names:
        return True
    if isinstance(node, For) and node.name == name and any(_binds(n, name) for n in walk(node.body)):
        return True
    return not is_join(node) and any(v.name == name for v in reads(node))


def _binds(node: Node, name: str) -> bool:
    return isinstance(node, Bind) and name in node.names


def _occurs(node: Node, name: str) -> bool:
    return _touches(node, name) or any(_occurs(inner, name) for block in blocks_of(node) for inner in block)


def _contained(block: Block, name: str) -> bool:
    """Whether each block with a variable assigns it before it reads it."""
    for node in block:
        if _binds(node, name):
            return True
        if _touches(node, name):
            return False
        if _occurs(node, name) and not all(_contained(inner, name) for inner in blocks_of(node)):
            return False
    return True
