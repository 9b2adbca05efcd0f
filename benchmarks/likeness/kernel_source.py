"""The syntax tree of a kernel and of the functions in its source, with the facts that constructs are found by."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

WARP = ("wp", "warp")
"""Names under which a source imports Warp."""


@dataclass(frozen=True)
class KernelSource:
    """A kernel's definition; ``functions`` are the ``wp.func`` of the same source by name."""

    definition: ast.FunctionDef
    functions: Mapping[str, ast.FunctionDef]
    has_comments: bool

    @cached_property
    def body(self) -> Sequence[ast.stmt]:
        """Its statements without the docstring."""
        return body_of(self.definition)

    @cached_property
    def nodes(self) -> Sequence[ast.AST]:
        """Every node of the body."""
        return [node for statement in self.body for node in ast.walk(statement)]

    @cached_property
    def annotations(self) -> Sequence[ast.expr | None]:
        """The arguments' annotations; quoted ones are parsed."""
        return [_unquoted(argument.annotation) for argument in self.definition.args.args]

    @cached_property
    def words(self) -> frozenset[str]:
        """Every identifier of the annotations and the body."""
        trees = [node for each in self.annotations if each is not None for node in ast.walk(each)]
        return frozenset(identifiers([*trees, *self.nodes]))

    @cached_property
    def calls(self) -> Sequence[str]:
        """Dotted names of what the body calls, once for each call."""
        return [dotted(node.func) for node in self.nodes if isinstance(node, ast.Call)]

    @cached_property
    def warp_calls(self) -> frozenset[str]:
        """Names of Warp functions that the body calls, without ``wp.``."""
        parts = (call.partition(".") for call in self.calls)
        return frozenset(name for module, _, name in parts if module in WARP)

    @cached_property
    def called_functions(self) -> frozenset[str]:
        """Functions of the source that the kernel itself calls."""
        return frozenset(call.rpartition(".")[2] for call in self.calls) & self.functions.keys()

    @cached_property
    def reached_functions(self) -> frozenset[str]:
        """Functions of the source that it calls, directly or through others."""
        reached: set[str] = set()
        waiting = list(self.called_functions)
        while waiting:
            name = waiting.pop()
            if name in reached:
                continue
            reached.add(name)
            calls = (node.func for node in ast.walk(self.functions[name]) if isinstance(node, ast.Call))
            waiting += [last for call in calls if (last := dotted(call).rpartition(".")[2]) in self.functions]
        return frozenset(reached)

    @cached_property
    def assignments(self) -> Sequence[ast.Assign]:
        """The body's plain assignments."""
        return [node for node in self.nodes if isinstance(node, ast.Assign)]

    @cached_property
    def named_values(self) -> Sequence[tuple[str, ast.expr]]:
        """(local, value) of assignments to one name."""
        return [(a.targets[0].id, a.value) for a in self.assignments if isinstance(a.targets[0], ast.Name)]

    @cached_property
    def subscripts(self) -> Sequence[ast.Subscript]:
        """Every element that is read or stored."""
        return [node for node in self.nodes if isinstance(node, ast.Subscript)]

    @cached_property
    def range_ends(self) -> Sequence[Sequence[ast.expr]]:
        """Arguments of ``range``, an entry for each such loop."""
        loops = (node.iter for node in self.nodes if isinstance(node, ast.For))
        return [loop.args for loop in loops if isinstance(loop, ast.Call) and dotted(loop.func) == "range"]

    @cached_property
    def numbers(self) -> Sequence[int | float]:
        """Numbers as they are written, booleans left out."""
        constants = (node.value for node in self.nodes if isinstance(node, ast.Constant))
        return [value for value in constants if isinstance(value, (int, float)) and not isinstance(value, bool)]

    @cached_property
    def locals(self) -> frozenset[str]:
        """Names that the body assigns."""
        targets = (node for a in self.assignments for target in a.targets for node in ast.walk(target))
        return frozenset(n.id for n in targets if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))

    @property
    def arguments(self) -> Sequence[str]:
        """Names of the arguments, in order."""
        return [argument.arg for argument in self.definition.args.args]

    def count(self, *kinds: type[ast.AST]) -> int:
        """Nodes of the body that are of one of the kinds."""
        return sum(isinstance(node, kinds) for node in self.nodes)

    @cached_property
    def lines(self) -> int:
        """Lines of the body after ``ast.unparse``: comments and the author's layout do not count."""
        return line_count(self.body)

    @cached_property
    def lines_reached(self) -> int:
        """Lines of the functions in ``reached_functions``."""
        return sum(line_count(body_of(self.functions[name])) for name in self.reached_functions)


def kernel_in(source: str, name: str) -> KernelSource | None:
    """The kernel of that name, else the first of the source, else None. Raises SyntaxError if it does not parse."""
    tree = ast.parse(source)
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    kernels = [node for node in defined if is_decorated(node, "kernel")]
    found = next((node for node in kernels if node.name == name), kernels[0] if kernels else None)
    if found is None:
        return None
    functions = {node.name: node for node in defined if is_decorated(node, "func")}
    rows = range(found.lineno, (found.end_lineno or found.lineno) + 1)
    return KernelSource(found, functions, any(row in rows for row in _comment_rows(source)))


def body_of(function: ast.FunctionDef) -> Sequence[ast.stmt]:
    """Statements without the docstring."""
    return function.body[1:] if has_docstring(function) else function.body


def has_docstring(function: ast.FunctionDef) -> bool:
    """Whether its first statement is a string."""
    first = function.body[0]
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


def is_decorated(function: ast.FunctionDef, kind: str) -> bool:
    """Whether a decorator's last name is ``kind``, called or not."""
    bare = (each.func if isinstance(each, ast.Call) else each for each in function.decorator_list)
    return any(dotted(each).rpartition(".")[2] == kind for each in bare)


def dotted(node: ast.expr) -> str:
    """``a.b.c`` of names and attributes; any other base is left out, so that the text begins with a dot."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    parts.append(node.id if isinstance(node, ast.Name) else "")
    return ".".join(reversed(parts))


def identifiers(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Names, attributes and keywords among the nodes."""
    for node in nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name


def line_count(statements: Sequence[ast.stmt]) -> int:
    """Lines of the statements after ``ast.unparse``."""
    return sum(ast.unparse(statement).count("\n") + 1 for statement in statements)


def _unquoted(annotation: ast.expr | None) -> ast.expr | None:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    return annotation


def _comment_rows(source: str) -> list[int]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.start[0] for token in tokens if token.type == tokenize.COMMENT]
