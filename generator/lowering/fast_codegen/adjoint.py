"""Builds the statements of a kernel as Warp does, with planned calls, by subclasses: nothing of Warp is patched."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any, get_args, get_origin

from generator.lowering.fast_codegen.calls import ARRAYS, CallPlan, Reference, Var, plan_call
from generator.lowering.fast_codegen.code_length import CodeLength
from generator.lowering.native_output import start_warp
from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import types as warp_types

_PYTHON_NUMBERS = frozenset((bool, int, float))


class FastAdjoint(warp_codegen.Adjoint):
    """``Adjoint`` without line directives and deterministic mode; adjoints have this class while they are built."""

    short_plans: dict[Any, CallPlan | None]
    """Plans that involve classes or structs of the program itself: they are freed with the build."""
    watched_options: Any
    builder_options: Any
    code_length: CodeLength | None
    """Counts letters of code where their number is limited; else None."""

    def build(adj, builder: Any, default_builder_options: Any = None, callable_arg_values: Any = None) -> None:
        adj.watched_options.depth += 1
        try:
            super().build(builder, default_builder_options, callable_arg_values)
        finally:
            adj.watched_options.depth -= 1

    def eval(adj, node: ast.AST) -> Any:
        visit = adj.node_visitors.get(node.__class__)
        if visit is None:
            return super().eval(node)  # refuses it
        line = getattr(node, "lineno", None)
        if line is not None and line - 1 != adj.lineno:
            adj.set_lineno(line - 1)
        return visit(adj, node)

    def add_forward(adj, statement: str, replay: str | None = None, skip_replay: bool = False) -> None:
        block = adj.blocks[-1]
        line = adj.indentation + statement
        block.body_forward.append(line)
        if not skip_replay:
            block.body_replay.append(adj.indentation + replay if replay else line)
        if adj.code_length is not None:
            adj.code_length.add_forward(len(line))

    def add_reverse(adj, statement: str) -> None:
        adj.blocks[-1].body_reverse.append(adj.indentation + statement)
        if adj.code_length is not None and not adj.skip_reverse_codegen:
            adj.code_length.add_adjoint(len(statement))

    def resolve_external_reference(adj, name: str) -> Any:
        func = adj.func
        return super().resolve_external_reference(name) if func.__closure__ else func.__globals__.get(name)

    def add_constant(adj, n: Any) -> Any:
        kind = n.__class__
        return adj.add_var(kind if kind in _PYTHON_NUMBERS else warp_codegen.get_arg_type(n), n)

    def emit_indexing(adj, target: Any, indices: Sequence[ast.expr], *, as_target: bool = False) -> Any:
        kind = target.type
        element = kind.__class__ in ARRAYS and len(indices) == kind.ndim and not as_target
        if not element or adj.builder_options.get("verify_autograd_array_access"):
            return super().emit_indexing(target, indices, as_target=as_target)
        places = [adj.load(found) for found in [adj.eval(index) for index in indices]]
        whole = all(place.type in warp_types.int_types for place in places)
        out = adj.add_builtin_call("address" if whole else "view", [target, *places])
        if origin := adj.reference_origin_for_var(target):
            out.ref_origin = origin.extend_array(places) if whole else origin.extend_view(places)
        return out

    def load(adj, var: Any) -> Any:
        if var.type.__class__ is not Reference:
            return var
        value = adj.add_var(var.type.value_type)
        adj.add_forward(f"var_{value.label} = wp::load({var.emit()});")
        return value

    def add_call(
        adj,
        func: Any,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        type_args: Mapping[str, Any],
        min_outputs: int | None = None,
        return_value_used: bool = True,
        arg_nodes: Any = None,
        kwarg_nodes: Any = None,
        return_resolved: bool = False,
    ) -> Any:
        plan = None
        if func.func is None and not return_resolved:
            plan = plan_call(adj, func, args, kwargs, type_args, min_outputs)
        if plan is None:
            options = adj.builder_options
            if func.func is None and any(overload.lto_dispatch_func for overload in func.overloads):
                adj.builder_options = without_library(options)
            given = func, args, kwargs, type_args, min_outputs, return_value_used, arg_nodes, kwarg_nodes
            try:
                return super().add_call(*given, return_resolved)
            except ValueError:  # a refusal names the target
                if adj.builder_options is options:
                    raise
                start_warp()
                adj.builder_options = options
                return super().add_call(*given, return_resolved)
            finally:
                adj.builder_options = options
        return adj.emit_planned(plan, (*args, *kwargs.values()) if kwargs else args)

    def _promote_mutated_iter_constants(adj, body: Sequence[ast.AST]) -> None:
        # Warp iterates over the set of names that the loop assigns, and numbers a variable for each that an unrolled
        # loop left: with two, their order depends on the hash seed. One name at a time gives the order of statements.
        for statement in body if adj.loop_const_iter_symbols else ():
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    super()._promote_mutated_iter_constants([node])

    def emit_planned(adj, plan: CallPlan, args: Sequence[Any]) -> Any:
        """Add variables and statements of one built-in call; returns the output variable, a list of them, or None."""
        func = plan.func
        output: Any = None
        outputs: list[Any] = []
        dispatched = braces = False
        name = func.native_func
        if plan.order is not None:
            passed: Any = [args[place] for place in plan.order]
            return_type = plan.kept_type()
            if return_type is not None:
                output = adj.add_var(return_type)
                outputs = [output]
        else:
            bound = plan.bind(args)
            if plan.widens and adj.widen_constant(func, args[0]):
                return args[0]
            return_type = plan.result(bound)
            if return_type.__class__ is Var:
                return adj.register_var(return_type)
            if get_origin(return_type) is tuple:
                types = get_args(return_type)
                return_type = warp_types.tuple_t(types=types, values=(None,) * len(types))
            if isinstance(return_type, Sequence):
                if all(isinstance(t, Var) for t in return_type):
                    return tuple(adj.register_var(t) for t in return_type)
                if len(return_type) == 1:
                    return_type = return_type[0]
            if isinstance(return_type, Sequence):
                output = outputs = [adj.add_var(t) for t in return_type]
            elif return_type is not None:
                output = adj.add_var(return_type)
                outputs = [output]

            template_args: Any = ()
            passed = list(bound.values())
            dispatched = func.dispatch_func is not None
            if dispatched:
                passed, template_args = func.dispatch_func(func.input_types, return_type, bound)
            if dispatched or not plan.simple:
                passed = [x if x.__class__ is Var and x.label is not None else adj.register_var(x) for x in passed]
            if template_args:
                name = warp_codegen.compute_type_str(name, template_args)
            braces = plan.in_braces(bound, return_type)

        read, given, values, adjoints = [], [], [], []
        for x in passed:
            if x.__class__ is not Var:  # a dispatcher wraps a variable in Reference to pass its address
                x = loaded = x.value_type
            else:
                loaded = adj.load(x) if x.type.__class__ is Reference else x
            given.append(x)
            read.append(loaded)
            adjoints.append(f"adj_{x.label}" if x.prefix else x.label)
            values.append(f"var_{loaded.label}" if loaded.prefix else loaded.label)
        results = [f"var_{x.label}" for x in outputs]
        listed = ", ".join(values + results if len(results) > 1 else values)
        statement = f"{func.namespace}{name}({{{listed}}});" if braces else f"{func.namespace}{name}({listed});"
        if len(results) == 1:
            statement = f"{results[0]} = {statement}"
        adj.add_forward(statement, replay="// " + statement if func.skip_replay else None)

        if func.is_differentiable and passed:
            original = func.require_original_output_arg
            if braces:
                text = adj.format_reverse_call_args(
                    *(read, given, outputs, True),
                    has_output_args=original or len(results) > 1,
                    require_original_output_arg=original,
                )
            else:
                if original or len(results) > 1:
                    values += results
                text = ", ".join([*values, *adjoints, *[f"adj_{x.label}" for x in outputs]])
            adjoint_name = name if func.adjoint_uses_template_args else func.native_func
            adj.add_reverse(f"{func.namespace}adj_{adjoint_name}({text});")
        return output

    def widen_constant(adj, func: Any, arg: Any) -> bool:
        """Make a constant 64 bits wide in place, as Warp does: a cast from the narrow type would lose digits."""
        value = arg.constant
        if type(value) in warp_types.scalar_types:
            value = value.value
        if not isinstance(value, int) and not (isinstance(value, float) and value == value):
            return False
        arg.type = func.value_type
        arg.constant = None
        adj.add_forward(f"var_{arg.label} = {warp_codegen.constant_str(func.value_type(value))};")
        return True


def without_library(options: Any) -> Any:
    """Options that give the same text for a tile product, if possible without loading Warp's native library (120 MB).

    For an architecture Warp asks the library whether it has MathDx, and then reads the switches that disable it.
    Without an architecture it does not ask, and blocks of several threads get the same text.
    """
    switches = [options[f"enable_mathdx_{word}"] for word in ("gemm", "solver", "fft")]
    if options["output_arch"] is None:
        return options
    if any(switches) or options["block_dim"] == 1:
        start_warp()
        return options
    return {**options, "output_arch": None}
