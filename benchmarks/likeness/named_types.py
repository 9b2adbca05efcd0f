"""Questions about the types that a kernel names."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from benchmarks.likeness.kernel_source import WARP, KernelSource, dotted, identifiers

_INTEGERS = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in ("", "8", "16", "32", "64"))
_SPELLED = frozenset(f"{kind}{bits}" for kind in ("float", "int", "uint") for bits in ("8", "16", "32", "64"))


def array_of(holds: Callable[[ast.AST], bool]) -> Callable[[KernelSource], bool]:
    """Test whether an argument is an array with a node in its annotation for which ``holds`` is true."""

    def some(kernel: KernelSource) -> bool:
        for annotation in kernel.annotations:
            nodes = [] if annotation is None else list(ast.walk(annotation))
            if any("array" in name for name in identifiers(nodes)) and any(map(holds, nodes)):
                return True
        return False

    return some


def dimensions(sizes: str) -> Callable[[ast.AST], bool]:
    """Test for ``array2d``, ``ndim=2`` or ``Literal[2]``, with one of the sizes."""

    def says(node: ast.AST) -> bool:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return any(f"array{size}d" in name for size in sizes)
            case ast.keyword(arg="ndim", value=ast.Constant(value=value)):
                return str(value) in sizes
            case ast.Subscript(
                value=ast.Name(id="Literal") | ast.Attribute(attr="Literal"), slice=ast.Constant(value=value)
            ):
                return str(value) in sizes
        return False

    return says


def holds_integers(node: ast.AST) -> bool:
    """``dtype=int`` or ``array[int, ...]``, of any width."""
    match node:
        case ast.keyword(arg="dtype", value=element):
            pass
        case ast.Subscript(slice=ast.Tuple(elts=[element, *_])) | ast.Subscript(slice=element):
            pass
        case _:
            return False
    module, _, name = dotted(element).rpartition(".")
    return module in ("", *WARP) and name in _INTEGERS


def spelled_types(kernel: KernelSource) -> bool:
    trees = [node for each in kernel.annotations if each is not None for node in ast.walk(each)]
    names = (dotted(node).partition(".") for node in [*trees, *kernel.nodes] if isinstance(node, ast.Attribute))
    return any(module in WARP and name in _SPELLED for module, _, name in names)


def names_type(pattern: re.Pattern[str], maker: str) -> Callable[[KernelSource], bool]:
    """Test whether a type is named, or made: ``wp.types.vector(...)``."""

    def names(kernel: KernelSource) -> bool:
        calls = (node for each in kernel.annotations if each is not None for node in ast.walk(each))
        made = [*kernel.calls, *(dotted(node.func) for node in calls if isinstance(node, ast.Call))]
        return any(pattern.fullmatch(word) for word in kernel.words) or any(call.endswith(maker) for call in made)

    return names


def is_generic(kernel: KernelSource) -> bool:
    trees = [node for each in kernel.annotations if each is not None for node in ast.walk(each)]
    return any("Any" in name for name in identifiers(trees))
