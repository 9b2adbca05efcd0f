"""From a kernel along all names that it reaches: what each stands for, and what makes it in another module."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import sys
import textwrap
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import warp as wp

from generator.lowering.user_kernels.self_contained.literals import literal, type_pieces
from generator.lowering.user_kernels.self_contained.marks import (
    MARKS,
    function_mark,
    kernel_mark,
    module_options,
    says_native,
    says_options,
)
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
    DefinitionText,
    Part,
    Reference,
    Slot,
    read_definition,
    static_argument,
)
from generator.lowering.warp_backend import builtin_registry, static_values

Edit = tuple[int, int, Pieces]
"""A stretch of a text, in bytes, and what stands there instead."""


@dataclass
class Adjusted:
    """Parts of a text that are written anew."""

    edits: list[Edit] = field(default_factory=list)
    slots: set[Slot | None] = field(default_factory=set)


def function_source(function: Any) -> str:
    """Source text of a function or class, at the margin; ``NotExtractable`` where there is none."""
    try:
        return textwrap.dedent(inspect.getsource(function)).strip("\n")
    except (OSError, TypeError) as error:
        raise NotExtractable(f"{getattr(function, '__name__', function)!s} has no source text") from error


@dataclass
class Graph:
    """The nodes by what they stand for."""

    definitions: dict[int, Definition] = field(default_factory=dict)
    constants: dict[tuple[str, str], Constant] = field(default_factory=dict)
    imports: dict[tuple[str, str, str], Import] = field(default_factory=dict)
    namespaces: dict[tuple[str, int], Namespace] = field(default_factory=dict)
    taken: set[str] = field(default_factory=lambda: {"wp"})
    """Names that mean something of Python or Warp in some text."""

    def kernel(self, kernel: wp.Kernel) -> Definition:
        """The kernel and, behind it, all that it reaches. Raises ``NotExtractable``."""
        self._import("wp", "warp")
        node = Definition(kernel.func.__name__, value=kernel)
        self.definitions[id(kernel)] = node
        self._define(node, kernel.func, kernel.adj.source, kernel)
        return node

    def _define(self, node: Definition, function: Any, source: str | None, owner: Any) -> None:
        """Read one text of a definition, and what it refers to."""
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
        adjusted = self._adjust(text, scope, function, owner, {reference.slot for reference in failures})
        for reference, failure in failures.items():
            if reference.slot not in adjusted.slots:
                raise failure
        edits: list[Edit] = [*adjusted.edits]
        edits += [(start, end, [node]) for start, end in text.own_names]
        found = OpenText()
        # A forward function is built as soon as it is given an adjoint.
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
        found.pieces = _edited(text.text, edits)
        node.texts.append(found)

    def _target(self, reference: Reference, scope: Mapping[str, Any]) -> list[Node]:
        """What a name stands for, and what of it is used; nothing for a name that means the same everywhere."""
        name, *members = reference.path
        if name not in scope:
            at_once = reference.slot is not None
            if hasattr(builtins, name) or (not at_once and (hasattr(wp, name) or name in builtin_registry())):
                self.taken.add(name)
                return []
            raise NotExtractable(f"{name} is not to be found where {'.'.join(reference.path)} is used")
        value = scope[name]
        if isinstance(value, type) and issubclass(value, enum.Enum):
            # Warp reads `.value` of a number in a body, Python where a text is evaluated.
            whole = not members or not issubclass(value, int) or (len(members) > 1 and reference.slot is not None)
            whole = whole or id(value) in self.definitions
            return [self._enumeration(value)] if whole else self._member_of(name, value, members[:1])
        if members and _is_namespace(value):
            return self._member_of(name, value, members)
        try:
            return [self._node(name, value)]
        except NotExtractable:
            # An object without a text may have members that have one.
            if not members or isinstance(value, types.FunctionType | wp.Function) or _is_struct(value):
                raise
        return self._member_of(name, value, members)

    def _node(self, name: str, value: Any) -> Node:
        if isinstance(value, types.ModuleType) and not _is_namespace(value):
            return self._import(name, value.__name__)
        if (found := self.named(value)) is not None:
            return found
        if (alias := getattr(value, "_name", None)) and getattr(typing, str(alias), None) is value:
            return self._import(name, "typing", str(alias))
        if value is typing.Any:
            return self._import(name, "typing", "Any")
        if public := _public_home(value):
            return self._import(name, *public)
        if isinstance(value, TypeVar):
            if not _is_public(value):
                raise NotExtractable(f"{name} is a type variable")
            return self._import(name, "warp", value.__name__)
        if isinstance(value, wp.Function) and value.is_builtin():
            return self._constant(name, [f"wp.{value.key}"])
        try:
            return self._constant(name, literal(value, self.named))
        except NotExtractable as error:
            raise NotExtractable(f"{name}: {error}") from None

    def named(self, value: Any) -> Node | None:
        """The node of what has a definition: functions, structs, enumerations that are more than numbers."""
        if isinstance(value, wp.Function) and value.func is not None and not value.is_builtin():
            return self._function(value)
        if _is_struct(value):
            return self._struct(value)
        if isinstance(value, types.FunctionType) and not _public_home(value):
            return self._plain(value)
        return None

    def _import(self, name: str, module: str, member: str = "") -> Import:
        key = (name, module, member)
        return self.imports.setdefault(key, Import(name, module=module, member=member))

    def _constant(self, name: str, pieces: Pieces) -> Constant:
        text = "".join(piece if isinstance(piece, str) else f"<{id(piece)}>" for piece in pieces)
        return self.constants.setdefault((name, text), Constant(name, pieces=pieces))

    def _member_of(self, name: str, value: Any, members: list[str]) -> list[Node]:
        """The namespace with this member of it, and what the member names."""
        namespace = self.namespaces.setdefault((name, id(value)), Namespace(name, value=value))
        return [namespace, *self._add_member(namespace, members)]

    def _add_member(self, namespace: Namespace, members: list[str]) -> list[Node]:
        member, *rest = members
        try:
            value = getattr(namespace.value, member)
        except AttributeError:
            raise NotExtractable(f"{namespace.preferred} has no {member}") from None
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
        if isinstance(value, types.ModuleType) and not _is_namespace(value):
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
        # Instances of a generic one are there too, once something was lowered that calls it.
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

    def _adjust(
        self, text: DefinitionText, scope: Mapping[str, Any], function: Any, owner: Any, failed: set[Slot | None]
    ) -> Adjusted:
        """Write anew, from what Warp keeps of them, the parts that name what is not there."""
        adjusted = Adjusted()
        marks = [slot for slot in text.slots if slot.part is Part.MARK]
        if (mark := self._mark(marks, scope, owner, failed)) is not None:
            adjusted.edits.append((marks[0].start - 1 if marks else 0, text.start, mark))
            adjusted.slots.update(marks)
        for slot in text.slots:
            pieces: Pieces | None = None
            if slot.part is Part.STATIC:
                pieces = self._static(slot, text, scope, owner, slot in failed)
            elif slot.part is Part.ANNOTATION and (slot in failed or _is_quoted(slot)):
                pieces = self._annotation(slot, owner)
            elif slot.part is Part.DEFAULT and slot in failed:
                pieces = self._default(slot, function)
            if pieces is not None:
                adjusted.edits.append((slot.start, slot.end, pieces))
                adjusted.slots.add(slot)
        return adjusted

    def _mark(self, marks: list[Slot], scope: Mapping[str, Any], owner: Any, failed: set[Slot | None]) -> Pieces | None:
        """New decorators, or None for those that are there."""
        if isinstance(owner, tuple):
            name, node = owner
            return [f"@wp.{name}(", node, ")\n"]
        if not isinstance(owner, wp.Kernel | wp.Function):
            return None
        calls = [slot.node if isinstance(slot.node, ast.Call) else None for slot in marks]
        functions = [
            _evaluated(slot.node if call is None else call.func, scope) for slot, call in zip(marks, calls, strict=True)
        ]
        if len(marks) != 1 or functions[0] not in MARKS or marks[0] in failed:
            return kernel_mark(owner) if isinstance(owner, wp.Kernel) else function_mark(owner)
        given = _arguments(calls[0], functions[0], scope) if calls[0] is not None else {}
        if isinstance(owner, wp.Kernel):
            elsewhere = given.get("module") is not None and "module_options" not in given
            fits = says_options(given, owner) and not (elsewhere and module_options(owner))
            return None if fits else kernel_mark(owner)
        fits = owner.native_snippet is None or says_native(given, owner)
        return None if fits else function_mark(owner)

    def _static(
        self, slot: Slot, text: DefinitionText, scope: Mapping[str, Any], owner: Any, failed: bool
    ) -> Pieces | None:
        """The function that a ``wp.static`` gives; its value where its expression has no text here; else None."""
        assert isinstance(slot.node, ast.Call)
        argument = static_argument(slot.node)
        calls_something = any(isinstance(node, ast.Call) for node in ast.walk(argument))
        if not failed and not calls_something:
            return None
        known = static_values(owner) if isinstance(owner, wp.Kernel | wp.Function) else {}
        code = ast.get_source_segment(text.text.decode(), argument) or ""
        value = known.get(code.replace("\n", ""), _NOTHING)
        if value is _NOTHING:
            value = _evaluated(argument, scope)
        if value is _NOTHING:
            return None
        try:
            if isinstance(value, wp.Function):
                return literal(value, self.named)
            return ["wp.static(", *literal(value, self.named), ")"] if failed else None
        except NotExtractable:
            return None

    def _annotation(self, slot: Slot, owner: Any) -> Pieces | None:
        if not isinstance(owner, wp.Kernel | wp.Function):
            return ["object"]  # Python does not read it
        found = (owner.generic_parent or owner).adj.arg_types.get(slot.argument)
        try:
            return None if found is None else self.type_text(found)
        except NotExtractable:
            return None

    def type_text(self, found: Any) -> Pieces:
        """A type as an annotation says it, ``Any`` included."""
        return type_pieces(found, self._named_type)

    def _named_type(self, value: Any) -> Node | None:
        if value is typing.Any:
            return self._import("Any", "typing", "Any")
        if isinstance(value, TypeVar) and _is_public(value):
            return self._import(value.__name__, "warp", value.__name__)
        return self.named(value)

    def _default(self, slot: Slot, function: Any) -> Pieces | None:
        value = inspect.signature(function).parameters[slot.argument].default
        try:
            return literal(value, self.named)
        except NotExtractable:
            return None


_NOTHING = object()


class _failing:
    """Remember on a node that it cannot be written down: what names it is asked again and again."""

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


def scope_of(function: Any) -> dict[str, Any]:
    """Names a function or class sees beyond its own: its closure, then the globals of its module."""
    if inspect.isclass(function):
        return dict(vars(sys.modules[function.__module__]))
    closure = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    filled = {}
    for name, cell in closure:
        try:
            filled[name] = cell.cell_contents
        except ValueError:  # a name of the enclosing function that was never set
            continue
    return function.__globals__ | filled


def _is_namespace(value: Any) -> bool:
    """Whether a name stands for a class or module that other machines have not got."""
    if isinstance(value, types.ModuleType):
        root, _, rest = value.__name__.partition(".")
        public = root in ("warp", "numpy") and not rest.startswith(("_", "examples"))
        return not public and root not in sys.stdlib_module_names
    known_to_warp = hasattr(value, "_wp_scalar_type_") or hasattr(wp, getattr(value, "__name__", ""))
    return isinstance(value, type) and value is not Any and not known_to_warp


def _is_public(value: Any) -> bool:
    """Whether Warp has it under its name."""
    return getattr(wp, value.__name__, None) is value


def _is_struct(value: Any) -> bool:
    return inspect.isclass(getattr(value, "cls", None)) and isinstance(getattr(value, "vars", None), dict)


def _public_home(value: Any) -> tuple[str, str] | None:
    """Module and name of a function that every machine with Warp has; None for any other value."""
    if not isinstance(value, types.FunctionType | types.BuiltinFunctionType):
        return None
    name = value.__name__
    if _is_public(value):
        return "warp", name
    module = str(value.__module__)
    known = module.partition(".")[0] in sys.stdlib_module_names and module in sys.modules
    return (module, name) if known and getattr(sys.modules[module], name, None) is value else None


def _evaluated(node: ast.AST, scope: Mapping[str, Any]) -> Any:
    assert isinstance(node, ast.expr)
    try:
        return eval(compile(ast.Expression(node), "<part>", "eval"), dict(scope))
    except Exception:  # an expression of names that are not there any more fails as it likes
        return _NOTHING


def _arguments(call: ast.Call, function: Any, scope: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a decorator by name, as far as they can be evaluated here."""
    names = inspect.signature(function).parameters
    given = {name: _evaluated(value, scope) for name, value in zip(names, call.args, strict=False)}
    for keyword in call.keywords:
        value = _evaluated(keyword.value, scope)
        given |= {keyword.arg: value} if keyword.arg else value if isinstance(value, dict) else {}
    return given


def _is_quoted(slot: Slot) -> bool:
    if not (isinstance(slot.node, ast.Constant) and isinstance(slot.node.value, str)):
        return False
    names = {node.id for node in ast.walk(ast.parse(slot.node.value, mode="eval")) if isinstance(node, ast.Name)}
    return not names <= {"wp", *dir(builtins)}


def _edited(text: bytes, edits: list[Edit]) -> Pieces:
    pieces: Pieces = []
    done = 0
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
        if start >= done:  # not in a part that was written anew
            pieces += [text[done:start].decode(), *new]
            done = end
    return [*pieces, text[done:].decode()]
