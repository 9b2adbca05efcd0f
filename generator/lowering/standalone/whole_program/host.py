"""The host code of a program: launchers, and a main that fills, runs, compares and prints PASS or FAIL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.launch import Launch
from generator.lowering.standalone.cuda_text.cuda_types import FLOATS, SCALARS, cuda_name, literal
from generator.lowering.standalone.kernel_ir.nodes import Value
from generator.lowering.standalone.whole_program.device_code import DeviceCode
from generator.lowering.standalone.whole_program.expected_arrays import Expected, Inputs, Trial
from generator.lowering.standalone.whole_program.input_texts import Leaf, Recipe, number
from generator.lowering.standalone.whole_program.signatures import Function, joined
from generator.lowering.warp_backend import WarpType

ROUNDING = 2e-2
"""A gradient below this times (largest output / root mean square of its array) may be rounding of a zero derivative.

Cancellation leaves some 1e-7 of the terms in float32: 1e-5 of this, the largest error of the CPU header elsewhere.
"""
TOLERANCE = {"float16": 5e-2, "float32": 1e-4, "float64": 1e-9}
"""Largest relative error at which a program prints PASS, by its coarsest floating-point type.

Larger than the errors with the CPU header (1e-5 for float32): a GPU contracts a * b + c and has its own sine.
"""
LARGEST_LIST = 96
"""Most expected values of one array that a program embeds; of a larger array every n-th."""

BY_ORDER = "the order of threads decides: expected is what they leave that run one after another"
"""Line that a program prints after FAIL where a GPU may be right all the same."""


@dataclass(frozen=True)
class Check:
    """Expected content of one array: every ``stride``-th value, the sum, and the sum of magnitudes."""

    count: int
    stride: int
    values: np.ndarray[Any, Any]
    total: float
    magnitude: float


def check_of(values: np.ndarray[Any, Any], least: float = 0.0) -> Check:
    """The check of an array; its mean magnitude counts as ``least`` where it is smaller."""
    wide = values.astype(np.float64)
    stride = max(1, -(-len(wide) // LARGEST_LIST))
    while stride > 1 and np.gcd(stride, 12) > 1:  # so that no component of a vector is always skipped
        stride += 1
    return Check(
        len(wide),
        stride,
        wide[::stride],
        float(sum(wide.tolist())),
        max(float(np.abs(wide).sum()), least * len(wide)) or 1.0,
    )


def launcher(kernel: Function, device: DeviceCode, launch: Launch) -> str:
    plain = [(kind.replace(" __restrict__", ""), name) for kind, name in kernel.parameters]
    arguments = ", ".join(name for _, name in kernel.parameters)
    threads = " * ".join(device.counts) if len(device.counts) > 1 else device.counts[0]
    rounded = f"({threads} + block - 1) / block"
    return (
        f"static void launch_{kernel.name}({joined(plain)})\n{{\n"
        f"    const int block = {launch.block_dim};\n"
        f"    {kernel.name}<<<{rounded}, block>>>({arguments});\n"
        f'    check(cudaGetLastError(), "launch of {kernel.name}");\n'
        f'    check(cudaDeviceSynchronize(), "{kernel.name}");\n'
        f"}}"
    )


def main_function(device: DeviceCode, launch: Launch, trials: Sequence[Trial]) -> list[str]:
    forward, *rest = device.kernels
    adjoint = rest[0] if rest else None
    names = {p: device.names[p] for p in device.parameters}
    used = {name for kernel in device.kernels for _, name in kernel.parameters}
    own, *others = trials
    lines = ["int main()", "{"]
    for count, extent in zip(device.counts, launch.dim, strict=True):
        lines.append(f"    const int {count} = {extent};")
    for parameter, argument in zip(device.parameters, launch.arguments, strict=True):
        name = names[parameter]
        if parameter.type.kind != "array":
            if name in used:
                value = _scalar_text(own.inputs.scalars[argument.name], parameter.type)
                lines.append(f"    const {cuda_name(parameter.type)} {name} = {value};")
            continue
        for dimension, extent in enumerate(argument.shape):
            if f"{name}_size{dimension}" in used:
                lines.append(f"    const int {name}_size{dimension} = {extent};")
        if name in used:
            lines += _input_buffer(name, parameter, own.inputs)
    lines += ["", *_launch_lines(forward), "    double forward_error = 0.0;", *_forward_checks(device, own)]
    for trial in others:
        lines += _trial_lines(device, forward, trial)
    if adjoint is not None:
        lines += _adjoint_lines(device, adjoint, own.inputs, own.expected, names)
    else:
        lines += ["    const double adjoint_error = 0.0;"]
    lines += [
        "",
        f"    const bool passed = forward_error <= {_tolerance(device)} && adjoint_error <= {_tolerance(device)};",
    ]
    lines += [
        '    std::printf("%s forward %.3g adjoint %.3g\\n", passed ? "PASS" : "FAIL", forward_error, adjoint_error);'
    ]
    if device.reads_atomics:
        lines += [f'    if (!passed) std::printf("{BY_ORDER}\\n");']
    pointers = [names[p] for p in device.parameters if p.type.kind == "array" and names[p] in used]
    pointers += [n for _, n in (adjoint.parameters if adjoint else []) if n in device.gradients]
    lines += _free_lines(pointers)
    return [*lines, "    return passed ? 0 : 1;", "}"]


def _trial_lines(device: DeviceCode, forward: Function, trial: Trial) -> list[str]:
    """The forward kernel on other inputs, in memory of its own."""
    taken = {name for _, name in forward.parameters}
    arrays = [p for p in device.parameters if p.type.kind == "array" and device.names[p] in taken]
    lines = [line for p in arrays for line in _input_buffer(device.names[p], p, trial.inputs)]
    lines += _launch_lines(forward) + _forward_checks(device, trial, " at ties")
    lines += _free_lines([device.names[p] for p in arrays])
    inside = [f"    {line}" for line in lines]
    return ["", "    // Elements that equal what the kernel compares them with.", "    {", *inside, "    }"]


def _input_buffer(name: str, parameter: Value, inputs: Inputs) -> list[str]:
    parts = inputs.arrays[parameter.name]
    return _buffer(name, parameter, parts, {leaf.name: leaf.recipe for leaf in parts})


def _launch_lines(kernel: Function) -> list[str]:
    return [f"    launch_{kernel.name}({', '.join(name for _, name in kernel.parameters)});"]


def _free_lines(pointers: Sequence[str]) -> list[str]:
    return [f"    cudaFree({name});" for name in pointers]


def _forward_checks(device: DeviceCode, trial: Trial, where: str = "") -> list[str]:
    """Comparisons of what the forward kernel wrote; ``where`` stands behind the names that are printed."""
    lines: list[str] = []
    for p in device.parameters:
        if p in device.written:
            parts, found = trial.inputs.arrays[p.name], trial.expected.forward
            lines += _check_lines("forward_error", device.names[p], p, parts, found, False, where=where)
    return lines


def _adjoint_lines(
    device: DeviceCode, adjoint: Function, inputs: Inputs, expected: Expected, names: dict[Value, str]
) -> list[str]:
    lines = ["", "    // Gradients of what the kernel wrote flow back to what it read."]
    by_gradient = {f"adj_{names[p]}": p for p in device.parameters}
    taken = {name for _, name in adjoint.parameters}
    for gradient, parameter in by_gradient.items():
        if gradient in taken:
            lines += _buffer(gradient, parameter, inputs.arrays[parameter.name], inputs.gradients)
    lines += [
        *_launch_lines(adjoint),
        "    double adjoint_error = 0.0;",
    ]
    output = max(
        (float(np.nanmax(np.abs(v), initial=0.0)) for v in expected.forward.values() if v.dtype.kind == "f"),
        default=0.0,
    )
    for gradient in device.changed_gradients:
        parameter = by_gradient[gradient]
        parts = inputs.arrays[parameter.name]
        lines += _check_lines("adjoint_error", gradient, parameter, parts, expected.adjoint, True, output)
    return lines


def _buffer(name: str, parameter: Value, parts: list[Leaf], recipes: dict[str, Recipe]) -> list[str]:
    """Device memory of an array: of numbers, or of structs filled member by member."""
    element = parameter.type.element
    assert element is not None
    if element.kind != "struct":
        scalar, kind = SCALARS[element.scalar], cuda_name(element)
        made = f"to_device<{scalar}>({recipes[parts[0].name].text})"
        return [f"    {kind}* {name} = {made if scalar == kind else f'reinterpret_cast<{kind}*>({made})'};"]
    lines = [f"    std::vector<{element.name}> {name}_records({parts[0].count});"]
    for leaf in parts:
        if leaf.name in recipes:
            member = f"&{element.name}::{leaf.member}"
            text = recipes[leaf.name].text
            lines.append(f"    set_member<{SCALARS[leaf.kind.scalar]}>({name}_records, {member}, {text});")
    return [*lines, f"    {element.name}* {name} = records_to_device({name}_records);"]


def _check_lines(
    error: str, name: str, parameter: Value, parts: list[Leaf], expected: dict[str, np.ndarray[Any, Any]], floats: bool,
    output: float = 0.0, where: str = "",
) -> list[str]:  # fmt: skip
    """Compare an array with its expected content; ``floats`` leaves out members that have no gradient.

    ``output``: the largest value that the kernel wrote, which bounds the gradients that may be rounding (`ROUNDING`).
    """
    element = parameter.type.element
    assert element is not None
    lines: list[str] = []
    if element.kind == "struct":
        lines.append(f"    const auto {name}_found = records_from_device({name}, {parts[0].count});")
    for leaf in parts:
        if floats and leaf.kind.scalar not in FLOATS:
            continue
        scalar = SCALARS[leaf.kind.scalar]
        size = float(np.sqrt(np.mean(np.square(leaf.recipe.values)))) if floats and leaf.count else 0.0
        check = check_of(expected[leaf.name], ROUNDING * output / size if size and np.isfinite(output) else 0.0)
        if leaf.member:
            found = f"member_values<{scalar}>({name}_found, &{element.name}::{leaf.member})"
        else:
            pointer = name if element.kind == "scalar" else f"reinterpret_cast<{scalar}*>({name})"
            found = f"from_device({pointer}, {check.count})"
        label = f"{name}.{leaf.member}{where}" if leaf.member else f"{name}{where}"
        lines += _comparison(error, label, found, leaf.kind.scalar, check)
    return lines


def _comparison(error: str, name: str, found: str, scalar: str, check: Check) -> list[str]:
    digits = 17 if scalar in ("float64", "int64", "uint64") else 9
    values = [_rounded(v, digits) for v in check.values.tolist()]
    head = f'    {error} = std::max({error}, largest_error("{name}", {found}, {check.stride}, '
    tail = f", {number(check.total)}, {number(check.magnitude)}));"
    if len(set(values)) == 1 and len(values) > 4:
        return [f"{head}filled({len(values)}, {values[0]}){tail}"]
    one_line = f"{head}{{{', '.join(values)}}}{tail}"
    if len(one_line) <= 120:
        return [one_line]
    lines, current = [], "        "
    for value in values:
        if len(current) + len(value) > 116:
            lines.append(current.rstrip())
            current = "        "
        current += f"{value}, "
    return [f"{head}{{", *lines, current.rstrip().rstrip(","), f"    }}{tail}"]


def _rounded(value: float, digits: int) -> str:
    text = f"{value:.{digits}g}"
    if not np.isfinite(value):
        return number(value)
    return text if re.search(r"[.e]", text) else f"{text}.0"


def _scalar_text(value: Any, kind: WarpType) -> str:
    if kind.kind == "struct":
        return f"{kind.name}{{{', '.join(_scalar_text(value[n], k) for n, k in kind.fields)}}}"
    if kind.kind == "matrix":
        return literal(value.reshape(kind.shape), kind)
    return literal(value, kind)


def _tolerance(device: DeviceCode) -> str:
    coarsest = max((TOLERANCE.get(s, 0.0) for s in device.scalars), default=0.0)
    return repr(coarsest or TOLERANCE["float32"])
