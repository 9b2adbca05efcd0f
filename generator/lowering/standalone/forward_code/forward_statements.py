"""Prints operations and assignments: folded, as a variable, or as a change of memory."""

from __future__ import annotations

from generator.lowering.standalone.cuda_text.cuda_types import zero
from generator.lowering.standalone.cuda_text.lines import Lines
from generator.lowering.standalone.cuda_text.operations import ATOMICS, CLASS_NAMES, array_root, is_pure
from generator.lowering.standalone.forward_code.effects import array_behind, effect_text, writes_to
from generator.lowering.standalone.forward_code.forward_values import (
    ForwardValues,
    is_trivial,
    names_of,
)
from generator.lowering.standalone.kernel_ir.nodes import (
    Bind,
    Node,
    Operation,
    Unsupported,
    Value,
    reads,
)
from generator.lowering.standalone.kernel_ir.scopes import is_join

_COMPOUND = {"add": "+", "sub": "-", "mul": "*", "div": "/"}


class ForwardStatements:
    """Prints statements without blocks. ``written`` are the arrays that they change."""

    def __init__(self, values: ForwardValues, lines: Lines):
        self.values = values
        self.lines = lines
        self.needs = values.needs
        self.expressions = values.expressions
        self.written: set[Value] = set()
        self.done: set[Bind] = set()

    def operation(self, node: Operation, following: Node | None) -> None:
        if is_join(node) or node.name in ("range", "slice", "tuple", "tid"):
            self.defer_others(node)
            return
        self.note_writes(node)
        if not node.outputs or (node.name in ATOMICS and not self.is_read(node)):
            self.effect(node)
            return
        if len(node.outputs) > 1:
            self.call_with_outputs(node, following)
            return
        value = node.output
        bound_next = isinstance(following, Bind) and value in following.values
        if is_pure(node):
            self.values.deferred[value] = node
            shared = self.values.uses[value] > (1 if not bound_next else 2) and not value.name and not is_trivial(node)
            if shared and value.type.kind != "array" and not _is_address(node, value):
                self.values.temporary(value, self.values.deferred_text(value))
                del self.values.deferred[value]
        elif bound_next:
            self.values.deferred[value] = node
        elif self.is_read(node):
            self.values.temporary(value, self.expressions.operation(node, self.values.operand))
        else:
            self.lines.put(f"{self.expressions.operation(node, self.values.operand)};")

    def defer_others(self, node: Operation) -> None:
        for value in node.outputs:
            if node.name in ("slice", "tuple"):
                self.values.deferred[value] = node

    def is_read(self, node: Operation) -> bool:
        return any(self.values.uses[v] for v in node.outputs)

    def note_writes(self, node: Operation) -> None:
        if node.name in ATOMICS | {"array_store", "slot_store"} or node.name.startswith("slot_atomic"):
            self.written.add(array_root(node.arguments[0])[0])
        if node.name == "store":
            root = array_behind(node.arguments[0])
            if root is not None:
                self.written.add(root)
        if node.callee is not None:
            for parameter, argument in zip(node.callee.parameters, node.arguments, strict=True):
                if argument.type.kind == "array" and writes_to(node.callee, parameter):
                    self.written.add(array_root(argument)[0])

    def call_with_outputs(self, node: Operation, following: Node | None) -> None:
        """A call with several results, written to variables: the user's own where the next statement binds them."""
        if node.callee is None:
            raise Unsupported(f"{node.name} with {len(node.outputs)} results", node.line)
        bound = following if isinstance(following, Bind) and following.values == node.outputs else None
        names = []
        for position, value in enumerate(node.outputs):
            wanted = bound.names[position] if bound else ""
            if wanted not in self.values.declared:
                name = (
                    self.values.variables.setdefault(wanted, self.values.names.take(wanted))
                    if wanted
                    else self.values.names.take("t")
                )
                unused = "[[maybe_unused]] " if wanted and wanted not in self.values.read_names else ""
                self.lines.put(f"{unused}{self.needs.type(value.type)} {name} = {zero(value.type)};")
            else:
                name = self.values.variables[wanted]
            names.append(name)
            if bound:
                self.values.declared.add(wanted)
            else:
                self.values.texts[value] = name
        self.lines.put(f"{self.expressions.call(node, self.values.operand, tuple(names))};")
        if bound:
            self.done.add(bound)

    def effect(self, node: Operation) -> None:
        self.lines.put(effect_text(node, self.expressions, self.values.operand) + ";")

    def bind(self, node: Bind) -> None:
        if node in self.done:
            return
        if self.values.threads is not None and self.values.threads.claims(node):
            for name, value in zip(node.names, node.values, strict=True):
                self.values.variables[name] = self.values.texts[value] = self.values.thread_index(value)
                self.values.declared.add(name)
            return
        texts = [self.operand_of_bind(value) for value in node.values]
        if len(texts) > 1 and self.overlaps(node):
            fresh = [self.values.names.take(f"{name}_next") for name in node.names]
            for name, value, text in zip(fresh, node.values, texts, strict=True):
                self.lines.put(f"const {self.needs.type(value.type)} {name} = {text};")
            texts = fresh
        for name, value, text in zip(node.names, node.values, texts, strict=True):
            self.values.deferred.pop(value, None)
            if value.type.kind == "array":
                continue  # a view is another name for the same memory
            self.assign(name, value, text)

    def operand_of_bind(self, value: Value) -> str:
        if value.type.kind == "array":
            return ""
        if value in self.values.deferred:
            return self.values.deferred_text(value)
        if value in self.values.texts:
            return self.values.texts[value]
        return self.expressions.places.constant(value) if value.constant is not None else self.values.operand(value)

    def overlaps(self, node: Bind) -> bool:
        """Whether a later value of a tuple assignment reads a name that an earlier one changes."""
        return any(
            name in {v.name for v in named_inputs(value, self.values) if v is not value}
            for value in node.values
            for name in node.names
        )

    def assign(self, name: str, value: Value, text: str) -> None:
        kind = self.needs.type(value.type)
        if name in self.values.declared:
            variable = self.values.variables[name]
            origin = value.origin
            symbols = _COMPOUND if value.type.kind == "scalar" else {"add": "+", "sub": "-"}
            symbol = symbols.get(origin.name) if origin is not None and origin.name != "load" else None
            start = f"{variable} {symbol} "
            if (
                symbol
                and origin is not None
                and text.startswith(start)
                and self.values.operand(origin.arguments[1]) == _rest(text, start)
            ):
                if value.type.kind in CLASS_NAMES:
                    self.needs.operators.add(f"{CLASS_NAMES[value.type.kind]} {symbol}=")
                self.lines.put(f"{variable} {symbol}= {_rest(text, start)};")
            else:
                self.lines.put(f"{variable} = {text};")
            return
        self.values.declared.add(name)
        variable = self.values.variables.setdefault(name, self.values.names.take(name))
        constant = (
            self.values.bindings[name] == 1
            and value not in self.values.mutated
            and name not in names_of(self.values.mutated)
        )
        unused = "" if name in self.values.read_names else "[[maybe_unused]] "
        self.lines.put(f"{unused}{'const ' if constant else ''}{kind} {variable} = {text};")


def _is_address(node: Operation, value: Value) -> bool:
    return value.type.reference and node.name in ("slot", "field", "index", "indexref")


def named_inputs(value: Value, values: ForwardValues) -> set[Value]:
    """Named values that a folded expression reads."""
    if value.name and value not in values.deferred:
        return {value}
    found: set[Value] = set()
    node = values.deferred.get(value)
    for operand in reads(node) if node is not None else []:
        found |= named_inputs(operand, values) if not operand.name else {operand}
    return found


def _rest(text: str, start: str) -> str:
    rest = text[len(start) :]
    return rest[1:-1] if rest.startswith("(") and rest.endswith(")") and _closes_at_end(rest) else rest


def _closes_at_end(text: str) -> bool:
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return position == len(text) - 1
    return False
