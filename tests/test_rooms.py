"""Imports run one way, as the design draws them: between rooms, sub-rooms and modules; and a room stays small.

Imports inside functions and those for type checkers count. A room is a folder of ``generator``, a sub-room a folder in
it."""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import generator

ROOT = Path(generator.__file__).parent
PACKAGE = "generator"
CASES = {"computations", "schemas"}
"""Folders that hold a file a case, as many as there are."""

LEAVES = {"choices", "cores", "escaping", "isolation", "launch", "python_children", "syntax", "versions"}
"""Rooms and modules that all may import; they import no room but each other."""

ARROWS: dict[str, set[str]] = {
    "synthesis": set(),
    "lowering": set(),
    "emulation": set(),
    "verification": {"emulation", "lowering"},
    "dataset": {"lowering", "synthesis", "verification"},
    "tasks": {"dataset", "emulation", "lowering", "verification"},
    "evaluation": {"dataset", "emulation", "lowering", "tasks", "verification"},
    "production": {"dataset", "lowering", "synthesis", "tasks", "verification"},
    "documents": {"dataset", "lowering", "production", "synthesis"},
    "commands": {"dataset", "documents", "emulation", "evaluation", "lowering", "production", "tasks", "verification"},
    "cli": {"commands", "lowering", "production"},
    "__main__": {"cli"},
    "__init__": {"lowering"},
}
"""Room, or module at the top, -> rooms that it may import besides the leaves. Some rooms are still to come."""

SUB_ROOMS: dict[str, dict[str, set[str]]] = {
    "lowering": {
        "": set(),
        "fast_codegen": {""},
        "warp_backend": {"", "fast_codegen"},
        "binaries": {"warp_backend"},
        "standalone": {"", "warp_backend"},
        "user_kernels": {"binaries", "standalone", "warp_backend"},
        "comparison": {"user_kernels", "warp_backend"},
    },
    "lowering.standalone": {
        "kernel_ir": set(),
        "cuda_text": {"kernel_ir"},
        "recording": {"cuda_text", "kernel_ir"},
        "forward_code": {"cuda_text", "kernel_ir"},
        "adjoint_code": {"cuda_text", "forward_code", "kernel_ir"},
        "whole_program": {"adjoint_code", "cuda_text", "forward_code", "kernel_ir", "recording"},
        "": {"kernel_ir", "whole_program"},
    },
    "verification": {
        "": set(),
        "reference": set(),
        "launching": {"reference"},
        "tiers": {"launching", "reference"},
        "launch_guess": {"launching", "reference", "tiers"},
        "stored_results": {"launching", "reference"},
    },
    "verification.reference": {
        "values": set(),
        "builtins": {"values"},
        "interpretation": {"builtins", "values"},
        "": {"interpretation", "values"},
    },
    "synthesis": {
        "schemas": set(),
        "chance": set(),
        "computations": {"schemas"},
        "storage": {"chance", "schemas"},
        "control": {"chance", "schemas", "storage"},
        "expansion": {"computations", "schemas", "storage"},
        "shaping": {"chance", "storage"},
        "style": {"chance", "control", "storage"},
        "factoring": {"chance", "storage", "style"},
        "composition": {
            *("chance", "computations", "control", "expansion", "factoring", "schemas", "shaping", "storage", "style"),
        },
        "telling": {"chance", "composition", "storage", "schemas"},
        "catalogue": {"computations", "schemas"},
        "screening": set(),
        "": {"catalogue", "chance", "composition", "screening", "telling"},
    },
    "emulation": {
        "ptx": set(),
        "opcodes": set(),
        "machine": {"opcodes", "ptx"},
        "tiles": {"machine", "opcodes", "ptx"},
        "scheduling": {"machine"},
        "": {"machine", "opcodes", "ptx", "scheduling", "tiles"},
    },
    "production": {
        "folder": set(),
        "collecting": {"folder"},
        "making": {"folder"},
        "measuring": {"folder"},
        "running": {"folder", "making"},
        "validating": {"folder", "making", "measuring"},
        "publishing": {"folder", "making", "measuring", "validating"},
        "report": {"folder", "publishing"},
        "": {"collecting", "folder", "making", "measuring", "publishing", "running"},
    },
}
"""Room -> sub-room -> the sub-rooms that it may import; "" stands for the files of the room itself."""

