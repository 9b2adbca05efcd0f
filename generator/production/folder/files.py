"""Files that are whole or absent: temporary name, fsync, ``os.replace``, and a SHA-256 beside each."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

TEMPORARY = ".partial"
"""Suffix of a file that is being written; one that a killed process left behind is swept at the next start."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary name beside ``path`` to write to; it takes the place of ``path`` when the block ends well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # The process id keeps an orphaned worker of a killed run apart from the run that continues.
    temporary = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        temporary.touch()  # Python names the file in its errors, Arrow does not
        yield temporary
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if error.filename is not None and Path(error.filename) == temporary:
            error.filename = str(path)  # the name that a user knows
        raise
    finally:
        with suppress(OSError):  # a disk may have become read only: the error that said so is on its way
            temporary.unlink()


def write_bytes(path: Path, content: bytes) -> None:
    """Replace ``path`` by a file with this content."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def write_json(path: Path, value: Any, indent: int | None = 1) -> None:
    """Replace ``path`` by ``value`` as JSON with sorted keys."""
    write_bytes(path, (json.dumps(value, indent=indent, sort_keys=True, ensure_ascii=False) + "\n").encode())


def sha256_of(path: Path) -> str:
    """Hex SHA-256 of a file's content."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def describe(path: Path) -> dict[str, Any]:
    """SHA-256 and size of a file, as stored in sidecars and in the manifest."""
    return {"sha256": sha256_of(path), "bytes": path.stat().st_size}


def sidecar(path: Path) -> Path:
    """Path of a work file's facts, which are written after the file and so mark it as complete."""
    return path.with_name(path.name + ".json")


def finish(path: Path, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Write the sidecar of a work file that is in place: ``facts`` with its hash and size. Returns what it wrote."""
    complete = {**facts, **describe(path)}
    write_json(sidecar(path), complete, indent=None)
    return complete


def facts_of(path: Path) -> dict[str, Any] | None:
    """The facts in a work file's sidecar; None where it is missing or unreadable, so that the file is made again."""
    try:
        facts: dict[str, Any] = json.loads(sidecar(path).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    if not is_description(facts) or not isinstance(facts.get("rows"), int):
        return None
    return facts if isinstance(facts.get("rejected"), dict) and _are_failures(facts.get("failed", [])) else None


def _are_failures(found: object) -> bool:
    """Whether ``found`` is a sidecar's list of rows that failed a tier."""
    return isinstance(found, list) and all(
        isinstance(entry, dict) and all(isinstance(entry.get(name), str) for name in ("id", "tier", "why"))
        for entry in found
    )


def is_description(facts: object) -> bool:
    """Whether ``facts`` has a hash and a size, as ``describe`` gives them."""
    return isinstance(facts, dict) and isinstance(facts.get("sha256"), str) and isinstance(facts.get("bytes"), int)


def is_intact(path: Path, facts: Mapping[str, Any]) -> bool:
    """Whether the file is there with the size and hash that ``facts`` promise."""
    try:
        return path.stat().st_size == facts["bytes"] and sha256_of(path) == facts["sha256"]
    except FileNotFoundError:
        return False


def sweep(folder: Path) -> None:
    """Remove the temporary files that killed processes left behind."""
    for left_over in folder.rglob(f"*{TEMPORARY}"):
        left_over.unlink(missing_ok=True)
