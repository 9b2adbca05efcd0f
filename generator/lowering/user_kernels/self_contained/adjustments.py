"""Rewrites parts of a definition's text from the objects that Warp keeps."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import warp as wp

from generator.lowering.user_kernels.self_contained.literals import Named, literal
from generator.lowering.user_kernels.self_contained.marks import (
    MARKS,
    function_mark,
    kernel_mark,
    module_options,
    says_native,
    says_options,
)
from generator.lowering.user_kernels.self_contained.nodes import NotExtractable, Pieces
from generator.lowering.user_kernels.self_contained.references import DefinitionText, Part, Slot, static_argument
from generator.lowering.user_kernels.self_contained.scopes import NOTHING, evaluated
from generator.lowering.warp_backend import static_values

Edit = tuple[int, int, Pieces]
"""Start and end of a part of a text, in bytes, and its replacement."""


@dataclass
class Adjusted:
    """Edits of a text, and the slots that they rewrite."""

    edits: list[Edit] = field(default_factory=list)
    slots: set[Slot | None] = field(default_factory=set)


@dataclass
class Adjuster:
    """Rewrites one text of a definition."""

    text: DefinitionText
    scope: Mapping[str, Any]
    function: Any
    """The Python function or class."""
    owner: Any
    """Its kernel, function or struct; for a function's adjoint the name of its decorator and that function's node; None
    for plain Python."""
    failed: set[Slot | None]
    """Parts that use names without a definition in the module text."""
    named: Named
    type_text: Callable[[Any], Pieces]

    def adjusted(self) -> Adjusted:
        """Rewrite, from the objects that Warp keeps, the parts that use undefined names."""
        found = Adjusted()
        marks = [slot for slot in self.text.slots if slot.part is Part.MARK]
        if (mark := self._mark(marks)) is not None:
            found.edits.append((marks[0].start - 1 if marks else 0, self.text.start, mark))
            found.slots.update(marks)
        for slot in self.text.slots:
            pieces: Pieces | None = None
            if slot.part is Part.STATIC:
                pieces = self._static(slot)
            elif slot.part is Part.ANNOTATION and (slot in self.failed or _is_quoted(slot)):
                pieces = self._annotation(slot)
            elif slot.part is Part.DEFAULT and slot in self.failed:
                pieces = self._default(slot)
            if pieces is not None:
                found.edits.append((slot.start, slot.end, pieces))
                found.slots.add(slot)
        return found

    def _mark(self, marks: list[Slot]) -> Pieces | None:
        """New decorators; None where the present ones fit."""
        owner = self.owner
        if isinstance(owner, tuple):
            name, node = owner
            return [f"@wp.{name}(", node, ")\n"]
        if not isinstance(owner, wp.Kernel | wp.Function):
            return None
        calls = [slot.node if isinstance(slot.node, ast.Call) else None for slot in marks]
        called = [call.func if call else slot.node for slot, call in zip(marks, calls, strict=True)]
        functions = [evaluated(function, self.scope) for function in called]
        if len(marks) != 1 or functions[0] not in MARKS or marks[0] in self.failed:
            return kernel_mark(owner) if isinstance(owner, wp.Kernel) else function_mark(owner)
        given = _arguments(calls[0], functions[0], self.scope) if calls[0] is not None else {}
        if isinstance(owner, wp.Kernel):
            elsewhere = given.get("module") is not None and "module_options" not in given
            fits = says_options(given, owner) and not (elsewhere and module_options(owner))
            return None if fits else kernel_mark(owner)
        fits = owner.native_snippet is None or says_native(given, owner)
        return None if fits else function_mark(owner)

    def _static(self, slot: Slot) -> Pieces | None:
        """The function that a ``wp.static`` gives; its value where the expression uses undefined names; else None."""
        assert isinstance(slot.node, ast.Call)
        argument = static_argument(slot.node)
        calls_something = any(isinstance(node, ast.Call) for node in ast.walk(argument))
        failed = slot in self.failed
        if not failed and not calls_something:
            return None
        known = static_values(self.owner) if isinstance(self.owner, wp.Kernel | wp.Function) else {}
        code = ast.get_source_segment(self.text.text.decode(), argument) or ""
        value = known.get(code.replace("\n", ""), NOTHING)
        if value is NOTHING:
            value = evaluated(argument, self.scope)
        if value is NOTHING:
            return None
        try:
            if isinstance(value, wp.Function):
                return literal(value, self.named)
            return ["wp.static(", *literal(value, self.named), ")"] if failed else None
        except NotExtractable:
            return None

    def _annotation(self, slot: Slot) -> Pieces | None:
        owner = self.owner
        if not isinstance(owner, wp.Kernel | wp.Function):
            return ["object"]  # Python does not read it
        found = (owner.generic_parent or owner).adj.arg_types.get(slot.argument)
        try:
            return None if found is None else self.type_text(found)
        except NotExtractable:
            return None

    def _default(self, slot: Slot) -> Pieces | None:
        value = inspect.signature(self.function).parameters[slot.argument].default
        try:
            return literal(value, self.named)
        except NotExtractable:
            return None


def _arguments(call: ast.Call, function: Any, scope: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a decorator by name, those that can be evaluated here."""
    names = inspect.signature(function).parameters
    given = {name: evaluated(value, scope) for name, value in zip(names, call.args, strict=False)}
    for keyword in call.keywords:
        value = evaluated(keyword.value, scope)
        given |= {keyword.arg: value} if keyword.arg else value if isinstance(value, dict) else {}
    return given


def _is_quoted(slot: Slot) -> bool:
    if not (isinstance(slot.node, ast.Constant) and isinstance(slot.node.value, str)):
        return False
    names = {node.id for node in ast.walk(ast.parse(slot.node.value, mode="eval")) if isinstance(node, ast.Name)}
    return not names <= {"wp", *dir(builtins)}


def edited(text: bytes, edits: list[Edit]) -> Pieces:
    """The text with its edits; an edit inside an edited part is left out."""
    pieces: Pieces = []
    done = 0
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
        if start >= done:  # not inside an edited part
            pieces += [text[done:start].decode(), *new]
            done = end
    return [*pieces, text[done:].decode()]