MOST_FILES = 20
"""Files of one folder."""

IMPORT = (ast.Import, ast.ImportFrom)


@cache
def modules() -> Mapping[str, Path]:
    """Every module of the package by its name, without ``generator.``; packages end in ``.__init__``."""
    return {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in sorted(ROOT.rglob("*.py"))}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def names_imported(path: Path) -> Iterator[str]:
    """What a file imports, as dotted names; of ``from package import name`` both, where ``name`` may be a module."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides where it leads"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_of(name: str) -> str | None:
    """The module of the package that an imported name stands in."""
    if name.split(".")[0] != PACKAGE:
        return None
    parts = name.split(".")[1:]
    for length in range(len(parts), -1, -1):
        base = ".".join(parts[:length])
        for found in (base, f"{base}.__init__".lstrip(".")):
            if found in modules():
                return found
    raise AssertionError(f"{name} is nowhere")


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """Module -> modules of the package that it imports."""
    found = {name: {module_of(each) for each in names_imported(path)} for name, path in modules().items()}
    return {name: frozenset(each for each in to if each and each != name) for name, to in found.items()}


def room_of(module: str) -> str:
    """The room of a module, or itself where it stands at the top."""
    return module.split(".")[0]


def sub_room_of(module: str, room: str) -> str | None:
    """The part of ``room`` that a module stands in, "" for the room's own files; None for a module outside."""
    inside = module.removeprefix(f"{room}.")
    if inside == module:
        return None
    return inside.split(".")[0] if "." in inside else ""


def test_every_room_has_its_arrows() -> None:
    assert {room_of(module) for module in modules()} <= ARROWS.keys() | LEAVES
    for room, parts in SUB_ROOMS.items():
        assert {sub_room_of(module, room) for module in modules()} - {None} == parts.keys(), room


def test_imports_follow_the_arrows() -> None:
    for module, found in imports().items():
        room = room_of(module)
        allowed = LEAVES | {room} | ARROWS.get(room, set())
        # A file of a package that only wants the package's folder imports `generator` itself.
        strange = {room_of(other) for other in found} - allowed - {"__init__"}
        assert not strange, f"{module} imports {sorted(strange)}"


@pytest.mark.parametrize("room", SUB_ROOMS)
def test_imports_follow_the_arrows_inside_a_room(room: str) -> None:
    for module, found in imports().items():
        part = sub_room_of(module, room)
        if part is None:
            continue
        allowed = SUB_ROOMS[room][part] | {part, None}
        strange = {sub_room_of(other, room) for other in found} - allowed
        assert not strange, f"{module} imports {sorted(str(each) for each in strange)} of {room}"


