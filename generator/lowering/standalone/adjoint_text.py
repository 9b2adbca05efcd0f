"""Print a sweep: names, folded expressions, and each variable declared in the innermost block that knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.lowering.standalone.adjoint import AdjointBuilder
from generator.lowering.standalone.cuda_types import zero
from generator.lowering.standalone.effects import effect_text
from generator.lowering.standalone.expressions import MUTATORS, Expressions, is_pure
from generator.lowering.standalone.forward import INDENT, is_constant_cast
from generator.lowering.standalone.ir import (
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
from generator.lowering.standalone.names import Names
from generator.lowering.standalone.steps import Fork, Item, Loop, Primal, Step, Sweep, inner_sweeps, items
from generator.lowering.standalone.sweeps import mutated_value
from generator.lowering.standalone.text import fill
from generator.lowering.standalone.threads import ThreadNames

ADJ = "adj_"
Key = tuple[str, Value]
Path = tuple[tuple[int, int], ...]
_CHAIN = frozenset(
    ("load", "copy", "field", "address", "extract", "slot", "float", "int", "float32", "float64", "int32")
)


class AdjointPrinter:
    """Prints the adjoint of one routine."""

    def __init__(self, routine: Routine, expressions: Expressions, is_kernel: bool, threads: ThreadNames | None = None):
        self.routine = routine
        self.expressions = expressions
        self.needs = expressions.needs
        self.threads = threads
        self.builder = AdjointBuilder(routine, expressions, is_kernel)
        self.sweep = self.builder.build()
        self.names = Names({routine.name, f"{routine.name}_adjoint"} | {c.name for c in routine.callees})
        self.primal_names: dict[Value, str] = {}
        self.gradient_names: dict[Value, str] = {}
        self.used: set[Value] = set()
        self.settled = {f"{ADJ}{v.name}" for v in self.builder.result_gradients}
        self.lines: list[str] = []
        self.depth = 1
        for parameter in routine.parameters:
            self.primal_names[parameter] = self.names.take(parameter.name)
        for parameter in routine.parameters:
            gradient = self.names.take(f"{ADJ}{self.primal_names[parameter]}")
            if not is_kernel and parameter.type.kind != "array":
                self.gradient_names[parameter] = gradient
        self._settle()

    def _settle(self) -> None:
        self.primals = {v: i.node for i in items(self.sweep) if isinstance(i, Primal) for v in _made(i.node)}
        self.conditions = {n.output: n for n in walk(self.routine.body) if isinstance(n, ShortCircuit)}
        operations = [i.node for i in items(self.sweep) if isinstance(i, Primal) and isinstance(i.node, Operation)]
        self.mutable = {mutated_value(o) for o in operations if o.name in MUTATORS or o.name in ("assign", "store")}
        named = [v for n in walk(self.routine.body) if isinstance(n, Operation) for v in n.outputs if v.name]
        self.shared_names = {self.gradient_of(v): v.name for v in named}
        uses: Counter[Value] = Counter()
        in_steps: Counter[Value] = Counter()
        for item in items(self.sweep):
            if isinstance(item, Step):
                in_steps.update(item.primals)
            elif isinstance(item, Primal):
                uses.update(_operands(item.node))
            elif isinstance(item, Fork):
                in_steps.update([item.condition, item.condition])
            elif isinstance(item, Loop):
                in_steps.update([item.node.start, item.node.stop, item.node.step] if isinstance(item.node, For) else [])
        self.uses = uses + in_steps
        self.variables = {v for v in self.primals if self._is_variable(v)}
        self.paths: dict[Key, list[tuple[Path, Item, bool]]] = {}
        self._note(self.sweep, ())
        self.declarations: dict[tuple[int, int], list[Key]] = {}
        self.inline: dict[Key, Item] = {}
        self.resets: dict[int, list[Key]] = {}
        for key in self.paths:
            self._place(key)

    def _is_variable(self, value: Value) -> bool:
        node = self.primals[value]
        if value.type.kind in ("array", "tuple", "other"):
            return False
        if isinstance(node, ShortCircuit):
            return True
        if node.name in ("tid", "range", "slice", "tuple") or (is_constant_cast(node) and value not in self.mutable):
            return bool(value.name) and is_constant_cast(node)
        if value.type.reference and value not in self.mutable:
            return self._counts(value) > 1 and node.name == "address"
        if value in self.mutable or not is_pure(node) or len(node.outputs) > 1 or value.name:
            return True
        if any(self._reads_mutable(v) for v in node.arguments):
            return True
        if node.name in ("load", "copy"):
            return self._counts(value) > 1 and not self._counts(node.arguments[0]) > 1
        if node.name == "extract" and value.type.kind == "scalar":
            return False
        return self._counts(value) > 1

    def _counts(self, value: Value) -> int:
        return self.uses[value]

    def _reads_mutable(self, value: Value) -> bool:
        if value in self.mutable:
            return True
        node = self.primals.get(value)
        if node is None or value.type.kind == "array":
            return False
        return isinstance(node, Operation) and not value.name and any(self._reads_mutable(v) for v in node.arguments)

    def gradient_of(self, value: Value) -> Value:
        """The value whose gradient variable this one shares: a load has that of its address."""
        return self.builder.rules.gradient_of(value)

    def _note(self, sweep: Sweep, path: Path) -> None:
        for position, item in enumerate(sweep):
            here = (*path, (id(sweep), position))
            for key, makes in self._keys(item):
                self.paths.setdefault(key, []).append((here, item, makes))
            for inner in inner_sweeps(item):
                self._note(inner, here)

    def _keys(self, item: Item) -> Iterator[tuple[Key, bool]]:
        """Variables that an item touches itself; True where it can declare one."""
        if isinstance(item, Step):
            for value in item.primals:
                yield from self._read(value)
            for value in item.gradients:
                yield ("g", self.gradient_of(value)), False
            if item.target is not None:
                yield ("g", self.gradient_of(item.target)), item.suffix is None and item.target not in item.gradients
        elif isinstance(item, Primal):
            for value in _operands(item.node):
                yield from self._read(value)
            made = _made(item.node)
            for value in made:
                if value in self.variables:
                    yield ("p", value), len(made) == 1
            if isinstance(item.node, Operation) and not made:
                yield ("p", mutated_value(item.node)), False
        elif isinstance(item, Fork):
            yield from self._read(item.condition)
        elif isinstance(item, Loop) and isinstance(item.node, For):
            for value in (item.node.start, item.node.stop, item.node.step):
                yield from self._read(value)

    def _read(self, value: Value) -> Iterator[tuple[Key, bool]]:
        if value in self.variables:
            yield ("p", value), False
        elif value in self.primals:
            for operand in _operands(self.primals[value]):
                yield from self._read(operand)

    def _place(self, key: Key) -> None:
        kind, value = key
        if (
            value.parameter and (kind == "p" or value in self.gradient_names or value in self.builder.result_gradients)
        ) or (kind == "p" and value not in self.variables):
            return
        found = self.paths[key]
        paths = [path for path, _, _ in found]
        common = 0
        shortest = min(len(p) for p in paths)
        while common < shortest - 1 and len({p[common] for p in paths}) == 1:
            common += 1
        while len({p[common][0] for p in paths}) > 1:
            common -= 1
        block = paths[0][common][0]
        position = min(p[common][1] for p in paths)
        first = [(path, item, makes) for path, item, makes in found if path[common][1] == position]
        path, item, _makes = first[0]
        is_direct = len(path) == common + 1 and item is first[-1][1]
        if (
            is_direct
            and first[-1][2]
            and all(m or not isinstance(i, Step) for _, i, m in first[-1:])
            and self._declares(key, first)
        ):
            self.inline[key] = item
        else:
            self.declarations.setdefault((block, position), []).append(key)
        if kind == "g":
            self._reset_in_loop(value, key, paths[0][:common], block)

    def _declares(self, key: Key, first: list[tuple[Path, Item, bool]]) -> bool:
        return len(first) == 1 and first[0][2]

    def _reset_in_loop(self, value: Value, key: Key, outer: Path, block: int) -> None:
        """A gradient that outlives a trip, of a value made in the loop, starts each trip at zero."""
        for item in items(self.sweep):
            if (
                isinstance(item, Loop)
                and _holds(item, value)
                and id(item.body) not in {b for b, _ in (*outer, (block, 0))}
            ):
                self.resets.setdefault(id(item.body), []).append(key)

    def primal(self, value: Value) -> str:
        if value.parameter:
            self.used.add(value)
        if value in self.primal_names:
            return self.primal_names[value]
        if value in self.variables:
            self.primal_names[value] = self.names.take(value.name or "t")
            return self.primal_names[value]
        origin = value.origin
        if origin is not None and origin.name == "tid":
            assert self.threads is not None
            return self.threads.text(len(origin.outputs), origin.outputs.index(value))
        node = self.primals.get(value)
        if isinstance(node, Operation):
            return self.expressions.operation(node, self.primal)
        if value.constant is not None:
            return self.expressions.constant(value)
        if isinstance(origin, Operation):
            return self.expressions.operation(origin, self.primal)
        if value in self.conditions:
            return self.condition_text(self.conditions[value])
        raise Unsupported("value without a text")

    def gradient(self, value: Value) -> str:
        value = self.gradient_of(value)
        if value not in self.gradient_names:
            if value in self.builder.result_gradients:
                return f"{ADJ}{value.name}"
            base = self.primal_names.get(value) or value.name or self.shared_names.get(value) or "t"
            self.gradient_names[value] = self.names.take(f"{ADJ}{base}")
        return self.gradient_names[value]

    def run(self) -> list[str]:
        self.print_sweep(self.sweep)
        return self.lines

    def put(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text)

    def print_sweep(self, sweep: Sweep) -> None:
        for key in self.resets.get(id(sweep), ()):
            self.put(f"{self.name(key)} = {zero(key[1].type)};")
        for position, item in enumerate(sweep):
            for key in self.declarations.get((id(sweep), position), ()):
                self.put(f"{self.needs.type(key[1].type)} {self.name(key)} = {zero(key[1].type)};")
            following = sweep[position + 1] if position + 1 < len(sweep) else None
            if not (isinstance(item, Step) and self.passes_on(item, following)):
                self.print_item(item)

    def passes_on(self, step: Step, following: Item | None) -> bool:
        """Whether a gradient needs no variable: it is another constant one, or the next statement adds it to memory."""
        key = ("g", self.gradient_of(step.target)) if step.target is not None else None
        if key is None or self.inline.get(key) is not step:
            return False
        others = [i for _, i, _ in self.paths[key] if i is not step]
        readers = [i for i in others if isinstance(i, Step)]
        if (
            not others
            or len(readers) < len(others)
            or any(key[1] in map(self.gradient_of, i.modified) for i in readers)
        ):
            return False
        if any(i.target is not None and self.gradient_of(i.target) is key[1] for i in readers):
            return False
        text = step.render(self.primal, self.gradient)
        text = fill("-{0}", [text]) if step.sign == "-=" else text
        if text in self.settled or (others == [following] and readers[0].scatters):
            self.gradient_names[key[1]] = text
            return True
        return False

    def name(self, key: Key) -> str:
        return self.primal(key[1]) if key[0] == "p" else self.gradient(key[1])

    def inner(self, sweep: Sweep) -> None:
        self.depth += 1
        self.print_sweep(sweep)
        self.depth -= 1

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
            self.put(f"{item.kind};")

    def step(self, step: Step) -> None:
        text = step.render(self.primal, self.gradient)
        if step.target is None:
            self.put(f"{text};")
            return
        target = self.gradient_of(step.target)
        key = ("g", target)
        name = self.gradient(target) + (step.suffix(self.primal, self.gradient) if step.suffix else "")
        if self.inline.get(key) is step:
            text = fill("-{0}", [text]) if step.sign == "-=" else text
            writes = [
                i
                for _, i, _ in self.paths[key]
                if isinstance(i, Step)
                and (
                    (i.target is not None and self.gradient_of(i.target) is target)
                    or target in map(self.gradient_of, i.modified)
                )
            ]
            constant = "const " if len(writes) == 1 else ""
            if constant:
                self.settled.add(name)
            self.put(f"{constant}{self.needs.type(target.type)} {name} = {text};")
            return
        if step.sign in ("+=", "-=") and target.type.kind != "scalar" and step.suffix is None:
            self.operator(target, step.sign)
        if step.sign in ("+=", "-=") and step.suffix is not None:
            component = _component_type(step, target)
            if component is not None:
                self.operator(component, step.sign)
        self.put(f"{name} {step.sign} {text};")

    def operator(self, value: Value, sign: str) -> None:
        from generator.lowering.standalone.expressions import CLASS_NAMES

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
            self.put(effect_text(node, self.expressions, self.primal) + ";")
            return
        if len(node.outputs) > 1 and node.name != "tid" and node.callee is not None:
            names = tuple(self.primal(v) for v in node.outputs)
            self.put(f"{self.expressions.call(node, self.primal, names)};")
            return
        value = node.outputs[0]
        if value not in self.variables:
            return
        text = self.expressions.operation(node, self.primal)
        name = self.primal(value)
        if self.inline.get(("p", value)) is item:
            constant = "" if value in self.mutable else "const "
            self.put(f"{constant}{self.needs.type(value.type)} {name} = {text};")
        else:
            self.put(f"{name} = {text};")

    def short_circuit(self, node: ShortCircuit, item: Primal) -> None:
        name = self.primal(node.output)
        for inner in (n for guarded in node.guarded for n in walk(guarded)):
            if not (
                isinstance(inner, ShortCircuit) or (isinstance(inner, If) and inner.expression) or _is_simple(inner)
            ):
                raise Unsupported("a condition with effects, in the adjoint", node.line)
        declared = self.inline.get(("p", node.output)) is item
        self.put(f"{'const bool ' if declared else ''}{name} = {self.condition_text(node)};")

    def condition_text(self, node: ShortCircuit) -> str:
        symbol = "&&" if node.is_and else "||"
        text = self.primal(node.parts[0])
        for part in node.parts[1:]:
            text = fill(f"{{0}} {symbol} {{1}}", [text, self.primal(part)])
        return text

    def fork(self, item: Fork) -> None:
        condition = self.primal(item.condition)
        start = len(self.lines)
        self.inner(item.body)
        body = self.lines[start:]
        del self.lines[start:]
        self.inner(item.orelse)
        orelse = self.lines[start:]
        del self.lines[start:]
        if not body and not orelse:
            return  # what it held is written where it is read
        if not body:
            condition, body, orelse = fill("!{0}", [condition]), orelse, []
        self.put(f"if ({condition}) {{")
        self.lines += body
        if orelse:
            self.put("} else {")
            self.lines += orelse
        self.put("}")

    def loop(self, item: Loop) -> None:
        node = item.node
        if isinstance(node, For):
            self.count_down(item, node)
        else:
            self.put("while (true) {")
            self.inner(item.test)
            self.depth += 1
            self.put(f"if ({fill('!{0}', [self.primal(node.condition)])}) break;")
            self.depth -= 1
            self.inner(item.body)
            self.put("}")

    def count_down(self, item: Loop, node: For) -> None:
        counter = self.names.take(node.name or "k")
        self.primal_names[node.counter] = counter
        start, stop, step = (self.primal(v) for v in (node.start, node.stop, node.step))
        if node.step.constant == 1:
            last = str(int(node.stop.constant) - 1) if node.stop.constant is not None else fill("{0} - 1", [stop])
            self.put(f"for (int {counter} = {last}; {fill('{0} >= {1}', [counter, start])}; --{counter}) {{")
            self.inner(item.body)
        else:
            trip = self.names.take("trip")
            self.put(f"for (int {trip} = range_length({start}, {stop}, {step}) - 1; {trip} >= 0; --{trip}) {{")
            self.depth += 1
            self.put(f"const int {counter} = {fill('{0} + {1} * {2}', [start, trip, step])};")
            self.depth -= 1
            self.inner(item.body)
        self.put("}")


def _component_type(step: Step, target: Value) -> Value | None:
    """For ``adj_t.p += ...``: a value of the component's type, where that is no scalar."""
    from generator.lowering.standalone.ir import Value as Plain

    assert step.suffix is not None
    if step.gradients and step.gradients[0].type.kind != "scalar":
        return Plain(step.gradients[0].type)
    return None


def _is_simple(node: Node) -> bool:
    return isinstance(node, Operation) and is_pure(node) and len(node.outputs) == 1


def _made(node: Operation | ShortCircuit) -> list[Value]:
    return [node.output] if isinstance(node, ShortCircuit) else node.outputs


def _operands(node: Operation | ShortCircuit) -> list[Value]:
    """What a step of the forward sweep reads; a condition also what its guarded operands read."""
    if isinstance(node, Operation):
        return node.arguments
    inside = [n for guarded in node.guarded for n in walk(guarded)]
    made = {v for n in inside if isinstance(n, Operation | ShortCircuit) for v in _made(n)}
    return [v for v in [*node.parts, *(v for n in inside for v in reads(n))] if v not in made]


def _holds(loop: Loop, value: Value) -> bool:
    """Whether a value is made inside a loop's body."""
    body = loop.node.body
    return value.origin is not None and any(node is value.origin for node in walk(body))
