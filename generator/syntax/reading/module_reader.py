"""A module's text, read into its parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from generator.isolation.parsing import NotParsed, parse
from generator.syntax.annotations import type_of
from generator.syntax.modules import Call, Class, Constant, Field, Function, Import, Module, Parameter, Part
from generator.syntax.reading.block_reader import read_block
from generator.syntax.reading.source import NotReadable, Source, refuse
from generator.syntax.reading.value_reader import read_optional, read_value, read_values


def read(text: str) -> Module:
    """The tree of a module that holds kernels; raises NotReadable. The text is parsed, never run."""
    try:
        tree = parse(text)
    except NotParsed as error:
        raise NotReadable(str(error)) from None
    return read_tree(tree, text)


def read_tree(tree: ast.Module, text: str) -> Module:
    """The same of a text that is parsed already; raises NotReadable."""
    source = Source(text)
    docstring, nodes = _without_docstring(tree.body)
    records = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    return Module(tuple(_part(node, source, records) for node in nodes), docstring)


def _without_docstring(body: Sequence[ast.stmt]) -> tuple[str | None, Sequence[ast.stmt]]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str(text))), *rest]:
            return text, rest
    return None, body


def _part(node: ast.stmt, source: Source, records: set[str]) -> Part:
    match node:
        case ast.Import(names):
            return Import(tuple((each.name, each.asname or "") for each in names))
        case ast.ImportFrom(module, names, level):
            return Import(tuple((each.name, each.asname or "") for each in names), "." * level + (module or ""))
        case ast.Assign(targets=[ast.Name(id=name)]):
            return Constant(name, read_value(node.value, source))
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return Constant(name, read_value(value, source), read_value(node.annotation, source))
        case ast.Expr():
            return Call(read_value(node.value, source))
        case ast.ClassDef():
            return _class(node, source, records)
        case ast.FunctionDef():
            return _function(node, source, records)
    raise refuse(node, f"{type(node).__name__} at the level of the module")


def _class(node: ast.ClassDef, source: Source, records: set[str]) -> Class:
    docstring, body = _without_docstring(node.body)
    if node.keywords:
        raise refuse(node, f"class {node.name} with keywords")
    fields = tuple(_field(member, source, records) for member in body if not _says_nothing(member))
    bases = read_values(node.bases, source)
    return Class(node.name, fields, read_values(node.decorator_list, source), bases, docstring)


def _says_nothing(member: ast.stmt) -> bool:
    """Whether a member of a class is ``pass`` or the docstring of a field."""
    return isinstance(member, ast.Pass) or bool(_without_docstring([member])[0])


def _field(node: ast.stmt, source: Source, records: set[str]) -> Field:
    match node:
        case ast.AnnAssign(target=ast.Name(id=name)):
            annotation = read_value(node.annotation, source)
            return Field(name, annotation, type_of(annotation, records), read_optional(node.value, source))
        case ast.Assign(targets=[ast.Name(id=name)]):
            return Field(name, value=read_value(node.value, source))
    raise refuse(node, f"{type(node).__name__} in a class")


def _function(node: ast.FunctionDef, source: Source, records: set[str]) -> Function:
    arguments = node.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
        raise refuse(node, f"{node.name} takes arguments by star, or by keyword or position only")
    docstring, body = _without_docstring(node.body)
    return Function(
        node.name,
        tuple(_parameters(arguments, source, records)),
        read_block(body, source),
        read_values(node.decorator_list, source),
        read_optional(node.returns, source),
        docstring,
    )


def _parameters(arguments: ast.arguments, source: Source, records: set[str]) -> Iterator[Parameter]:
    plain = len(arguments.args) - len(arguments.defaults)
    for arg, default in zip(arguments.args, [*[None] * plain, *arguments.defaults], strict=True):
        annotation = read_optional(arg.annotation, source)
        yield Parameter(arg.arg, annotation, type_of(annotation, records), read_optional(default, source))
