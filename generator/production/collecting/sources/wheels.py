"""Fetches wheels by pip, checks their hashes and unpacks them; nothing of them is installed, built or run."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from packaging.specifiers import Specifier
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

from generator.escaping import one_line
from generator.production.collecting.sources.requirements import Requirement
from generator.production.collecting.sources.whole_folders import whole_folder
from generator.production.folder import files
from generator.production.folder.errors import BuildError
from generator.production.folder.paths import inside

MOST_FILES = 50_000
"""Most files of a wheel."""

MOST_BYTES = 4 << 30
"""Largest unpacked size of a wheel, in bytes."""

SECONDS = 900.0
"""Longest that pip may take for one wheel, in seconds."""

UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, FileExistsError, EOFError, BuildError)
"""Errors of reading a damaged or strange zip."""

_PIP = ("-P", "-m", "pip", "download", "--no-input", "--quiet", "--disable-pip-version-check")
_WHEELS_ALONE = ("--no-deps", "--only-binary", ":all:", "--require-hashes")


class NoWheel(BuildError):
    """A wheel cannot be fetched or read, or is not the one that was asked for; the message is one line."""


def fetched_wheel(requirement: Requirement, folder: Path) -> Path:
    """The wheel of a requirement: the file that it names, one in ``folder``, or one that pip downloads to there.

    Raises NoWheel where there is none, or one with another hash.
    """
    if requirement.path is not None:
        return _own_wheel(requirement)
    folder.mkdir(parents=True, exist_ok=True)
    if (there := _wheel_in(folder, requirement)) is not None:
        return there
    _download(requirement, folder)
    if (there := _wheel_in(folder, requirement)) is None:
        raise NoWheel(f"pip downloaded no wheel of {requirement}")
    return there


def unpacked(wheel: Path, folder: Path) -> Path:
    """The folder of a wheel's files below ``folder``, named by its hash; unpacked there unless it exists.

    Raises NoWheel for a file that is no zip, is too large, or has names that lead out of it.
    """
    target = folder / f"{wheel.name.partition('-')[0]}-{files.sha256_of(wheel)[:16]}"
    if target.is_dir():
        return target
    try:
        with zipfile.ZipFile(wheel) as opened, whole_folder(target) as temporary:
            for entry in _entries(opened):
                path = inside(temporary, entry.filename)
                path.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(entry) as source, path.open("xb") as sink:
                    shutil.copyfileobj(source, sink)
    except UNREADABLE as error:
        raise NoWheel(f"{wheel.name} cannot be unpacked: {one_line(error, 160)}") from None
    return target


def _entries(opened: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    """The files of a wheel, their sizes checked by their headers: ``zipfile`` reads no more than these say."""
    entries = [entry for entry in opened.infolist() if not entry.is_dir()]
    size = sum(entry.file_size for entry in entries)
    if len(entries) > MOST_FILES or size > MOST_BYTES:
        raise NoWheel(f"it has {len(entries):,} files and {size:,} bytes: more than {MOST_FILES:,}, or {MOST_BYTES:,}")
    for entry in entries:
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise NoWheel(f"{one_line(entry.filename, 80)} is a link")
        yield entry


def _own_wheel(requirement: Requirement) -> Path:
    path = requirement.path
    assert path is not None
    if not path.is_file():
        raise NoWheel(f"there is no {path}")
    if requirement.hashes and files.sha256_of(path) not in requirement.hashes:
        raise NoWheel(f"{path} has another hash than the list says: is it the wheel that was meant?")
    return path


def _wheel_in(folder: Path, requirement: Requirement) -> Path | None:
    pin = Specifier(f"=={requirement.version}")
    for path in sorted(folder.glob("*.whl")):
        try:
            name, version, *_ = parse_wheel_filename(path.name)
        except InvalidWheelFilename:
            continue
        matches = name == requirement.name and pin.contains(version, prereleases=True)
        if matches and files.sha256_of(path) in requirement.hashes:
            return path
    return None


def _download(requirement: Requirement, folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder, prefix=".download-") as name:
        listed = Path(name, "requirements.txt")
        listed.write_text(requirement.line + "\n", encoding="utf-8")
        command = [sys.executable, *_PIP, *_WHEELS_ALONE, "--dest", name, "--requirement", str(listed)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise NoWheel(f"{requirement}: pip took more than {SECONDS:g} s: run the same command again") from None
        if done.returncode:
            raise NoWheel(f"{requirement}: {_reason(done.stderr)}")
        for wheel in sorted(Path(name).glob("*.whl")):
            os.replace(wheel, folder / wheel.name)


_REASONS = {
    "DO NOT MATCH THE HASHES": "the wheel has another hash than the list says: it is not the one that was meant",
    "No matching distribution": "there is no wheel of that version for this system and Python",
    "No module named pip": "this Python has no pip: `python -m ensurepip` brings it",
}
"""Words in pip's message -> the line to show."""


def _reason(said: str) -> str:
    for words, reason in _REASONS.items():
        if words in said:
            return reason
    errors = [line for line in said.splitlines() if line.startswith("ERROR:")] or said.splitlines()[-1:]
    return f"pip says {one_line(errors[0] if errors else 'nothing', 200)}: run the same command again to go on"
