"""Assemble a whole stand-alone program: device code, launchers, and a main that checks itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.launch import Launch
from generator.lowering.standalone.cuda_types import SCALARS, alias, cuda_name, literal
from generator.lowering.standalone.device_code import DeviceCode, Function, joined
from generator.lowering.standalone.expected import Expected, Inputs
from generator.lowering.standalone.helper_table import helpers_named_in, with_needs
from generator.lowering.standalone.inputs import components, number
from generator.lowering.standalone.ir import Value
from generator.lowering.warp_backend import WarpType

TOLERANCE = {"float16": 2e-2, "float32": 1e-4, "float64": 1e-9}
"""Largest relative error at which a program says PASS, by its coarsest floating-point type.

Wider than what the CPU header shows (1e-5 for float32): a GPU contracts a * b + c and has its own sine.
"""
LARGEST_LIST = 96
"""Expected values of one array that a program embeds; of a larger array every n-th."""


@dataclass(frozen=True)
class Check:
    """What one array must hold: every ``stride``-th value, the sum, and the sum of magnitudes."""

    count: int
    stride: int
    values: np.ndarray[Any, Any]
    total: float
    magnitude: float


def check_of(values: np.ndarray[Any, Any]) -> Check:
    wide = values.astype(np.float64)
    stride = max(1, -(-len(wide) // LARGEST_LIST))
    while stride > 1 and np.gcd(stride, 12) > 1:  # so that no component of a vector is always skipped
        stride += 1
    return Check(len(wide), stride, wide[::stride], float(sum(wide.tolist())), float(np.abs(wide).sum()) or 1.0)


def program_text(device: DeviceCode, launch: Launch, inputs: Inputs, expected: Expected, description: str) -> str:
    """The whole .cu file."""
    main = "\n".join(_main(device, launch, inputs, expected))
    host = "\n\n".join([*(_launcher(f, device, launch) for f in device.kernels), main])
    host_helpers = with_needs(helpers_named_in(main))
    parts = [
        _heading(device, launch, description),
        *device_parts(device, main),
        "\n".join(h.source for h in host_helpers).rstrip(),
        host,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def device_parts(device: DeviceCode, elsewhere: str = "") -> list[str]:
    """Types, helpers, structs, functions and kernels, in the order of the file."""
    body = "\n\n".join(f.text for f in device.functions) + "\n\n" + "\n\n".join(f.text for f in device.kernels)
    needs = device.needs
    host = {h.name for h in with_needs([]) if h}
    names = (helpers_named_in(body) | needs.operators) - host
    names |= {_CLASS[k.kind] for k in needs.types if k.kind in _CLASS}
    if any(k.scalar == "float16" for k in needs.types):
        names.add("half_math")
    helpers = with_needs(names)
    classes = [h for h in helpers if h.name in _CLASS.values()]
    others = [h for h in helpers if h.name not in _CLASS.values()]
    aliases = sorted({alias(k) for k in needs.types if k.kind in _CLASS})
    structs = [_struct(k) for k in needs.types if k.kind == "struct"]
    return [
        "\n".join(h.source for h in classes).rstrip(),
        "\n".join(aliases),
        "\n".join(h.source for h in others).rstrip(),
        "\n\n".join(structs),
        body.strip(),
    ]


_CLASS = {"vector": "Vec", "matrix": "Mat", "quaternion": "Quat", "transformation": "Transform"}


def _struct(kind: WarpType) -> str:
    fields = "\n".join(f"    {cuda_name(member)} {name};" for name, member in kind.fields)
    return f"struct {kind.name} {{\n{fields}\n}};"


def _heading(device: DeviceCode, launch: Launch, description: str) -> str:
    half = any(k.scalar == "float16" for k in device.needs.types)
    has_assert = any("assert(" in f.text for f in (*device.functions, *device.kernels))
    comment = "\n".join(f"// {line}".rstrip() for line in description.splitlines())
    headers = ["algorithm", "cmath", "cstdio", "cstdlib", "memory", "vector"]
    lines = [comment, "", *(["#include <cassert>"] if has_assert else []), *(f"#include <{h}>" for h in headers)]
    lines += ["", "#include <cuda_runtime.h>", *(["#include <cuda_fp16.h>"] if half else [])]
    return "\n".join(lines)


def _launcher(kernel: Function, device: DeviceCode, launch: Launch) -> str:
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


def _main(device: DeviceCode, launch: Launch, inputs: Inputs, expected: Expected) -> list[str]:
    forward, *rest = device.kernels
    adjoint = rest[0] if rest else None
    names = {p: device.names[p] for p in device.parameters}
    used = {name for kernel in device.kernels for _, name in kernel.parameters}
    lines = ["int main()", "{"]
    for count, extent in zip(device.counts, launch.dim, strict=True):
        lines.append(f"    const int {count} = {extent};")
    for parameter, argument in zip(device.parameters, launch.arguments, strict=True):
        name = names[parameter]
        if parameter.type.kind != "array":
            if name in used:
                value = _scalar_text(inputs.scalars[argument.name], parameter.type)
                lines.append(f"    const {cuda_name(parameter.type)} {name} = {value};")
            continue
        for dimension, extent in enumerate(argument.shape):
            if f"{name}_size{dimension}" in used:
                lines.append(f"    const int {name}_size{dimension} = {extent};")
        if name in used:
            lines.append(_buffer(name, parameter, inputs.arrays[argument.name].text))
    lines += [
        "",
        f"    launch_{forward.name}({', '.join(n for _, n in forward.parameters)});",
        "    double forward_error = 0.0;",
    ]
    for parameter in device.parameters:
        if parameter in device.written:
            lines += _check_lines(
                "forward_error", names[parameter], parameter, check_of(expected.forward[parameter.name])
            )
    if adjoint is not None:
        lines += _adjoint_lines(device, adjoint, inputs, expected, names)
    else:
        lines += ["    const double adjoint_error = 0.0;"]
    lines += [
        "",
        f"    const bool passed = forward_error <= {_tolerance(device)} && adjoint_error <= {_tolerance(device)};",
    ]
    lines += [
        '    std::printf("%s forward %.3g adjoint %.3g\\n", passed ? "PASS" : "FAIL", forward_error, adjoint_error);'
    ]
    pointers = [names[p] for p in device.parameters if p.type.kind == "array" and names[p] in used]
    pointers += [n for _, n in (adjoint.parameters if adjoint else []) if n in device.gradients]
    lines += [f"    cudaFree({name});" for name in pointers]
    return [*lines, "    return passed ? 0 : 1;", "}"]


def _adjoint_lines(
    device: DeviceCode, adjoint: Function, inputs: Inputs, expected: Expected, names: dict[Value, str]
) -> list[str]:
    lines = ["", "    // Gradients of what the kernel wrote flow back to what it read."]
    by_gradient = {f"adj_{names[p]}": p for p in device.parameters}
    taken = {name for _, name in adjoint.parameters}
    for gradient, parameter in by_gradient.items():
        if gradient in taken:
            lines.append(_buffer(gradient, parameter, inputs.gradients[parameter.name].text))
    lines += [
        f"    launch_{adjoint.name}({', '.join(n for _, n in adjoint.parameters)});",
        "    double adjoint_error = 0.0;",
    ]
    for gradient in device.changed_gradients:
        parameter = by_gradient[gradient]
        lines += _check_lines("adjoint_error", gradient, parameter, check_of(expected.adjoint[parameter.name]))
    return lines


def _buffer(name: str, parameter: Value, recipe: str) -> str:
    element = parameter.type.element
    assert element is not None
    scalar, kind = SCALARS[element.scalar], cuda_name(element)
    made = f"to_device<{scalar}>({recipe})"
    return f"    {kind}* {name} = {made if scalar == kind else f'reinterpret_cast<{kind}*>({made})'};"


def _check_lines(error: str, name: str, parameter: Value, check: Check) -> list[str]:
    element = parameter.type.element
    assert element is not None
    scalar = SCALARS[element.scalar]
    pointer = name if components(element) == 1 and element.kind == "scalar" else f"reinterpret_cast<{scalar}*>({name})"
    digits = 17 if element.scalar in ("float64", "int64", "uint64") else 9
    values = [_rounded(v, digits) for v in check.values.tolist()]
    if len(set(values)) == 1 and len(values) > 4:
        made = f"filled({len(values)}, {values[0]})"
        tail = f"{made}, {number(check.total)}, {number(check.magnitude)}));"
        return [
            f'    {error} = std::max({error}, largest_error("{name}", {pointer}, {check.count}, {check.stride}, {tail}'
        ]
    head = f'    {error} = std::max({error}, largest_error("{name}", {pointer}, {check.count}, {check.stride}, {{'
    tail = f"}}, {number(check.total)}, {number(check.magnitude)}));"
    one_line = head + ", ".join(values) + tail
    if len(one_line) <= 120:
        return [one_line]
    lines, current = [], "        "
    for value in values:
        if len(current) + len(value) > 116:
            lines.append(current.rstrip())
            current = "        "
        current += f"{value}, "
    return [head, *lines, current.rstrip().rstrip(","), "    " + tail]


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


MAKEFILE = """\
# `make run` needs a GPU; `make run-cpu CPU_CUDA=<folder with the shipped cuda_runtime.h>` needs only g++.
NVCC ?= nvcc
CXX ?= g++

{name}: {name}.cu
\t$(NVCC) -std=c++17 -O2 -arch={arch} -Xcompiler -Wall,-Wextra -o $@ $<

run: {name}
\t./{name}

{name}.cpp: {name}.cu
\tsed -E 's/([A-Za-z_0-9]+)<<<([^>]*)>>>\\(/run_threads(\\1, \\2, /' $< > $@

{name}_cpu: {name}.cpp
\t$(CXX) -std=c++17 -O1 -ffp-contract=off -I $(CPU_CUDA) -o $@ $<

run-cpu: {name}_cpu
\t./{name}_cpu

.PHONY: run run-cpu
"""


def makefile_text(name: str) -> str:
    return MAKEFILE.format(name=name, arch="sm_80")
