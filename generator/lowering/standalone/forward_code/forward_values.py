"""The text of each value of a forward function: names, folded expressions, and what can be folded."""

from __future__ import annotations

from collections import Counter

from generator.lowering.standalone.cuda_text.cuda_types import zero
from generator.lowering.standalone.cuda_text.expressions import Expressions
from generator.lowering.standalone.cuda_text.lines import Lines
from generator.lowering.standalone.cuda_text.names import Names
from generator.lowering.standalone.cuda_text.operations import CASTS, MUTATORS, is_pure
from generator.lowering.standalone.cuda_text.places import Needs
from generator.lowering.standalone.cuda_text.text import chain
from generator.lowering.standalone.kernel_ir.nodes import (
    Bind,
    For,
    If,
    Node,
    Operation,
    Routine,
    ShortCircuit,
    Unsupported,
    Value,
    reads,
    walk,
)
from generator.lowering.standalone.kernel_ir.scopes import is_join
from generator.lowering.standalone.kernel_ir.threads import ThreadNames


class ForwardValues:
    """Gives each value its text."""

    def __init__(self, routine: Routine, needs: Needs, lines: Lines, thread_names: ThreadNames | None = None):
        self.lines = lines
        self.needs = needs
        self.expressions = Expressions(needs)
        self.names = Names({routine.name, *(c.name for c in routine.callees)})
        self.variables: dict[str, str] = {}
        self.texts: dict[Value, str] = {}
        self.deferred: dict[Value, Operation | ShortCircuit] = {}
        self.threads = thread_names
        for parameter in routine.parameters:
            self.variables[parameter.name] = self.texts[parameter] = self.names.take(parameter.name)
        nodes = walk(routine.body)
        self.uses = Counter(v for n in nodes if not is_join(n) for v in reads(n))
        self.bindings = Counter(name for n in nodes if isinstance(n, Bind) for name in n.names)
        self.bindings.update(n.name for n in nodes if isinstance(n, For) and n.name)
        self.mutated = {n.arguments[0] for n in nodes if isinstance(n, Operation) and mutates(n)}
        self.mutated |= {variable_behind(v) for v in list(self.mutated)}
        self.read_names = {v.name for n in nodes if not isinstance(n, Bind) for v in reads(n) if v.name}
        self.types = {n.name: n.counter.type for n in nodes if isinstance(n, For) and n.name}
        self.types |= {k: v.type for n in nodes if isinstance(n, Bind) for k, v in zip(n.names, n.values, strict=True)}
        self.declared: set[str] = {p.name for p in routine.parameters}

    def operand(self, value: Value) -> str:
        if value in self.texts:
            return self.texts[value]
        if value.name and value.name in self.variables and value not in self.deferred:
            return self.variables[value.name]
        if value in self.deferred:
            return self.deferred_text(value)
        if value.constant is not None:
            return self.expressions.places.constant(value)
        if value.origin is not None and value.origin.name == "tid":
            return self.thread_index(value)
        raise Unsupported(
            f"value of {value.origin.name if value.origin else 'unknown origin'}", getattr(value.origin, "line", 0)
        )

    def deferred_text(self, value: Value) -> str:
        node = self.deferred[value]
        if isinstance(node, Operation):
            return self.expressions.operation(node, self.operand)
        return chain(map(self.operand, node.parts), node.is_and)

    def thread_index(self, value: Value) -> str:
        assert self.threads is not None and value.origin is not None
        return self.threads.text(len(value.origin.outputs), value.origin.outputs.index(value))

    def temporary(self, value: Value, text: str) -> None:
        name = self.names.take("t")
        self.texts[value] = name
        self.lines.put(f"const {self.needs.type(value.type)} {name} = {text};")

    def declare(self, name: str) -> None:
        if name not in self.declared:
            kind = self.types[name]
            self.declared.add(name)
            text = self.variables.setdefault(name, self.names.take(name))
            start = zero(kind) if kind.kind == "scalar" else "{}"
            self.lines.put(f"{self.needs.type(kind)} {text} = {start};")

    def can_defer(self, node: Operation | ShortCircuit) -> bool:
        if isinstance(node, ShortCircuit):
            return all(self.foldable(inner) for guarded in node.guarded for inner in guarded)
        return bool(node.outputs) and is_pure(node)

    def foldable(self, node: Node) -> bool:
        """Whether a node inside an expression's arm can be folded into the expression."""
        if isinstance(node, Operation):
            return len(node.outputs) == 1 and is_pure(node) and (self.uses[node.output] <= 1 or is_trivial(node))
        if isinstance(node, If):
            return node.expression and all(self.foldable(n) for b in (node.body, node.orelse) for n in b)
        return isinstance(node, ShortCircuit) and all(self.foldable(n) for b in node.guarded for n in b)


def variable_behind(value: Value) -> Value:
    """The local variable that an address points into."""
    while value.type.reference and value.origin is not None:
        value = value.origin.arguments[0]
    return value


def names_of(values: set[Value]) -> set[str]:
    return {v.name for v in values if v.name}


def mutates(node: Operation) -> bool:
    return bool(node.arguments) and (node.name in MUTATORS or node.name in ("store", "assign"))


def is_constant_cast(node: Operation) -> bool:
    """``wp.float64(0.5)``: a literal of the type."""
    return node.name in CASTS and node.arguments[0].constant is not None and not node.arguments[0].name


def is_trivial(node: Operation) -> bool:
    return node.name in ("load", "copy", "field", "address", "slot", "index", "indexref", "len") or is_constant_cast(
        node
    )
