"""The projects of a collection, ready to be read: unpacked wheels of a list, or a copy of the user's own folder."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import warp as wp
from packaging.utils import canonicalize_name

from generator.production.collecting.sources.requirements import WARP, Requirement, read_requirements, wheel_requirement
from generator.production.collecting.sources.wheels import NoWheel, fetched_wheel, unpacked
from generator.production.collecting.sources.whole_folders import sweep_folders, whole_folder
from generator.production.folder import files
from generator.production.folder.errors import BuildError

LARGEST = 8 << 20
"""Largest file of a user's folder that is copied for its modules to read, in bytes; Python files are smaller."""

MOST_COPIED = 200_000
"""Most files of a user's folder: one with more is a home or a disk, not a code base."""


@dataclass(frozen=True)
class Project:
    """A package with a name, a version and the SHA-256 of what it was read from.

    ``root`` has its files, ``support`` those of packages that it imports. ``private``: a user's own folder, without a
    version, under the licence that the user names.
    """

    name: str
    version: str
    digest: str
    root: Path
    support: tuple[Path, ...] = ()
    private: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


def projects_of(source: Path, work: Path, say: Callable[[str], None]) -> list[Project]:
    """Projects of a list of requirements, of one wheel, or of a folder, sorted by name; ``work`` keeps the files.

    Wheels that are there already are not downloaded again. Raises BuildError with the line that says what to do.
    """
    if source.is_dir():
        return [_folder_project(source, work / "sources")]
    if not source.exists():
        raise BuildError(f"there is no {source}: name a list of packages, a wheel, or a folder with Python files")
    is_wheel = source.suffix == ".whl"
    requirements = [wheel_requirement(source)] if is_wheel else read_requirements(source)
    return sorted(_wheel_projects(requirements, work, say), key=lambda project: project.name)


def _wheel_projects(requirements: Sequence[Requirement], work: Path, say: Callable[[str], None]) -> Iterator[Project]:
    sources = work / "sources"
    sweep_folders(sources)
    support: dict[str, list[Path]] = {}
    for requirement in requirements:
        if requirement.support_of:
            try:
                wheel = fetched_wheel(requirement, work / "wheels")
            except NoWheel as error:  # stand-ins replace it; modules that need more are listed with the reason
                say(f"{error}; {requirement.support_of} is read without it")
                continue
            support.setdefault(requirement.support_of, []).append(wheel)
    for requirement in requirements:
        if requirement.name == WARP:
            yield installed_warp(requirement.version)
        elif not requirement.support_of:
            wheel = fetched_wheel(requirement, work / "wheels")
            beside = support.get(requirement.name, [])
            folder = _together(beside, sources) if beside else None
            digest = _digest([files.sha256_of(each) for each in (wheel, *beside)])
            root = unpacked(wheel, sources)
            yield Project(requirement.name, requirement.version, digest, root, (folder,) if folder else ())


def installed_warp(version: str) -> Project:
    """The installed Warp as a project; its digest is that of its version alone."""
    return Project(
        WARP, version, hashlib.sha256(f"{WARP} {version}".encode()).hexdigest(), Path(wp.__file__).parents[1]
    )


def _digest(hashes: Sequence[str]) -> str:
    """The hash of a wheel; with support, a hash of all their hashes."""
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()


def _together(wheels: Sequence[Path], sources: Path) -> Path:
    """One folder with the files of several wheels, as in an environment: they may share a package."""
    parts = [unpacked(wheel, sources) for wheel in wheels]
    if len(parts) == 1:
        return parts[0]
    target = sources / f"support-{_digest([part.name for part in parts])[:16]}"
    if not target.is_dir():
        with whole_folder(target) as temporary:
            for part in parts:
                shutil.copytree(part, temporary, dirs_exist_ok=True)
    return target


def _folder_project(source: Path, sources: Path) -> Project:
    """A user's folder as a project: copied, so that its files do not change while modules are read.

    A folder that is a package itself (it has an ``__init__.py``) keeps its name inside the copy.
    """
    root = source.resolve()
    name = canonicalize_name(root.name) or "folder"
    found = list(_own_files(root, (sources.parent.parent.resolve(),)))
    digest = hashlib.sha256()
    for path in found:
        digest.update(
            f"{path.relative_to(root).as_posix()}\0{files.sha256_of(path)}\0".encode(errors="surrogateescape")
        )
    sweep_folders(sources)
    target = sources / f"{name}-{digest.hexdigest()[:16]}"
    if not target.is_dir():
        inner = root.name if (root / "__init__.py").is_file() else ""
        with whole_folder(target) as temporary:
            for path in found:
                copy = temporary / inner / path.relative_to(root)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
    return Project(name, "", digest.hexdigest(), target, private=True)


def _own_files(root: Path, left_out: Sequence[Path]) -> Iterator[Path]:
    """The files below a folder, sorted, without links, hidden ones, caches, large data, and the build itself."""
    count = 0
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        kept = (name for name in folders if not name.startswith(".") and name != "__pycache__")
        folders[:] = sorted(name for name in kept if here / name not in left_out and not (here / name).is_symlink())
        for name in sorted(names):
            path = here / name
            if name.startswith(".") or path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
                continue
            count += 1
            if count > MOST_COPIED:
                raise BuildError(f"{root} has more than {MOST_COPIED:,} files: name the folder of one code base")
            yield path
