"""Assemble a whole stand-alone program: device code, launchers, and a main that checks itself."""

from __future__ import annotations

from collections.abc import Sequence

from generator.launch import Launch
from generator.lowering.standalone.cuda_text.cuda_types import alias, cuda_name, is_float
from generator.lowering.standalone.cuda_text.helper_table import helpers_named_in, with_needs
from generator.lowering.standalone.cuda_text.places import Needs
from generator.lowering.standalone.whole_program.device_code import DeviceCode
from generator.lowering.standalone.whole_program.expected_arrays import Trial
from generator.lowering.standalone.whole_program.host import launcher, main_function
from generator.lowering.warp_backend import WarpType


def program_text(device: DeviceCode, launch: Launch, trials: Sequence[Trial], description: str) -> str:
    """The whole .cu file; both kernels are checked on the first of ``trials``, the forward one on all."""
    main = "\n".join(main_function(device, launch, trials))
    host = "\n\n".join([*(launcher(f, device, launch) for f in device.kernels), main])
    host_helpers = [h for h in with_needs(helpers_named_in(main)) if h.on_host]
    parts = [
        _heading(device, description),
        *device_parts(device),
        "\n".join(h.source for h in host_helpers).rstrip(),
        host,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def device_parts(device: DeviceCode) -> list[str]:
    """Types, helpers, structs, functions and kernels, in the order of the file."""
    body = "\n\n".join(f.text for f in device.functions) + "\n\n" + "\n\n".join(f.text for f in device.kernels)
    needs = device.needs
    for kind in [k for k in needs.types if k.kind == "struct"]:
        _struct_operators(kind, needs)  # adds the operators of the members to `needs`
    names = helpers_named_in(body) | needs.operators
    names |= {_CLASS[k.kind] for k in needs.types if k.kind in _CLASS}
    if any(k.scalar == "float16" for k in needs.types):
        names.add("half_math")
    helpers = [h for h in with_needs(names) if not h.on_host]  # a comment may name one of the host's
    classes = [h for h in helpers if h.name in _CLASS.values()]
    others = [h for h in helpers if h.name not in _CLASS.values()]
    aliases = sorted({alias(k) for k in needs.types if k.kind in _CLASS})
    structs = [_struct(k) + _struct_operators(k, needs) for k in needs.types if k.kind == "struct"]
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


def _struct_operators(kind: WarpType, needs: Needs) -> str:
    """Memberwise ``+=`` of structs, and atomic addition of one to memory, where gradients are structs."""
    floats = [(name, member) for name, member in kind.fields if is_float(member)]
    text = ""
    if f"{kind.name} +=" in needs.struct_operators:
        needs.operators.update(f"{_CLASS[m.kind]} +=" for _, m in floats if m.kind in _CLASS)
        body = "\n".join(f"    a.{name} += b.{name};" for name, _ in floats)
        text += f"\n\n__device__ inline void operator+=({kind.name}& a, const {kind.name}& b)\n{{\n{body}\n}}"
    if f"accumulate {kind.name}" in needs.struct_operators:
        needs.operators.update(f"atomic_add {_CLASS[m.kind]}" for _, m in floats if m.kind in _CLASS)
        special = {"scalar": "atomicAdd", "struct": "accumulate"}
        calls = [(n, special.get(m.kind, "atomic_add")) for n, m in floats]
        body = "\n".join(f"    {function}(&address->{name}, value.{name});" for name, function in calls)
        text += f"\n\n__device__ inline void accumulate({kind.name}* address, const {kind.name}& value)\n{{\n{body}\n}}"
    return text


def _heading(device: DeviceCode, description: str) -> str:
    half = any(k.scalar == "float16" for k in device.needs.types)
    has_assert = any("assert(" in f.text for f in (*device.functions, *device.kernels))
    comment = "\n".join(f"// {line}".rstrip() for line in description.splitlines())
    headers = ["algorithm", "cmath", "cstdio", "cstdlib", "memory", "vector"]
    lines = [comment, "", *(["#include <cassert>"] if has_assert else []), *(f"#include <{h}>" for h in headers)]
    lines += ["", "#include <cuda_runtime.h>", *(["#include <cuda_fp16.h>"] if half else [])]
    return "\n".join(lines)


MAKEFILE = """\
# `make run` needs a GPU; `make run-cpu` needs only g++ and the shipped headers, in the folder CPU_CUDA.
NVCC ?= nvcc
CXX ?= g++
CPU_CUDA ?= cpu

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
