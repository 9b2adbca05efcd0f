"""Print a sweep: declarations and statements."""

from __future__ import annotations

from generator.lowering.standalone.adjoint_code.adjoint import AdjointBuilder
from generator.lowering.standalone.adjoint_code.adjoint_placement import AdjointPlacement
from generator.lowering.standalone.adjoint_code.adjoint_values import AdjointValues
from generator.lowering.standalone.adjoint_code.reverse_memory import ADJ
from generator.lowering.standalone.adjoint_code.sweep_steps import Fork, Item, Loop, Primal, Step, Sweep
from generator.lowering.standalone.cuda_text.cuda_types import zero
from generator.lowering.standalone.cuda_text.expressions import Expressions
from generator.lowering.standalone.cuda_text.lines import Lines
from generator.lowering.standalone.cuda_text.operations import CLASS_NAMES, is_pure
from generator.lowering.standalone.cuda_text.text import fill
from generator.lowering.standalone.forward_code.effects import effect_text
from generator.lowering.standalone.kernel_ir.nodes import (
    For,
    If,
    Node,
    Operation,
    Routine,
    ShortCircuit,
    Unsupported,
    Value,
    walk,
)
from generator.lowering.standalone.kernel_ir.threads import ThreadNames


class AdjointPrinter:
    """Prints the adjoint of one routine."""

    def __init__(self, routine: Routine, expressions: Expressions, is_kernel: bool, threads: ThreadNames | None = None):
        builder = AdjointBuilder(routine, expressions, is_kernel)
        self.placement = AdjointPlacement(routine, builder)
        self.values = AdjointValues(routine, self.placement, expressions, threads)
        self.expressions = expressions
        self.needs = expressions.needs
        self.lines = Lines()
        self.settled = {f"{ADJ}{v.name}" for v in builder.result_gradients}

    def run(self) -> list[str]:
        self.print_sweep(self.placement.sweep)
        return self.lines.texts

    def print_sweep(self, sweep: Sweep) -> None:
        for key in self.placement.resets.get(id(sweep), ()):
            self.lines.put(f"{self.values.name(key)} = {zero(key[1].type)};")
        for position, item in enumerate(sweep):
            for key in self.placement.declarations.get((id(sweep), position), ()):
                self.lines.put(f"{self.needs.type(key[1].type)} {self.values.name(key)} = {zero(key[1].type)};")
            following = sweep[position + 1] if position + 1 < len(sweep) else None
            if not (isinstance(item, Step) and self.passes_on(item, following)):
                self.print_item(item)

    def passes_on(self, step: Step, following: Item | None) -> bool:
        """Whether a gradient needs no variable: it equals a constant gradient, or the next statement scatters it."""
        key = ("g", self.placement.gradient_of(step.target)) if step.target is not None else None
        if key is None or self.placement.inline.get(key) is not step:
            return False
        others = [i for _, i, _ in self.placement.paths[key] if i is not step]
        readers = [i for i in others if isinstance(i, Step)]
        if (
            not others
            or len(readers) < len(others)
            or any(key[1] in map(self.placement.gradient_of, i.modified) for i in readers)
        ):
            return False
        if any(i.target is not None and self.placement.gradient_of(i.target) is key[1] for i in readers):
            return False
        text = step.render(self.values.primal, self.values.gradient)
        text = fill("-{0}", [text]) if step.sign == "-=" else text
        if text in self.settled or (others == [following] and readers[0].scatters):
            self.values.gradient_names[key[1]] = text
            return True
        return False

    def inner(self, sweep: Sweep) -> None:
        with self.lines.deeper():
            self.print_sweep(sweep)

    def print_item(self, item: Item) -> None:
        if isinstance(item, Step):
            self.step(item)
        elif isinstance(item, Primal):
            self.primal_step(item)
        elif isinstance(item, Fork):
            self.fork(item)
        elif isinstance(item, Loop):
            self.loop(item)
        else:
            self.lines.put(f"{item.kind};")

    def step(self, step: Step) -> None:
        text = step.render(self.values.primal, self.values.gradient)
        if step.target is None:
            self.lines.put(f"{text};")
            return
        target = self.placement.gradient_of(step.target)
        key = ("g", target)
        name = self.values.gradient(target) + (
            step.suffix(self.values.primal, self.values.gradient) if step.suffix else ""
        )
        if self.placement.inline.get(key) is step:
            text = fill("-{0}", [text]) if step.sign == "-=" else text
            writes = [
                i
                for _, i, _ in self.placement.paths[key]
                if isinstance(i, Step)
                and (
                    (i.target is not None and self.placement.gradient_of(i.target) is target)
                    or target in map(self.placement.gradient_of, i.modified)
                )
            ]
            constant = "const " if len(writes) == 1 else ""
            if constant:
                self.settled.add(name)
            self.lines.put(f"{constant}{self.needs.type(target.type)} {name} = {text};")
            return
        if step.sign in ("+=", "-=") and target.type.kind != "scalar" and step.suffix is None:
            self.operator(target, step.sign)
        if step.sign in ("+=", "-=") and step.suffix is not None:
            component = _component_type(step)
            if component is not None:
                self.operator(component, step.sign)
        self.lines.put(f"{name} {step.sign} {text};")

    def operator(self, value: Value, sign: str) -> None:
        if value.type.kind in CLASS_NAMES:
            self.needs.operators.add(f"{CLASS_NAMES[value.type.kind]} {sign}")
        elif value.type.kind == "struct" and sign == "+=":
            self.needs.struct_operators.add(f"{value.type.name} +=")

    def primal_step(self, item: Primal) -> None:
        node = item.node
        if isinstance(node, ShortCircuit):
            self.short_circuit(node, item)
            return
        if not node.outputs:
            self.lines.put(effect_text(node, self.expressions, self.values.primal) + ";")
            return
        if len(node.outputs) > 1 and node.name != "tid" and node.callee is not None:
            names = tuple(self.values.primal(v) for v in node.outputs)
            self.lines.put(f"{self.expressions.call(node, self.values.primal, names)};")
            return
        value = node.outputs[0]
        if value not in self.placement.variables:
            return
        text = self.expressions.operation(node, self.values.primal)
        if {id(i) for _, i, _ in self.placement.paths["p", value]} == {id(item)}:
            self.lines.put(f"{text};")  # a draw that only advances the random state
            return
        name = self.values.primal(value)
        if self.placement.inline.get(("p", value)) is item:
            constant = "" if value in self.placement.mutable else "const "
            self.lines.put(f"{constant}{self.needs.type(value.type)} {name} = {text};")
        else:
            self.lines.put(f"{name} = {text};")

    def short_circuit(self, node: ShortCircuit, item: Primal) -> None:
        name = self.values.primal(node.output)
        for inner in (n for guarded in node.guarded for n in walk(guarded)):
            if not (
                isinstance(inner, ShortCircuit) or (isinstance(inner, If) and inner.expression) or _is_simple(inner)
            ):
                raise Unsupported("a condition with effects, in the adjoint", node.line)
        declared = self.placement.inline.get(("p", node.output)) is item
        self.lines.put(f"{'const bool ' if declared else ''}{name} = {self.values.condition_text(node)};")

    def fork(self, item: Fork) -> None:
        condition = self.values.primal(item.condition)
        start = len(self.lines.texts)
        self.inner(item.body)
        body = self.lines.cut(start)
        self.inner(item.orelse)
        orelse = self.lines.cut(start)
        if not body and not orelse:
            return  # its values are inlined where they are read
        if not body:
            condition, body, orelse = fill("!{0}", [condition]), orelse, []
        self.lines.put(f"if ({condition}) {{")
        self.lines.texts += body
        if orelse:
            self.lines.put("} else {")
            self.lines.texts += orelse
        self.lines.put("}")

    def loop(self, item: Loop) -> None:
        node = item.node
        if isinstance(node, For):
            self.count_down(item, node)
        else:
            self.lines.put("while (true) {")
            self.inner(item.test)
            with self.lines.deeper():
                self.lines.put(f"if ({fill('!{0}', [self.values.primal(node.condition)])}) break;")
            self.inner(item.body)
            self.lines.put("}")

    def count_down(self, item: Loop, node: For) -> None:
        counter = self.values.names.take(node.name or "k")
        self.values.primal_names[node.counter] = counter
        start, stop, step = (self.values.primal(v) for v in (node.start, node.stop, node.step))
        if node.step.constant == 1:
            last = str(int(node.stop.constant) - 1) if node.stop.constant is not None else fill("{0} - 1", [stop])
            self.lines.put(f"for (int {counter} = {last}; {fill('{0} >= {1}', [counter, start])}; --{counter}) {{")
            self.inner(item.body)
        else:
            trip = self.values.names.take("trip")
            self.lines.put(f"for (int {trip} = range_length({start}, {stop}, {step}) - 1; {trip} >= 0; --{trip}) {{")
            with self.lines.deeper():
                self.lines.put(f"const int {counter} = {fill('{0} + {1} * {2}', [start, trip, step])};")
            self.inner(item.body)
        self.lines.put("}")


def _component_type(step: Step) -> Value | None:
    """For ``adj_t.p += ...``: a value of the component's type; None for a scalar."""
    assert step.suffix is not None
    if step.gradients and step.gradients[0].type.kind != "scalar":
        return Value(step.gradients[0].type)
    return None


def _is_simple(node: Node) -> bool:
    return isinstance(node, Operation) and is_pure(node) and len(node.outputs) == 1
