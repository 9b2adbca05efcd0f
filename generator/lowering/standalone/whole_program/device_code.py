"""Device functions of a program: each user function and the kernel, forward and adjoint."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import warp as wp

from generator.lowering.standalone.adjoint_code.adjoint_text import AdjointPrinter
from generator.lowering.standalone.adjoint_code.reverse_memory import ADJ
from generator.lowering.standalone.cuda_text.cuda_types import is_float
from generator.lowering.standalone.cuda_text.expressions import Expressions
from generator.lowering.standalone.cuda_text.places import Needs
from generator.lowering.standalone.cuda_text.read_atomics import reads_atomics
from generator.lowering.standalone.forward_code.forward import ForwardPrinter
from generator.lowering.standalone.kernel_ir.nodes import Bind, Operation, Routine, Unsupported, Value, walk
from generator.lowering.standalone.kernel_ir.threads import ThreadNames
from generator.lowering.standalone.recording.recorder import record
from generator.lowering.standalone.whole_program.signatures import (
    Function,
    function_parameters,
    function_text,
    joined,
    kernel_parameter,
    marked,
)
from generator.lowering.standalone.whole_program.thread_lines import thread_lines
from generator.lowering.warp_backend import WarpType


@dataclass
class DeviceCode:
    """All functions that run on the device, and the facts about them that the host code needs."""

    functions: list[Function] = field(default_factory=list)
    kernels: list[Function] = field(default_factory=list)
    parameters: list[Value] = field(default_factory=list)
    names: dict[Value, str] = field(default_factory=dict)
    written: set[Value] = field(default_factory=set)
    counts: list[str] = field(default_factory=list)
    needs: Needs = field(default_factory=Needs)
    gradients: set[str] = field(default_factory=set)
    changed_gradients: list[str] = field(default_factory=list)
    scalars: set[str] = field(default_factory=set)
    reads_atomics: bool = False


def device_code(kernel: wp.Kernel, dimensions: int | None, *, adjoint: bool) -> DeviceCode:
    """Translate a concrete kernel for launches of ``dimensions``. Raises ``Unsupported``.

    None: as many dimensions as the kernel asks ``wp.tid()`` for.
    """
    routine = _record(kernel)
    if dimensions is None:
        dimensions = max(1, ThreadNames(routine, 1).wanted())
    code = DeviceCode(parameters=routine.parameters)
    taken = {p.name for p in routine.parameters} | {
        n for node in walk(routine.body) if isinstance(node, Bind) for n in node.names
    }
    base = "count" if not any(name.startswith("count") for name in taken) else "thread_count"
    code.counts = [base] if dimensions == 1 else [f"{base}{k}" for k in range(dimensions)]
    code.reads_atomics = any(reads_atomics(each.body) for each in (routine, *_callees_first(routine)))
    for callee in _callees_first(routine):
        code.functions.append(_function(callee, code.needs))
    forward, printer = _kernel(routine, code, dimensions)
    code.kernels.append(forward)
    code.names = {p: printer.values.texts[p] for p in routine.parameters}
    code.written = printer.statements.written
    code.scalars = {scalar for p in routine.parameters for scalar in _scalars(p.type)}
    if adjoint:
        _add_adjoint(kernel, code, dimensions)
    return code


def _record(kernel: wp.Kernel) -> Routine:
    """The kernel with its loops kept where Warp allows it, else unrolled, as some index must be a constant."""
    try:
        return record(kernel, keep_loops=True)
    except Unsupported:
        raise
    except Exception:  # Warp raises several types where unrolling is needed; a real error is raised again
        return record(kernel, keep_loops=False)


def _callees_first(routine: Routine) -> list[Routine]:
    found: list[Routine] = []
    for callee in routine.callees:
        found += [c for c in _callees_first(callee) if c not in found]
        if callee not in found:
            found.append(callee)
    return found


def _scalars(kind: WarpType) -> set[str]:
    if kind.kind == "struct":
        return set().union(*(_scalars(member) for _, member in kind.fields))
    return {(kind.element or kind).scalar}


def _function(routine: Routine, needs: Needs) -> Function:
    printer = ForwardPrinter(routine, needs)
    lines = printer.run()
    parameters = function_parameters(routine, {p: printer.values.texts[p] for p in routine.parameters}, needs)
    results = routine.results
    returned = needs.type(results[0]) if len(results) == 1 else "void"
    if len(results) > 1:
        parameters += [(f"{needs.type(kind)}&", f"result_{k}") for k, kind in enumerate(results)]
    head = f"__device__ {returned} {routine.name}({joined(marked(parameters, lines))})"
    return Function(routine.name, parameters, function_text(head, lines, routine.docstring))


def _custom_adjoint(routine: Routine, needs: Needs) -> Function:
    """The user's own gradient; the gradients that it adds to are passed by reference."""
    printer = ForwardPrinter(routine, needs)
    lines = printer.run()
    changed = {
        v
        for node in walk(routine.body)
        if isinstance(node, Operation) and node.name == "to_gradient"
        for v in node.arguments[:1]
    }
    parameters = [
        (f"{needs.type(p.type)}{'&' if p in changed else ''}", printer.values.texts[p]) for p in routine.parameters
    ]
    head = f"__device__ void {routine.name}({joined(marked(parameters, lines))})"
    return Function(routine.name, parameters, function_text(head, lines, routine.docstring))


