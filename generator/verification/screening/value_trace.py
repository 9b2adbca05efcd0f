"""What the expressions of a kernel gave while its reference ran, and what each is made of."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from generator.verification.reference.interpretation.rewrite_names import (
    Names,
    call,
    load,
    stored_names,
    written_arrays,
)
from generator.verification.screening.step_replacement import FLOOR
from generator.verification.screening.traced_expressions import CASTS, CHOOSING, SCALING, SIGNS, Expression

THREADS, FURTHER = 32, 8
"""Threads of the first run whose values are kept, and of each further one."""

GOLDEN = 0.6180339887498949
"""Multiples of this, without their whole part, spread evenly and fall in step with no stride."""

_OPAQUE = ("_tid", "_fetch")
_LITERALS = ("_int_", "_float_", "_bool_", "_outer_")


@dataclass(frozen=True)
class _Marked:
    """A marked node; ``number`` is that of its expression, none for a literal."""

    node: ast.expr
    number: int | None
    key: int
    own: int
    text: str


@dataclass
class Traced:
    """Marks the expressions of a rewritten tree and keeps what they give, by the entry into the block they stand in.

    The tree may have the marks of ``steps.Steps``.

    A block is a body of statements. Each thread enters it anew, and each round of a loop; ``around`` says for an entry
    which one of the block around was running, 0 for none.
    """

    expressions: list[Expression] = field(default_factory=list)
    values: list[dict[int, Any]] = field(default_factory=list)
    """For each expression: entry -> number, vector, or what else it gave."""
    around: list[int] = field(default_factory=lambda: [0])
    runs: list[int] = field(default_factory=list)
    """The first entry of each run."""
    slight: int = 0
    """Keys of sums and products with a literal, and of choices."""
    choices: int = 0
    """Keys of choices."""
    _ended: bool = False
    _keys: dict[tuple[Any, ...], int] = field(default_factory=dict)
    _names: Names = field(default_factory=Names)
    _function: str = ""
    _blocks: int = 0
    _changing: set[str] = field(default_factory=set)
    """Names that are assigned more than once, and arrays that are written."""
    _held: dict[str, _Marked] = field(default_factory=dict)
    _read: dict[tuple[str, str], _Marked] = field(default_factory=dict)
    _share: float = 1.0
    _threads: int = 0
    _keeping: bool = False

    def change(self, tree: ast.Module, names: Names) -> dict[str, Any]:
        """Mark all functions but gradients written by hand; what the marks call."""
        self._names = names
        for function in [node for node in tree.body if isinstance(node, ast.FunctionDef)]:
            decorators = [getattr(getattr(node, "func", node), "attr", "") for node in function.decorator_list]
            if "func_grad" in decorators:
                continue
            self._changing = {name for name, count in Counter(stored_names(function)).items() if count > 1}
            self._changing |= written_arrays(function)
            self._function, self._held, self._read = function.name, {}, {}
            outermost = call("_thread") if "kernel" in decorators else ast.Constant(0)
            function.body = self._block(function.body, outermost)
        return {"_thread": self._thread, "_enter": self._enter, "_seen": self._seen}

    def begin(self, threads: int) -> None:
        """The next run is one of so many threads."""
        self.runs.append(len(self.around))
        kept = 0 if self._ended else FURTHER if len(self.runs) > 1 else THREADS
        self._share, self._threads = kept / threads, 0

    def end(self) -> None:
        """Further runs are not looked at."""
        self._ended = True

    def _thread(self) -> int:
        self._keeping = self._threads * GOLDEN % 1.0 < self._share
        self._threads += 1
        return 0

    def _enter(self, around: int) -> int:
        if not self._keeping:
            return 0
        self.around.append(around)
        return len(self.around) - 1

    def _seen(self, number: int, entry: int, value: Any) -> Any:
        if self._keeping:
            self.values[number][entry] = value
        return value

    def _block(self, body: list[ast.stmt], around: ast.expr) -> list[ast.stmt]:
        self._blocks += 1
        entry = f"_entry_{self._blocks}"
        for statement in body:
            self._statement(statement, entry)
        return [ast.Assign([ast.Name(entry, ast.Store())], call("_enter", around)), *body]

    def _statement(self, statement: ast.stmt, entry: str) -> None:
        match statement:
            case ast.Assign(targets=[target], value=value):
                marked = self._expression(value, entry)
                statement.value = marked.node
                if isinstance(target, ast.Name) and target.id not in self._changing:
                    self._held[target.id] = marked
            case ast.Expr(value=value) | ast.Return(value=ast.expr() as value):
                statement.value = self._expression(value, entry).node
            case ast.If() | ast.While() | ast.For():
                if isinstance(statement, ast.If):
                    statement.test = self._expression(statement.test, entry).node
                else:
                    self._forget(ast.walk(statement.iter if isinstance(statement, ast.For) else statement.test))
                statement.body = self._block(statement.body, load(entry))
                if statement.orelse:
                    statement.orelse = self._block(statement.orelse, load(entry))

    def _expression(self, node: ast.expr, entry: str) -> _Marked:
        """What is neither arithmetic nor a call counts as read."""
        match node:
            case ast.Constant() | ast.Call(func=ast.Name(id="_typed")):
                return self._literal(node, ast.unparse(node))
            case ast.Name(id=name) if name.startswith(_LITERALS):
                constants = self._names.constants
                return self._literal(node, repr(constants[name]) if name in constants else name)
            case ast.Name(id=name) if name in self._held:
                held = self._held[name]
                return _Marked(node, held.number, held.key, 0, name)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
                first, second = self._expression(left, entry), self._expression(right, entry)
                node.left, node.right = first.node, second.node
                return self._operation(node, SIGNS[type(op)], [first, second], entry)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self._expression(operand, entry)
                node.operand = inner.node
                return self._operation(node, "negated", [inner], entry)
            case ast.Call(func=ast.Name(id="_given" | "_decide" | "_held"), args=[_, inner]):
                marked = self._expression(inner, entry)
                node.args[1] = marked.node
                return replace(marked, node=node)
            case ast.Call(func=ast.Name(id="_bound"), args=[_, ast.Constant(value=name), _, *inner]):
                arguments = [self._expression(argument, entry) for argument in inner]
                node.args[3:] = [argument.node for argument in arguments]
                return self._operation(node, str(name), arguments, entry)
            case ast.Call(func=ast.Name(id="_store"), args=[_, _, value]):
                node.args[2] = self._expression(value, entry).node
            case ast.Call(func=ast.Name(id=name), keywords=[]) if name not in _OPAQUE:
                arguments = [self._expression(argument, entry) for argument in node.args]
                node.args = [argument.node for argument in arguments]
                return self._operation(node, self._names.builtins.get(name, name), arguments, entry)
            case ast.IfExp():
                test, body, other = (self._expression(part, entry) for part in (node.test, node.body, node.orelse))
                node.test, node.body, node.orelse = test.node, body.node, other.node
                return self._operation(node, "if", [test, body, other], entry)
            case ast.Compare(left=left, comparators=[right]):
                first, second = self._expression(left, entry), self._expression(right, entry)
                node.left, node.comparators = first.node, [second.node]
                return self._operation(node, type(node.ops[0]).__name__, [first, second], entry)
        return self._leaf(node, entry)

    def _leaf(self, node: ast.expr, entry: str) -> _Marked:
        """Something read: marked once in a block, but for what may have changed since."""
        inner = [node] if isinstance(node, ast.Name) else list(ast.walk(node))
        self._forget(inner)
        text = ast.unparse(node).replace("_wp_", "")
        if (entry, text) in self._read:
            return replace(self._read[entry, text], node=node)
        parts = [self._literal(node, text)]
        match node:
            case ast.Attribute(value=ast.Name(id=name)) | ast.Subscript(value=ast.Name(id=name)) if name in self._held:
                parts.append(self._held[name])
            case ast.Attribute(value=ast.Call() as whole) | ast.Subscript(value=ast.Call() as whole):
                parts.append(self._expression(whole, entry))
                node.value = parts[1].node
        marked = self._operation(node, "", parts, entry)
        if not any(isinstance(part, ast.Name) and part.id in self._changing for part in inner):
            self._read[entry, text] = marked
        return marked

    def _forget(self, nodes: Iterable[ast.AST]) -> None:
        """Names that a built-in changes no longer hold what was assigned to them."""
        for node in nodes:
            if isinstance(node, ast.NamedExpr):
                self._held.pop(node.target.id, None)
                self._changing.add(node.target.id)

    def _literal(self, node: ast.expr, text: str) -> _Marked:
        return _Marked(node, None, self._key(text), 0, text)

    def _key(self, *structure: Any) -> int:
        return self._keys.setdefault(structure, len(self._keys))

    def _operation(self, node: ast.expr, operation: str, operands: list[_Marked], entry: str) -> _Marked:
        key = self._key(operation, self._function, *[operand.key for operand in operands])
        text = f"{operation}({', '.join(operand.text for operand in operands)})" if operation else operands[0].text
        known = [operand.number for operand in operands if operand.number is not None]
        if operation and not known:
            return _Marked(node, None, key, 0, text)
        parts = needs = 0
        for part in known:
            parts |= self.expressions[part].parts | 1 << part
            needs |= self.expressions[part].needs
        own = sum(operand.own for operand in operands)
        if operation and operation not in CASTS and not self._floor(operation, operands):
            needs, own = needs | 1 << key, own + 1
            self.choices |= (operation in CHOOSING) << key
            reciprocal = operation == "div" and operands[0].number is None
            scales = operation in SCALING and len(known) == 1 and not reciprocal
            if scales or operation in CHOOSING - {"sign"}:
                self.slight |= 1 << key
        self.expressions.append(Expression(entry, operation, key, tuple(known), parts, needs, own, text))
        number = len(self.values)
        self.values.append({})
        told = isinstance(node, ast.Compare) or operation in ("_truth", "_not")
        marked = node if told else call("_seen", ast.Constant(number), load(entry), node)
        return _Marked(marked, number, key, own, text)

    def _floor(self, operation: str, operands: list[_Marked]) -> bool:
        """What keeps a divisor from zero need not act."""
        last = operands[-1].node
        inner = last.args[0] if isinstance(last, ast.Call) and len(last.args) == 1 else last
        floor = inner.value if isinstance(inner, ast.Constant) else self._names.constants.get(getattr(inner, "id", ""))
        return operation == "max" and isinstance(floor, float) and 0.0 < floor <= FLOOR
