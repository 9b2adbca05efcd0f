"""Prints built kernels and functions: Warp prints the frame around an empty body, and the body is filled in here.

A body is rendered once and serves CPU and CUDA alike: they differ in indentation only (and in ``return`` against
``continue`` inside a grid-stride loop).
"""

from __future__ import annotations

from typing import Any

from generator.lowering.fast_codegen.calls import ARRAYS, Reference, is_lasting
from generator.lowering.fast_codegen.loading import first_line
from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import types as warp_types
from generator.syntax.nodes import remembered

Var = warp_codegen.Var

_TILES = (warp_types.tile, warp_types.tile_stack)
_RULE = "//---------\n"
_ctypes: dict[tuple[type, type], str] = {}


def ctype(kind: Any) -> str:
    """C++ name of a Warp type, as ``Var.type_to_ctype`` gives it."""
    if kind.__class__ is Reference:
        return ctype(kind.value_type) + "*"
    element = kind.dtype if kind.__class__ in ARRAYS else kind
    found = _ctypes.get((kind.__class__, element)) if isinstance(element, type) else None
    if found is None:
        found = Var.type_to_ctype(kind)
        if is_lasting(element):
            _ctypes[kind.__class__, element] = found
    return found


def view_of(thing: Any) -> Any:
    """A copy of an object that shares its parts, made in a tenth of the time of ``copy.copy``."""
    found = object.__new__(thing.__class__)
    found.__dict__.update(thing.__dict__)
    return found


class _NamedArgument(warp_codegen.Var):
    """An argument that caches its C++ type: a frame asks for it up to six times."""

    def __init__(self, argument: Any):
        self.__dict__.update(argument.__dict__)
        self.name = ctype(argument.type)

    def ctype(self, value_type: bool = False) -> str:
        return Var.type_to_ctype(self.type, True) if value_type else self.name


class Body:
    """Lines of one built adjoint, without indentation, made when first asked for.

    ``hollow`` is the adjoint without its variables and statements: Warp prints it as a frame.
    """

    def __init__(self, adj: Any):
        self.adj = adj
        self.hollow = view_of(adj)
        self.hollow.fun_lineno = first_line(adj)
        self.hollow.args = [_NamedArgument(a) for a in adj.args]
        self.hollow.variables = []
        self.hollow.blocks = [warp_codegen.Block()]

    @remembered
    def types(self) -> list[str]:
        """C++ types of the primal variables."""
        return [ctype(v.type) for v in self.adj.variables]

    @remembered
    def declarations(self) -> list[str]:
        """Declarations of the primal variables, constants with their values."""
        return [
            f"{kind} var_{v.label};"
            if v.constant is None
            else f"const {kind} var_{v.label} = {warp_codegen.constant_str(v.constant)};"
            for kind, v in zip(self.types, self.adj.variables, strict=True)
        ]

    @remembered
    def duals(self) -> list[str]:
        """Declarations of the adjoint variables, set to zero: that of an address is a value."""
        return [
            f"{kind[:-1] if v.type.__class__ is Reference else kind} adj_{v.label} = {{}};"
            for kind, v in zip(self.types, self.adj.variables, strict=True)
        ]

    def forward(self, frame: str, indent: str, in_grid_stride: bool) -> str:
        """``frame`` with the forward pass in its empty body."""
        lines = self.adj.blocks[0].body_forward
        if in_grid_stride:
            lines = [x.replace("return;", "continue;") if x.lstrip().startswith("return;") else x for x in lines]
        return _fill(frame, indent, (("primal vars", self.declarations), ("forward", lines)))

    def reverse(self, frame: str, indent: str) -> str:
        """``frame`` with the replay and the adjoint pass in its empty body."""
        block = self.adj.blocks[0]
        parts = (
            ("primal vars", self.declarations),
            ("dual vars", self.duals),
            ("forward", block.body_replay),
            ("reverse", block.body_reverse[::-1]),
        )
        return _fill(frame, indent, parts)


def _fill(frame: str, indent: str, parts: Any) -> str:
    pieces = []
    at = 0
    for title, lines in parts:
        mark = f"{indent}{_RULE}{indent}// {title}\n"
        end = frame.index(mark, at) + len(mark)
        pieces.append(frame[at:end])
        at = end
        if lines:
            pieces.append(indent + f"\n{indent}".join(lines) + "\n")
    pieces.append(frame[at:])
    return "".join(pieces)


def printable(adj: Any) -> bool:
    """False for bodies that declare tiles: Warp prints those itself."""
    return not any(isinstance(v.type, _TILES) for v in adj.variables)


def fill_function(frame: str, body: Body) -> str:
    """The frame that Warp printed of a ``@wp.func`` or of its adjoint, with its body."""
    indent = " " * 4
    if f"{indent}// dual vars\n" in frame:
        return body.reverse(frame, indent)
    if f"{indent}// primal vars\n" in frame:
        return body.forward(frame, indent, in_grid_stride=False)
    return frame
