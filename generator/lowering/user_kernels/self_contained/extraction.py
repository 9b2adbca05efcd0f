"""The source of one kernel with what it needs, checked: the text alone has to give the kernel's code."""

from __future__ import annotations

from dataclasses import dataclass

import warp as wp

from generator.lowering.user_kernels.generics import instances
from generator.lowering.user_kernels.self_contained.graph import Graph
from generator.lowering.user_kernels.self_contained.marks import options_statements
from generator.lowering.user_kernels.self_contained.module_text import ModuleText
from generator.lowering.user_kernels.self_contained.nodes import Definition, NotExtractable, Pieces, nodes_in
from generator.lowering.user_kernels.self_contained.same_code import canonical
from generator.lowering.warp_backend import BLOCK_DIM, Lowered, Program, close_program, lower, open_program

LONGEST_NEED = 200
"""Length of ``Extracted.needs`` at most, in characters."""


@dataclass(frozen=True)
class Extracted:
    """A module text that holds a kernel; ``complete`` says that the text alone lowers to the same CUDA code.

    ``needs`` says in one line what it lacks where it does not.
    """

    source: str
    complete: bool
    needs: str = ""


def extract(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> Extracted:
    """The kernel's source with all that it references, or, where some of that has no source, the kernel alone."""
    needs = ""
    try:
        # First of all: some expressions of ``wp.static`` have a value only then.
        first = lower(kernel, comments=False, block_dim=block_dim)
    except Exception as error:  # Warp refuses a kernel with whatever the place raises
        return _alone(kernel, f"Warp does not lower it: {type(error).__name__}: {error}")
    try:
        module, overload = module_of(kernel)
        for options in options_statements(kernel):
            source = module.text(options, overload)
            needs = _difference(source, module, kernel, first, block_dim)
            if not needs:
                return Extracted(source, complete=True)
    except NotExtractable as error:
        needs = str(error)
    return _alone(kernel, needs)


def _alone(kernel: wp.Kernel, needs: str) -> Extracted:
    alone = "import warp as wp\n\n\n" + str(kernel.adj.source).strip("\n") + "\n"
    return Extracted(alone, complete=False, needs=" ".join(needs.split())[:LONGEST_NEED])


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


def _difference(source: str, module: ModuleText, kernel: wp.Kernel, first: Lowered, block_dim: int) -> str:
    """What keeps the text from giving the kernel's code; "" where it gives it."""
    try:
        opened = open_program(source)
    except Exception as error:  # the text is a guess, and any failure of it says that the guess was wrong
        return f"the text with all that it names does not run: {type(error).__name__}: {error}"
    try:
        (found,) = instances(opened.kernel, block_dim)
        again = lower(found, comments=False, block_dim=block_dim)
        own, other = _names(module, None), _names(module, opened)
        for text, against in ((again.cuda_forward, first.cuda_forward), (again.cuda_backward, first.cuda_backward)):
            if canonical(text, found.key, other) != canonical(against, kernel.key, own):
                return "the text with all that it names lowers to other code"
    except Exception as error:  # the same
        return f"the text with all that it names does not lower: {type(error).__name__}: {error}"
    finally:
        close_program(opened)
    return ""


def _names(module: ModuleText, program: Program | None) -> dict[str, str]:
    """Names that functions and structs have in CUDA, as they are or as in the opened text -> names in the text."""
    found = {}
    for node in module.definitions:
        value = node.value if program is None else program.namespace.get(node.name)
        if isinstance(key := getattr(value, "key", None), str):
            found[key] = node.name
    return found
