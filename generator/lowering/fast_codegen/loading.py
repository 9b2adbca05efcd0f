"""Declares and hashes kernels as Warp does, without scans that a program lowered once does not need."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from types import CodeType
from typing import Any

from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import context as warp_context

_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
_LEAVES = frozenset((ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Pass, ast.Break, ast.Continue))
_SCOPES = frozenset((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))


class ProgramModule(warp_context.Module):
    """Warp module of a program of ours: it is never reloaded, so it keeps no list of dependencies."""

    def _find_references(self, adj: Any) -> None:
        """Do nothing: Warp scans the syntax tree here, to know what to unload when a file is imported again."""

    def release(self) -> None:
        """Break the reference cycles of a closed program, so that its memory goes at once, without the collector."""
        for owner in (*self.kernels.values(), *self.functions.values()):
            adj = owner.adj
            adj.deterministic = None
            for variable in (*adj.args, *getattr(adj, "variables", ())):
                variable.ref_origin = variable.array_slot = None
        self.kernels.clear()
        self.functions.clear()
        self.structs.clear()


_TEXT_OF_ITS_OWN = ("Any", "static", "tile", "native", "module_options")
"""Words of programs for which Warp needs more than the syntax trees of functions."""

_NOTHING: list[ast.stmt] = [ast.Pass(lineno=1, col_offset=0)]


def headers_code(source: str, filename: str) -> CodeType | None:
    """Code of a program with empty functions, as only Warp reads their bodies; None where Warp needs more of the text.

    Warp would cut each function out of the text and parse it alone; here it gets their trees from the whole program's.
    Line numbers then count from the program's first line; `first_line` gives a function's own.
    """
    if any(word in source for word in _TEXT_OF_ITS_OWN):
        return None
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    bodies = [node.body for node in functions]
    for node in functions:
        node.body = _NOTHING
        _join_module(node.decorator_list[0])
    code = compile(tree, filename, "exec", dont_inherit=True)
    compiled = {each.co_firstlineno: each for each in code.co_consts if isinstance(each, CodeType)}
    for node, body in zip(functions, bodies, strict=True):
        node.body = body
        entry = warp_codegen._SharedFunctionSource(source, 1, ast.Module([node], []))
        warp_codegen._store_shared_source(compiled[node.decorator_list[0].lineno], entry)
    return code


def _join_module(decorator: ast.expr) -> None:
    """Put a kernel with ``module="unique"`` into the program's module: Warp would hash it, to give its own a name."""
    match decorator:
        case ast.Call(func=ast.Attribute(attr="kernel")):
            for word in [word for word in decorator.keywords if word.arg == "module"]:
                if isinstance(word.value, ast.Constant) and word.value.value == "unique":
                    decorator.keywords.remove(word)


def first_line(adj: Any) -> int:
    """The line of the program at which a function begins."""
    decorators = adj.tree.body[0].decorator_list
    return int(adj.fun_lineno + (decorators[0].lineno - 1 if decorators else 0))


def find_kernel_dim(adj: Any) -> None:
    """Set ``adj.kernel_dim``, the rank of the launch, as ``Adjoint.get_references`` does while it hashes a kernel."""
    names: set[str] = set()
    called: set[str] = set()
    ranks: dict[ast.Call, int] = {}
    for node in _assignments(adj.tree.body):
        for target in node.targets:
            _collect_names(target, names)
        if isinstance(node.value, ast.Call):
            first = node.targets[0]
            ranks[node.value] = len(first.elts) if isinstance(first, ast.Tuple) else 1
            if isinstance(node.value.func, ast.Name):
                called.add(node.value.func.id)
    adj._assigned_name_ids = frozenset(names)
    adj._assignment_call_metadata = (ranks, frozenset(called))
    adj.kernel_dim = max((rank for call, rank in ranks.items() if rank > 1 and _is_tid(adj, call, names)), default=1)
    adj.tid_extent_limit_candidate = warp_codegen._TID_MAX_EXTENT


def returns_value(adj: Any) -> bool:
    """Whether a ``return`` of a kernel has a value; unlike Warp this visits statements alone, no expressions."""
    if "return" not in adj.source and not adj.transformers:
        return False
    own = _statements(adj.tree.body[0].body, _LEAVES | _SCOPES)
    return any(node.__class__ is ast.Return and node.value is not None for node in own)


def _is_tid(adj: Any, call: ast.Call, local_names: set[str]) -> bool:
    passed = getattr(adj, "callable_arg_values", None) or {}
    tid = warp_context.builtin_functions["tid"]
    if not (isinstance(call.func, ast.Name) and call.func.id in local_names):
        return warp_codegen.resolve_reference_call_func(adj, call, passed) is tid
    name = call.func.id
    if passed.get(name) is not None:
        return passed[name] is tid
    return name in warp_codegen.resolve_reference_tid_aliases(adj, adj._assigned_name_ids)


def _assignments(statements: list[Any]) -> Iterator[ast.Assign]:
    return (node for node in _statements(statements, _LEAVES) if node.__class__ is ast.Assign)


def _statements(statements: list[Any], leaves: Set[type]) -> Iterator[Any]:
    """Every statement, nested ones too, except those inside ``leaves``."""
    pending = list(statements)
    while pending:
        node = pending.pop()
        yield node
        if node.__class__ not in leaves:
            for block in _BLOCKS:
                pending.extend(getattr(node, block, ()))


def _collect_names(target: ast.expr, names: set[str]) -> None:
    if isinstance(target, ast.Name):
        names.add(target.id)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for item in target.elts:
            _collect_names(item, names)
