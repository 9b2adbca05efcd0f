"""Functions, records, constants, and the module that holds them."""

from __future__ import annotations

from generator.syntax.nodes import node, remembered
from generator.syntax.statements import Block, Call
from generator.syntax.types import Type
from generator.syntax.values import Value, last_word


@node
class Parameter:
    """An argument with its annotation as spelled, and its type (None: generic or unknown)."""

    name: str
    annotation: Value | None = None
    type: Type | None = None
    default: Value | None = None
    heading: str = ""
    """Comment line above the parameter, where each parameter has a line of its own."""


@node
class Function:
    """A kernel or a function that kernels call.

    ``decorators`` tell which: ``wp.kernel``, ``wp.func``, with their arguments. ``one_line`` says how the parameters
    are laid out: all on the first line, or each on its own.
    """

    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    decorators: tuple[Value, ...] = ()
    returns: Value | None = None
    docstring: str | None = None
    one_line: bool = True

    @property
    def is_kernel(self) -> bool:
        return "kernel" in map(_mark, self.decorators)


@node
class Field:
    """A member of a record or of a namespace: annotated, with a value, or both."""

    name: str
    annotation: Value | None = None
    type: Type | None = None
    value: Value | None = None


@node
class Class:
    """A ``@wp.struct``, an enum, or a namespace of constants and functions."""

    name: str
    fields: tuple[Field, ...]
    decorators: tuple[Value, ...] = ()
    bases: tuple[Value, ...] = ()
    docstring: str | None = None

    @property
    def is_record(self) -> bool:
        return "struct" in map(_mark, self.decorators)


@node
class Import:
    """``import names`` or ``from module import names``; each name with its alias, empty where it has none."""

    names: tuple[tuple[str, str], ...]
    module: str = ""


@node
class Constant:
    """An assignment at module level."""

    name: str
    value: Value
    annotation: Value | None = None


Part = Import | Constant | Class | Function | Call


@node
class Module:
    """A row's ``python_source`` as a tree: parts in order. ``Call`` is a statement such as ``wp.overload(...)``."""

    parts: tuple[Part, ...]
    docstring: str | None = None

    @remembered
    def functions(self) -> tuple[Function, ...]:
        return tuple([part for part in self.parts if isinstance(part, Function)])

    @property
    def kernels(self) -> tuple[Function, ...]:
        return tuple(function for function in self.functions if function.is_kernel)

    @property
    def constant_names(self) -> set[str]:
        """Names of its constants, and of its enumerations and namespaces."""
        return {
            part.name
            for part in self.parts
            if isinstance(part, Constant) or (isinstance(part, Class) and not part.is_record)
        }


def _mark(decorator: Value) -> str:
    """The last word of a decorator, without its arguments."""
    return last_word(decorator.operands[0] if decorator.operation == "call" else decorator)
