"""Where each variable of an adjoint is declared: in the innermost block that contains all of its uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.lowering.standalone.adjoint_code.adjoint import AdjointBuilder
from generator.lowering.standalone.adjoint_code.sweep_steps import (
    Fork,
    Item,
    Loop,
    Primal,
    Step,
    Sweep,
    inner_sweeps,
    items,
)
from generator.lowering.standalone.adjoint_code.sweeps import mutated_value
from generator.lowering.standalone.cuda_text.operations import MUTATORS, is_pure
from generator.lowering.standalone.forward_code.forward_values import is_constant_cast
from generator.lowering.standalone.kernel_ir.nodes import (
    For,
    Operation,
    Routine,
    ShortCircuit,
    Value,
    reads,
    walk,
)

Key = tuple[str, Value]
Path = tuple[tuple[int, int], ...]


class AdjointPlacement:
    """Decides which values become variables, and where each is declared."""

    def __init__(self, routine: Routine, builder: AdjointBuilder):
        self.routine = routine
        self.builder = builder
        self.sweep = builder.build()
        self.primals = {v: i.node for i in items(self.sweep) if isinstance(i, Primal) for v in made_by(i.node)}
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
                uses.update(operands_of(item.node))
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
        """The value whose gradient variable this one shares: a load shares that of its address."""
        return self.builder.gradients.gradient_of(value)

    def _note(self, sweep: Sweep, path: Path) -> None:
        for position, item in enumerate(sweep):
            here = (*path, (id(sweep), position))
            for key, makes in self._keys(item):
                self.paths.setdefault(key, []).append((here, item, makes))
            for inner in inner_sweeps(item):
                self._note(inner, here)

    def _keys(self, item: Item) -> Iterator[tuple[Key, bool]]:
        """Variables that an item itself reads or writes, each with whether the item can declare it."""
        if isinstance(item, Step):
            for value in item.primals:
                yield from self._read(value)
            for value in item.gradients:
                yield ("g", self.gradient_of(value)), False
            if item.target is not None:
                yield ("g", self.gradient_of(item.target)), item.suffix is None and item.target not in item.gradients
        elif isinstance(item, Primal):
            for value in operands_of(item.node):
                yield from self._read(value)
            made = made_by(item.node)
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
            for operand in operands_of(self.primals[value]):
                yield from self._read(operand)

    def _place(self, key: Key) -> None:
        kind, value = key
        if value.parameter and (kind == "p" or self._is_argument(value)):
            return
        if kind == "p" and value not in self.variables:
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
            and self._declares(first)
        ):
            self.inline[key] = item
        else:
            self.declarations.setdefault((block, position), []).append(key)
        if kind == "g":
            self._reset_in_loop(value, key, paths[0][:common], block)

    def _is_argument(self, value: Value) -> bool:
        """Whether the gradient of a parameter or result is an argument of the adjoint function."""
        if value in self.builder.result_gradients:
            return True
        return not self.builder.is_kernel and value.type.kind != "array"

    def _declares(self, first: list[tuple[Path, Item, bool]]) -> bool:
        return len(first) == 1 and first[0][2]

    def _reset_in_loop(self, value: Value, key: Key, outer: Path, block: int) -> None:
        """Reset a gradient at the start of each trip, where its value is made in the loop but declared outside."""
        for item in items(self.sweep):
            if (
                isinstance(item, Loop)
                and _holds(item, value)
                and id(item.body) not in {b for b, _ in (*outer, (block, 0))}
            ):
                self.resets.setdefault(id(item.body), []).append(key)


def made_by(node: Operation | ShortCircuit) -> list[Value]:
    return [node.output] if isinstance(node, ShortCircuit) else node.outputs


def operands_of(node: Operation | ShortCircuit) -> list[Value]:
    """Values that a step of the forward sweep reads; for a condition, also those that its guarded operands read."""
    if isinstance(node, Operation):
        return node.arguments
    inside = [n for guarded in node.guarded for n in walk(guarded)]
    made = {v for n in inside if isinstance(n, Operation | ShortCircuit) for v in made_by(n)}
    return [v for v in [*node.parts, *(v for n in inside for v in reads(n))] if v not in made]


def _holds(loop: Loop, value: Value) -> bool:
    """Whether a value is made inside a loop's body."""
    body = loop.node.body
    return value.origin is not None and any(node is value.origin for node in walk(body))
