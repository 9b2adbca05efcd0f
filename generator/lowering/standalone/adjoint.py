"""Build the adjoint of a recorded function: a forward sweep of what the gradients need, then the reverse of everything."""

from __future__ import annotations

from collections.abc import Callable

from generator.lowering.standalone.activity import Activity
from generator.lowering.standalone.expressions import MUTATORS, WRITES, Expressions, array_root
from generator.lowering.standalone.ir import (
    Block,
    For,
    If,
    Jump,
    Node,
    Operation,
    Return,
    Routine,
    ShortCircuit,
    Unsupported,
    Value,
    While,
    walk,
)
from generator.lowering.standalone.reverse_rules import ReverseRules
from generator.lowering.standalone.steps import Fork, Item, Leave, Loop, Primal, Step, Sweep, items

LARGEST_NEST = 3000
"""Nodes: what follows a conditional return is written once for each arm that can reach it."""


class AdjointBuilder:
    """Turns a routine, recorded with unrolled loops, into a sweep."""

    def __init__(self, routine: Routine, expressions: Expressions, is_kernel: bool):
        self.routine = routine
        self.is_kernel = is_kernel
        self.activity = Activity(routine, is_kernel)
        self.rules = ReverseRules(expressions, self.activity, consumed_arrays(routine))
        self.result_gradients: list[Value] = []
        if not is_kernel:
            self.result_gradients = [
                Value(kind, name=f"result_{k}", parameter=True) for k, kind in enumerate(routine.results)
            ]

    def build(self) -> Sweep:
        body = nest_returns(self.routine.body)
        sweep = [*self.forward(body), *self.reverse(body)]
        sweep = drop_unread(sweep, self.rules.gradient_of)
        return merge_forks(merge_carries(keep_needed(sweep)))

    # -- forward sweep --------------------------------------------------------------------------------------------------

    def forward(self, block: Block) -> Sweep:
        """Values again, without effects on memory; a loop waits for its reverse."""
        found: Sweep = []
        for node in block:
            if isinstance(node, ShortCircuit):
                found.append(Primal(node))
            elif isinstance(node, Operation):
                if (
                    node.replayed
                    and (node.outputs or node.name in MUTATORS or node.name == "assign")
                    and node.name not in WRITES - MUTATORS
                ):
                    found.append(Primal(node))
            elif isinstance(node, If):
                found.append(Fork(node.condition, self.forward(node.body), self.forward(node.orelse), node.line))
            elif isinstance(node, Jump):
                found.append(Leave(node.kind))
        return found

    # -- reverse sweep --------------------------------------------------------------------------------------------------

    def reverse(self, block: Block) -> Sweep:
        found: Sweep = []
        for node in reversed(block):
            found.extend(self.reverse_of(node))
        return found

    def reverse_of(self, node: Node) -> Sweep:
        if isinstance(node, Operation):
            return self.rules.steps(node)
        if isinstance(node, ShortCircuit):
            for guarded in node.guarded:
                if any(isinstance(s, Step) for s in items(self.reverse(guarded))):
                    raise Unsupported("a gradient through a condition", node.line)
            return []
        if isinstance(node, If):
            arms = self.reverse(node.body), self.reverse(node.orelse)
            return [Fork(node.condition, *arms, line=node.line)] if any(arms) else []
        if isinstance(node, For | While):
            reverse = self.reverse(node.body)
            if not any(isinstance(i, Step) for i in items(reverse)):
                return []
            test = self.forward(node.test) if isinstance(node, While) else []
            return [Loop(node, test, [*self.forward(node.body), *reverse], node.line)]
        if isinstance(node, Return) and not self.is_kernel:
            return self._results(node)
        return []

    def _results(self, node: Return) -> Sweep:
        steps: Sweep = []
        for value, gradient in zip(node.values, self.result_gradients, strict=True):
            if value in self.activity:
                steps.append(Step(lambda p, g, r=gradient: g(r), [], [gradient], value, line=node.line))
        return steps


def consumed_arrays(routine: Routine) -> set[Value]:
    """Arrays whose gradient a store uses up: those that the kernel also reads, or writes more than once."""
    reads: set[Value] = set()
    writes: list[Value] = []
    for node in walk(routine.body):
        if not isinstance(node, Operation):
            continue
        if node.name == "address":
            reads.add(array_root(node.arguments[0])[0])
        elif node.name in ("array_store", "slot_store") or node.name.startswith(("atomic_", "slot_atomic_")):
            writes.append(array_root(node.arguments[0])[0])
        elif node.callee is not None:
            reads.update(array_root(a)[0] for a in node.arguments if a.type.kind == "array")
    return reads | {array for array in writes if writes.count(array) > 1}


# -- early returns ------------------------------------------------------------------------------------------------------


def nest_returns(block: Block) -> Block:
    """The same block with everything behind a conditional return inside the arms that do not return.

    So a return is the last thing that its path does, and the reverse needs no jump. In a loop this holds for one trip.
    """
    found: Block = []
    for position, node in enumerate(block):
        if isinstance(node, Return):
            found.append(node)
            return found
        if isinstance(node, For | While):
            body = nest_returns(node.body)
            copy = (
                For(node.counter, node.start, node.stop, node.step, body, node.line, node.name)
                if isinstance(node, For)
                else None
            )
            found.append(copy or While(node.test, node.condition, body, node.line))  # type: ignore[union-attr]
            continue
        if not isinstance(node, If) or not _returns_somewhere(node):
            found.append(node)
            continue
        rest = block[position + 1 :]
        arms = [nest_returns([*arm, *rest]) for arm in (node.body, node.orelse)]
        if len(walk(arms[0])) + len(walk(arms[1])) > LARGEST_NEST:
            raise Unsupported("many conditional returns, in the adjoint", node.line)
        found.append(If(node.condition, *arms, line=node.line))
        return found
    return found


def _returns_somewhere(node: If) -> bool:
    return any(isinstance(n, Return) for arm in (node.body, node.orelse) for n in _without_loops(arm))


def _without_loops(block: Block) -> list[Node]:
    found: list[Node] = []
    for node in block:
        found.append(node)
        if isinstance(node, If):
            found += _without_loops(node.body) + _without_loops(node.orelse)
    return found


# -- what is needed -----------------------------------------------------------------------------------------------------


def drop_unread(sweep: Sweep, gradient_of: Callable[[Value], Value]) -> Sweep:
    """Drop sums into gradients that nothing reads."""
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
    """Drop values that no gradient reads, and branches and loops that are then empty."""
    needed: set[Value] = set()
    primals = [i for i in items(sweep) if isinstance(i, Primal)]
    for item in items(sweep):
        if isinstance(item, Step):
            needed.update(item.primals)
        elif isinstance(item, Loop):
            node = item.node
            needed.update([node.start, node.stop, node.step] if isinstance(node, For) else [node.condition])
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
    """``adj_next = adj_s; adj_s = 0; adj_s += adj_next`` keeps ``adj_s`` as it is: what ``s = s + x`` does in a loop."""
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
    """Neighbouring branches on one condition become one."""
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
