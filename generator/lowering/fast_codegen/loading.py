"""What Warp works out when a kernel is declared or hashed, without scans that a program lowered once does not need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import context as warp_context

_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
_LEAVES = frozenset((ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Pass, ast.Break, ast.Continue))


class ProgramModule(warp_context.Module):
    """Warp module of a program of ours: nothing is reloaded under it, so it keeps no list of modules it depends on."""

    def _find_references(self, adj: Any) -> None:
        """Warp scans the syntax tree here, to know what to unload when a file is imported anew."""

    def release(self) -> None:
        """Cut the reference cycles of a closed program: its memory is free at once, not when the collector comes by."""
        for owner in (*self.kernels.values(), *self.functions.values()):
            adj = owner.adj
            adj.deterministic = None
            for variable in (*adj.args, *getattr(adj, "variables", ())):
                variable.ref_origin = variable.array_slot = None
        self.kernels.clear()
        self.functions.clear()
        self.structs.clear()


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
    pending = list(statements)
    while pending:
        node = pending.pop()
        if node.__class__ is ast.Assign:
            yield node
        elif node.__class__ not in _LEAVES:
            for block in _BLOCKS:
                pending.extend(getattr(node, block, ()))


def _collect_names(target: ast.expr, names: set[str]) -> None:
    if isinstance(target, ast.Name):
        names.add(target.id)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for item in target.elts:
            _collect_names(item, names)
