"""Simplifies a sweep: dead-code elimination, and merging of carries and of branches."""

from __future__ import annotations

from collections.abc import Callable

from generator.lowering.standalone.adjoint_code.sweep_steps import Fork, Item, Leave, Loop, Primal, Step, Sweep, items
from generator.lowering.standalone.cuda_text.operations import MUTATORS
from generator.lowering.standalone.kernel_ir.nodes import For, Operation, ShortCircuit, Unsupported, Value, walk


def drop_unread(sweep: Sweep, gradient_of: Callable[[Value], Value]) -> Sweep:
    """Drop steps that add to gradients that nothing reads."""
    while True:
        steps = [i for i in items(sweep) if isinstance(i, Step)]
        read = {gradient_of(v) for s in steps for v in s.gradients}
        dead = {
            s for s in steps if s.target is not None and not s.target.parameter and gradient_of(s.target) not in read
        }
        if not dead:
            return sweep
        sweep = _without(sweep, dead)


def _without(sweep: Sweep, dead: set[Step]) -> Sweep:
    found: Sweep = []
    for item in sweep:
        if isinstance(item, Fork):
            item = Fork(item.condition, _without(item.body, dead), _without(item.orelse, dead), item.line)
        elif isinstance(item, Loop):
            item = Loop(item.node, item.test, _without(item.body, dead), item.line)
            if not any(isinstance(i, Step) for i in items(item.body)):
                continue
        if not isinstance(item, Step) or item not in dead:
            found.append(item)
    return found


def keep_needed(sweep: Sweep) -> Sweep:
    """Drop values that no gradient needs, and branches and loops that are then empty."""
    needed: set[Value] = set()
    primals = [i for i in items(sweep) if isinstance(i, Primal)]
    for item in items(sweep):
        if isinstance(item, Step):
            needed.update(item.primals)
        elif isinstance(item, Loop):
            loop = item.node
            needed.update([loop.start, loop.stop, loop.step] if isinstance(loop, For) else [loop.condition])
    _need_jumps(sweep, needed)
    while True:
        before = len(needed)
        for primal in primals:
            node = primal.node
            if isinstance(node, ShortCircuit):
                if node.output in needed:
                    needed.update(node.parts)
                    for guarded in node.guarded:
                        needed.update(v for n in walk(guarded) if isinstance(n, Operation) for v in n.arguments)
            elif keeps(node, needed):
                needed.update(node.arguments)
        _need_forks(sweep, needed)
        if len(needed) == before:
            break
    unreplayed = {v: v.origin for v in needed if v.origin is not None and not v.origin.replayed}
    for origin in unreplayed.values():
        raise Unsupported(f"a gradient that depends on the result of {origin.name}", origin.line)
    return _pruned(sweep, needed)


def keeps(node: Operation, needed: set[Value]) -> bool:
    """Whether the forward sweep must run an operation."""
    if any(v in needed for v in node.outputs):
        return True
    return (node.name in MUTATORS or node.name in ("assign", "store")) and mutated_value(node) in needed


def mutated_value(node: Operation) -> Value:
    """The variable that an in-place operation changes."""
    value = node.arguments[0]
    while value.type.reference and value.origin is not None:
        value = value.origin.arguments[0]
    return value


def _need_jumps(sweep: Sweep, needed: set[Value]) -> None:
    for item in items(sweep):
        if isinstance(item, Fork) and any(isinstance(i, Leave) for i in items([item])):
            needed.add(item.condition)


def _need_forks(sweep: Sweep, needed: set[Value]) -> None:
    for item in items(sweep):
        if isinstance(item, Fork) and any(_survives(i, needed) for i in items([*item.body, *item.orelse])):
            needed.add(item.condition)


def _survives(item: Item, needed: set[Value]) -> bool:
    if isinstance(item, Primal):
        node = item.node
        return node.output in needed if isinstance(node, ShortCircuit) else keeps(node, needed)
    return isinstance(item, Step | Leave)


def _pruned(sweep: Sweep, needed: set[Value]) -> Sweep:
    found: Sweep = []
    for item in sweep:
        if isinstance(item, Primal):
            if _survives(item, needed):
                found.append(item)
        elif isinstance(item, Fork):
            body, orelse = _pruned(item.body, needed), _pruned(item.orelse, needed)
            if body or orelse:
                found.append(Fork(item.condition, body, orelse, item.line))
        elif isinstance(item, Loop):
            found.append(Loop(item.node, _pruned(item.test, needed), _pruned(item.body, needed), item.line))
        else:
            found.append(item)
    return found


def merge_carries(sweep: Sweep) -> Sweep:
    """Reduce ``adj_next = adj_s; adj_s = 0; adj_s += adj_next`` to its first part: ``s = s + x`` in a loop gives it."""
    found: Sweep = []
    for item in sweep:
        if isinstance(item, Loop):
            item.body = merge_carries(item.body)
        if isinstance(item, Fork):
            item.body, item.orelse = merge_carries(item.body), merge_carries(item.orelse)
        found.append(item)
        if len(found) >= 3 and _is_kept(*found[-3:]):
            del found[-2:]
    return found


def _is_kept(taken: Item, cleared: Item, returned: Item) -> bool:
    if not all(isinstance(i, Step) and i.suffix is None for i in (taken, cleared, returned)):
        return False
    assert isinstance(taken, Step) and isinstance(cleared, Step) and isinstance(returned, Step)
    return (
        taken.sign == cleared.sign == "="
        and returned.sign == "+="
        and returned.copies
        and cleared.gradients == []
        and taken.gradients == [cleared.target] == [returned.target]
        and returned.gradients == [taken.target]
    )


def merge_forks(sweep: Sweep) -> Sweep:
    """Merge neighbouring branches on the same condition."""
    found: Sweep = []
    for item in sweep:
        last = found[-1] if found else None
        if isinstance(item, Fork) and isinstance(last, Fork) and item.condition is last.condition:
            last.body.extend(item.body)
            last.orelse.extend(item.orelse)
        elif isinstance(item, Fork):
            found.append(Fork(item.condition, list(item.body), list(item.orelse), item.line))
        else:
            found.append(item)
    for item in found:
        if isinstance(item, Fork):
            item.body, item.orelse = merge_forks(item.body), merge_forks(item.orelse)
        elif isinstance(item, Loop):
            item.body = merge_forks(item.body)
    return found
