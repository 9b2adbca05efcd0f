"""Kernels of a few lines, for tests of what a first run finds."""

from __future__ import annotations

import re

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.verification.screening.screen import first_flaw

HELPER = """
@wp.func
def held(x: float):
    if x > 0.5:
        return wp.sqrt(x)
    return 0.2 * x
"""
SQUARED = """
@wp.func
def twice_squared(x: float):
    r = wp.sqrt(2.0 * wp.cosh(x))
    return wp.sin(r * r)
"""
STEPPED = """
@wp.func
def stepped(x: float):
    e = 0.5 * (1.0 + wp.erf(x * x))
    if e > 0.52:
        return wp.sin(3.0 * x) + 2.0
    return e
"""
HALVED = """
@wp.func
def halved(x: Any):
    return x * 0.5
"""
CUSTOM = """
@wp.func
def root(x: float):
    return wp.sqrt(x + 1.5)


@wp.func_grad(root)
def adj_root(x: float, adj_ret: float):
    wp.adjoint[x] += adj_ret * 0.5 / wp.sqrt(wp.max(x + 1.5, 0.3))
"""

HELPERS = {"held(": HELPER, "root(": CUSTOM, "twice_squared(": SQUARED, "halved(": HALVED, "stepped(": STEPPED}
MORE = (
    Argument("forces", "array", "vec3", 1, INPUT, (32,), low=-1.0, high=1.0),
    Argument("arms", "array", "vec3", 1, INPUT, (32,), low=-1.0, high=1.0),
    Argument("tensors", "array", "mat33", 1, INPUT, (32,), low=-1.0, high=1.0),
    Argument("gain", "scalar", "float32", fill="value", low=0.2, high=1.5, value=0.7),
    Argument("mode", "scalar", "int32", fill="value", low=0, high=2, value=0),
    Argument("n", "scalar", "int32", fill="value", low=32, high=32, value=32),
)


def flaw_of(body: str) -> str:
    """What a first run says of a kernel with this body, in which x and y are elements of a and b."""
    arguments = (
        Argument("a", "array", "float32", 1, INPUT, (32,), low=-1.0, high=1.0),
        Argument("b", "array", "float32", 1, INPUT, (32,), low=0.5, high=2.0),
        *[argument for argument in MORE if re.search(rf"\b{argument.name}\b", body)],
        Argument("out", "array", "float32", 1, OUTPUT, (32,), "zeros"),
    )
    header = ", ".join(f"{argument.name}: {_annotation(argument)}" for argument in arguments)
    helpers = [text for name, text in HELPERS.items() if name in body]
    lines = "\n    ".join(f"i = wp.tid()\nx = a[i]\ny = b[i]\n{body}".split("\n"))
    source = "\n\n".join(
        ["from typing import Any\n\nimport warp as wp", *helpers, f"@wp.kernel\ndef k({header}):\n    {lines}\n"]
    )
    return first_flaw(source, Launch(arguments, (32,)), "body")


def _annotation(argument: Argument) -> str:
    kind = {"float32": "float", "int32": "int"}.get(argument.dtype, f"wp.{argument.dtype}")
    return kind if argument.kind == "scalar" else f"wp.array(dtype={kind})"
