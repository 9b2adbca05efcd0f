"""Print a recorded function as readable CUDA: the user's variables, loops and branches, expressions folded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from generator.lowering.standalone.cuda_types import zero
from generator.lowering.standalone.effects import array_behind, effect_text, writes_to
from generator.lowering.standalone.expressions import (
    ATOMICS,
    CASTS,
    CLASS_NAMES,
    MUTATORS,
    Expressions,
    Needs,
    array_root,
    is_pure,
)
from generator.lowering.standalone.ir import (
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
    Value,
    While,
    reads,
    walk,
)
from generator.lowering.standalone.names import Names
from generator.lowering.standalone.scopes import declarations, is_join
from generator.lowering.standalone.text import fill
from generator.lowering.standalone.threads import ThreadNames

INDENT = "    "
_COMPOUND = {"add": "+", "sub": "-", "mul": "*", "div": "/"}


@dataclass
class Printed:
    """A function's body and what its signature must know."""

    lines: list[str]
    parameter_names: dict[Value, str]
    written: set[Value]
    used: set[Value]


class ForwardPrinter:
    """Prints one routine."""

    def __init__(self, routine: Routine, needs: Needs, thread_names: ThreadNames | None = None):
        self.routine = routine
        self.needs = needs
        self.expressions = Expressions(needs)
        self.names = Names({routine.name, *(c.name for c in routine.callees)})
        self.variables: dict[str, str] = {}
        self.texts: dict[Value, str] = {}
        self.deferred: dict[Value, Operation | ShortCircuit] = {}
        self.selections: dict[Value, If] = {}
        self.lines: list[str] = []
        self.depth = 1
        self.comments = dict(routine.comments)
        self.written: set[Value] = set()
        self.done: set[Bind] = set()
        self.used: set[Value] = set()
        self.threads = thread_names
        for parameter in routine.parameters:
            self.variables[parameter.name] = self.texts[parameter] = self.names.take(parameter.name)
        nodes = walk(routine.body)
        self.uses = Counter(v for n in nodes if not is_join(n) for v in reads(n))
        self.bindings = Counter(name for n in nodes if isinstance(n, Bind) for name in n.names)
        self.bindings.update(n.name for n in nodes if isinstance(n, For) and n.name)
        self.mutated = {n.arguments[0] for n in nodes if isinstance(n, Operation) and _mutates(n)}
        self.mutated |= {_base(v) for v in list(self.mutated)}
        self.read_names = {v.name for n in nodes if not isinstance(n, Bind) for v in reads(n) if v.name}
        self.declared_at = declarations(routine)
        self.types = {n.name: n.counter.type for n in nodes if isinstance(n, For) and n.name}
        self.types |= {k: v.type for n in nodes if isinstance(n, Bind) for k, v in zip(n.names, n.values, strict=True)}
        self.declared: set[str] = {p.name for p in routine.parameters}

    def run(self) -> Printed:
        self.block(self.routine.body)
        return Printed(self.lines, {p: self.texts[p] for p in self.routine.parameters}, self.written, self.used)

    def put(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text)

    def comment_up_to(self, line: int) -> None:
        for number in sorted(n for n in self.comments if n < line):
            self.put(f"// {self.comments.pop(number)}".rstrip())

    def operand(self, value: Value) -> str:
        if value.parameter:
            self.used.add(value)
        if value in self.texts:
            return self.texts[value]
        if value.name and value.name in self.variables and value not in self.deferred:
            return self.variables[value.name]
        if value in self.deferred:
            return self.deferred_text(value)
        if value.constant is not None:
            return self.expressions.constant(value)
        if value.origin is not None and value.origin.name == "tid":
            return self.thread_index(value)
        raise Unsupported(
            f"value of {value.origin.name if value.origin else 'unknown origin'}", getattr(value.origin, "line", 0)
        )

    def deferred_text(self, value: Value) -> str:
        node = self.deferred[value]
        if isinstance(node, Operation):
            return self.expressions.operation(node, self.operand)
        symbol = "&&" if node.is_and else "||"
        text = self.operand(node.parts[0])
        for part in node.parts[1:]:
            text = fill(f"{{0}} {symbol} {{1}}", [text, self.operand(part)])
        return text

    def thread_index(self, value: Value) -> str:
        assert self.threads is not None and value.origin is not None
        return self.threads.text(len(value.origin.outputs), value.origin.outputs.index(value))

    def temporary(self, value: Value, text: str) -> None:
        name = self.names.take("t")
        self.texts[value] = name
        self.put(f"const {self.needs.type(value.type)} {name} = {text};")

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

    def declare(self, name: str) -> None:
        if name not in self.declared:
            kind = self.types[name]
            self.declared.add(name)
            text = self.variables.setdefault(name, self.names.take(name))
            start = zero(kind) if kind.kind == "scalar" else "{}"
            self.put(f"{self.needs.type(kind)} {text} = {start};")

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

    def can_defer(self, node: Operation | ShortCircuit) -> bool:
        if isinstance(node, ShortCircuit):
            return all(self.foldable(inner) for guarded in node.guarded for inner in guarded)
        return bool(node.outputs) and is_pure(node)

    def foldable(self, node: Node) -> bool:
        """Whether a node inside an expression's arm can be folded into the expression."""
        if isinstance(node, Operation):
            return len(node.outputs) == 1 and is_pure(node) and (self.uses[node.output] <= 1 or _is_trivial(node))
        if isinstance(node, If):
            return node.expression and all(self.foldable(n) for b in (node.body, node.orelse) for n in b)
        return isinstance(node, ShortCircuit) and all(self.foldable(n) for b in node.guarded for n in b)

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
            shared = self.uses[value] > (1 if not bound_next else 2) and not value.name and not _is_trivial(node)
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
        return self.expressions.constant(value) if value.constant is not None else self.operand(value)

    def overlaps(self, node: Bind) -> bool:
        """Whether a later value of a tuple assignment reads a name that an earlier one changes."""
        return any(
            name in {v.name for v in _inputs(value, self) if v is not value}
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
        constant = self.bindings[name] == 1 and value not in self.mutated and name not in _names(self.mutated)
        unused = "" if name in self.read_names else "[[maybe_unused]] "
        self.put(f"{unused}{'const ' if constant else ''}{kind} {variable} = {text};")

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
            depends = {v.name for v in _inputs(limit, self)} & rebound or (
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


def _base(value: Value) -> Value:
    """The local variable that an address points into."""
    while value.type.reference and value.origin is not None:
        value = value.origin.arguments[0]
    return value


def _names(values: set[Value]) -> set[str]:
    return {v.name for v in values if v.name}


def _mutates(node: Operation) -> bool:
    return bool(node.arguments) and (node.name in MUTATORS or node.name in ("store", "assign"))


def is_constant_cast(node: Operation) -> bool:
    """``wp.float64(0.5)``: a literal of the type."""
    return node.name in CASTS and node.arguments[0].constant is not None and not node.arguments[0].name


def _is_trivial(node: Operation) -> bool:
    return node.name in ("load", "copy", "field", "address", "slot", "index", "indexref", "len") or is_constant_cast(
        node
    )


def _is_address(node: Operation, value: Value) -> bool:
    return value.type.reference and node.name in ("slot", "field", "index", "indexref")


def _inputs(value: Value, printer: ForwardPrinter) -> set[Value]:
    """Named values that a folded expression reads."""
    if value.name and value not in printer.deferred:
        return {value}
    found: set[Value] = set()
    node = printer.deferred.get(value)
    for operand in reads(node) if node is not None else []:
        found |= _inputs(operand, printer) if not operand.name else {operand}
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
