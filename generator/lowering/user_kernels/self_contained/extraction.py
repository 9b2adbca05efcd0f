"""Extracts the source of one kernel with all that it needs, and checks that the text alone gives the kernel's code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import warp as wp

from generator.lowering.user_kernels.self_contained.graph import Graph
from generator.lowering.user_kernels.self_contained.marks import options_statements
from generator.lowering.user_kernels.self_contained.module_text import ModuleText
from generator.lowering.user_kernels.self_contained.nodes import Definition, NotExtractable, Pieces, nodes_in
from generator.lowering.user_kernels.self_contained.same_code import canonical
from generator.lowering.warp_backend import BLOCK_DIM, CodeTooLong, Lowered, Program, close_program, lower, open_program

LONGEST_NEED = 200
"""Longest ``Extracted.needs``, in characters."""


_FOLDER = re.compile(r"(?<![\w/])/(?:[^\s/]+/)+")
_PROGRAM = re.compile(r"<warp_cuda_ir_program_\d+>")


@dataclass(frozen=True)
class Extracted:
    """A module text that holds a kernel; ``complete`` says that the text alone lowers to the same CUDA code.

    ``needs`` says in one line what it lacks where it does not.
    """

    source: str
    complete: bool
    needs: str = ""


def extract(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> Extracted:
    """The kernel's source with all that it references; the kernel alone where some of that has no source."""
    with extracted(kernel, block_dim) as (found, _):
        return found


@contextmanager
def extracted(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> Iterator[tuple[Extracted, wp.Kernel]]:
    """``extract``, and the kernel that the text makes, valid inside the block, or the given kernel if it makes none."""
    try:
        # This comes first, as some expressions of ``wp.static`` have a value only after it.
        first = lower(kernel, comments=False, block_dim=block_dim)
    except CodeTooLong:
        raise
    except Exception as error:  # Warp may raise anything for a kernel that it refuses
        yield _alone(kernel, f"Warp does not lower it: {type(error).__name__}: {error}"), kernel
        return
    try:
        module, overload = module_of(kernel)
    except NotExtractable as error:
        yield _alone(kernel, str(error)), kernel
        return
    texts = [module.text(options, overload) for options in options_statements(kernel)]
    needs = ""
    for text in texts:
        try:
            opened = open_program(text)
        except Exception as error:  # the text is a guess: any error shows that it is wrong
            needs = f"the text with all that it names does not run: {type(error).__name__}: {error}"
            continue
        try:
            needs, again = _difference(opened, module, kernel, first, block_dim)
            if again is not None:
                yield Extracted(text, complete=True), again
                return
        finally:
            close_program(opened)
    yield _alone(kernel, needs), kernel


def _alone(kernel: wp.Kernel, needs: str) -> Extracted:
    alone = "import warp as wp\n\n\n" + _under_its_name(str(kernel.adj.source).strip("\n"), kernel) + "\n"
    # A row must not depend on this machine's folders, nor on the number of texts opened before.
    portable = _PROGRAM.sub("the text", _FOLDER.sub("", " ".join(needs.split())))
    return Extracted(alone, complete=False, needs=portable[:LONGEST_NEED])


def _under_its_name(source: str, kernel: wp.Kernel) -> str:
    """The function's text under the kernel's name: its factory may have renamed it."""
    (written,) = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    lines = source.split("\n")
    line = written.lineno - 1
    lines[line] = lines[line].replace(f"def {written.name}", f"def {kernel.func.__name__}", 1)
    return "\n".join(lines)


def module_of(kernel: wp.Kernel) -> tuple[ModuleText, Pieces]:
    """The module that a kernel needs, and the statement that makes it concrete. Raises ``NotExtractable``."""
    graph = Graph()
    try:
        node = graph.kernel(kernel)
        overload = _overload(kernel, node, graph)
    except (SyntaxError, ValueError) as error:
        raise NotExtractable(f"{kernel.func.__name__} has no source text of its own") from error
    module = ModuleText(node, graph.taken)
    graph.imports["wp", "warp", ""].name = "wp"
    node.texts[0].use(graph.imports["wp", "warp", ""], at_once=True)
    module.order()
    return module, overload


def _overload(kernel: wp.Kernel, node: Definition, graph: Graph) -> Pieces:
    """The ``wp.overload(name, [types])`` that makes this instance; nothing for a kernel that is not generic."""
    if kernel.generic_parent is None:
        return []
    types: Pieces = []
    for argument in kernel.adj.args:
        types += [", " if types else "", *graph.type_text(argument.type)]
    for used in nodes_in(types):
        node.texts[0].use(used, at_once=True)
    return ["wp.overload(", node, ", [", *types, "])"]


def _difference(
    opened: Program, module: ModuleText, kernel: wp.Kernel, first: Lowered, block_dim: int
) -> tuple[str, wp.Kernel | None]:
    """Why the text does not give the kernel's code, or "" and the text's own kernel where it does."""
    try:
        (found,) = opened.kernel.overloads.values() if opened.kernel.is_generic else [opened.kernel]
        again = lower(found, comments=False, block_dim=block_dim)
    except Exception as error:  # the same
        return f"the text with all that it names does not lower: {type(error).__name__}: {error}", None
    own, other = _keys(module, None), _keys(module, opened)
    for text, before in ((again.cuda_forward, first.cuda_forward), (again.cuda_backward, first.cuda_backward)):
        if canonical(text, found.key, other) != canonical(before, kernel.key, own):
            return "the text with all that it names lowers to other code", None
    return "", found


def _keys(module: ModuleText, program: Program | None) -> dict[str, str]:
    """Name of a function or struct in CUDA, in the original or in ``program`` -> its name in the original."""
    found = {}
    for node in module.definitions:
        before = getattr(node.value, "key", None)
        now = before if program is None else getattr(program.namespace.get(node.name), "key", None)
        if isinstance(before, str) and isinstance(now, str):
            found[now] = before
    return found