def circles(graph: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Groups of nodes that reach each other."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen, todo = set[str](), list(graph[start])
        while todo:
            if (node := todo.pop()) not in seen:
                seen.add(node)
                todo.extend(graph.get(node, ()))
        reach[start] = seen
    groups = {
        frozenset(other for other in reach[node] if node in reach[other]) for node in graph if node in reach[node]
    }
    return sorted(sorted(group) for group in groups)


def test_a_circle_is_seen() -> None:
    graph = {"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("b"), "d": frozenset("a")}
    assert circles(graph) == [["b", "c"]]


def test_no_circle_of_modules() -> None:
    assert circles(imports()) == []


def test_no_circle_of_folders() -> None:
    """Of folders at any depth, also where no table above says what may import what."""
    graph: dict[str, set[str]] = {}
    for module, found in imports().items():
        graph.setdefault(_folder(module), set()).update(map(_folder, found))
    plain = {folder: frozenset(to - {folder}) for folder, to in graph.items()}
    assert circles(plain) == []


def _folder(module: str) -> str:
    """A module at the top stands for itself."""
    parts = module.split(".")
    return parts[0] if len(parts) == 1 else ".".join(parts[:-1])


def test_no_room_is_crowded() -> None:
    folders = {path.parent for path in modules().values()}
    for folder in folders:
        if folder.name in CASES:
            continue
        files = [path.name for path in folder.iterdir() if path.is_file()]
        assert len(files) <= MOST_FILES, f"{folder.relative_to(ROOT)} holds {len(files)} files"


def test_a_late_import_says_why() -> None:
    """Of an optional dependency, or of one that takes a measured time that somebody would wait for."""
    for module, path in modules().items():
        said = comments(path)
        for number in late_imports(tree_of(path)):
            assert any(map(is_reason, comment_at(number, said))), (
                f"{module}:{number} imports inside a function: say there that it is optional, or what it takes (0.3 s)"
            )


@pytest.mark.parametrize(
    ("comment", "enough"),
    [
        ("# an optional dependency: the extra `scale`", True),
        ("# Arrow takes 0.3 s to import", True),
        ("# 40 ms that help does not wait for", True),
        ("# imports Warp, which is slow", False),
        ("# see issue 3 so that help is fast", False),
    ],
)
def test_what_counts_as_a_reason(comment: str, enough: bool) -> None:
    assert is_reason(comment) == enough


def test_a_comment_speaks_for_the_imports_that_follow_it() -> None:
    source = (
        "def f():\n    # 1 s\n    import a\n\n    import b\n    f()\n    if f:\n        import c  # 2 s\n    import d\n"
    )
    assert sorted(late_imports(ast.parse(source))) == [3, 8, 9]


def is_reason(comment: str) -> bool:
    """Whether a comment has the word "optional", or a figure with a unit of time."""
    return bool(re.search(r"\boptional\b|\b[0-9.]+ m?s\b", comment))


def late_imports(tree: ast.Module) -> set[int]:
    """Lines of imports inside functions; of several that follow each other, the first."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {line for function in functions for inner in ast.walk(function) for line in _first_imports(inner)}


def _first_imports(node: ast.AST) -> Iterator[int]:
    """Lines of a node's own imports that follow none."""
    for _, block in ast.iter_fields(node):
        if isinstance(block, list):
            for before, each in pairwise([None, *block]):
                if isinstance(each, IMPORT) and not isinstance(before, IMPORT):
                    yield each.lineno


def comments(path: Path) -> dict[int, tuple[str, bool]]:
    """Line -> its comment, and whether it has nothing else."""
    with path.open("rb") as file:
        tokens = [token for token in tokenize.tokenize(file.readline) if token.type == tokenize.COMMENT]
    return {token.start[0]: (token.string, not token.line[: token.start[1]].strip()) for token in tokens}


def comment_at(number: int, said: Mapping[int, tuple[str, bool]]) -> Iterator[str]:
    """The comments on a line and on the lines above it that hold nothing else."""
    if number in said:
        yield said[number][0]
    while (number := number - 1) in said and said[number][1]:
        yield said[number][0]


def test_only_one_file_knows_the_private_api_of_warp() -> None:
    knowing = [path.name for path in modules().values() if any("warp._src" in name for name in names_imported(path))]
    assert knowing == ["private_warp.py"]


def test_the_emulator_needs_numpy_alone() -> None:
    allowed = {*sys.stdlib_module_names, "numpy", "generator"}
    for name, path in modules().items():
        if room_of(name) == "emulation":
            assert {each.split(".")[0] for each in names_imported(path)} <= allowed, path
            assert {room_of(other) for other in imports()[name]} <= {"emulation"}, path


def test_the_leaf_of_launches_needs_numpy_alone() -> None:
    for name, path in modules().items():
        if room_of(name) == "launch":
            assert not any(each.split(".")[0] == "warp" for each in names_imported(path)), path
