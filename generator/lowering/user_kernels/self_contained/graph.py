"""The graph of all that a kernel reaches by name: what each name refers to, and the text that defines it elsewhere."""

from __future__ import annotations

import builtins
import enum
import inspect
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import warp as wp

from generator.lowering.user_kernels.self_contained.adjustments import Adjuster, Edit, edited
from generator.lowering.user_kernels.self_contained.literals import literal, type_pieces
from generator.lowering.user_kernels.self_contained.nodes import (
    Constant,
    Definition,
    Import,
    Namespace,
    Node,
    NotExtractable,
    OpenText,
    Pieces,
    nodes_in,
)
from generator.lowering.user_kernels.self_contained.references import (
    Part,
    Reference,
    read_definition,
)
from generator.lowering.user_kernels.self_contained.scopes import (
    function_source,
    is_namespace,
    is_public,
    is_struct,
    public_home,
    scope_of,
)
from generator.lowering.warp_backend import builtin_registry


@dataclass
class Graph:
    """The nodes, by the objects that they stand for."""

    definitions: dict[int, Definition] = field(default_factory=dict)
    constants: dict[tuple[str, str], Constant] = field(default_factory=dict)
    imports: dict[tuple[str, str, str], Import] = field(default_factory=dict)
    namespaces: dict[tuple[str, int], Namespace] = field(default_factory=dict)
    taken: set[str] = field(default_factory=lambda: {"wp"})
    """Names of built-ins of Python or Warp that some text uses."""

    def kernel(self, kernel: wp.Kernel) -> Definition:
        """The node of a kernel, with all that it reaches. Raises ``NotExtractable``."""
        self._import("wp", "warp")
        node = Definition(kernel.func.__name__, value=kernel)
        self.definitions[id(kernel)] = node
        self._define(node, kernel.func, kernel.adj.source, kernel)
        return node

    def _define(self, node: Definition, function: Any, source: str | None, owner: Any) -> None:
        """Add one text of a definition to its node, with the nodes that it refers to."""
        source = source.strip("\n") if source else function_source(function)
        text = read_definition(source)
        scope = scope_of(function)
        targets: dict[Reference, list[Node]] = {}
        failures: dict[Reference, NotExtractable] = {}
        for reference in text.references:
            try:
                targets[reference] = self._target(reference, scope)
            except NotExtractable as error:
                failures[reference] = error
        failed = {reference.slot for reference in failures}
        adjusted = Adjuster(text, scope, function, owner, failed, self.named, self.type_text).adjusted()
        for reference, failure in failures.items():
            if reference.slot not in adjusted.slots:
                raise failure
        edits: list[Edit] = [*adjusted.edits]
        edits += [(start, end, [node]) for start, end in text.own_names]
        found = OpenText()
        # Warp builds a function as soon as it gets a custom adjoint.
        at_once = inspect.isclass(function) or getattr(owner, "custom_grad_func", None) is not None
        for reference, nodes in targets.items():
            if nodes and reference.slot not in adjusted.slots:
                for used in nodes:
                    found.use(used, at_once=at_once or reference.slot is not None)
                if reference.slot is None or reference.slot.part is Part.STATIC:
                    nodes[0].refused |= text.bound
                edits.append((reference.start, reference.end, [nodes[0]]))
        for used in (used for _, _, pieces in adjusted.edits for used in nodes_in(pieces)):
            found.use(used, at_once=True)
            used.refused |= text.bound
        found.pieces = edited(text.text, edits)
        node.texts.append(found)

    def _target(self, reference: Reference, scope: Mapping[str, Any]) -> list[Node]:
        """The nodes of a name and of its members that are used; none for a name that means the same everywhere."""
        name, *members = reference.path
        if name not in scope:
            at_once = reference.slot is not None
            if hasattr(builtins, name) or (not at_once and (hasattr(wp, name) or name in builtin_registry())):
                self.taken.add(name)
                return []
            raise NotExtractable(f"{name} is not to be found where {'.'.join(reference.path)} is used")
        value = scope[name]
        if isinstance(value, type) and issubclass(value, enum.Enum):
            # In a function's body Warp itself reads `.value` of a number's enumeration; elsewhere Python does.
            whole = not members or not issubclass(value, int) or (len(members) > 1 and reference.slot is not None)
            whole = whole or id(value) in self.definitions
            return [self._enumeration(value)] if whole else self._member_of(name, value, members[:1])
        if members and is_namespace(value):
            return self._member_of(name, value, members)
        try:
            return [self._node(name, value)]
        except NotExtractable:
            # An object without a text may have members that have one.
            if not members or isinstance(value, types.FunctionType | wp.Function) or is_struct(value):
                raise
        return self._member_of(name, value, members)

    def _node(self, name: str, value: Any) -> Node:
        if isinstance(value, types.ModuleType) and not is_namespace(value):
            return self._import(name, value.__name__)
        if (found := self.named(value)) is not None:
            return found
        if (alias := getattr(value, "_name", None)) and getattr(typing, str(alias), None) is value:
            return self._import(name, "typing", str(alias))
        if value is typing.Any:
            return self._import(name, "typing", "Any")
        if public := public_home(value):
            return self._import(name, *public)
        if isinstance(value, TypeVar):
            if not is_public(value):
                raise NotExtractable(f"{name} is a type variable")
            return self._import(name, "warp", value.__name__)
        if isinstance(value, wp.Function) and value.is_builtin():
            return self._constant(name, [f"wp.{value.key}"])
        try:
            return self._constant(name, literal(value, self.named))
        except NotExtractable as error:
            raise NotExtractable(f"{name}: {error}") from None

    def named(self, value: Any) -> Node | None:
        """The node of a value with a definition (a function or struct); None for any other value."""
        if isinstance(value, wp.Function) and value.func is not None and not value.is_builtin():
            return self._function(value)
        if is_struct(value):
            return self._struct(value)
        if isinstance(value, types.FunctionType) and not public_home(value):
            return self._plain(value)
        return None

    def _import(self, name: str, module: str, member: str = "") -> Import:
        key = (name, module, member)
        return self.imports.setdefault(key, Import(name, module=module, member=member))

    def _constant(self, name: str, pieces: Pieces) -> Constant:
        text = "".join(piece if isinstance(piece, str) else f"<{id(piece)}>" for piece in pieces)
        return self.constants.setdefault((name, text), Constant(name, pieces=pieces))

    def _member_of(self, name: str, value: Any, members: list[str]) -> list[Node]:
        """The namespace with this member added, and the nodes that the member refers to."""
        namespace = self.namespaces.setdefault((name, id(value)), Namespace(name, value=value))
        return [namespace, *self._add_member(namespace, members)]

    def _add_member(self, namespace: Namespace, members: list[str]) -> list[Node]:
        member, *rest = members
        try:
            value = getattr(namespace.value, member)
        except Exception as error:  # a property may raise anything
            raise NotExtractable(f"{namespace.preferred}.{member}: {error}") from None
        present = namespace.members.get(member)
        if isinstance(present, Namespace) and rest:
            return self._add_member(present, rest)
        if present is None:
            namespace.members[member] = []
            try:
                namespace.members[member] = present = self._member(member, value, rest)
            except NotExtractable as error:
                del namespace.members[member]
                raise NotExtractable(f"{namespace.preferred}.{member}: {error}") from None
        return list(present.needs()) if isinstance(present, Namespace) else nodes_in(present)

    def _member(self, name: str, value: Any, rest: list[str]) -> Pieces | Namespace:
        if isinstance(value, type) and issubclass(value, enum.Enum):
            return [self._enumeration(value)]
        if isinstance(value, types.ModuleType) and not is_namespace(value):
            return [self._import(name, value.__name__)]
        if isinstance(value, wp.Function) and value.is_builtin():
            return [f"wp.{value.key}"]
        try:
            return literal(value, self.named)
        except NotExtractable:
            if not rest:
                raise
        inner = Namespace(name, value=value)
        self._add_member(inner, rest)
        return inner

    def _enumeration(self, kind: type[enum.Enum]) -> Definition:
        node = self.definitions.get(id(kind))
        if node is None:
            base = next(b for b in kind.__mro__[1:] if b.__module__ == "enum")
            module = self._import("enum", "enum")
            members = "".join(f"\n    {name} = {member.value!r}" for name, member in kind.__members__.items())
            node = self.definitions[id(kind)] = Definition(kind.__name__, value=kind)
            node.texts.append(OpenText(["class ", node, "(", module, f".{base.__name__}):{members}"], {module: True}))
        return node

    def _function(self, function: wp.Function) -> Definition:
        known = [*function.user_overloads.values(), *function.user_templates.values()]
        # Instances of a generic function are among them, once a caller was lowered.
        overloads = [overload for overload in known if overload.generic_parent is None]
        overloads = [o for o in overloads if not o.adj.skip_forward_codegen] or [function]
        node = self.definitions.get(id(function))
        if node is not None:
            return _whole(node)
        node = self.definitions[id(function)] = Definition(function.func.__name__, value=function)
        with _failing(node):
            for overload in overloads:
                self._define(node, overload.func, overload.adj.source, overload)
            for overload in overloads:
                for mark, custom in (
                    ("func_grad", overload.custom_grad_func),
                    ("func_replay", overload.custom_replay_func),
                ):
                    if custom is not None:
                        follower = Definition(custom.func.__name__, value=custom)
                        self._define(follower, custom.func, custom.adj.source, (mark, node))
                        node.followed_by.append(follower)
        return node

    def _plain(self, function: types.FunctionType) -> Definition:
        node = self.definitions.get(id(function))
        if node is not None:
            return _whole(node)
        node = self.definitions[id(function)] = Definition(function.__name__, value=function)
        with _failing(node):
            self._define(node, function, None, None)
        return node

    def _struct(self, struct: Any) -> Definition:
        node = self.definitions.get(id(struct))
        if node is not None:
            return _whole(node)
        node = self.definitions[id(struct)] = Definition(struct.cls.__name__, value=struct)
        with _failing(node):
            try:
                self._define(node, struct.cls, None, struct)
            except (NotExtractable, SyntaxError, ValueError):
                fields: Pieces = []
                for name, variable in struct.vars.items():
                    fields += [f"\n    {name}: ", *type_pieces(variable.type, self.named)]
                uses = dict.fromkeys(nodes_in(fields), True)
                node.texts = [OpenText(["@wp.struct\nclass ", node, ":", *(fields or ["\n    pass"])], uses)]
        return node

    def type_text(self, found: Any) -> Pieces:
        """A type as an annotation writes it, ``Any`` included."""
        return type_pieces(found, self._named_type)

    def _named_type(self, value: Any) -> Node | None:
        if value is typing.Any:
            return self._import("Any", "typing", "Any")
        if isinstance(value, TypeVar) and is_public(value):
            return self._import(value.__name__, "warp", value.__name__)
        return self.named(value)


class _failing:
    """Record on a node why it cannot be extracted, as every reference to it asks again."""

    def __init__(self, node: Definition) -> None:
        self.node = node

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type | None, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, NotExtractable):
            self.node.failure = str(error)
        elif isinstance(error, SyntaxError | ValueError):
            self.node.failure = f"{self.node.preferred} has no source text of its own"
            raise NotExtractable(self.node.failure) from error


def _whole(node: Definition) -> Definition:
    if node.failure:
        raise NotExtractable(node.failure)
    return node
