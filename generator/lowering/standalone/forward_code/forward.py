"""Print a recorded function as readable CUDA: the user's variables, loops and branches, expressions folded."""

from __future__ import annotations

from dataclasses import dataclass

from generator.lowering.standalone.cuda_text.text import fill
from generator.lowering.standalone.forward_code.forward_statements import (
    ForwardStatements,
    named_inputs,
)
from generator.lowering.standalone.forward_code.forward_values import (
    INDENT,
)
from generator.lowering.standalone.kernel_ir.nodes import (
    Bind,
    Block,
    For,
    If,
    Jump,
    Node,
    Operation,
    Return,
    ShortCircuit,
    Unsupported,
    Value,
    While,
    walk,
)
from generator.lowering.standalone.kernel_ir.scopes import is_join


@dataclass
class Printed:
    """A function's body and what its signature must know."""

    lines: list[str]
    written: set[Value]
    used: set[Value]


class ForwardPrinter(ForwardStatements):
    """Prints one routine."""

    def run(self) -> Printed:
        self.block(self.routine.body)
        return Printed(self.lines, self.written, self.used)

    def block(self, block: Block) -> None:
        for position, node in enumerate(block):
            following = block[position + 1] if position + 1 < len(block) else None
            if not isinstance(node, Operation | ShortCircuit) or not self.can_defer(node):
                self.comment_up_to(node.line)
            for name in self.declared_at.get((id(block), position), ()):
                self.declare(name)
            self.statement(node, following)

    def inner(self, block: Block) -> None:
        outside = set(self.declared)
        self.depth += 1
        self.block(block)
        self.depth -= 1
        self.declared = outside

    def statement(self, node: Node, following: Node | None) -> None:
        if isinstance(node, Operation):
            self.operation(node, following)
        elif isinstance(node, Bind):
            self.bind(node)
        elif isinstance(node, ShortCircuit):
            self.short_circuit(node)
        elif isinstance(node, If):
            self.branch(node)
        elif isinstance(node, For):
            self.loop(node)
        elif isinstance(node, While):
            self.while_loop(node)
        elif isinstance(node, Jump):
            self.put(f"{node.kind};")
        else:
            self.give_back(node)

    def short_circuit(self, node: ShortCircuit) -> None:
        if self.can_defer(node):
            for guarded in node.guarded:
                for inner in guarded:
                    self.statement(inner, None)
            self.deferred[node.output] = node
            return
        name = self.names.take("holds")
        self.put(f"bool {name} = {self.operand(node.parts[0])};")
        for part, guarded in zip(node.parts[1:], node.guarded[1:], strict=True):
            self.put(f"if ({name if node.is_and else '!' + name}) {{")
            self.inner(guarded)
            self.depth += 1
            self.put(f"{name} = {self.operand(part)};")
            self.depth -= 1
            self.put("}")
        self.texts[node.output] = name

    def branch(self, node: If) -> None:
        if node.expression:
            if not all(self.foldable(inner) for arm in (node.body, node.orelse) for inner in arm):
                raise Unsupported("conditional expression with effects", node.line)
            for arm in (node.body, node.orelse):
                for inner in arm:
                    self.statement(inner, None)
            return
        self.put(f"if ({self.operand(node.condition)}) {{")
        self.inner(node.body)
        self.otherwise(node.orelse)
        self.put("}")

    def otherwise(self, orelse: Block) -> None:
        """``else`` or ``else if``: an else arm that is only another if goes on the same line."""
        if not any(self.prints(n) for n in orelse):
            return
        before = len(self.lines)
        self.inner(orelse)
        made = self.lines[before:]
        del self.lines[before:]
        shift = len(INDENT)
        head = INDENT * (self.depth + 1)
        single = (
            made
            and made[0].startswith(f"{head}if (")
            and sum(1 for line in made if line.startswith(head) and not line.startswith((head + " ", head + "}"))) == 1
        )
        if single:
            self.put(f"}} else {made[0].strip()}")
            self.lines.extend(line[shift:] for line in made[1:-1])
        else:
            self.put("} else {")
            self.lines.extend(made)

    def prints(self, node: Node) -> bool:
        return not is_join(node)

    def loop(self, node: For) -> None:
        limits = []
        rebound = {name for n in walk(node.body) if isinstance(n, Bind) for name in n.names}
        for limit, hint in ((node.start, "start"), (node.stop, "stop"), (node.step, "step")):
            text = self.operand(limit)
            depends = {v.name for v in named_inputs(limit, self)} & rebound or (
                any(c in text for c in "[(") and limit.constant is None
            )
            if depends and hint != "start":
                name = self.names.take(hint)
                self.put(f"const int {name} = {text};")
                text = name
            limits.append(text)
        start, stop, step = limits
        escapes = node.name in self.declared or node.name in rebound
        counter = self.names.take(f"{node.name}_counter" if escapes else node.name or "k")
        self.texts[node.counter] = counter
        if not escapes:
            self.variables[node.name] = counter
        known = node.step.constant
        if known is None:
            condition = f"{step} > 0 ? {counter} < {stop} : {counter} > {stop}"
        else:
            condition = f"{counter} < {stop}" if int(known) > 0 else f"{counter} > {stop}"
        move = f"++{counter}" if known == 1 else f"--{counter}" if known == -1 else f"{counter} += {step}"
        if known is not None and int(known) < -1:
            move = f"{counter} -= {-int(known)}"
        self.put(f"for (int {counter} = {start}; {condition}; {move}) {{")
        if escapes:
            self.depth += 1
            del self.texts[node.counter]
            self.assign(node.name, node.counter, counter)
            self.depth -= 1
        hidden = None if escapes else node.name
        if hidden:
            self.declared.add(hidden)
        self.inner(node.body)
        if hidden:
            self.declared.discard(hidden)
            self.variables.pop(hidden, None)
        self.names.taken.discard(counter)
        self.put("}")

    def while_loop(self, node: While) -> None:
        if all(self.foldable(inner) for inner in node.test):
            for inner in node.test:
                self.statement(inner, None)
            self.put(f"while ({self.operand(node.condition)}) {{")
            self.inner(node.body)
        else:
            self.put("while (true) {")
            self.inner(node.test)
            self.depth += 1
            self.put(f"if ({fill('!{0}', [self.operand(node.condition)])}) break;")
            self.depth -= 1
            self.inner(node.body)
        self.put("}")

    def give_back(self, node: Return) -> None:
        if len(node.values) == 1:
            self.put(f"return {self.operand(node.values[0])};")
            return
        for number, value in enumerate(node.values):
            self.put(f"result_{number} = {self.operand(value)};")
        self.put("return;")
