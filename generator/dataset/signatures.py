"""How a kernel is declared, in Python and in CUDA: what a prompt gives of an answer that is to fit its surroundings."""

from __future__ import annotations

import ast

_ENTRY = 'extern "C" __global__'


def warp_signature(source: str, name: str) -> str:
    """The line that begins the kernel ``name`` of a Python module; ValueError where there is none."""
    for part in ast.parse(source).body:
        if isinstance(part, ast.FunctionDef) and part.name == name:
            return f"def {name}({ast.unparse(part.args)}):"
    raise ValueError(f"no kernel {name!r} in the source")


def cuda_signature(text: str) -> str:
    """The declaration of the entry point of a CUDA text, up to its body; ValueError where there is none."""
    begin = text.index(_ENTRY)
    return text[begin : text.index("\n{", begin)]
