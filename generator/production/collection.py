"""What is collected into a folder, and the folder's place for unfinished work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from generator.dataset.real_rows import REAL
from generator.isolation import Limits
from generator.production.collecting.sessions import LIMITS
from generator.production.collecting.sources.projects import Project
from generator.production.folder.build_names import COLLECTING
from generator.production.folder.errors import BuildError
from generator.production.making.manifest import refuse_foreign

WORK = COLLECTING
"""Folder inside the build for wheels, their files and finished tasks; without it the next run starts from scratch."""


@dataclass(frozen=True)
class Collection:
    """What decides the bytes of a collected folder, besides the versions: projects, highest tier, and a licence.

    ``license`` is the SPDX expression that the owner of a private folder gives; "" for none. Without ``ptx`` the PTX
    columns stay empty: the optimiser of NVRTC takes longer than all other stages.
    """

    projects: tuple[Project, ...]
    verify: str
    license: str = ""
    ptx: bool = True
    limits: Limits = LIMITS

    @property
    def private(self) -> bool:
        """Whether it holds a folder of the user's own."""
        return any(project.private for project in self.projects)

    def to_json(self) -> dict[str, Any]:
        """As stored in the manifest."""
        packages = [{"name": p.name, "version": p.version, "sha256": p.digest} for p in self.projects]
        return {
            "configs": [REAL],
            "packages": packages,
            "verify": self.verify,
            "license": self.license,
            "ptx": self.ptx,
        }


def work_folder(root: Path) -> tuple[Path, FileLock]:
    """The work folder of a collection in ``root``, and the lock on it, already taken; raises BuildError."""
    refuse_foreign(root)
    work = root / WORK
    work.mkdir(parents=True, exist_ok=True)
    lock = FileLock(work / "lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise BuildError(f"another process is collecting in {root}") from None
    return work, lock
