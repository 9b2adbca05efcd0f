"""What tests of builds share: a toy build, and the content of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.production.folder import files
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from tests.production import toy_kernels


def build(root: Path, **changes: Any) -> dict[str, Any]:
    """A toy build by one process; ``changes`` to its recipe."""
    return produce(toy_kernels.recipe(**changes), root, InProcess(), Silent())


def content(root: Path) -> dict[str, str]:
    """Hash of each file that a reader sees."""
    visible = (path for path in root.rglob("*") if path.is_file() and ".production" not in path.parts)
    return {path.relative_to(root).as_posix(): files.sha256_of(path) for path in visible}
