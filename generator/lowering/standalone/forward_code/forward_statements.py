"""Print operations and assignments: what is folded, what becomes a variable, what changes memory."""

from __future__ import annotations

from generator.lowering.standalone.cuda_text.cuda_types import zero
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


class ForwardStatements(ForwardValues):
    """Prints statements without blocks."""

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
            self.deferred[value] = node
            shared = self.uses[value] > (1 if not bound_next else 2) and not value.name and not is_trivial(node)
            if shared and value.type.kind != "array" and not _is_address(node, value):
                self.temporary(value, self.deferred_text(value))
                del self.deferred[value]
        elif bound_next:
            self.deferred[value] = node
        elif self.is_read(node):
            self.temporary(value, self.expressions.operation(node, self.operand))
        else:
            self.put(f"{self.expressions.operation(node, self.operand)};")

    def defer_others(self, node: Operation) -> None:
        for value in node.outputs:
            if node.name in ("slice", "tuple"):
                self.deferred[value] = node

    def is_read(self, node: Operation) -> bool:
        return any(self.uses[v] for v in node.outputs)

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
        """A function with several results writes them to variables: the user's, where the next statement names them."""
        if node.callee is None:
            raise Unsupported(f"{node.name} with {len(node.outputs)} results", node.line)
        bound = following if isinstance(following, Bind) and following.values == node.outputs else None
        names = []
        for position, value in enumerate(node.outputs):
            wanted = bound.names[position] if bound else ""
            if wanted not in self.declared:
                name = self.variables.setdefault(wanted, self.names.take(wanted)) if wanted else self.names.take("t")
                unused = "[[maybe_unused]] " if wanted and wanted not in self.read_names else ""
                self.put(f"{unused}{self.needs.type(value.type)} {name} = {zero(value.type)};")
            else:
                name = self.variables[wanted]
            names.append(name)
            if bound:
                self.declared.add(wanted)
            else:
                self.texts[value] = name
        self.put(f"{self.expressions.call(node, self.operand, tuple(names))};")
        if bound:
            self.done.add(bound)

    def effect(self, node: Operation) -> None:
        self.put(effect_text(node, self.expressions, self.operand) + ";")

    def bind(self, node: Bind) -> None:
        if node in self.done:
            return
        if self.threads is not None and self.threads.claims(node):
            for name, value in zip(node.names, node.values, strict=True):
                self.variables[name] = self.texts[value] = self.thread_index(value)
                self.declared.add(name)
            return
        texts = [self.operand_of_bind(value) for value in node.values]
        if len(texts) > 1 and self.overlaps(node):
            fresh = [self.names.take(f"{name}_next") for name in node.names]
            for name, value, text in zip(fresh, node.values, texts, strict=True):
                self.put(f"const {self.needs.type(value.type)} {name} = {text};")
            texts = fresh
        for name, value, text in zip(node.names, node.values, texts, strict=True):
            self.deferred.pop(value, None)
            if value.type.kind == "array":
                continue  # a view is another name for the same memory
            self.assign(name, value, text)

    def operand_of_bind(self, value: Value) -> str:
        if value.type.kind == "array":
            return ""
        if value in self.deferred:
            return self.deferred_text(value)
        if value in self.texts:
            return self.texts[value]
        return self.expressions.places.constant(value) if value.constant is not None else self.operand(value)

    def overlaps(self, node: Bind) -> bool:
        """Whether a later value of a tuple assignment reads a name that an earlier one changes."""
        return any(
            name in {v.name for v in named_inputs(value, self) if v is not value}
            for value in node.values
            for name in node.names
        )

    def assign(self, name: str, value: Value, text: str) -> None:
        kind = self.needs.type(value.type)
        if name in self.declared:
            variable = self.variables[name]
            origin = value.origin
            symbols = _COMPOUND if value.type.kind == "scalar" else {"add": "+", "sub": "-"}
            symbol = symbols.get(origin.name) if origin is not None and origin.name != "load" else None
            start = f"{variable} {symbol} "
            if (
                symbol
                and origin is not None
                and text.startswith(start)
                and self.operand(origin.arguments[1]) == _rest(text, start)
            ):
                if value.type.kind in CLASS_NAMES:
                    self.needs.operators.add(f"{CLASS_NAMES[value.type.kind]} {symbol}=")
                self.put(f"{variable} {symbol}= {_rest(text, start)};")
            else:
                self.put(f"{variable} = {text};")
            return
        self.declared.add(name)
        variable = self.variables.setdefault(name, self.names.take(name))
        constant = self.bindings[name] == 1 and value not in self.mutated and name not in names_of(self.mutated)
        unused = "" if name in self.read_names else "[[maybe_unused]] "
        self.put(f"{unused}{'const ' if constant else ''}{kind} {variable} = {text};")


def _is_address(node: Operation, value: Value) -> bool:
    return value.type.reference and node.name in ("slot", "field", "index", "indexref")


def named_inputs(value: Value, printer: ForwardValues) -> set[Value]:
    """Named values that a folded expression reads."""
    if value.name and value not in printer.deferred:
        return {value}
    found: set[Value] = set()
    node = printer.deferred.get(value)
    for operand in reads(node) if node is not None else []:
        found |= named_inputs(operand, printer) if not operand.name else {operand}
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
