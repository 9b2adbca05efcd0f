"""Signatures of device functions, and their text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.lowering.standalone.cuda_text.lines import INDENT
from generator.lowering.standalone.cuda_text.places import Needs
from generator.lowering.standalone.cuda_text.text import comment
from generator.lowering.standalone.forward_code.effects import writes_to
from generator.lowering.standalone.kernel_ir.nodes import Routine, Value


@dataclass(frozen=True)
class Function:
    """Text of a function; parameters as (type, name)."""

    name: str
    parameters: list[tuple[str, str]]
    text: str


def marked(parameters: list[tuple[str, str]], lines: list[str]) -> list[tuple[str, str]]:
    """The parameters, those that no line reads marked ``[[maybe_unused]]``."""
    body = "\n".join(lines)
    return [(k if re.search(rf"(?<![.\w]){n}\b", body) else f"[[maybe_unused]] {k}", n) for k, n in parameters]


def joined(parameters: list[tuple[str, str]]) -> str:
    """A parameter list; a long one has a line per parameter."""
    one_line = ", ".join(f"{kind} {name}" for kind, name in parameters)
    if len(one_line) <= 90:
        return one_line
    return ",\n".join(["", *(f"{INDENT}{kind} {name}" for kind, name in parameters)])[1:]


def function_text(head: str, lines: list[str], docstring: str = "") -> str:
    """A whole function: its docstring as comments, its head, its body."""
    heading = "".join(comment(line) + "\n" for line in docstring.splitlines())
    body = "\n".join(lines)
    return f"{heading}{head}\n{{\n{body}\n}}" if body else f"{heading}{head}\n{{\n}}"


def function_parameters(routine: Routine, names: dict[Value, str], needs: Needs) -> list[tuple[str, str]]:
    """Parameters of a device function; an array is a pointer, ``const`` if nothing is written to it, and its sizes."""
    found: list[tuple[str, str]] = []
    for parameter in routine.parameters:
        name = names[parameter]
        if parameter.type.kind != "array":
            found.append((needs.type(parameter.type), name))
            continue
        element = parameter.type.element
        assert element is not None
        constant = "" if writes_to(routine, parameter) else "const "
        found.append((f"{constant}{needs.type(element)}*", name))
        found += [("int", f"{name}_size{d}") for d in range(parameter.type.ndim)]
    return found


def kernel_parameter(parameter: Value, name: str, read_only: bool, body: str, needs: Needs) -> list[tuple[str, str]]:
    """A parameter of a kernel; an array is a pointer and those of its sizes that the body reads."""
    element = parameter.type.element
    if element is None:
        return [(needs.type(parameter.type), name)]
    pointer = f"{'const ' if read_only else ''}{needs.type(element)}* __restrict__"
    sizes = [f"{name}_size{d}" for d in range(parameter.type.ndim)]
    return [(pointer, name), *(("int", size) for size in sizes if re.search(rf"\b{size}\b", body))]
