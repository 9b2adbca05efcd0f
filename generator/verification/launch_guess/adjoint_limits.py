"""What in a source Warp does not differentiate rightly, each by the name of its reproduction in `warp_bugs`.

Asked where an adjoint was found wrong, to say why: that a source holds such a thing does not make its adjoint wrong;
``ENDLESS`` alone is asked before.
`docs/known_warp_issues.md` describes each.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from generator.verification.launch_guess.array_uses import Use, uses_of_parameters

MOST_UNROLLED = 16
"""Steps of a loop of constant length up to which Warp writes it out (``max_unroll``)."""

EXTREMES = ("atomic_min", "atomic_max")
"""Atomics whose adjoint also reaches elements that lost."""

ENDLESS = "loop_until_exchanged"
"""Name of a trait that is looked for before an adjoint is run: it may never end."""


def adjoint_limits(source: str) -> tuple[str, ...]:
    """Names of the reproductions whose trait the source has, sorted."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    found = {name for function in functions for name in _of_function(function, _whole_constants(tree))}
    for uses in uses_of_parameters(tree).values():
        for kinds in uses.values():
            if Use.SCALE in kinds or {Use.LOAD, Use.STORE} <= kinds:
                found.add("overwritten_input")
            if Use.REPEATED in kinds:
                found.add("element_written_twice")
    return tuple(sorted(found))


def _of_function(function: ast.FunctionDef, constants: dict[str, int]) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.While) or (isinstance(node, ast.For) and not _is_unrolled(node, constants)):
            yield from _of_dynamic_loop(node, function, constants)
        elif isinstance(node, ast.For) and _leaves_early(node):
            yield "break_in_unrolled_loop"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "frac":
                yield "frac"
            elif node.func.attr in EXTREMES:
                yield "atomic_max_start"
            elif node.func.attr == "where" and _holds_a_quotient(node):
                yield "quotient_not_selected"
        elif isinstance(node, ast.Assign | ast.AnnAssign) and _is_atomic(node.value):
            yield "atomic_result_used"
        if isinstance(node, ast.Assign) and _assigns_from_itself(node, {a.arg for a in function.args.args}):
            yield "component_assigned_from_itself"


def _of_dynamic_loop(loop: ast.For | ast.While, function: ast.FunctionDef, constants: dict[str, int]) -> Iterator[str]:
    if _leaves_early(loop):
        yield "break_in_dynamic_loop"
    if isinstance(loop, ast.While) and _waits_for_an_atomic(loop):
        yield ENDLESS
    inside = {id(node) for node in ast.walk(loop)}
    outside = [node for node in ast.walk(function) if id(node) not in inside]
    before = {node.id for node in outside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    before |= {argument.arg for argument in function.args.args}
    carried = {name for name, _ in _changes(loop) if name in before}
    sums = {name for name in carried if _is_sum(loop, name)}
    if carried - sums:
        yield "while_loop" if isinstance(loop, ast.While) else "mutated_in_dynamic_loop"
    if sums & _used_beyond_sums(outside):
        yield "dynamic_loop_result_used"


def _changes(loop: ast.AST) -> Iterator[tuple[str, ast.stmt]]:
    """Names that a loop's body stores to, also by component, each with the statement."""
    for node in ast.walk(loop):
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                root = part
                while isinstance(root, ast.Attribute | ast.Subscript):
                    root = root.value
                if isinstance(root, ast.Name):
                    yield root.id, node


def _is_sum(loop: ast.AST, name: str) -> bool:
    """Whether a loop only adds to a name and does not look at it otherwise."""
    own = 0
    for changed, statement in _changes(loop):
        if changed != name:
            continue
        if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add | ast.Sub):
            own += 0 if isinstance(statement.target, ast.Name) else 1
        elif isinstance(statement, ast.Assign) and _adds_to(statement.value, name):
            own += 1
        else:
            return False
    return sum(_is_name(node, ast.Load) and node.id == name for node in ast.walk(loop)) <= own  # type: ignore[attr-defined]


def _adds_to(value: ast.expr, name: str) -> bool:
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Add | ast.Sub):
        return False
    sides = [value.left, *([value.right] if isinstance(value.op, ast.Add) else [])]
    return any((isinstance(side, ast.Name) and side.id == name) or _adds_to(side, name) for side in sides)


def _used_beyond_sums(nodes: list[ast.AST]) -> set[str]:
    """Names that enter a product, a quotient, a call, a comparison or an index."""
    strict = (ast.BinOp, ast.Call, ast.Compare, ast.Subscript, ast.UnaryOp, ast.IfExp)
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, strict) and not _only_passes_on(node):
            found |= {inner.id for inner in ast.walk(node) if _is_name(inner, ast.Load)}  # type: ignore[attr-defined]
    return found


def _only_passes_on(node: ast.AST) -> bool:
    """Whether a node's value is linear in its operands, with constant factors."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add | ast.Sub) and not any(
            isinstance(side, ast.BinOp | ast.Call | ast.Subscript) for side in (node.left, node.right)
        )
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in ("atomic_add", "atomic_sub", "float", "float32", "float64")
    if isinstance(node, ast.Subscript):
        return not any(_is_name(inner, ast.Load) for inner in ast.walk(node.slice))
    return isinstance(node, ast.UnaryOp)


def _holds_a_quotient(call: ast.Call) -> bool:
    """Whether one of the values that a call selects from is a quotient, at its top or below."""
    return any(isinstance(node, ast.Div) for value in call.args[1:] for node in ast.walk(value))


def _assigns_from_itself(node: ast.Assign, parameters: set[str]) -> bool:
    """``v[0] = v[1] * v[2]``: a component is computed from components of the same value, which is no parameter."""
    (target,) = node.targets[:1]
    if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return False
    name = target.value.id
    if name in parameters:
        return False
    return any(_is_name(inner, ast.Load) and inner.id == name for inner in ast.walk(node.value))  # type: ignore[attr-defined]


def _waits_for_an_atomic(loop: ast.While) -> bool:
    """Whether a loop uses what an atomic returns."""
    dropped = {id(node.value) for node in ast.walk(loop) if isinstance(node, ast.Expr)}
    return any(_is_atomic(node) and id(node) not in dropped for node in ast.walk(loop))


def _is_atomic(value: ast.AST | None) -> bool:
    return (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr.startswith("atomic_")
    )


def _leaves_early(loop: ast.For | ast.While) -> bool:
    return any(isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop))


def _is_name(node: ast.AST, context: type[ast.expr_context]) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, context)


def _is_unrolled(loop: ast.For, constants: dict[str, int]) -> bool:
    if not isinstance(loop.iter, ast.Call):
        return False
    bounds = [_whole(argument, constants) for argument in loop.iter.args]
    if any(bound is None for bound in bounds):
        return False
    return len(range(*[bound for bound in bounds if bound is not None])) <= MOST_UNROLLED


def _whole(node: ast.expr, constants: dict[str, int]) -> int | None:
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _whole(node.operand, constants)
        return None if inner is None else -inner
    if isinstance(node, ast.Call) and len(node.args) == 1:  # wp.static(3), wp.constant(3)
        return _whole(node.args[0], constants)
    plain = isinstance(node, ast.Constant) and isinstance(node.value, int)
    return node.value if plain else None  # type: ignore[attr-defined]


def _whole_constants(tree: ast.Module) -> dict[str, int]:
    """The module's names of whole numbers."""
    found: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and (value := _whole(node.value, found)) is not None:
            found |= {target.id: value for target in node.targets if isinstance(target, ast.Name)}
    return found