def _function_adjoint(routine: Routine, needs: Needs) -> Function:
    if routine.gradient is not None:
        return _custom_adjoint(routine.gradient, needs)
    printer = AdjointPrinter(routine, Expressions(needs), is_kernel=False)
    lines = printer.run()
    names = printer.values.primal_names
    parameters = [
        (re.sub(r"^(?!const )(.*\*)$", r"const \1", k), n) for k, n in function_parameters(routine, names, needs)
    ]
    for parameter in routine.parameters:
        element = parameter.type.element
        if element is not None and is_float(element):
            parameters.append((f"{needs.type(element)}*", f"{ADJ}{names[parameter]}"))
        elif is_float(parameter.type):
            parameters.append((f"{needs.type(parameter.type)}&", printer.values.gradient_names[parameter]))
    parameters += [(needs.type(k), f"{ADJ}result_{n}") for n, k in enumerate(routine.results) if is_float(k)]
    head = f"__device__ void {routine.name}_adjoint({joined(marked(parameters, lines))})"
    return Function(f"{routine.name}_adjoint", parameters, function_text(head, lines))


def _kernel(routine: Routine, code: DeviceCode, dimensions: int) -> tuple[Function, ForwardPrinter]:
    threads = ThreadNames(routine, dimensions)
    printer = ForwardPrinter(routine, code.needs, threads)
    prologue = thread_lines(threads, printer.values.names, code.counts)
    lines = [*prologue, *printer.run()]
    body = "\n".join(lines)
    parameters: list[tuple[str, str]] = []
    for parameter in routine.parameters:
        parameters += kernel_parameter(
            parameter, printer.values.texts[parameter], parameter not in printer.statements.written, body, code.needs
        )
    parameters += [("int", count) for count in code.counts]
    head = f"__global__ void {routine.name}({joined(marked(parameters, lines))})"
    return Function(routine.name, parameters, function_text(head, lines, routine.docstring)), printer


def _add_adjoint(kernel: wp.Kernel, code: DeviceCode, dimensions: int) -> None:
    routine = record(kernel, keep_loops=False)
    threads = ThreadNames(routine, dimensions)
    printer = AdjointPrinter(routine, Expressions(code.needs), is_kernel=True, threads=threads)
    prologue = thread_lines(threads, printer.values.names, code.counts)
    made = printer.run()
    if not made:
        return
    lines = [*prologue, *made]
    body = "\n".join(lines)
    parameters: list[tuple[str, str]] = []
    for parameter in routine.parameters:
        name = printer.values.primal_names[parameter]
        if re.search(rf"(?<![.\w]){name}(_size\d)?\b", body):
            found = kernel_parameter(parameter, name, True, body, code.needs)
            parameters += [(k, n) for k, n in found if re.search(rf"(?<![.\w]){n}\b", body)]
    for parameter in routine.parameters:
        element, gradient = parameter.type.element, f"{ADJ}{printer.values.primal_names[parameter]}"
        if element is None or not is_float(element) or not re.search(rf"\b{gradient}\b", body):
            continue
        changes = re.search(
            rf"&{gradient}\[|^\s*{gradient}\[.*\][^=]* = |[(,] ?{gradient}( \+ [^,)]*)?[,)]", body, re.MULTILINE
        )
        constant = "" if changes else "const "
        parameters.append((f"{constant}{code.needs.type(element)}* __restrict__", gradient))
        code.gradients.add(gradient)
        if changes:
            code.changed_gradients.append(gradient)
    parameters += [("int", count) for count in code.counts]
    for callee in _callees_first(routine):
        if re.search(rf"\b{callee.name}_adjoint\(", body + "".join(f.text for f in code.functions)) or _calls_adjoint(
            routine, callee
        ):
            if callee.gradient is not None:
                known = {f.name for f in code.functions}
                helpers = (h for h in _callees_first(callee.gradient) if h.name not in known)
                code.functions += [_function(h, code.needs) for h in helpers]
            code.functions.append(_function_adjoint(callee, code.needs))
    head = f"__global__ void {routine.name}_adjoint({joined(marked(parameters, lines))})"
    code.kernels.append(Function(f"{routine.name}_adjoint", parameters, function_text(head, lines)))
    _drop_uncalled(code)


def _calls_adjoint(routine: Routine, callee: Routine) -> bool:
    return any(callee in inner.callees for inner in _callees_first(routine))


def _drop_uncalled(code: DeviceCode) -> None:
    """Remove functions that nothing calls."""
    while True:
        texts = {f.name: f.text for f in (*code.functions, *code.kernels)}
        kept = [
            f
            for f in code.functions
            if any(re.search(rf"\b{f.name}\(", text) for name, text in texts.items() if name != f.name)
        ]
        if len(kept) == len(code.functions):
            return
        code.functions = kept
