"""The adjoint of a recorded function: a forward sweep of the values that gradients need, then the reverse sweep."""

from __future__ import annotations

from generator.lowering.standalone.adjoint_code.activity import Activity
from generator.lowering.standalone.adjoint_code.gradients import Gradients
from generator.lowering.standalone.adjoint_code.reverse_memory import MemoryRules
from generator.lowering.standalone.adjoint_code.reverse_rules import ReverseRules
from generator.lowering.standalone.adjoint_code.sweep_steps import Fork, Leave, Loop, Primal, Render, Step, Sweep, items
from generator.lowering.standalone.adjoint_code.sweeps import drop_unread, keep_needed, merge_carries, merge_forks
from generator.lowering.standalone.cuda_text.expressions import Expressions
from generator.lowering.standalone.cuda_text.operations import MUTATORS, WRITES, array_root
from generator.lowering.standalone.kernel_ir.nodes import (
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

LARGEST_NEST = 3000
"""Most nodes of a nest of returns: code after a conditional return is copied into each arm that reaches it."""


class AdjointBuilder:
    """Turns a routine, recorded with unrolled loops, into a sweep."""

    def __init__(self, routine: Routine, expressions: Expressions, is_kernel: bool):
        self.routine = routine
        self.is_kernel = is_kernel
        self.activity = Activity(routine, is_kernel)
        self.gradients = Gradients(expressions, self.activity)
        self.rules = ReverseRules(self.gradients, MemoryRules(self.gradients, consumed_arrays(routine, is_kernel)))
        self.result_gradients: list[Value] = []
        if not is_kernel:
            self.result_gradients = [
                Value(kind, name=f"result_{k}", parameter=True) for k, kind in enumerate(routine.results)
            ]

    def build(self) -> Sweep:
        body = nest_returns(self.routine.body)
        sweep = [*self.forward(body), *self.reverse(body)]
        sweep = drop_unread(sweep, self.gradients.gradient_of)
        return merge_forks(merge_carries(keep_needed(sweep)))

    def forward(self, block: Block) -> Sweep:
        """Recompute the values of a block, without effects on memory; loops are recomputed by their reverse."""
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
                steps.append(Step(_gradient_of(gradient), [], [gradient], value, line=node.line))
        return steps


def _gradient_of(value: Value) -> Render:
    return lambda primal, gradient: gradient(value)


def consumed_arrays(routine: Routine, is_kernel: bool) -> set[Value]:
    """Arrays whose gradient a store must clear: those that the kernel also reads, or writes more than once.

    In a function every array that it writes, as its callers' use of the array is not known.
    """
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
    return reads | {array for array in writes if not is_kernel or writes.count(array) > 1}


def nest_returns(block: Block) -> Block:
    """The block with the code after a conditional return moved into the arms that do not return.

    A return is then the last statement of its path, and the reverse needs no jump. In a loop this holds for one trip.
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
        body, orelse = (nest_returns([*arm, *rest]) for arm in (node.body, node.orelse))
        if len(walk(body)) + len(walk(orelse)) > LARGEST_NEST:
            raise Unsupported("many conditional returns, in the adjoint", node.line)
        found.append(If(node.condition, body, orelse, node.line))
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
