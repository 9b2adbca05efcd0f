"""A package's modules and the kernels in their text, found without importing anything."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.isolation.parsing import parse
from generator.lowering.user_kernels.written_kernels import WrittenKernel, written_kernels

LEFT_OUT = frozenset(
    {"test", "tests", "testing", "conftest", "example", "examples", "benchmark", "benchmarks", "__main__"}
)
"""Folders and modules of a package that are left out, as they are not part of its function."""


@dataclass(frozen=True)
class SourceModule:
    """A Python file of a package and the name that it is imported under."""

    path: Path
    name: str


def source_modules(root: Path) -> list[SourceModule]:
    """The modules below a folder, sorted by path, without tests, examples and benchmarks."""
    found = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if any(part in LEFT_OUT or part.startswith("test_") or part.endswith("_test") for part in parts):
            continue
        if any(part.startswith(".") or not part.isidentifier() for part in parts):
            continue
        found.append(SourceModule(path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts)))
    return found


def kernel_places(text: str) -> list[WrittenKernel]:
    """Every kernel of an untrusted text, in order, parsed within bounds. Raises ``NotParsed``."""
    return written_kernels(parse(text))
