"""The functions that a recording reaches, and the values of each."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from generator.lowering.standalone.cuda_text.cuda_types import is_float
from generator.lowering.standalone.cuda_text.names import free_name
from generator.lowering.standalone.kernel_ir.nodes import (
    Block,
    Operation,
    Routine,
    Unsupported,
    Value,
)
from generator.lowering.warp_backend import Adjoint, describe_type


class Session:
    """The functions recorded so far, so that each is recorded once."""

    def __init__(self, options: dict[str, Any], keep_loops: bool, recorder: type):
        self.options = options
        self.recorder = recorder
        self.keep_loops = keep_loops
        self.routines: dict[Any, Routine] = {}
        self.refusal: Unsupported | None = None
        self.names: set[str] = set()

    def routine(self, adjoint: Any, name: str, key: Any = None) -> Routine:
        recorder = copy.copy(adjoint)
        recorder.__class__ = self.recorder
        # A second function of this name is called name_2.
        routine = recorder.record(self, free_name(re.sub(r"\W", "_", name), self.names, first=2))
        if key is not None:
            self.routines[key] = routine
        return routine

    def function(self, function: Any, line: int) -> Routine:
        if function in self.routines:
            return self.routines[function]
        if function.native_snippet is not None:
            raise Unsupported(f"native function {function.key}", line)
        if function.custom_replay_func is not None:
            raise Unsupported(f"custom replay of {function.key}", line)
        routine = self.routine(function.adj, function.key.rsplit(".", 1)[-1], function)
        if function.custom_grad_func is not None:
            routine.gradient = self.routine(function.custom_grad_func.adj, f"{routine.name}_adjoint")
            if any(p.type.kind == "array" for p in routine.parameters) or not all(map(is_float, routine.results)):
                raise Unsupported(f"custom gradient of {function.key}, with arrays or integer results", line)
        return routine


class ValueRecorder(Adjoint):
    """The layer of a recorder that maps Warp's variables to values, and adds operations to blocks."""

    def begin(self, session: Session) -> list[Value]:
        """Start a recording; returns the values of the parameters."""
        self.session = session
        self.deterministic: Any = type(self.deterministic)(self)
        self.values: dict[int, tuple[Any, Value]] = {}
        self.root: Block = []
        self.stack = [self.root]
        self.claimed = 0
        self.in_expression = 0
        self.carrying = False
        self.loops: list[tuple[Any, ...]] = []
        self.call_arguments: list[Any] | None = None
        self.loop_name = ""
        self.callees: list[Routine] = []
        self.results: list[Any] = []
        self.members: dict[int, tuple[Value, tuple[str, ...], Any]] = {}
        parameters = [self._parameter(variable) for variable in self.args]
        self.gradients: dict[str, tuple[Any, Value]] = {}
        if self.custom_reverse_mode:
            parameters = self._with_gradients(parameters)
        return parameters

    @property
    def line(self) -> int:
        return (self.lineno or 0) + 1

    def _parameter(self, variable: Any) -> Value:
        value = Value(describe_type(variable.type), name=variable.label, parameter=True)
        if value.type.reference:
            raise Unsupported(f"wp.ref parameter {variable.label}", 1)
        self.values[id(variable)] = (variable, value)
        return value

    def _with_gradients(self, parameters: list[Value]) -> list[Value]:
        """Parameters of a custom gradient: the function's own, the gradients that it adds to, those of its results."""
        inputs = self.custom_reverse_num_input_args
        for variable, parameter in zip(self.args[:inputs], parameters[:inputs], strict=True):
            if is_float(parameter.type):
                gradient = super().make_adjoint_target_var(variable)
                value = Value(parameter.type, name=gradient.label, parameter=True)
                self.values[id(gradient)] = (gradient, value)
                self.gradients[variable.label] = (gradient, value)
        return [*parameters[:inputs], *(value for _, value in self.gradients.values()), *parameters[inputs:]]

    def make_adjoint_target_var(self, source_var: Any) -> Any:
        """``wp.adjoint[x]``, where ``x`` is a parameter of the function whose gradient this is."""
        if getattr(source_var, "label", None) not in self.gradients:
            raise Unsupported("wp.adjoint of what is no parameter", self.line)
        return self.gradients[source_var.label][0]

    def value(self, variable: Any) -> Value:
        """The value of one of Warp's variables; the variable is kept alive, so that its ``id`` is not used again."""
        if id(variable) not in self.values:
            if not hasattr(variable, "label"):
                raise Unsupported(f"{type(variable).__name__} as a value", self.line)
            created = Value(describe_type(variable.type), constant=variable.constant)
            self.values[id(variable)] = (variable, created)
        return self.values[id(variable)][1]

    def put(self, name: str, arguments: list[Any], outputs: list[Any], **more: Any) -> Operation:
        operation = Operation(
            name, [self.value(v) for v in arguments], [self.value(v) for v in outputs], self.line, **more
        )
        for output in operation.outputs:
            output.origin = operation
        self.stack[-1].append(operation)
        return operation

    @contextmanager
    def block(self) -> Iterator[Block]:
        inner: Block = []
        self.stack.append(inner)
        try:
            yield inner
        finally:
            self.stack.pop()

    def add_forward(self, statement: str, replay: str | None = None, skip_replay: bool = False) -> None:
        if not self.claimed and not statement.startswith("return {}"):
            raise Unsupported(f"statement {statement!r}", self.line)

    def add_reverse(self, statement: str) -> None:
        pass

    @contextmanager
    def claim(self) -> Iterator[None]:
        self.claimed += 1
        try:
            yield
        finally:
            self.claimed -= 1

    def format_forward_call_args(self, args: Any, use_initializer_list: Any) -> str:
        self.call_arguments = list(args)
        return ""

    def format_reverse_call_args(self, *args: Any, **kwargs: Any) -> str:
        return ""

    def eval(self, node: ast.AST) -> Any:
        visit = getattr(self, f"emit_{type(node).__name__}", None)
        if visit is None:
            return super().eval(node)  # raises the error of Warp
        if hasattr(node, "lineno"):
            self.set_lineno(node.lineno - 1)
        try:
            return visit(node)
        except Unsupported as refusal:  # Warp rewrites the message on the way up: keep the first
            self.session.refusal = self.session.refusal or refusal
            raise

    def set_lineno(self, lineno: int) -> None:
        self.lineno = lineno
