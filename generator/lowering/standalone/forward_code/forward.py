"""Print a recorded function as readable CUDA: the user's variables, loops and branches, expressions folded."""

from __future__ import annotations

from generator.lowering.standalone.cuda_text.lines import INDENT, Lines
from generator.lowering.standalone.cuda_text.places import Needs
from generator.lowering.standalone.cuda_text.text import comment, fill
from generator.lowering.standalone.forward_code.forward_statements import (
    ForwardStatements,
    named_inputs,
)
from generator.lowering.standalone.forward_code.forward_values import (
    ForwardValues,
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
    Routine,
    ShortCircuit,
    Unsupported,
    While,
    walk,
)
from generator.lowering.standalone.kernel_ir.scopes import declarations, is_join
from generator.lowering.standalone.kernel_ir.threads import ThreadNames


class ForwardPrinter:
    """Prints one routine."""

    def __init__(self, routine: Routine, needs: Needs, thread_names: ThreadNames | None = None):
        self.routine = routine
        self.lines = Lines()
        self.values = ForwardValues(routine, needs, self.lines, thread_names)
        self.statements = ForwardStatements(self.values, self.lines)
        self.comments = dict(routine.comments)
        self.declared_at = declarations(routine)

    def run(self) -> list[str]:
        self.block(self.routine.body)
        return self.lines.texts

    def block(self, block: Block) -> None:
        for position, node in enumerate(block):
            following = block[position + 1] if position + 1 < len(block) else None
            if not isinstance(node, Operation | ShortCircuit) or not self.values.can_defer(node):
                self.comment_up_to(node.line)
            for name in self.declared_at.get((id(block), position), ()):
                self.values.declare(name)
            self.statement(node, following)

    def inner(self, block: Block) -> None:
        outside = set(self.values.declared)
        with self.lines.deeper():
            self.block(block)
        self.values.declared = outside

    def comment_up_to(self, line: int) -> None:
        for number in sorted(n for n in self.comments if n < line):
            self.lines.put(comment(self.comments.pop(number)))

    def statement(self, node: Node, following: Node | None) -> None:
        if isinstance(node, Operation):
            self.statements.operation(node, following)
        elif isinstance(node, Bind):
            self.statements.bind(node)
        elif isinstance(node, ShortCircuit):
            self.short_circuit(node)
        elif isinstance(node, If):
            self.branch(node)
        elif isinstance(node, For):
            self.loop(node)
        elif isinstance(node, While):
            self.while_loop(node)
        elif isinstance(node, Jump):
            self.lines.put(f"{node.kind};")
        else:
            self.give_back(node)

    def short_circuit(self, node: ShortCircuit) -> None:
        if self.values.can_defer(node):
            for guarded in node.guarded:
                for inner in guarded:
                    self.statement(inner, None)
            self.values.deferred[node.output] = node
            return
        name = self.values.names.take("holds")
        self.lines.put(f"bool {name} = {self.values.operand(node.parts[0])};")
        for part, guarded in zip(node.parts[1:], node.guarded[1:], strict=True):
            self.lines.put(f"if ({name if node.is_and else '!' + name}) {{")
            self.inner(guarded)
            with self.lines.deeper():
                self.lines.put(f"{name} = {self.values.operand(part)};")
            self.lines.put("}")
        self.values.texts[node.output] = name

    def branch(self, node: If) -> None:
        if node.expression:
            if not all(self.values.foldable(inner) for arm in (node.body, node.orelse) for inner in arm):
                raise Unsupported("conditional expression with effects", node.line)
            for arm in (node.body, node.orelse):
                for inner in arm:
                    self.statement(inner, None)
            return
        self.lines.put(f"if ({self.values.operand(node.condition)}) {{")
        self.inner(node.body)
        self.otherwise(node.orelse)
        self.lines.put("}")

    def otherwise(self, orelse: Block) -> None:
        """``else``, or ``else if`` where the arm is only another if."""
        if not any(self.prints(n) for n in orelse):
            return
        before = len(self.lines.texts)
        self.inner(orelse)
        made = self.lines.cut(before)
        shift = len(INDENT)
        head = INDENT * (self.lines.depth + 1)
        single = (
            made
            and made[0].startswith(f"{head}if (")
            and sum(1 for line in made if line.startswith(head) and not line.startswith((head + " ", head + "}"))) == 1
        )
        if single:
            self.lines.put(f"}} else {made[0].strip()}")
            self.lines.texts.extend(line[shift:] for line in made[1:-1])
        else:
            self.lines.put("} else {")
            self.lines.texts.extend(made)

    def prints(self, node: Node) -> bool:
        return not is_join(node)

    def loop(self, node: For) -> None:
        limits = []
        rebound = {name for n in walk(node.body) if isinstance(n, Bind) for name in n.names}
        for limit, hint in ((node.start, "start"), (node.stop, "stop"), (node.step, "step")):
            text = self.values.operand(limit)
            depends = {v.name for v in named_inputs(limit, self.values)} & rebound or (
                any(c in text for c in "[(") and limit.constant is None
            )
            if depends and hint != "start":
                name = self.values.names.take(hint)
                self.lines.put(f"const int {name} = {text};")
                text = name
            limits.append(text)
        start, stop, step = limits
        escapes = node.name in self.values.declared or node.name in rebound
        counter = self.values.names.take(f"{node.name}_counter" if escapes else node.name or "k")
        self.values.texts[node.counter] = counter
        if not escapes:
            self.values.variables[node.name] = counter
        known = node.step.constant
        if known is None:
            condition = f"{step} > 0 ? {counter} < {stop} : {counter} > {stop}"
        else:
            condition = f"{counter} < {stop}" if int(known) > 0 else f"{counter} > {stop}"
        move = f"++{counter}" if known == 1 else f"--{counter}" if known == -1 else f"{counter} += {step}"
        if known is not None and int(known) < -1:
            move = f"{counter} -= {-int(known)}"
        self.lines.put(f"for (int {counter} = {start}; {condition}; {move}) {{")
        if escapes:
            with self.lines.deeper():
                del self.values.texts[node.counter]
                self.statements.assign(node.name, node.counter, counter)
        hidden = None if escapes else node.name
        if hidden:
            self.values.declared.add(hidden)
        self.inner(node.body)
        if hidden:
            self.values.declared.discard(hidden)
            self.values.variables.pop(hidden, None)
        self.values.names.taken.discard(counter)
        self.lines.put("}")

    def while_loop(self, node: While) -> None:
        if all(self.values.foldable(inner) for inner in node.test):
            for inner in node.test:
                self.statement(inner, None)
            self.lines.put(f"while ({self.values.operand(node.condition)}) {{")
            self.inner(node.body)
        else:
            self.lines.put("while (true) {")
            self.inner(node.test)
            with self.lines.deeper():
                self.lines.put(f"if ({fill('!{0}', [self.values.operand(node.condition)])}) break;")
            self.inner(node.body)
        self.lines.put("}")

    def give_back(self, node: Return) -> None:
        if len(node.values) == 1:
            self.lines.put(f"return {self.values.operand(node.values[0])};")
            return
        for number, value in enumerate(node.values):
            self.lines.put(f"result_{number} = {self.values.operand(value)};")
        self.lines.put("return;")
